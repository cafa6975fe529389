/** Every store passes the suite that `askonce/testing` exports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { storeConformance } from '../../src/testing/index.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('the store conformance suite', (store) => {
  const cases = storeConformance(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'askonce-conformance-'));
    const made = await store.makeEmpty(folder);
    return {
      open: () => openStore(made.where.db!, folder),
      async close() {
        await made.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });

  for (const { name, run } of cases) it(name, run);

  it('names each of its cases once', () => {
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
