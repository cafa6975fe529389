/** Two releases on one store, of which one has another word list: they know the same words by different keys. */
import { afterEach, expect, it, vi } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { canonicalForm } from '../../src/text/question-key.ts';
import { type Bench, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMAT = 'Which format should I use?';
const PLAIN = { wait: false } as const;
const ENGLISH = '../../src/text/rewordings/english.ts';

afterEach(() => {
  vi.doUnmock(ENGLISH);
  vi.resetModules();
});

/** The whole of AskOnce once more, as it would be with another rule in its English word lists. */
async function otherRelease({ db, root, clock }: Bench): Promise<{ askonce: AskOnce; form: (text: string) => string }> {
  vi.resetModules();
  vi.doMock(ENGLISH, async (original) => {
    const english = await original<typeof import('../../src/text/rewordings/english.ts')>();
    return { ...english, inOneWording: (tokens: readonly string[]) => ['other', ...english.inOneWording(tokens)] };
  });
  const { openAskOnce } = await import('../../src/index.ts');
  const { canonicalForm: form } = await import('../../src/text/question-key.ts');
  const askonce = await openAskOnce({ db, project: root, clock });
  return { askonce, form };
}

describeOnStores('two releases on one store', (store) => {
  async function both() {
    const bench = await setUp(store);
    const { askonce: other, form } = await otherRelease(bench);
    expect(form(FORMAT)).not.toBe(canonicalForm(FORMAT));
    return { ...bench, other };
  }

  // shows: R1
  it('give each other the answer to the same words', async () => {
    const { askonce, other, count } = await both();
    const id = parkedId(await askonce.session('s').ask(FORMAT, PLAIN));
    await askonce.questions.answer(id, 'YAML');
    expect(only(await other.session('s').ask('which format  should I use', PLAIN))).toMatchObject({
      id,
      answer: 'YAML',
    });
    expect(only(await other.session('s').ask(FORMAT, { ...PLAIN, job: 'j' }))).toMatchObject({ id, answer: 'YAML' });
    expect(await count('clarifications')).toBe(1);
    await other.close();
  });

  // shows: R1
  it('share one card while it waits, whichever of them asked first', async () => {
    const { askonce, other } = await both();
    const id = parkedId(await other.session('s').ask(FORMAT, PLAIN));
    expect(parkedId(await askonce.session('s').ask(FORMAT, PLAIN))).toBe(id);
    expect(parkedId(await other.session('s').ask(FORMAT, PLAIN))).toBe(id);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await other.close();
  });

  // shows: R1
  it('put the same words to the person once, however many of both ask them at once', async () => {
    const { askonce, other, count } = await both();
    const asks = [askonce, other, askonce, other].map((each) => each.session('s').ask(FORMAT, PLAIN));
    expect(new Set((await Promise.all(asks)).map(parkedId)).size).toBe(1);
    expect(await count('clarifications')).toBe(1);
    await other.close();
  });

  it('take an answer that no longer fits out of the way, and offer it', async () => {
    const { askonce, other, count } = await both();
    const id = parkedId(await askonce.session('s').ask(FORMAT, PLAIN));
    await askonce.questions.answer(id, 'TOML');
    const again = await other.session('s').ask({ question: FORMAT, options: ['YAML', 'JSON'] }, PLAIN);
    expect(only(again)).toMatchObject({ outcome: 'parked', offered: { id, answer: 'TOML' } });
    expect(await count('clarifications', 'live = 1')).toBe(1);
    await other.close();
  });

  it('do not settle by a resolver what the person took back from the other', async () => {
    const { askonce, other } = await both();
    const strict = 'Should I use TypeScript strict mode?';
    const first = only(await askonce.session('s').ask(strict, PLAIN));
    expect(first).toMatchObject({ outcome: 'auto_resolved', source: 'best_practice' });
    await askonce.questions.revoke((first as { id: string }).id);
    expect((await other.session('s').ask(strict, PLAIN)).status).toBe('parked');
    await other.close();
  });

  it('keep apart what the same words point at', async () => {
    const { askonce, other } = await both();
    const plan = (context: string) => ({ question: 'Is this plan OK?', context });
    const id = parkedId(await askonce.session('s').ask(plan('tabs, then spaces'), PLAIN));
    await askonce.questions.answer(id, 'fine');
    expect(only(await other.session('s').ask(plan('tabs, then spaces'), PLAIN))).toMatchObject({ id, answer: 'fine' });
    expect((await other.session('s').ask(plan('spaces alone'), PLAIN)).status).toBe('parked');
    await other.close();
  });
});
