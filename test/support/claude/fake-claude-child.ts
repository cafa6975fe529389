/**
 * Claude Code as its command line behaves (2.1.325), with a plan in place of a model: `plan.json` in its folder holds the messages of the
 * agent, each with one or more calls. It keeps conversations in FAKE_CLAUDE_HOME and stops for good at the moment FAKE_CLAUDE_STOP names,
 * once, so that a test can kill it there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Planned {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}
interface Call extends Planned {
  readonly id: string;
  deferred?: boolean;
  result?: string;
  failed?: boolean;
}
interface Conversation {
  readonly prompts: string[];
  calls: Call[];
}
interface Plan {
  readonly messages: readonly (readonly Planned[])[];
  /** Its last words; by default what its calls returned. */
  readonly says?: string;
  /** It says so as an error. */
  readonly fails?: boolean;
}

const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  strict: false,
  options: {
    print: { type: 'boolean', short: 'p' },
    'session-id': { type: 'string' },
    resume: { type: 'string' },
    settings: { type: 'string' },
    'output-format': { type: 'string' },
    'permission-prompt-tool': { type: 'string' },
  },
});
const { FAKE_CLAUDE_HOME: home = '.', FAKE_CLAUDE_STOP: stop = '' } = process.env;
const id = String(flags.resume ?? flags['session-id']);
const file = join(home, `${id}.json`);
const plan: Plan = JSON.parse(readFileSync('plan.json', 'utf8'));
const settings = JSON.parse(String(flags.settings ?? '{}'));

const say = (message: object) => process.stdout.write(`${JSON.stringify({ session_id: id, ...message })}\n`);
const save = () => writeFileSync(file, JSON.stringify(talk));

/** Stops here for good, where the test wants it, in a start or in a resumed conversation. */
async function moment(name: string): Promise<void> {
  const here = `${flags.resume === undefined ? 'start' : 'resume'} ${name}`;
  const stopped = join(home, 'stopped');
  if (here !== stop || existsSync(stopped)) return;
  writeFileSync(stopped, String(process.pid));
  await new Promise(() => setInterval(() => {}, 1_000));
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

const prompt = readFileSync(0, 'utf8');
mkdirSync(home, { recursive: true });
writeFileSync(
  join(home, 'starts'),
  `${flags.resume === undefined ? 'start' : 'resume'} ${prompt === '' ? '' : 'told'}\n`,
  {
    flag: 'a',
  },
);
await moment('before the transcript');
if (flags.resume !== undefined && !existsSync(file)) {
  say({ type: 'result', subtype: 'error_during_execution', is_error: true, errors: [`No conversation found`] });
  refuse(`No conversation found with session ID: ${id}`);
}
if (flags.resume === undefined && existsSync(file)) refuse(`Error: Session ID ${id} is already in use.`);
const talk: Conversation = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { prompts: [], calls: [] };
const deferred = talk.calls.find((call) => call.deferred && call.result === undefined);
if (flags.resume !== undefined && prompt === '' && !deferred)
  refuse('Error: No deferred tool marker found in the resumed session. Provide a prompt to continue the conversation.');
if (prompt !== '') talk.prompts.push(prompt);
// A call without a result was interrupted, unless it was deferred.
for (const call of talk.calls) {
  if (call.result !== undefined || call === deferred) continue;
  Object.assign(call, { result: '[Tool call interrupted: its outcome is unknown.]', failed: true });
}
save();
await moment('before the model');
if (deferred) await carryOut([deferred]);
for (let calls = nextCalls(); calls.length > 0; calls = nextCalls()) {
  const made = calls.map((call, n) => ({ ...call, id: `toolu_${process.pid}_${talk.calls.length + n}` }));
  talk.calls.push(...made);
  save();
  for (const { id: call, tool, input } of made)
    say({ type: 'assistant', message: { content: [{ type: 'tool_use', id: call, name: tool, input }] } });
  await carryOut(made);
}
await moment('before the result');
const words = plan.says ?? talk.calls.map(({ result }) => result).join(' | ');
say({ type: 'assistant', message: { content: [{ type: 'text', text: words }] } });
say({ type: 'result', subtype: 'success', is_error: plan.fails === true, terminal_reason: 'completed', result: words });
process.exitCode = plan.fails ? 1 : 0;
await moment('after the result');

/** The calls of the first message that is not done, in the agent's own judgement. */
function nextCalls(): Planned[] {
  for (const message of plan.messages) {
    const open = message.filter((call) => !isDone(call));
    if (open.length > 0) return open;
  }
  return [];
}

/** After an interruption it looks whether the deed is done, as it is told to. */
function isDone({ tool, input }: Planned): boolean {
  const same = talk.calls.filter((call) => call.tool === tool && JSON.stringify(call.input) === JSON.stringify(input));
  const unknown = same.some(({ result }) => result?.includes('interrupted'));
  if (unknown && tool === 'Bash' && deeds().includes(String(input.command))) return true;
  return same.some(({ result }) => result !== undefined && !result.includes('interrupted'));
}

function deeds(): string[] {
  return existsSync('deeds') ? readFileSync('deeds', 'utf8').trim().split('\n') : [];
}

/** Asks the hook about all calls of a message, and carries them out; of several deferred calls only the last is kept. */
async function carryOut(calls: readonly Call[]): Promise<void> {
  await moment('before the hook');
  const decided = calls.map((call) => [call, hookFor(call)] as const);
  const put = decided.filter(([, { permissionDecision }]) => permissionDecision === 'defer').map(([call]) => call);
  for (const [call, output] of decided) {
    if (output.permissionDecision === 'defer') continue;
    await moment('before the deed');
    Object.assign(
      call,
      output.permissionDecision === 'allow' ? outcomeOf(call, output) : { result: denied(output), failed: true },
    );
    await moment('after the deed');
    save();
    const result = { type: 'tool_result', tool_use_id: call.id, content: call.result, is_error: call.failed === true };
    say({ type: 'user', message: { content: [result] } });
  }
  await moment('after the hook');
  const kept = put.at(-1);
  if (kept === undefined) return;
  talk.calls = talk.calls.filter((call) => !put.includes(call) || call === kept);
  talk.calls.find((call) => call === kept)!.deferred = true;
  save();
  await moment('after deferring');
  const call = { id: kept.id, name: kept.tool, input: kept.input };
  say({
    type: 'result',
    subtype: 'success',
    is_error: false,
    stop_reason: 'tool_deferred',
    result: '',
    deferred_tool_use: call,
  });
  process.exit(0);
}

interface HookOutput {
  readonly permissionDecision: 'allow' | 'deny' | 'defer';
  readonly permissionDecisionReason?: string;
  readonly updatedInput?: { readonly answers?: Record<string, string> };
}

function hookFor({ id: call, tool, input }: Call): HookOutput {
  const found = settings.hooks?.PreToolUse?.find(({ matcher }: { matcher: string }) => new RegExp(matcher).test(tool));
  if (!found) return { permissionDecision: 'deny', permissionDecisionReason: 'Stream closed' };
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: id,
    tool_name: tool,
    tool_input: input,
    tool_use_id: call,
  };
  const [{ command }] = found.hooks;
  const { stdout, status, stderr } = spawnSync('/bin/sh', ['-c', command], {
    input: JSON.stringify({ ...event, cwd: process.cwd(), permission_mode: 'default' }),
    encoding: 'utf8',
  });
  if (status !== 0) return { permissionDecision: 'deny', permissionDecisionReason: `hook error: ${stderr}` };
  return JSON.parse(stdout).hookSpecificOutput;
}

function denied({ permissionDecisionReason = 'denied' }: HookOutput): string {
  return permissionDecisionReason;
}

function outcomeOf({ tool, input }: Call, { updatedInput }: HookOutput): { result: string } {
  if (tool === 'AskUserQuestion') return { result: JSON.stringify(updatedInput?.answers) };
  writeFileSync('deeds', `${String(input.command)}\n`, { flag: 'a' });
  return { result: 'done' };
}
