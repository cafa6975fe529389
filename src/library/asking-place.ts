/** In which session an ask belongs that names none: in its job's, wherever that was made. */
import { AskOnceError } from '../core/model/errors.ts';
import { keyedId } from '../util/ids.ts';

export interface AskingPlace {
  /** The session; the job's by default, else a new one. */
  session?: string;
  job?: string;
  /** A new session under a key is the same one the next time, so that the repeat guard stands behind the key. */
  key?: string;
}

/**
 * @param open A session with this id, or a new one.
 * @param sessionOf The session of a job; null where there is no such job yet.
 */
export async function inItsPlace<Session, T>(
  { session, job, key }: AskingPlace,
  open: (id: string | undefined) => Session,
  sessionOf: (job: string) => Promise<string | null>,
  ask: (session: Session) => Promise<T>,
): Promise<T> {
  if (session !== undefined) return ask(open(session));
  const known = job === undefined ? null : await sessionOf(job);
  try {
    return await ask(open(known ?? (key === undefined ? undefined : keyedId('s', key))));
  } catch (error) {
    // Another process made this very job, with a session of its own, since we looked.
    if (!(error instanceof AskOnceError && error.code === 'job_elsewhere')) throw error;
    return ask(open(String(error.details.session)));
  }
}
