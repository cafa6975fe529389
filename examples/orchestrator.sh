#!/bin/sh
# One clarification, then proceed, for a PM that can only call a command: no library, no HTTP.
#
#   sh examples/orchestrator.sh            waits for you: answer from another terminal
#
# What to do next is the exit code of `askonce request`: 0 proceed with what is on stdout, 2 wait for the person, 4 go on with the
# text on stdout, 1 bring what stderr says is lacking.
set -u
export ASKONCE_SESSION="${ASKONCE_SESSION:-export-orders}"

# Asks as the PM, and waits for the person where that is needed. Sets $code and $told.
request() {
  told=$(askonce request "$@" --wait)
  code=$?
  case $code in
    0) echo "proceed: $told" ;;
    4) echo "fall back: $told" ;;
    *) echo "could not ask ($code)" >&2; exit 1 ;;
  esac
}

request 'Which format should the export write?' --option CSV --option JSON \
  --blocker exclusive_requirements --tried 'The brief wants a spreadsheet, and nested data' \
  --fallback 'Write CSV' --risk 'Nested fields are lost'
if [ "$code" = 0 ]; then format=$told; else format=CSV; fi

# A second question reaches nobody: the PM decides by itself, and writes down what it assumes.
request 'Which time zone should dates be in?' --option UTC --option local \
  --blocker missing_external_data --tried 'The brief does not say' --fallback 'UTC'
if [ "$code" = 0 ]; then zone=$told; else
  zone=UTC
  askonce assume 'Dates are in UTC' --asker pm --reasoning 'The logs are' --confidence high --risk 'Reports shift by a day'
fi

echo "The export writes $format, with dates in $zone."
askonce state "$ASKONCE_SESSION" --asker pm
askonce assumptions "$ASKONCE_SESSION"
