/** How often the store is read for the earlier answers that stand beside a page of questions. */
import { expect, it } from 'vitest';
import { Offers } from '../../src/offers.ts';
import type { Store } from '../../src/ports.ts';
import { openStore } from '../../src/store/open.ts';
import { answer, park } from '../../src/testing/drive.ts';
import { askCommand, newId } from '../../src/testing/make.ts';
import { type Kind, newPlace } from '../support/copying.ts';

const SESSIONS = 30;

it.each<Kind>(['SQLite', 'PostgreSQL'])(
  'a page of the questions of many sessions reads their earlier answers at once (%s)',
  async (kind) => {
    const store = await openStore((await newPlace(kind)).db, '/');
    try {
      for (let n = 0; n < SESSIONS; n += 1) {
        const session = newId('s');
        const earlier = askCommand(session, ['Which output format should I use for the weekly report?']);
        await answer(store, await park(store, earlier), `PDF ${n}`);
        await park(store, askCommand(session, ['Which format should the weekly report output use?']));
      }
      const read: string[] = [];
      const watched = new Proxy(store, {
        get(of, name: keyof Store) {
          read.push(name);
          const found = of[name];
          return typeof found === 'function' ? found.bind(of) : found;
        },
      });
      const { items } = await store.list({ status: ['pending'], limit: 100 });
      const shown = await new Offers(watched).beside(items);
      expect(shown.map(({ offered }) => offered?.answer)).toEqual(shown.map((_, n) => `PDF ${n}`));
      expect(shown).toHaveLength(SESSIONS);
      expect(read).toEqual(['answers']);
      // Where nothing waits there is nothing to read.
      const settled = await store.list({ status: ['answered'], limit: 100 });
      expect(await new Offers(watched).beside(settled.items)).toEqual(settled.items);
      expect(read).toEqual(['answers']);
    } finally {
      await store.close();
    }
  },
);
