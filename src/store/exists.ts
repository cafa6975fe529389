/** Whether there is a store at an address, without making one. */
import { existsSync } from 'node:fs';
import { isPostgresAddress, postgresAddress } from './postgres/address.ts';

/** A file is named in full. */
export async function storeExists(db: string): Promise<boolean> {
  if (!isPostgresAddress(db)) return existsSync(db);
  const [{ Connections }, { isFull }] = await Promise.all([
    import('./postgres/connections.ts'),
    import('./postgres/errors.ts'),
  ]);
  const connections = await Connections.to(postgresAddress(db));
  try {
    const query = { name: 'exists', text: "SELECT to_regclass('store') IS NOT NULL AS found" };
    const rows = await connections.patiently(() => connections.query<{ found: boolean }>(query), { retry: isFull });
    return rows[0]!.found;
  } finally {
    await connections.close();
  }
}
