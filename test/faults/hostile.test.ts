/** Values that are allowed and mean harm: they come back as they went in, and change nothing around them. */
import { describe, expect, it } from 'vitest';
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

describe('hostile values', () => {
  it.each(NAMES)('the name %j serves as session, job, asker, option and answer', async (name) => {
    const askonce = await openNew();
    const session = askonce.session(name, { policy: 'orchestrator', asker: name });
    const ask = () =>
      session.ask(
        { question: `What about ${name}?`, options: [name, 'other'], subject: name },
        { wait: false, job: name },
      );
    const [item] = (await ask()).items;
    expect(item?.outcome).toBe('parked');
    expect((await askonce.answer(item!.id!, name)).status).toBe('accepted');
    expect((await ask()).items[0]).toMatchObject({ outcome: 'answered', answer: name });
    expect((await session.history()).items.map(({ answer }) => answer)).toEqual([name]);
    // The cap of one asker of one session is used up, and nobody else's.
    expect((await session.ask('And what else?', { wait: false, job: name })).status).toBe('fallback');
    expect((await askonce.session('other').ask('And what else?', { wait: false })).status).toBe('parked');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('text that looks like SQL or a format is text', async () => {
    const askonce = await openNew();
    const text = `Robert'); DROP TABLE clarifications; -- "\\" \${x} %s`;
    const id = await park(askonce, text);
    await askonce.answer(id, text);
    expect((await askonce.clarification(id))?.question).toBe(text);
    expect((await askonce.clarification(id))?.answer).toBe(text);
  });

  it('an answer to __proto__ as an option label is that label', async () => {
    const askonce = await openNew();
    const options = ['__proto__', 'constructor'];
    const { items } = await askonce
      .session('s')
      .ask({ question: 'Which key?', options, strictOptions: true }, { wait: false });
    expect(await codeOf(() => askonce.answer(items[0]!.id!, 'toString'))).toBe('answer_refused');
    expect((await askonce.answer(items[0]!.id!, '1')).clarification.answer).toBe('__proto__');
  });

  // Was a bug: asker:${session}:${asker} is the same for ("s:x", "y") and ("s", "x:y"), so one uses up the other's only ask.
  // shows: S002-CAP-SCOPE
  it('a colon in a session or an asker takes nothing from the cap of another', async () => {
    const askonce = await openNew();
    const ask = (session: string, asker: string) =>
      askonce.session(session, { policy: 'orchestrator', asker }).ask('What next?', { wait: false });
    expect((await ask('s:x', 'y')).status).toBe('parked');
    expect((await ask('s', 'x:y')).status).toBe('parked');
  });

  it('half a surrogate pair in a question is the same question after a restart', async () => {
    const askonce = await openNew();
    const id = await park(askonce, 'What is \ud800 for?');
    expect((await askonce.session('s').ask('What is \ud800 for?', { wait: false })).items[0]?.id).toBe(id);
  });

  // Was a bug: the driver writes U+FFFD for it, so that the same answer given again is told that another one won.
  it('half a surrogate pair in an answer is refused, or the same answer again is a replay', async () => {
    const askonce = await openNew();
    const id = await park(askonce);
    const first = await codeOf(() => askonce.answer(id, 'x\ud800y'));
    const again = await codeOf(() => askonce.answer(id, 'x\ud800y'));
    expect(again).toBe(first === 'no error' ? 'no error' : 'answer_refused');
  });

  it('10,000 question marks or nested quotes cost no time to speak of', async () => {
    const askonce = await openNew();
    const before = process.cpuUsage();
    for (const text of [
      '?'.repeat(9999),
      '"`'.repeat(4999),
      'a '.repeat(4999),
      '(('.repeat(4999),
      "don't ".repeat(1600),
    ]) {
      await askonce.session('s').ask(`What ${text}`.slice(0, 10_000), { wait: false, input: text.repeat(9) });
    }
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(5000);
  });
});
