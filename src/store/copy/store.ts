/** Copies the store at one address into the store at another. */

import { isPostgresAddress } from '../postgres/address.ts';
import { type CopyOptions, type CopyReport, type CopySource, type CopyTarget, copy } from './copy.ts';

/** File names must be absolute. Each store needs a driver; only the drivers in use are loaded. */
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
