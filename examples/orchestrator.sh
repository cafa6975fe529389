#!/bin/sh
# One clarification, then proceed, for a PM that can only call a command: no library, no HTTP.
#
#   sh examples/orchestrator.sh            waits for you: answer from another terminal
#
# The exit code of `askonce request` says what to do next: 0 proceed with stdout, 2 wait for the person, 4 continue with the text on
# stdout, 1 add what stderr says is missing.
set -u
export ASKONCE_SESSION="${ASKONCE_SESSION:-export-orders}"

# Asks as the PM, and waits for the person if necessary. Sets $code and $told.
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

# A second question does not reach the person: the PM decides by itself, and records what it assumes.
request 'Which time zone should dates be in?' --option UTC --option local \
  --blocker missing_external_data --tried 'The brief does not say' --fallback 'UTC'
if [ "$code" = 0 ]; then zone=$told; else
  zone=UTC
  askonce assume 'Dates are in UTC' --asker pm --reasoning 'The logs are' --confidence high --risk 'Reports shift by a day'
fi

echo "The export writes $format, with dates in $zone."
askonce state "$ASKONCE_SESSION" --asker pm
askonce assumptions "$ASKONCE_SESSION"
