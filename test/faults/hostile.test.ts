/** Values that are allowed and mean harm: they come back as they went in, and change nothing around them. */
import { expect, it } from 'vitest';
import { describeOnStores } from '../support/stores.ts';
import { codeOf, openNew, park } from './support.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "x';DROP/**/TABLE/**/jobs;--",
  '%s%n',
  '../../etc',
  'a'.repeat(200),
  '😀',
  'é',
  'NULL',
];

describeOnStores('hostile values', (kind) => {
  it.each(NAMES)('the name %j serves as session, job, asker, option and answer', async (name) => {
    const askonce = await openNew(kind);
    const session = askonce.session(name, { policy: 'orchestrator', asker: name });
    const ask = () =>
      session.ask(
        { question: `What about ${name}?`, options: [name, 'other'], subject: name },
        { wait: false, job: name },
      );
    const [item] = (await ask()).items;
    expect(item?.outcome).toBe('parked');
    expect((await askonce.questions.answer(item!.id!, name)).status).toBe('accepted');
    expect((await ask()).items[0]).toMatchObject({ outcome: 'answered', answer: name });
    expect((await session.history()).items.map(({ answer }) => answer)).toEqual([name]);
    // The cap of one asker of one session is used up, and nobody else's.
    expect((await session.ask('And what else?', { wait: false, job: name })).status).toBe('fallback');
    expect((await askonce.session('other').ask('And what else?', { wait: false })).status).toBe('parked');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('text that looks like SQL or a format is text', async () => {
    const askonce = await openNew(kind);
    const text = `Robert'); DROP TABLE clarifications; -- "\\" \${x} %s`;
    const id = await park(askonce, text);
    await askonce.questions.answer(id, text);
    expect((await askonce.questions.get(id))?.question).toBe(text);
    expect((await askonce.questions.get(id))?.answer).toBe(text);
  });

  it('an answer to __proto__ as an option label is that label', async () => {
    const askonce = await openNew(kind);
    const options = ['__proto__', 'constructor'];
    const { items } = await askonce
      .session('s')
      .ask({ question: 'Which key?', options, strictOptions: true }, { wait: false });
    expect(await codeOf(() => askonce.questions.answer(items[0]!.id!, 'toString'))).toBe('answer_refused');
    expect((await askonce.questions.answer(items[0]!.id!, '1')).clarification.answer).toBe('__proto__');
  });

  // Was a bug: asker:${session}:${asker} is the same for ("s:x", "y") and ("s", "x:y"), so one uses up the other's only ask.
  // shows: S002-CAP-SCOPE
  it('a colon in a session or an asker takes nothing from the cap of another', async () => {
    const askonce = await openNew(kind);
    const ask = (session: string, asker: string) =>
      askonce.session(session, { policy: 'orchestrator', asker }).ask('What next?', { wait: false });
    expect((await ask('s:x', 'y')).status).toBe('parked');
    expect((await ask('s', 'x:y')).status).toBe('parked');
  });

  it('half a surrogate pair in a question is the same question after a restart', async () => {
    const askonce = await openNew(kind);
    const id = await park(askonce, 'What is \ud800 for?');
    expect((await askonce.session('s').ask('What is \ud800 for?', { wait: false })).items[0]?.id).toBe(id);
  });

  // Was a bug: the driver writes U+FFFD for it, so that the same answer given again is told that another one won.
  it('half a surrogate pair in an answer is refused, or the same answer again is a replay', async () => {
    const askonce = await openNew(kind);
    const id = await park(askonce);
    const first = await codeOf(() => askonce.questions.answer(id, 'x\ud800y'));
    const again = await codeOf(() => askonce.questions.answer(id, 'x\ud800y'));
    expect(again).toBe(first === 'no error' ? 'no error' : 'answer_refused');
  });

  it('words of the person with a zero character or half a surrogate pair are heard, with U+FFFD in their place', async () => {
    const askonce = await openNew(kind);
    const format = { question: 'Which format do you want?', options: ['YAML', 'JSON'] };
    const said = await askonce.session('said').ask(format, { wait: false, userMessage: 'please use YAML.\0\ud800' });
    expect(said.items[0]).toMatchObject({ answer: 'YAML', evidence: 'the person said “please use YAML.\ufffd\ufffd”' });
    await askonce.session('heard').observe('please use JSON.\0');
    const heard = await askonce.session('heard').ask(format, { wait: false });
    expect(heard.items[0]).toMatchObject({ answer: 'JSON', evidence: 'the person said “please use JSON.\ufffd”' });
  });

  // Was a bug: a quotation of 120 characters may end between the halves of a pair. The asker was told another text than was kept,
  // and PostgreSQL, which gets those that come together as JSON, refused them all.
  it('a quotation that ends in the middle of a character is told and kept with U+FFFD for it', async () => {
    const askonce = await openNew(kind);
    const input = `please use YAML for ${'x'.repeat(99)}😀 and so on`;
    const question = { question: 'Which format do you want?', options: ['YAML', 'JSON'] };
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, n) => askonce.session(`s${n}`).ask(question, { wait: false, userMessage: input })),
    );
    const evidence = `the person said “please use YAML for ${'x'.repeat(99)}\ufffd…”`;
    for (const { items } of asked) expect(items[0]).toMatchObject({ answer: 'YAML', evidence });
    const kept = (await askonce.history()).items.map((entry) => entry.evidence);
    expect(kept).toEqual(Array(6).fill(evidence));
  });

  it('half a surrogate pair in a header, a reason or a context is made whole, as in a question', async () => {
    const askonce = await openNew(kind);
    const half = 'a\ud800b';
    const ask = { question: half, header: half, reason: half, context: half, options: [half] };
    await askonce.session('s').ask(ask, { wait: false });
    const [kept] = (await askonce.questions.list({ status: 'pending' })).items;
    const whole = 'a\ufffdb';
    expect(kept).toMatchObject({ question: whole, header: whole, reason: whole, context: whole });
    expect(kept?.options).toEqual([{ label: whole }]);
  });

  it('an id or a page of characters that no id has is of nothing', async () => {
    const askonce = await openNew(kind);
    const id = await park(askonce);
    for (const strange of ['q-\0', 'q-\ud800', '\udc00']) {
      expect(await codeOf(() => askonce.questions.answer(strange, 'yes'))).toBe('clarification_unknown');
      expect(await codeOf(() => askonce.questions.decline(strange))).toBe('clarification_unknown');
      expect(await codeOf(() => askonce.questions.revoke(strange))).toBe('clarification_unknown');
      expect(await codeOf(() => askonce.questions.cancel({ ask: strange }))).toBe('ask_unknown');
      expect(await codeOf(() => askonce.session('s').ask('What?', { wait: false, rejects: strange }))).toBe(
        'clarification_unknown',
      );
      expect(await askonce.questions.get(strange)).toBeNull();
      expect(await askonce.jobs.get(strange)).toBeNull();
      expect((await askonce.history({ after: strange })).items).toEqual([]);
      expect((await askonce.preferences.list({ after: strange })).items).toEqual([]);
    }
    expect((await askonce.questions.list({ status: 'pending' })).items.map((one) => one.id)).toEqual([id]);
  });

  it('what a schema says is passed on as any store can keep it, and not without end', async () => {
    const askonce = await openNew(kind);
    const says = (message: string) =>
      ({ '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message }] }) } }) as const;
    await askonce.questions.answer(await park(askonce), 'this');
    const schema = says(`no\0\ud800 ${'x'.repeat(100_000)}`);
    const again = await askonce.session('s').ask({ question: 'What shall I do?', schema }, { wait: false });
    const reason = (await askonce.questions.get(again.items[0]!.id!))?.reason;
    expect(reason?.startsWith('no\ufffd\ufffd x')).toBe(true);
    expect(reason).toHaveLength(20_000);
  });

  it('10,000 question marks or nested quotes cost no more than other words to speak of', async () => {
    const askonce = await openNew(kind);
    /** What this thread computes for them, whatever else the machine does meanwhile. */
    const costOf = async (texts: readonly string[]) => {
      const before = process.threadCpuUsage();
      for (const text of texts)
        await askonce.session('s').ask(`What ${text}`.slice(0, 10_000), { wait: false, userMessage: text.repeat(9) });
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    const wordsOf = (n: number) => `colour number ${n} should the small button near the river have, `.repeat(200);
    const plain = await costOf(Array.from({ length: 5 }, (_, n) => wordsOf(n).slice(0, 9999)));
    const hostile = await costOf([
      '?'.repeat(9999),
      '"`'.repeat(4999),
      'a '.repeat(4999),
      '(('.repeat(4999),
      "don't ".repeat(1600),
    ]);
    expect(hostile / plain).toBeLessThan(10);
  });
});
