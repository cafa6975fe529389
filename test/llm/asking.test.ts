/** The model wired in: what it settles, what it is never asked, and what happens where it fails; over real HTTP. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type OpenOptions, POLICIES } from '../../src/index.ts';
import { type Bench, endOf, only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind, sqlite } from '../support/stores.ts';
import { type Behaviour, type ModelServer, says, startModelServer, status, verdict } from './model-server.ts';
import { KEY } from './scene.ts';

const DOCS = 'Which folder should the design notes go to?';
const NOW = { wait: false } as const;

interface Wired extends Bench {
  readonly server: ModelServer;
}

async function wired(
  behaviour: Behaviour,
  options: OpenOptions = {},
  store: StoreKind = sqlite,
  timeoutMs = 5_000,
): Promise<Wired> {
  const server = await startModelServer(behaviour);
  onTestFinished(() => server.close());
  const model = { name: 'scripted', url: server.url, key: KEY, timeoutMs };
  return { ...(await setUp(store, { model, ...options })), server };
}

describeOnStores('a question the rules do not know', (store) => {
  it('is settled by the model, with its name in the evidence, and stands in the history', async () => {
    const { askonce, server } = await wired(verdict('docs/'), {}, store);
    const session = askonce.session('s1');
    expect(only(await session.ask(DOCS))).toMatchObject({
      outcome: 'auto_resolved',
      answer: 'docs/',
      source: 'best_practice',
      evidence: 'model scripted: it is what the trade does',
      confidence: 0.8,
    });
    expect((await session.history()).items).toMatchObject([{ question: DOCS, answer: 'docs/' }]);
    expect(server.received).toHaveLength(1);
  });

  it('is asked of the person once its answer was revoked, and not of the model again', async () => {
    const { askonce, server } = await wired(verdict('docs/'), {}, store);
    const session = askonce.session('s1');
    const settled = only(await session.ask(DOCS));
    await askonce.questions.revoke((settled as { id: string }).id, 'we have a wiki');
    const id = parkedId(await session.ask(DOCS, NOW));
    await askonce.questions.answer(id, 'wiki/');
    expect(only(await session.ask(DOCS))).toMatchObject({ answer: 'wiki/', source: 'history' });
    expect(server.received).toHaveLength(1);
  });

  it('is decided once where two processes ask at the same time', async () => {
    const { askonce, open, count } = await wired(verdict('docs/'), {}, store);
    const other = await open();
    const both = await Promise.all([askonce, other].map((one) => one.session('s1').ask(DOCS)));
    expect(both.map((result) => (only(result) as { answer: string }).answer)).toEqual(['docs/', 'docs/']);
    expect(await count('clarifications')).toBe(1);
  });
});

describe('the model', () => {
  it('is not asked where a rule, a preference or the person’s own words settle it', async () => {
    const { askonce, server } = await wired(verdict('docs/'));
    const session = askonce.session();
    await askonce.preferences.set(DOCS, 'notes/');
    expect(only(await session.ask('Should I enable TypeScript strict mode?'))).toMatchObject({ answer: 'Yes' });
    expect(only(await session.ask(DOCS))).toMatchObject({ answer: 'notes/', source: 'preference' });
    const format = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
    expect(only(await session.ask(format, { userMessage: 'use YAML' }))).toMatchObject({
      answer: 'YAML',
      source: 'input',
    });
    expect(server.received).toHaveLength(0);
  });

  it('is not asked where a stored answer, a question that waits or a job’s own outcome serves', async () => {
    const { askonce, server, open } = await wired(verdict('', { category: 'case_by_case' }));
    const session = askonce.session('s1');
    const id = parkedId(await session.ask(DOCS, { ...NOW, job: 'j1' }));
    expect(server.received).toHaveLength(1);
    // Another process remembers no verdict, so it would ask.
    const other = (await open()).session('s1');
    expect(parkedId(await other.ask(DOCS, NOW))).toBe(id);
    await askonce.questions.answer(id, 'docs/');
    expect(only(await other.ask(DOCS, { job: 'j1' }))).toMatchObject({ answer: 'docs/' });
    expect(only(await other.ask(DOCS))).toMatchObject({ answer: 'docs/', source: 'history' });
    expect(server.received).toHaveLength(1);
  });

  it('is not asked under a policy without the sentinel', async () => {
    const policy = { ...POLICIES.interactive, name: 'plain', resolvers: ['input', 'preference'] as const };
    const { askonce, server } = await wired(verdict('docs/'), { policy });
    parkedId(await askonce.session().ask(DOCS, NOW));
    expect(server.received).toHaveLength(0);
  });

  // shows: R6
  it.each([
    { question: 'Should I drop the users table?', type: 'CONFIRM' as const },
    { question: DOCS, destructive: true },
    { question: DOCS, context: 'The old folder is deleted afterwards.' },
  ])('is not asked about what would destroy: %j', async (question) => {
    const { askonce, server } = await wired(verdict('Yes'));
    parkedId(await askonce.session().ask(question, NOW));
    expect(server.received).toHaveLength(0);
  });

  it('costs no ask of the cap by what it settles, and the person’s one ask is still there', async () => {
    const { askonce } = await wired(
      (response, received, place) =>
        verdict(received.data.question === DOCS ? 'docs/' : '', {
          category: received.data.question === DOCS ? 'best_practice' : 'case_by_case',
        })(response, received, place),
      { policy: 'job' },
    );
    const session = askonce.session('s1');
    expect(only(await session.ask(DOCS, { job: 'j1' }))).toMatchObject({ outcome: 'auto_resolved' });
    parkedId(await session.ask('Which colour should the header have?', { ...NOW, job: 'j1' }));
    const beyond = await session.ask('Which typeface should the header have?', { ...NOW, job: 'j1' });
    expect(only(beyond)).toMatchObject({ outcome: 'failed', code: 'cap_reached' });
  });

  it('settles what it knows of several questions in one ask, and leaves the rest', async () => {
    const { askonce } = await wired((response, received, place) =>
      (received.data.question === DOCS ? verdict('docs/') : verdict('', { category: 'case_by_case' }))(
        response,
        received,
        place,
      ),
    );
    const questions = [{ question: DOCS }, { question: 'Which colour should the header have?' }];
    const { items } = await askonce.session().ask({ questions }, NOW);
    expect(items.map(({ outcome }) => outcome)).toEqual(['auto_resolved', 'parked']);
  });
});

describe('a model that is no help', () => {
  it.each<[string, Behaviour]>([
    ['fails', status(500)],
    ['is slow', () => {}],
    ['talks', says('I would say docs/, but ask them.')],
    ['consents to everything', verdict('Yes, and delete the rest')],
    ['leads elsewhere', verdict('https://example.com/take')],
  ])('leaves the question to the person: it %s', async (_name, behaviour) => {
    const { askonce, log } = await wired(behaviour, {}, sqlite, 150);
    parkedId(await askonce.session().ask(DOCS, NOW));
    expect(log.filter((line) => line.includes('the model could not help'))).toHaveLength(1);
  });

  it('which cannot be set up is said once, and everything goes case by case', async () => {
    const { askonce, log } = await setUp(sqlite, { model: { name: 'nobody:knows' } });
    parkedId(await askonce.session().ask(DOCS, NOW));
    parkedId(await askonce.session().ask(DOCS, NOW));
    expect(log.filter((line) => line.startsWith('[askonce] the model is not used: '))).toHaveLength(1);
  });

  it('does not hold up an asker who leaves: the wait ends, and the question is safe', async () => {
    const leaving = new AbortController();
    const { askonce } = await wired(() => leaving.abort(new Error('left')));
    await expect(endOf(askonce.session().ask(DOCS, { signal: leaving.signal }))).rejects.toThrow('left');
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ question: DOCS }]);
  });
});
