/** `askonce prune`: deletes sessions that have been idle for long, and writes them to a file first if wanted. */
import { type FileHandle, open } from 'node:fs/promises';
import { AskOnceError } from '../../core/model/errors.ts';
import type { PrunedSession, PruneReport } from '../../library/prune.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { interruption } from './interruption.ts';
import { type GlobalOptions, storeLocation } from './store-location.ts';
import { withStoreThere } from './with-store.ts';

interface PruneFlags extends GlobalOptions {
  idle: string;
  to?: string;
  dryRun?: boolean;
}

/** The file of `--to`. */
interface Archive {
  readonly path: string;
  readonly file: FileHandle;
}

/** How each line begins. */
const LINE = '{"sessions":[';

export async function prune(flags: PruneFlags): Promise<number> {
  const { idle, to, dryRun = false } = flags;
  const location = await storeLocation(flags);
  const interrupt = interruption();
  const archive = to === undefined || dryRun ? null : await opened(to);
  try {
    const { signal } = interrupt;
    const onSession = archive ? (session: PrunedSession) => appended(archive, session) : undefined;
    const report = await withStoreThere(location, (askonce) =>
      askonce.prune({ idle, dryRun, signal, ...(onSession ? { onSession } : {}) }),
    );
    if (flags.json) sayJson({ ...report, dryRun });
    else say(told(report, dryRun, archive?.path ?? null));
    if (!signal.aborted) return EXIT.ok;
    note('Stopped. Run the same command again to continue.');
    return interrupt.exitCode();
  } finally {
    await archive?.file.close();
    interrupt.end();
  }
}

/** Answers are private, so only their owner can read the file. */
async function opened(path: string): Promise<Archive> {
  const file = await open(path, 'a+', 0o600).catch((error) => cannotWrite(path, error));
  const archive = { path, file };
  await dropUnfinished(archive).catch(async (error) => {
    await file.close();
    cannotWrite(path, error);
  });
  return archive;
}

/** A prune that was killed while it wrote leaves a line without its end. The session of that line is still in the store. */
async function dropUnfinished({ file }: Archive): Promise<void> {
  const stat = await file.stat();
  if (!stat.isFile()) return;
  const tail: Buffer[] = [];
  let at = stat.size;
  for (let newline = -1; at > 0 && newline < 0; ) {
    const piece = Buffer.alloc(Math.min(at, 65_536));
    at -= piece.length;
    await file.read(piece, 0, piece.length, at);
    newline = piece.lastIndexOf(10);
    tail.unshift(piece.subarray(newline + 1));
    at += newline + 1;
  }
  const line = Buffer.concat(tail).toString();
  // What another program wrote is left as it is, on a line of its own.
  if (LINE.startsWith(line) || line.startsWith(LINE)) await file.truncate(at);
  else await file.appendFile('\n');
}

/** On disk before the session is deleted. What cannot be written whole is taken back. */
async function appended({ path, file }: Archive, session: PrunedSession): Promise<void> {
  const { size } = await file.stat();
  try {
    await file.appendFile(`${JSON.stringify(session)}\n`);
    await file.datasync();
  } catch (error) {
    await file.truncate(size).catch(() => {});
    cannotWrite(path, error);
  }
}

function cannotWrite(file: string, error: unknown): never {
  throw new AskOnceError('usage', `The file ${file} cannot be written: ${(error as Error).message}.`, { file }, error);
}

function told({ sessions, questions, events }: PruneReport, dryRun: boolean, file: string | null): string {
  const count = (n: number, what: string) => `${n.toLocaleString('en-US')} ${what}${n === 1 ? '' : 's'}`;
  const what = `${count(sessions, 'session')} with ${count(questions, 'question')} and ${count(events, 'event')}`;
  if (dryRun) return `Would delete ${what}.`;
  return `Deleted ${what}.${file === null || sessions === 0 ? '' : ` They are in ${file}.`}`;
}
