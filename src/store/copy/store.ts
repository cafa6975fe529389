/** Copies the store that one address names into the one that another names. */

import { isPostgresAddress } from '../postgres/address.ts';
import { type CopyOptions, type CopyReport, type CopySource, type CopyTarget, copy } from './copy.ts';

/** Files are named in full. Each store brings a driver; only those that are used are loaded. */
export async function copyStore(from: string, to: string, options: CopyOptions): Promise<CopyReport> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      return await copy(source, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function openSource(db: string): Promise<CopySource> {
  if (isPostgresAddress(db)) return (await import('./postgres.ts')).openPostgresSource(db);
  return (await import('./sqlite.ts')).openSqliteSource(db);
}

async function openTarget(db: string): Promise<CopyTarget> {
  if (isPostgresAddress(db)) return (await import('./postgres.ts')).openPostgresTarget(db);
  return (await import('./sqlite.ts')).openSqliteTarget(db);
}
