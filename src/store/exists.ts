/** Whether there is a store at an address, without creating one. */
import { existsSync } from 'node:fs';
import { isPostgresAddress, postgresAddress } from './postgres/address.ts';

/** A file name must be absolute. */
export async function storeExists(db: string): Promise<boolean> {
  if (!isPostgresAddress(db)) return existsSync(db);
  const [{ Connections }, { willPass }] = await Promise.all([
    import('./postgres/connections.ts'),
    import('./postgres/errors.ts'),
  ]);
  const connections = await Connections.to(postgresAddress(db));
  try {
    // Looks in the catalogue, which every user may read; a user without access to the schema gets the error on opening it.
    const text = `SELECT EXISTS (SELECT FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'store'
      WHERE n.nspname = $1) AS found`;
    const query = { name: 'exists', text, values: [connections.address.schema] };
    const rows = await connections.patiently(() => connections.query<{ found: boolean }>(query), { retry: willPass });
    return rows[0]!.found;
  } finally {
    await connections.close();
  }
}
