/**
 * Routes Claude Code's own AskUserQuestion through AskOnce: questions that need no person are answered at once, the others wait in the
 * inbox, and you are not asked the same question twice. In .claude/settings.json:
 *
 *   { "hooks": { "PreToolUse": [ { "matcher": "AskUserQuestion", "hooks": [
 *       { "type": "command", "command": "node examples/claude-code-hook.mjs", "timeout": 600 } ] } ] } }
 *
 * Claude Code passes the call on stdin. The hook allows it with the answers filled in; if one is missing, it denies the call and says
 * what the model should do instead. ASKONCE_HOOK_WAIT is how long to wait for you; less than the hook's own timeout.
 */
import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const [program, ...before] = (process.env.ASKONCE_COMMAND ?? 'npx askonce').split(' ');
const wait = process.env.ASKONCE_HOOK_WAIT ?? '9m';
const { session_id: session, cwd, tool_input: input } = JSON.parse(await text(process.stdin));

/** Asks one question with the command that any agent can use. */
async function ask({ question, header, options = [], multiSelect = false }) {
  const args = ['ask', '--session', `claude-${session}`, '--json', `--wait=${wait}`];
  if (header) args.push('--header', header);
  for (const { label } of options) args.push('--option', label);
  const described = options.filter(({ description }) => description);
  if (described.length > 0)
    args.push('--context', described.map(({ label, description }) => `${label}: ${description}`).join('\n'));
  if (multiSelect) args.push('--multi-select');
  // Without an answer the exit code is not 0; the outcome is on stdout in both cases.
  const ended = await promisify(execFile)(program, [...before, ...args, '--', question], { cwd }).catch(
    (error) => error,
  );
  const { status, answer } = JSON.parse(ended.stdout || '{}');
  if (status === undefined) throw new Error(ended.stderr || `${program} did not start`);
  return { question, status, answer };
}

function decision(permissionDecision, more) {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more } };
}

// If AskOnce cannot be reached, this ends with an error, and Claude Code shows its own dialog.
const asked = await Promise.all(input.questions.map(ask));
const open = asked.filter(({ answer }) => answer === undefined);
const why = open.map(({ question, status }) => `“${question}” is ${status}`).join('; ');
process.stdout.write(
  JSON.stringify(
    open.length === 0
      ? decision('allow', {
          updatedInput: {
            ...input,
            answers: Object.fromEntries(asked.map(({ question, answer }) => [question, answer])),
          },
        })
      : decision('deny', {
          permissionDecisionReason: `${why}. This is not a yes. Continue with what does not depend on it, and ask the same question again later.`,
        }),
  ),
);
