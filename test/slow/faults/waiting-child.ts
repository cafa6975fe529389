/** A process that waits for an answer while its store is damaged under it; says on stdout how its wait ended, by the error's code. */
import { statSync, writeFileSync } from 'node:fs';
import { type AskOnce, AskOnceError, openAskOnce } from '../../../src/index.ts';

const [file] = process.argv.slice(2) as [string];
const open = (): Promise<AskOnce> => openAskOnce({ db: file, project: '/' });
const [waiting, other] = [await open(), await open()];
const parked = new Promise<void>((resolve) => waiting.events.on('clarification.requested', () => resolve()));
const wait = waiting.session('s').ask('Who goes there?');
await parked;
// A commit to make the waiting one look, and in the same breath nothing left to look at.
await other.session('s').ask('Who else?', { wait: false });
for (const part of ['', '-wal']) writeFileSync(file + part, Buffer.alloc(statSync(file + part).size, 0xa5));
const code = await wait.then(
  ({ status }) => status,
  (error: unknown) => (error instanceof AskOnceError ? error.code : String(error)),
);
process.stdout.write(`${code}\n`);
process.exit(0);
