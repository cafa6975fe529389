/** What callers give by mistake, above all from JavaScript and out of a model's hands: refused in one line, and nothing kept. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AskOptions } from '../../src/index.ts';
import { codeOf, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

/** What a caller without types may give. */
const any = (value: unknown) => value as never;

describeOnStores('a question with a field of the wrong kind', (store) => {
  // Was a bug: 'true' in quotes was taken for "not destructive", and a yes said to something else went through.
  it.each<[string, object]>([
    ['destructive in quotes', { destructive: 'true' }],
    ['strictOptions as a word', { strictOptions: 'yes', options: ['a', 'b'] }],
    ['multiSelect as a number', { multiSelect: 1, options: ['a', 'b'] }],
  ])('%s is refused as argument_invalid, and nothing is stored', async (_what, field) => {
    const { askonce, count } = await setUp(store);
    const ask = askonce
      .session('s')
      .ask(any({ question: 'Should I go on?', ...field }), { wait: false, userMessage: 'yes' });
    expect(await codeOf(ask)).toBe('argument_invalid');
    expect([await count('sessions'), await count('clarifications'), await count('events')]).toEqual([0, 0, 0]);
  });

  // Was a bug: only the presence of a schema was looked at, so the first answer ended in a TypeError.
  it.each([{}, { '~standard': {} }, { '~standard': { validate: true } }, 'string', 5])(
    'schema %j is refused as schema_invalid, and nothing is stored',
    async (schema) => {
      const { askonce, count } = await setUp(store);
      const ask = askonce.session('s').ask({ question: 'Which port?', schema: any(schema) }, { wait: false });
      expect(await codeOf(ask)).toBe('schema_invalid');
      expect(await count('clarifications')).toBe(0);
    },
  );
});

describeOnStores('a clarification request with a field of the wrong kind', (store) => {
  it.each<[string, unknown, string]>([
    ['nothing at all', undefined, 'question_empty'],
    ['a question that is a number', { question: 5 }, 'question_empty'],
    ['what it tried as a number', { question: 'Which size?', tried: 5 }, 'argument_invalid'],
    ['options that are one text', { question: 'Which size?', options: 'S or L' }, 'argument_invalid'],
    ['an option without a label', { question: 'Which size?', options: ['S', {}] }, 'argument_invalid'],
    ['a fallback that is a number', { question: 'Which size?', fallback: 5 }, 'argument_invalid'],
    ['a risk that could not be shown', { question: 'Which size?', risk: '\u001b[31m' }, 'question_unprintable'],
  ])('%s is refused, and nothing is stored', async (_what, request, code) => {
    const { askonce, count } = await setUp(store);
    expect(await codeOf(askonce.session('s').request(any(request), { wait: false }))).toBe(code);
    expect([await count('sessions'), await count('asks')]).toEqual([0, 0]);
  });
});

describeOnStores('a timeout', (store) => {
  it.each(['default', 'fallback', 'fail'] as const)('that is missing beside onTimeout %s is an error', async (how) => {
    const { askonce, count } = await setUp(store);
    const ask = askonce.session('s').ask({ question: 'Which size?', default: 'S' }, { wait: false, onTimeout: how });
    expect(await codeOf(ask)).toBe('timeout_invalid');
    expect(await count('clarifications')).toBe(0);
  });

  it('may be missing where onTimeout says to wait', async () => {
    const { askonce } = await setUp(store);
    const result = await askonce.session('s').ask('Which size?', { wait: false, onTimeout: 'wait' });
    expect(result.status).toBe('parked');
  });

  // Was a bug: ten minutes in milliseconds were taken for ten minutes past midnight in 1970, and struck at once.
  it('that is a number is so many milliseconds from now', async () => {
    const { askonce, clock } = await setUp(store);
    const options: AskOptions = { timeout: 600_000, onTimeout: 'fail' };
    const { items } = await askonce.session('s').ask('Which size?', { ...options, wait: false });
    expect((await askonce.questions.get(items[0]!.id!))!.deadline).toBe(clock.now() + 600_000);
  });

  it('that is a moment in milliseconds since 1970 is timeout_invalid', async () => {
    const { askonce, clock, count } = await setUp(store);
    const options: AskOptions = { timeout: clock.now() + 600_000, onTimeout: 'fail' };
    expect(await codeOf(askonce.session('s').ask('Which size?', { ...options, wait: false }))).toBe('timeout_invalid');
    expect(await count('clarifications')).toBe(0);
  });
});

describeOnStores('a list', (store) => {
  it.each([0, -1, 1.5, Number.NaN, '5', 1001])('of %s rows is refused as argument_invalid', async (limit) => {
    const { askonce } = await setUp(store);
    const query = { limit: any(limit) };
    expect(await codeOf(askonce.questions.list({ ...query, status: 'pending' }))).toBe('argument_invalid');
    expect(await codeOf(askonce.history(query))).toBe('argument_invalid');
    expect(await codeOf(askonce.session('s').history(query))).toBe('argument_invalid');
    expect(await codeOf(askonce.preferences.list(query))).toBe('argument_invalid');
  });

  it('of 1 to 1000 rows is given', async () => {
    const { askonce } = await setUp(store);
    for (const limit of [1, 1000]) {
      expect((await askonce.questions.list({ status: 'pending', limit })).items).toEqual([]);
      expect((await askonce.history({ limit })).items).toEqual([]);
      expect((await askonce.preferences.list({ limit })).items).toEqual([]);
    }
  });

  it('after something that is no cursor is refused as argument_invalid', async () => {
    const { askonce } = await setUp(store);
    const query = { after: any({ id: 'q-1' }) };
    expect(await codeOf(askonce.questions.list({ ...query, status: 'pending' }))).toBe('argument_invalid');
    expect(await codeOf(askonce.history(query))).toBe('argument_invalid');
    expect(await codeOf(askonce.preferences.list(query))).toBe('argument_invalid');
    expect(await codeOf(askonce.events.list(query))).toBe('argument_invalid');
  });

  it('of events takes at most 10000, after a whole number', async () => {
    const { askonce } = await setUp(store);
    expect(await codeOf(askonce.events.list({ limit: 10_001 }))).toBe('argument_invalid');
    expect(await codeOf(askonce.events.list({ after: Number.NaN }))).toBe('argument_invalid');
    expect(await codeOf(askonce.events.list({ after: any('3') }))).toBe('argument_invalid');
    expect(await askonce.events.list({ limit: 10_000 })).toEqual([]);
  });
});

describeOnStores('an id', (store) => {
  it('that is no text is id_invalid wherever something is looked for by it', async () => {
    const { askonce } = await setUp(store);
    const id = any(5);
    const looks = [
      askonce.questions.get(id),
      askonce.jobs.get(id),
      askonce.questions.answer(id, 'x'),
      askonce.questions.decline(id),
    ];
    for (const look of [...looks, askonce.questions.revoke(id), askonce.questions.cancel({ ask: id })])
      expect(await codeOf(look)).toBe('id_invalid');
    expect(await askonce.questions.get('5')).toBeNull();
  });
});

describeOnStores('null', (store) => {
  const nulls = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, null]));
  const question = nulls(
    'type',
    'reason',
    'header',
    'options',
    'multiSelect',
    'recommended',
    'strictOptions',
    'default',
  );
  const around = nulls('destructive', 'subject', 'context', 'schema');
  const how = nulls('job', 'asker', 'policy', 'timeout', 'onTimeout', 'fallback', 'userMessage', 'rejects', 'because');

  // Was a bug: models write null for what they leave out, and were refused for it with whatever code the field has.
  it('stands for what is absent, in every field of a question and of an ask', async () => {
    const { askonce } = await setUp(store);
    const asked = any({ question: 'Which size?', ...question, ...around });
    const id = parkedId(
      await askonce.session('s').ask(asked, any({ ...how, wait: false, signal: null, onParked: null })),
    );
    const plain = parkedId(await askonce.session('t').ask('Which size?', { wait: false }));
    const [kept, expected] = [await askonce.questions.get(id), await askonce.questions.get(plain)];
    expect(kept).toEqual({ ...expected, id, ask: kept!.ask, session: 's' });
  });

  it('stands for what is absent in each question of a list, in an option, and for the options as a whole', async () => {
    const { askonce } = await setUp(store);
    const options = [{ label: 'S', description: null }, { label: 'L' }];
    const asked = any({
      questions: [{ question: 'Which size?', options, header: null }, { question: 'Which colour?' }],
    });
    expect((await askonce.session('s').ask(asked, { wait: false })).status).toBe('parked');
    expect((await askonce.questions.list({ status: 'pending' })).items[0]?.options).toEqual([
      { label: 'S' },
      { label: 'L' },
    ]);
    const strict = { question: 'Should I use TypeScript strict mode?' };
    expect((await askonce.session('s').ask(strict, any(null))).status).toBe('auto_resolved');
    expect(
      (await askonce.questions.list(any({ session: null, after: null, limit: null, status: 'pending' }))).items,
    ).toHaveLength(2);
  });
});

describeOnStores('a store', (store) => {
  // Was a bug: “:memory:” became a file of that name in the project, though whoever writes it wants none.
  it.each([':memory:', ''])('named “%s” is store_unavailable, and no file of that name appears', async (db) => {
    const { open, root } = await setUp(store);
    expect(await codeOf(open({ db }))).toBe('store_unavailable');
    expect(readdirSync(root)).toEqual([]);
    expect(existsSync(':memory:')).toBe(false);
  });

  // Was a bug: a recursive mkdir never returns below /proc. In a child, so that a hang is a failure here and not of the whole run.
  it('in a folder that cannot be made is store_unavailable at once', async () => {
    const { root } = await setUp(store);
    writeFileSync(join(root, 'file'), '');
    // Without /proc, a folder below a file cannot be made either.
    const db = join(existsSync('/proc') ? '/proc' : join(root, 'file'), 'nope', 'x.db');
    const index = new URL('../../src/index.ts', import.meta.url).href;
    const script = `const { openAskOnce } = await import(${JSON.stringify(index)});
      await openAskOnce({ db: ${JSON.stringify(db)} }).then(() => console.log('opened'), (e) => console.log(e.code));`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    expect({ stdout: child.stdout.trim(), status: child.status }).toEqual({ stdout: 'store_unavailable', status: 0 });
  });
});
