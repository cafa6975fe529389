/** A store of one's own can be used, not only tested: the example is opened by `openAskOnce({ store })` and passes the suite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { timedStore } from '../../examples/timed-store.ts';
import { openAskOnce, openStore } from '../../src/index.ts';
import { storeConformance } from '../../src/testing/index.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'askonce-own-store-'));
}

describe('the store of the example', () => {
  const cases = storeConformance(async () => {
    const folder = newFolder();
    return {
      open: async () => timedStore(await openStore('own.db', folder), () => {}),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  });

  for (const { name, run } of cases) it(name, run);
});

describe('a store of one’s own', () => {
  it('is used for everything, and closed with AskOnce', async () => {
    const folder = newFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const calls: string[] = [];
    const store = timedStore(await openStore('own.db', folder), ({ name }) => calls.push(name));
    const askonce = await openAskOnce({ store, project: folder });
    const { items } = await askonce.session('s').ask('Which colour?', { wait: false });
    await askonce.questions.answer(items[0].id!, 'blue');
    await askonce.access.tokens.list();
    await askonce.close();
    expect(calls).toEqual(expect.arrayContaining(['decide', 'access.tokens', 'close']));
    await expect(store.ready()).rejects.toThrow();
  });

  it('is not taken beside an address', async () => {
    const folder = newFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openStore('own.db', folder);
    onTestFinished(() => store.close());
    const both = openAskOnce({ store, db: 'other.db', project: folder });
    await expect(both).rejects.toMatchObject({ code: 'argument_invalid' });
  });
});
