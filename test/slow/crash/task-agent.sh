# A command-line agent for tests: an agent that prints its questions and ends, or (prompt "node …") one that waits for answers.
# The prompt's first line is "<kind> <name>"; RECORDS is a folder. Each run is recorded there, and so is meeting another run of
# the same task.
prompt=$(cat | sed '/^You asked: /d; /^Answer: /{N;d;}')
first=$(printf '%s\n' "$prompt" | head -n 1)
kind=${first%% *}
name=${first##* }
answers=$(printf '%s\n' "$prompt" | sed -n 's/^Clarification Answer: //p')
count=$(printf '%s' "$answers" | grep -c '')
lock="$RECORDS/$name.lock"

# `set -C` opens with O_EXCL. The lock of a run that was killed names a process that is gone.
if ! (set -C; echo "$$" > "$lock") 2> /dev/null; then
  other=$(cat "$lock")
  case "$(ps -o stat= -p "${other:-0}")" in
    '' | Z* | X*) ;;
    *) echo "$name: $$ met $other" >> "$RECORDS/overlaps" ;;
  esac
  echo "$$" > "$lock"
fi
echo "$name after $count" >> "$RECORDS/runs"

if [ "$kind" = node ]; then exec "$NODE" "$AGENT" "$name" "$lock"; fi
case $count in
  0) echo "NEEDS_CLARIFICATION: {\"question\": \"What is the first colour of $name?\"}" ;;
  1) echo "NEEDS_CLARIFICATION: {\"question\": \"What is the second colour of $name?\"}" ;;
  *) echo "$name: $(printf '%s' "$answers" | tr '\n' ' ')" ;;
esac
rm -f "$lock"
