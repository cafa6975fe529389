/** A worker with Claude Code in a process of its own, which can be killed. */
import { openAskOnce } from '../../../src/index.ts';
import { claudeExecutor } from '../../../src/worker/agents/claude/executor.ts';

const [db, project, command, hook] = process.argv.slice(2) as [string, string, string, string];
const askonce = await openAskOnce({ db, project });
await askonce.runner({ executor: claudeExecutor({ command, db, hook }) }).start();
// A runner with nothing to do keeps no process.
setInterval(() => {}, 1000);
