/** Keeps all other processes away from a file until it is closed: they would not notice that it is filled, or taken away. */
import type Database from 'better-sqlite3';
import { AskOnceError } from '../../core/model/errors.ts';
import { isBusy } from './errors.ts';

/** How long to wait for processes that have just closed the file or are about to. */
const ALONE_MS = 3_000;

/** @param schema `main`, or the name under which the file is attached. */
export async function holdAlone(db: Database.Database, file: string, schema: 'main' | 'old' = 'main'): Promise<void> {
  db.pragma(`${schema}.locking_mode = EXCLUSIVE`);
  for (const giveUpAt = performance.now() + ALONE_MS; ; ) {
    try {
      // Leaving WAL mode is the one step that fails while another connection, even an idle one, is open.
      db.pragma(`${schema}.journal_mode = DELETE`);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
      else {
        const text = `${file} is open in another process, such as an agent that waits for an answer. Stop that process first.`;
        throw new AskOnceError('store_busy', text, { file }, error);
      }
    }
  }
}
