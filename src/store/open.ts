/** Opens the store at an address: a file, or a schema of a PostgreSQL database. */
import { isAbsolute, resolve } from 'node:path';
import { AskOnceError } from '../core/model/errors.ts';
import type { Store } from '../ports.ts';
import { isPostgresAddress } from './postgres/address.ts';

/**
 * Opens the built-in store at an address, for example to wrap it in your own store. Each store needs a driver; only the one in use is
 * loaded.
 * @param folder The folder that a relative file name starts from; the working directory by default.
 * @example
 * const store = await openStore('askonce.db');
 * await store.close();
 */
export async function openStore(db: string, folder: string = process.cwd()): Promise<Store> {
  if (isPostgresAddress(db)) {
    const { openPostgresStore } = await import('./postgres/store.ts');
    return openPostgresStore(db);
  }
  const { openSqliteStore } = await import('./sqlite/store.ts');
  return openSqliteStore(storeFile(db, folder));
}

/** The absolute name of a file; a relative one starts from the folder. */
export function storeFile(db: string, folder: string): string {
  const scheme = /^(\w{2,}):\/\//.exec(db)?.[1];
  // An address with a single slash would otherwise create a folder with that name.
  if (scheme !== undefined || /^postgres(ql)?:/i.test(db)) {
    const what =
      scheme === undefined
        ? 'A PostgreSQL URL needs two slashes'
        : `“${scheme}://” is not a kind of store that AskOnce supports`;
    throw new AskOnceError('store_unavailable', `${what}. Use a file, or postgres://user@host/database.`);
  }
  if (db !== '' && !db.startsWith(':')) return isAbsolute(db) ? db : resolve(folder, db);
  throw new AskOnceError('store_unavailable', `“${db}” is not a file. AskOnce needs a file to store questions in.`);
}
