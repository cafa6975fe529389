/** A store of the time when the type was part of what a question is: the same words may be live in it twice. */
import { describe, expect, it } from 'vitest';
import { filled, type Kind, type Place, workIn } from '../support/copying.ts';
import { oldStore } from '../support/old-store.ts';
import { only, parkedId } from '../support/open.ts';

const KINDS: readonly Kind[] = ['SQLite', 'PostgreSQL'];
const PLAIN = { wait: false } as const;

/** One of each status, which the old index lets have one key, since each has another type. */
async function fillThree(place: Place): Promise<void> {
  const askonce = await workIn(place);
  const session = askonce.session('s');
  await askonce.questions.answer(parkedId(await session.ask('Which port?', PLAIN)), '8080');
  parkedId(await session.ask({ question: 'Is it big?', type: 'CONFIRM' }, PLAIN));
  await askonce.questions.decline(parkedId(await session.ask({ question: 'Which one?', options: ['a', 'b'] }, PLAIN)));
  await askonce.close();
}

describe.each(KINDS)('a store in which the same words are live as several types (%s)', (kind) => {
  it('opens, finds what was answered, and lets what waits be answered', async () => {
    const place = await oldStore(kind, await filled(kind, fillThree), 7);
    await place.sql(`UPDATE clarifications SET canonical_key =
      (SELECT c.canonical_key FROM clarifications c WHERE c.question = 'Which port?')`);
    const askonce = await workIn(place);
    expect(await place.sql('SELECT count(DISTINCT canonical_key) AS n FROM clarifications')).toEqual([{ n: 3 }]);
    expect(only(await askonce.session('s').ask('Which port?', PLAIN))).toMatchObject({ answer: '8080' });
    const [waiting] = (await askonce.questions.list({ status: 'pending' })).items;
    expect(waiting).toMatchObject({ question: 'Is it big?' });
    await askonce.questions.answer(waiting!.id, 'yes');
    expect((await askonce.history({ session: 's' })).items).toHaveLength(2);
    await askonce.close();
  });

  it('can no longer be used by a release that would keep the types apart', async () => {
    const place = await oldStore(kind, await filled(kind, fillThree), 7);
    await (await workIn(place)).close();
    const [store] = await place.sql('SELECT min_reader FROM store');
    expect(store!.min_reader).toBeGreaterThanOrEqual(8);
  });
});
