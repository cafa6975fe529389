/** A worker with Codex in a process of its own, which can be killed. */
import { openAskOnce } from '../../../src/index.ts';
import { executorOf } from '../../support/codex/executor.ts';

const [db, project, command] = process.argv.slice(2) as [string, string, string];
const askonce = await openAskOnce({ db, project });
await askonce.runner({ executor: executorOf(askonce, command, db) }).start();
// A runner with nothing to do keeps no process.
setInterval(() => {}, 1000);
