/**
 * A process that runs one command and can be killed. Its arguments are the command, what to do when the command exists, and how
 * to end: of itself, or when it is killed. Prints what the command prints, then one line of JSON.
 */
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { runCommand } from '../../../src/worker/agents/command/run-command.ts';

const [command, how] = process.argv.slice(2) as [
  string,
  'run' | 'die-when-spawned' | 'stay' | 'no-descriptors' | 'quiet',
];

/** Takes every descriptor there is, so that no process can be started. */
function takeDescriptors(): number[] {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    return taken;
  }
}

/** The first use of a console needs a descriptor. */
process.stdout.write('');
const taken = how === 'no-descriptors' ? takeDescriptors() : [];
let lines = 0;
const before = process.resourceUsage().maxRSS;
const outcome = await runCommand({
  command,
  prompt: 'the prompt',
  cwd: tmpdir(),
  env: {},
  signal: new AbortController().signal,
  onLine: (line) => {
    lines += 1;
    if (how !== 'quiet') process.stdout.write(`${line}\n`);
  },
  totalMs: null,
  idleMs: null,
  promptMs: 3000,
  interactivePrompt: () => null,
  onSpawned: (pid) => {
    process.stdout.write(`${pid}\n`);
    if (how === 'die-when-spawned') process.kill(process.pid, 'SIGKILL');
  },
}).then(
  ({ output, exitCode }) => ({ exitCode, kept: output.length }),
  (error) => ({ code: error.code, message: error.message }),
);
for (const descriptor of taken) closeSync(descriptor);
const grown = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(`${JSON.stringify({ ...outcome, lines, grown })}\n`);
if (how === 'stay') setInterval(() => {}, 1000);
