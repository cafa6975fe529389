/**
 * Every way by which a text gets into AskOnce, with texts that not every database can hold: what becomes of them is decided before
 * any store sees them, so that both stores do the same.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AskOnce,
  AskOnceError,
  type AskOptions,
  type OpenOptions,
  openAskOnce,
  POLICIES,
  type QuestionInput,
} from '../../src/index.ts';
import { postgres, type TestStore } from '../support/stores.ts';

/** Letters that do not repeat, so that nothing makes a long text short. */
function unlike(length: number): string {
  let seed = 7;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(0x4e00 + ((seed >> 8) % 0x5000));
  }).join('');
}

const TEXTS: Readonly<Record<string, string>> = {
  'a zero character': 'a\0b',
  'half a pair of surrogates': 'a\ud800b',
  'the other half': 'a\udc00b',
  'a control character': 'a\u001bb',
  'an upper control character': 'a\u0085b',
  'no characters at all': 'a\ufffe\uffffb',
  'what escapes one': 'a\\u0000\\ud800\'"{$1}%s\\',
  '190 letters': unlike(190),
  '490 letters': unlike(490),
  '1,900 letters': unlike(1900),
  '9,900 letters': unlike(9900),
  '19,900 letters': unlike(19_900),
  '99,900 letters': unlike(99_900),
};

/**
 * One way in. Its questions name the session, lest one way learn from what was answered by another. Whatever it returns must be the same on
 * both stores, and so must all that the session holds afterwards.
 */
type Way = (askonce: AskOnce, text: string, session: string) => Promise<unknown>;

async function ask(askonce: AskOnce, session: string, question: string | QuestionInput, options: AskOptions = {}) {
  return (await askonce.session(session).ask(question, { wait: false, ...options })).items[0]!;
}

/** The same question twice is one question. */
async function askTwice(askonce: AskOnce, session: string, question: QuestionInput, options: AskOptions = {}) {
  const first = await ask(askonce, session, question, options);
  return [first, (await ask(askonce, session, question, options)).id === first.id];
}

async function parked(askonce: AskOnce, session: string, options: AskOptions = {}): Promise<string> {
  return (await ask(askonce, session, `What in ${session}?`, options)).id!;
}

function schemaThatSays(message: string): StandardSchemaV1<string, unknown> {
  return { '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message }] }) } };
}

const WAYS: Readonly<Record<string, Way>> = {
  'a question': (askonce, text, s) => askTwice(askonce, s, { question: `What ${text} in ${s}?` }),
  'a header': (askonce, text, s) => askTwice(askonce, s, { question: `What in ${s}?`, header: text }),
  'a reason': (askonce, text, s) => askTwice(askonce, s, { question: `What in ${s}?`, reason: text }),
  'a context': (askonce, text, s) => askTwice(askonce, s, { question: `What in ${s}?`, context: text }),
  'a context of what destroys': (askonce, text, s) =>
    askTwice(askonce, s, { question: `Delete it in ${s}?`, context: text }),
  'a header of what destroys': (askonce, text, s) =>
    askTwice(askonce, s, { question: `Delete it in ${s}?`, header: text }),
  'a quoted name': (askonce, text, s) => askTwice(askonce, s, { question: `Delete "${text}"?` }),
  'a backquoted name': (askonce, text, s) => askTwice(askonce, s, { question: `Delete \`${text}\`?` }),
  'a table': (askonce, text, s) => askTwice(askonce, s, { question: `Drop the ${text} table?` }),
  'a path': (askonce, text, s) => askTwice(askonce, s, { question: `Delete ${pathLike(text)}?` }),
  'an option': (askonce, text, s) => askTwice(askonce, s, { question: `Which in ${s}?`, options: [text, 'other'] }),
  'an option that is chosen': async (askonce, text, s) => {
    const { id } = await ask(askonce, s, { question: `Which in ${s}?`, options: [text, 'other'] });
    return (await askonce.questions.answer(id!, '1')).status;
  },
  'an option that was heard': (askonce, text, s) =>
    ask(askonce, s, { question: `Which in ${s}?`, options: [text, 'other'] }, { userMessage: text }),
  'a description': (askonce, text, s) =>
    askTwice(askonce, s, { question: `Which in ${s}?`, options: [{ label: 'this', description: text }, 'other'] }),
  'a recommendation': (askonce, text, s) =>
    ask(askonce, s, { question: `Which in ${s}?`, options: [text, 'other'], recommended: text }),
  'a default': (askonce, text, s) =>
    ask(askonce, s, { question: `What in ${s}?`, default: text }, { timeout: '1h', onTimeout: 'default' }),
  'a subject': (askonce, text, s) => askTwice(askonce, s, { question: `What in ${s}?`, subject: text }),
  'a fallback': (askonce, text, s) =>
    ask(askonce, s, `What in ${s}?`, { fallback: text, policy: { ...POLICIES.orchestrator, cap: 0 } }),
  'words of the person': (askonce, text, s) => ask(askonce, s, `What in ${s}?`, { userMessage: text }),
  'words of the person that answer': (askonce, text, s) =>
    ask(
      askonce,
      s,
      { question: `Which format in ${s}?`, options: ['YAML', 'JSON'] },
      { userMessage: `YAML please.\n${text}` },
    ),
  'what the session heard': async (askonce, text, s) => {
    await askonce.session(s).observe(text);
    await askonce.session(s).observe(`yes ${text}`);
    return ask(askonce, s, { question: `Is it in ${s}?`, type: 'CONFIRM' });
  },
  'what is rejected': (askonce, text, s) => ask(askonce, s, `What in ${s}?`, { rejects: text }),
  'why it is rejected': async (askonce, text, s) => {
    const rejects = await parked(askonce, s);
    await askonce.questions.answer(rejects, 'this');
    return ask(askonce, s, `What in ${s}?`, { rejects, because: text });
  },
  'why a schema refuses the session’s answer': async (askonce, text, s) => {
    await askonce.questions.answer(await parked(askonce, s), 'this');
    return ask(askonce, s, { question: `What in ${s}?`, schema: schemaThatSays(text) });
  },
  'why a schema refuses an answer': async (askonce, text, s) => {
    const { id } = await ask(askonce, s, { question: `What in ${s}?`, schema: schemaThatSays(text) });
    return askonce.questions.answer(id!, 'this');
  },
  'a job': (askonce, text, s) =>
    askTwice(askonce, s, { question: `What in ${s}?`, subject: text.slice(0, 500) }, { job: text + s }),
  'an asker': (askonce, text, s) => ask(askonce, s, `What in ${s}?`, { asker: text, policy: 'orchestrator' }),
  'a session': (askonce, text, s) => ask(askonce, text + s, { question: `What in ${s}?`, subject: text.slice(0, 500) }),
  'a session and its asker': async (askonce, text, s) =>
    (await askonce.session(text + s, { policy: 'orchestrator', asker: text }).ask(`What in ${s}?`, { wait: false }))
      .status,
  'a policy’s name': async (askonce, text, s) => {
    const policy = { ...POLICIES.orchestrator, name: text };
    return [
      await ask(askonce, s, `What in ${s}?`, { policy }),
      await ask(askonce, s, `What else in ${s}?`, { policy }),
    ];
  },
  'a language': async (askonce, text, s) =>
    (await askonce.session(s, { language: text }).ask({ question: `Is it in ${s}?`, type: 'CONFIRM' }, { wait: false }))
      .status,
  'an answer': async (askonce, text, s) => {
    const id = await parked(askonce, s, { job: `${s}-j` });
    const first = (await askonce.questions.answer(id, text)).status;
    return [
      first,
      (await askonce.questions.answer(id, text)).status,
      await ask(askonce, s, `What in ${s}?`, { job: `${s}-j` }),
    ];
  },
  'an answer in a list': async (askonce, text, s) => {
    const { id } = await ask(askonce, s, { question: `Which in ${s}?`, options: ['this', 'that'], multiSelect: true });
    const first = (await askonce.questions.answer(id!, ['this', text])).status;
    return [first, (await askonce.questions.answer(id!, ['this', text])).status];
  },
  'an answer that is a file': async (askonce, text, s) => {
    const { id } = await ask(askonce, s, { question: `Which file in ${s}?`, type: 'TARGET_FILE' });
    return (await askonce.questions.answer(id!, text)).status;
  },
  'an answer that is learnt': async (askonce, text, s) => {
    const outcomes: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      const item = await ask(askonce, `${s}-${n}`, `What is usual in ${s}?`);
      outcomes.push(item.outcome === 'auto_resolved' ? item.answer : item.outcome);
      if (item.outcome === 'parked') await askonce.questions.answer(item.id, text);
    }
    return outcomes;
  },
  'who answers': async (askonce, text, s) =>
    (await askonce.questions.answer(await parked(askonce, s), 'this', { by: text })).status,
  'where it is answered': async (askonce, text, s) =>
    (await askonce.questions.answer(await parked(askonce, s), 'this', { surface: text })).status,
  'why it is declined': async (askonce, text, s) =>
    (await askonce.questions.decline(await parked(askonce, s), text)).status,
  'why it is revoked': async (askonce, text, s) => {
    const id = await parked(askonce, s);
    await askonce.questions.answer(id, 'this');
    return (await askonce.questions.revoke(id, text)).status;
  },
  'why it is cancelled': async (askonce, text, s) => {
    const { ask } = await askonce.session(s).ask(`What in ${s}?`, { wait: false });
    return askonce.questions.cancel({ ask: ask! }, { because: text });
  },
  'an id to answer': (askonce, text) => askonce.questions.answer(text, 'this'),
  'an id to decline': (askonce, text) => askonce.questions.decline(text),
  'an id to revoke': (askonce, text) => askonce.questions.revoke(text),
  'an id to cancel': (askonce, text) => askonce.questions.cancel({ ask: text }),
  'an id to look for': (askonce, text) => askonce.questions.get(text),
  'a job to look for': (askonce, text) => askonce.jobs.get(text),
  'a page of what waits': async (askonce, text, s) => {
    await parked(askonce, s);
    return (await askonce.questions.list({ status: 'pending', session: s, after: text })).items.length;
  },
  'a page of the history': async (askonce, text, s) => {
    await askonce.questions.answer(await parked(askonce, s), 'this');
    return (await askonce.history({ session: s, after: text })).items.length;
  },
  'the history of a session': async (askonce, text) => (await askonce.history({ session: text })).items,
  'a preference’s question': async (askonce, text, s) => {
    await askonce.preferences.set(`Which ${text} for ${s}?`, 'this');
    return askonce.preferences.forget(`Which ${text} for ${s}?`);
  },
  'a preference’s answer': async (askonce, text, s) => {
    await askonce.preferences.set(`Which one for ${s}?`, text);
    return askonce.preferences.forget(`Which one for ${s}?`);
  },
  'a preference’s subject': async (askonce, text, s) => {
    await askonce.preferences.set(`Which one for ${s}?`, 'this', text);
    return askonce.preferences.forget(`Which one for ${s}?`, text);
  },
  'a preference to forget': (askonce, text) => askonce.preferences.forget(text),
  'the subject of one to forget': (askonce, text) => askonce.preferences.forget('Which?', text),
  'a page of preferences': async (askonce, text) =>
    (await askonce.preferences.list({ after: `zz${text}/${text}` })).items.length,
};

/** Ways that are chosen when AskOnce is opened. */
const OPENINGS: Readonly<Record<string, (text: string) => OpenOptions>> = {
  'who answers here': (by) => ({ by }),
  // No system has longer paths than some 4,000 bytes.
  'the project’s folder': (text) => ({ project: `/tmp/${text.slice(0, 490)}` }),
  'the policy’s name': (name) => ({ policy: { ...POLICIES.job, name } }),
  'the answer of a pattern': (answer) => ({ patterns: [{ pattern: 'the usual', answer }] }),
  'the evidence of a pattern': (evidence) => ({ patterns: [{ pattern: 'the usual', answer: 'this', evidence }] }),
  'the answer of a best practice': (answer) => ({ bestPractices: [{ ...PRACTICE, answer }] }),
  'the reason of a best practice': (reason) => ({ bestPractices: [{ ...PRACTICE, reason }] }),
  'the id of a best practice': (id) => ({ bestPractices: [{ ...PRACTICE, id }] }),
};

const PRACTICE = { id: 'one', pattern: /^which one/, answer: 'this', reason: 'that is why' };

function pathLike(text: string): string {
  return `${text.length > 1000 ? 'some/'.repeat(390) : ''}x.txt`;
}

const folder = mkdtempSync(join(tmpdir(), 'askonce-texts-'));
let made: TestStore;
let stores: OpenOptions[];
let both: AskOnce[];
let count = 0;

beforeAll(async () => {
  made = await postgres.make(folder);
  stores = [{ db: join(folder, 'askonce.db') }, made.where];
  both = await Promise.all(stores.map((where) => openAskOnce({ ...where, project: folder })));
});
afterAll(async () => {
  for (const askonce of both) await askonce.close();
  await made.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What came of a call, and all that the session holds then; ids and times, which no two stores share, left out. */
async function whatCameOf(askonce: AskOnce, session: string, call: () => Promise<unknown>): Promise<unknown> {
  const outcome = await call().catch((error: unknown) => {
    if (!(error instanceof AskOnceError)) throw error;
    return { code: error.code };
  });
  const waits = await askonce.questions.list({ status: 'pending', session });
  const settled = await askonce.history({ session, all: true });
  return comparable({ outcome, waits, settled });
}

function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, field) => {
    if (/^(id|ask|next|succeeds|deadline|project|timestamp|.*At)$/.test(name)) return field === null ? null : name;
    return field;
  });
}

/** What no database need hold, as JSON writes it: the character zero, and half a pair. */
const UNSAFE = /\\u0000|\\ud[89a-f]/;

/** All ways at once, so that the store meets them in company: the results by the way's name. */
async function allWays<W>(ways: Readonly<Record<string, W>>, run: (way: W, session: string) => Promise<unknown>) {
  const entries = Object.entries(ways).map(async ([name, way], n) => [name, await run(way, `s${count}-${n}`)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function expectSame([first, second]: readonly Record<string, unknown>[], text: string): void {
  expect(second).toEqual(first);
  const failed = Object.entries(first!).filter(([, came]) => JSON.stringify(came).includes('"code":"store_'));
  expect(failed).toEqual([]);
  // Where the text itself is one that only looks so, it is kept as it is.
  const unsafe = Object.entries(first!).filter(([, came]) => UNSAFE.test(JSON.stringify(came)));
  if (!UNSAFE.test(text)) expect(unsafe).toEqual([]);
}

describe('a text that not every database can hold', () => {
  beforeEach(() => {
    count += 1;
  });

  it.each(Object.entries(TEXTS))('%s becomes the same on both stores, whatever way it comes', async (_what, text) => {
    const came = both.map((askonce) =>
      allWays(WAYS, (way, session) => whatCameOf(askonce, session, () => way(askonce, text, session))),
    );
    expectSame(await Promise.all(came), text);
  });

  it.each(Object.entries(TEXTS))(
    '%s becomes the same on both stores when they are opened with it',
    async (_what, text) => {
      const open = async (where: OpenOptions, askonce: AskOnce) =>
        allWays(OPENINGS, async (options, session) => {
          let opened: AskOnce | null = null;
          const came = await whatCameOf(askonce, session, async () => {
            opened = await openAskOnce({ ...where, project: folder, ...options(text) });
            await opened.session(session).observe('the usual');
            const item = await ask(opened, session, `Which one in ${session}?`);
            if (item.outcome === 'parked') await opened.questions.answer(item.id, 'this');
            return item;
          });
          await (opened as AskOnce | null)?.close();
          return came;
        });
      expectSame(await Promise.all(both.map((askonce, n) => open(stores[n]!, askonce))), text);
    },
  );
});
