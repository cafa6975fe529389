/** Replies to a yes/no question that is shown: fresh ones, indirect ones (Circa), and the words of all languages (CLDR). */
import { join } from 'node:path';
import type { AskOnce } from '../src/index.ts';
import { type Figure, share } from './figures.ts';
import { freshCases, inBatches, inPlace, policyWith, settledIn } from './place.ts';
import { jsonl, tsv } from './rows.ts';
import { readReply } from './words.ts';

interface Reply {
  readonly question: string;
  readonly reply: string;
  readonly expect: 'yes' | 'no' | 'neither';
}

const SUBJECT = 'replies to a question that is shown';

async function freshReplies(askonce: AskOnce): Promise<Figure[]> {
  const rows = jsonl<Reply>(freshCases('replies.jsonl'));
  const all = await inBatches(rows, async (row) => ({
    ...row,
    read: (await readReply(askonce, row.question, row.reply))?.toLowerCase() ?? 'neither',
  }));
  type One = (typeof all)[number];
  const text = ({ question, reply, expect, read }: One) => `${question} | ${reply} → ${read}, not ${expect}`;
  const wrong = ({ expect, read }: One) => read !== 'neither' && read !== expect;
  const plain = all.filter(({ expect }) => expect !== 'neither');
  return [
    share(SUBJECT, 'fresh: read as what they do not say', all, wrong, text, { atMost: 0, unit: 'rows' }),
    share(SUBJECT, 'fresh: yes and no, understood', plain, ({ expect, read }) => read === expect, text),
  ];
}

/** Replies that say yes or no by the way: the right thing is nearly always to leave the question open. */
async function circa(askonce: AskOnce, file: string): Promise<Figure[]> {
  const rows = tsv(file, 'gold_relaxed', 'question', 'answer');
  const all = await inBatches(rows, async ({ gold_relaxed: gold, question, answer }) => {
    const session = askonce.session(undefined, { policy: policyWith('input') });
    await session.observe(answer);
    const before = settledIn(await session.ask({ question, type: 'CONFIRM' }, { wait: false }));
    return { gold, question, answer, before, reply: await readReply(askonce, question, answer) };
  });
  const text = ({ question, answer, before, reply, gold }: (typeof all)[number]) =>
    `${question} | ${answer} → ${before?.answer ?? reply} (${gold})`;
  return [
    share(SUBJECT, 'Circa: read in reply', all, ({ reply }) => reply !== null, text, { atMost: 1 }),
    share(SUBJECT, 'Circa: said before, and settled', all, ({ before }) => before !== null, text, { atMost: 0 }),
  ];
}

/** The seed's own words hold everywhere, whatever another language makes of them. */
const SEED = new Set(['y', 'n', 'yes', 'no']);

async function cldr(askonce: AskOnce, file: string): Promise<Figure[]> {
  const forms = tsv(file, 'locale', 'yesstr', 'nostr').flatMap(({ locale, yesstr, nostr }) => {
    const of = (text: string, says: 'Yes' | 'No') =>
      text
        .toLowerCase()
        .split(':')
        .map((form) => ({ locale, form, says }));
    return [...of(yesstr, 'Yes'), ...of(nostr, 'No')].filter(({ form }) => form.trim() !== '');
  });
  const question = 'Should I add tests?';
  const all = await inBatches(forms, async (form) => ({
    ...form,
    read: await readReply(askonce, question, form.form, form.locale),
  }));
  const meaning = (says: string) => new Set(forms.filter((one) => one.says === says).map(({ form }) => form));
  const no = meaning('No');
  const turning = [...meaning('Yes')].filter((form) => no.has(form) && !SEED.has(form));
  const without = await inBatches(turning, async (form) => ({ form, read: await readReply(askonce, question, form) }));
  const text = ({ locale, form, says, read }: (typeof all)[number]) => `${locale}: ${form} means ${says}, read ${read}`;
  const whole = all.filter(({ form }) => [...form].length > 1);
  const opposite = ({ read, says }: (typeof all)[number]) => read !== null && read !== says;
  return [
    share(SUBJECT, 'CLDR: read as the opposite', all, opposite, text, { atMost: 0 }),
    share(SUBJECT, 'CLDR: whole words understood, language known', whole, ({ read, says }) => read === says, text),
    share(
      SUBJECT,
      'CLDR: read, language unknown, though it turns elsewhere',
      without,
      ({ read }) => read !== null,
      ({ form }) => form,
      { atMost: 0 },
    ),
  ];
}

export async function replyFigures(data: string): Promise<Figure[]> {
  return inPlace(async (place) => {
    const askonce = await place.open('replies');
    return [
      ...(await freshReplies(askonce)),
      ...(await circa(askonce, join(data, 'resolver-circa.tsv'))),
      ...(await cldr(askonce, join(data, 'resolver-cldr-yesno.tsv'))),
    ];
  });
}
