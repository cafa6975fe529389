/** Copies a store and kills itself on the way: `copy-worker.ts <from> <to> <after how many pages>`. */
import { flushCompileCache } from 'node:module';
import { copyStore } from '../../../src/store/copy/store.ts';

const [from, to, pages] = process.argv.slice(2) as [string, string, string];
let told = 0;

await copyStore(from, to, {
  tell({ news }) {
    if (news === 'copying') told += 1;
    if (told <= Number(pages)) return;
    // A killed process writes nothing at its end, and the next would compile all of it again.
    flushCompileCache();
    process.kill(process.pid, 'SIGKILL');
  },
});
