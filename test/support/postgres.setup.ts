/** One PostgreSQL server for a whole run of the tests; `inject('postgresUrl')` is its address. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';
import { partsOfSchema } from './used-schemas.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** See used-schemas.ts. */
    postgresParts: number;
  }
}

export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  // Where the store's own steps fail, the tests of them say so.
  project.provide('postgresParts', await partsOfSchema(server.url).catch(() => 0));
  return () => server.stop();
}
