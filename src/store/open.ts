/** The store that an address names: a file, or a schema of a PostgreSQL database. */
import { isAbsolute, resolve } from 'node:path';
import { AskOnceError } from '../core/model/errors.ts';
import type { Store } from '../ports.ts';
import { isPostgresAddress } from './postgres/address.ts';

/**
 * The built-in store that an address names, for a store of your own to wrap. Each brings a driver; only the one that is used is loaded.
 * @param folder What a relative file name starts from; the working directory by default.
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

/** A file's name, from the folder on where it is relative. */
export function storeFile(db: string, folder: string): string {
  const scheme = /^(\w{2,}):\/\//.exec(db)?.[1];
  // With one slash it would make a folder of that name.
  if (scheme !== undefined || /^postgres(ql)?:/i.test(db)) {
    const what =
      scheme === undefined
        ? 'An address of PostgreSQL has two slashes'
        : `“${scheme}://” names no store that AskOnce knows`;
    throw new AskOnceError('store_unavailable', `${what}. Use a file, or postgres://user@host/database.`);
  }
  if (db !== '' && !db.startsWith(':')) return isAbsolute(db) ? db : resolve(folder, db);
  throw new AskOnceError('store_unavailable', `“${db}” names no file. AskOnce keeps questions safe, so it needs one.`);
}
