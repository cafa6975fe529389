/** Text is read back exactly, and two texts are equal only if every character is. */
import assert from 'node:assert/strict';
import type { Store } from '../../ports.ts';
import { answer, mustBeAccepted, park, preferred, shown, write } from '../drive.ts';
import {
  askCommand,
  askOf,
  clarificationOf,
  heardOf,
  itemOf,
  jobOf,
  newId,
  preferenceOf,
  projectEvent,
  sessionOf,
} from '../make.ts';
import { casesAbout, trail } from '../store-under-test.ts';

const TEXTS: Readonly<Record<string, string>> = {
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 🇯🇵 𝒳',
  Japanese: 'どのファイルを上書きしますか？「はい」・﨑',
  'right to left': 'איזה צבע? أي لون؟ \u200f',
  quotes: `it's "so" \`so\` ''''`,
  backslashes: '\\ \\\\ \\n \\u0041 C:\\temp\\',
  newlines: 'one\ntwo\r\nthree\rfour\n\n',
  blanks: '  tabs\tand blanks\u00a0\u3000  ',
  placeholders: "$1 ? :name @p1 %s %_ $x {{x}} '; DROP TABLE clarifications; --",
  'looks like JSON': '{"answer":null,"list":[1,2]}',
  'looks like null': 'null',
  'looks like a number': '007.50',
  'looks like a flag': 'false',
  decomposed: 'e\u0301 \u1100\u1161 ﬁ Å',
  'outside the plane': '\u{1f600}\u{20bb7}',
  long: 'Zürich 東京 🙂 '.repeat(7_700),
};

/** Text of this length that no store can compress: the ideographs follow no pattern. */
function ideographs(length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(0x4e00 + (state % 20_000));
  }).join('');
}

export const TEXT = casesAbout('text', {
  'every kind of it comes back letter by letter, wherever it may stand': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    for (const [kind, text] of Object.entries(TEXTS)) {
      const session = sessionOf({ heard: heardOf(text, { paths: [text, ''] }), language: text.slice(0, 100) });
      const ask = askOf(session.id, { fallback: text });
      const options = [{ label: text, description: text }];
      const offered = { id: 'q-0', question: text, answer: text };
      const shownText = { question: text, header: text, reason: text, context: text, recommended: text, default: text };
      const settled = { answer: text, source: 'user', evidence: text, confidence: 1, settledAt: 1 } as const;
      const said = { by: text, surface: text, because: text };
      const rest = { options, offered, ...said, status: 'answered' } as const;
      const clarification = clarificationOf(ask, { ...shownText, ...settled, ...rest });
      const item = itemOf(ask, clarification, { outcome: 'fallback', answer: text, default: text, evidence: text });
      const preference = preferenceOf({ question: text, answer: text });
      const event = projectEvent({ text, [text.slice(0, 100)]: [text] });
      await write(
        store,
        [
          { do: 'insert_session', session },
          { do: 'insert_ask', ask },
          { do: 'insert_clarification', clarification },
          { do: 'insert_item', item },
          { do: 'put_preference', preference },
          { do: 'event', event },
        ],
        session.id,
      );
      assert.deepEqual((await shown(other, { of: 'session', id: session.id })).session, session, kind);
      assert.deepEqual((await shown(other, { of: 'ask_items', ask: ask.id })).ask, ask, kind);
      assert.deepEqual(await other.items(ask.id), [{ item, clarification }], kind);
      assert.deepEqual(await preferred(other, preference), preference, kind);
      const { seq: _, ...last } = (await trail(other)).at(-1)!;
      assert.deepEqual(last, event, kind);
    }
  },

  'an answer of 100 kB, asked and answered as usual': async ({ openings, watch }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const told = watch(store);
    const long = `${'Zürich 東京 🙂 '.repeat(7_600)}end`;
    const id = await park(store, askCommand(newId('s'), [{ question: 'Tell me all.', context: long }]));
    mustBeAccepted(await answer(other, id, long));
    assert.equal((await store.clarification(id))?.answer, long);
    await told.until((events) => events.some(({ data }) => data.answer === long), 'the long answer');
  },

  'ids, keys and subjects meet only where every letter is the same': async ({ open }) => {
    const store = await open();
    const alike = ['a', 'A', 'ä', 'a\u0308', 'ａ', 'a ', ' a', 'á', 'a%', 'a_', '_', '%', '*', 'a\u200d', "a'", 'a\\'];
    for (const subject of alike) {
      const session = `s-${subject}`;
      const job = `j-${subject}`;
      await park(store, askCommand(session, [{ question: 'Which?', subject }], { job, asker: subject }));
    }
    for (const subject of alike) {
      const session = `s-${subject}`;
      assert.equal((await shown(store, { of: 'session', id: session })).session?.asker, subject);
      assert.equal((await store.job(`j-${subject}`))?.session, session);
      const { items } = await store.list({ session, limit: 100 });
      assert.deepEqual(
        items.map((item) => item.subject),
        [subject],
      );
      // The same question about another subject is another question, even in one session.
      const asked = alike.map((other) => ({ question: 'Which?', subject: other }));
      const command = askCommand(session, asked);
      const { questions } = await shown(store, { of: 'ask', command });
      assert.deepEqual(
        questions.flatMap(({ live }) => (live ? [live.subject] : [])),
        [subject],
      );
    }
  },

  'the longest ids and subjects that may be given are kept and found': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [session, job, asker] = [ideographs(200, 1), ideographs(200, 2), ideographs(200, 3)];
    const subject = ideographs(500, 4);
    const policy = { ...askCommand('', []).defaultPolicy, cap: 9, scope: 'asker' } as const;
    const command = askCommand(session, [{ question: ideographs(10_000, 5), subject }], { job, asker, policy });
    const id = await park(store, command);
    const again = await shown(other, { of: 'ask', command: { ...command, ask: newId('a') } });
    assert.equal(again.questions[0]?.live?.id, id);
    assert.equal(again.questions[0]?.own.length, 1);
    assert.equal(again.capUsed, 1);
    mustBeAccepted(await answer(other, id, 'blue'));
    const { items } = await store.list({ session, limit: 2 });
    assert.deepEqual(
      items.map((item) => item.answer),
      ['blue'],
    );
    assert.equal((await store.job(job))?.session, session);
  },

  'whatever text is looked for, it names something or it does not': async ({ open }) => {
    const store = await open();
    const session = sessionOf();
    const [job, ask] = [jobOf(session.id), askOf(session.id)];
    await write(store, [
      { do: 'insert_session', session },
      { do: 'insert_job', job },
      { do: 'insert_ask', ask },
    ]);
    // Ids come from people and programs: any of these is simply unknown.
    for (const id of [...Object.values(TEXTS), '', '\u0000', 'a\u0000b', '\ud800', '\u202e']) {
      assert.equal(await store.clarification(id), null);
      assert.equal(await store.job(id), null);
      assert.deepEqual(await store.items(id), []);
      assert.equal((await shown(store, { of: 'clarification', id })).clarification, null);
      assert.equal((await shown(store, { of: 'ask_items', ask: id })).ask, null);
    }
  },
});
