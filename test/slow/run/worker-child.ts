/**
 * A worker in a process of its own, that can be killed or stopped: runs the jobs of a project. Its executor is a function that says
 * which jobs it has begun, under a lease that outlasts every test, or the command that is given, under a lease of so many milliseconds.
 */
import { openAskOnce } from '../../../src/index.ts';
import { commandExecutor } from '../../../src/worker/agents/command/executor.ts';
import type { Executor } from '../../../src/worker/executor.ts';

const [db, project, command, leaseMs = '3600000'] = process.argv.slice(2) as [string, string, string?, string?];
const askonce = await openAskOnce({ db, project });

const saying: Executor = async ({ id, prompt }, { ask, once }) => {
  await once('deed', () => process.pid);
  process.stdout.write(`${id}\n`);
  if (prompt === 'asks') await ask('Which format?');
  await new Promise(() => setInterval(() => {}, 1000));
};

const runner = askonce.runner({
  executor: command === undefined ? saying : commandExecutor({ command, db }),
  leaseMs: Number(leaseMs),
});
await runner.start();
if (command !== undefined) {
  // A runner with nothing to do keeps no process.
  setInterval(() => {}, 1000);
  process.stdout.write('works\n');
}
