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

export async function prune(flags: PruneFlags): Promise<number> {
  const { idle, to, dryRun = false } = flags;
  const location = await storeLocation(flags);
  const interrupt = interruption();
  const file = to === undefined || dryRun ? null : await opened(to);
  try {
    const { signal } = interrupt;
    const onSession = file ? (session: PrunedSession) => appended(file, session) : undefined;
    const report = await withStoreThere(location, (askonce) =>
      askonce.prune({ idle, dryRun, signal, ...(onSession ? { onSession } : {}) }),
    );
    if (flags.json) sayJson({ ...report, dryRun });
    else say(told(report, dryRun, file ? to! : null));
    if (!signal.aborted) return EXIT.ok;
    note('Stopped. Run the same command again to continue.');
    return interrupt.exitCode();
  } finally {
    await file?.close();
    interrupt.end();
  }
}

/** Answers are private, so only their owner can read the file. */
async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'a', 0o600);
  } catch (error) {
    throw new AskOnceError(
      'usage',
      `The file ${file} cannot be written: ${(error as Error).message}.`,
      { file },
      error,
    );
  }
}

/** On disk before the session is deleted. */
async function appended(file: FileHandle, session: PrunedSession): Promise<void> {
  await file.appendFile(`${JSON.stringify(session)}\n`);
  await file.datasync();
}

function told({ sessions, questions, events }: PruneReport, dryRun: boolean, file: string | null): string {
  const count = (n: number, what: string) => `${n.toLocaleString('en-US')} ${what}${n === 1 ? '' : 's'}`;
  const what = `${count(sessions, 'session')} with ${count(questions, 'question')} and ${count(events, 'event')}`;
  if (dryRun) return `Would delete ${what}.`;
  return `Deleted ${what}.${file === null || sessions === 0 ? '' : ` They are in ${file}.`}`;
}
