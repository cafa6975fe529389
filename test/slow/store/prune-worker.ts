/** Prunes a store into a file as the command does, and kills itself on the way: `prune-worker.ts <db> <file> <sessions> <before|after>`. */
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openAskOnce } from '../../../src/index.ts';

const [db, file, sessions, when] = process.argv.slice(2) as [string, string, string, 'before' | 'after'];
const askonce = await openAskOnce({ db, project: '/' });
let passed = 0;

function die(): void {
  // A killed process writes nothing at its end, and the next would compile all of it again.
  flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

await askonce.prune({
  idle: '1ms',
  onSession(session) {
    passed += 1;
    if (passed > Number(sessions) && when === 'before') die();
    appendFileSync(file, `${JSON.stringify(session)}\n`);
    // Written and not deleted; or anywhere in the deletion.
    if (passed > Number(sessions)) setTimeout(die, Math.random() * 3);
  },
});
await askonce.close();
