/** A worker in a process of its own, that can be killed: runs the jobs of a project, and says which it has begun. */
import { openAskOnce } from '../../src/index.ts';

const [db, projectRoot] = process.argv.slice(2) as [string, string];
const askonce = await openAskOnce({ db, projectRoot });
const runner = askonce.runner({
  executor: async ({ id, prompt }, { ask, once }) => {
    await once('deed', () => process.pid);
    process.stdout.write(`${id}\n`);
    if (prompt === 'asks') await ask('Which format?');
    await new Promise(() => setInterval(() => {}, 1000));
  },
});
await runner.start();
