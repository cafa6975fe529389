/** A process that opens a store when it is told to, asks once in a session of its own, and ends with status 0 where all went well. */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { openAskOnce } from '../../../src/index.ts';

const [db, session] = process.argv.slice(2) as [string, string];
process.send!('ready');
await once(process, 'message');
const askonce = await openAskOnce({ db, project: tmpdir() });
const { status } = await askonce.session(session).ask('Which colour?', { wait: false });
await askonce.close();
process.disconnect();
if (status !== 'parked') process.exitCode = 1;
