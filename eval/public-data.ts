/** The figures on public data, which is read from a folder and never copied into the project. */
import { join } from 'node:path';
import { isDestructive } from '../src/core/destructive.ts';
import { readYesNo } from '../src/core/yes-no.ts';
import { answerFromPractice, answerFromWords } from './automatic.ts';
import type { Figure } from './figures.ts';
import { foundSame, offeredSame, type Pair, wronglyOffered, wrongSame } from './repeat-guard.ts';
import { jsonl, tsv } from './rows.ts';

export function publicFigures(folder: string): Figure[] {
  const at = (name: string): string => join(folder, name);
  return [
    ...repeatGuard(at('repeat-checklist.tsv'), at('repeat-agent-pairs.tsv')),
    ...indirectReplies(at('resolver-circa.tsv')),
    ...wordsOfManyLanguages(at('resolver-cldr-yesno.tsv')),
    ...sentinel(at('sentinel-in3.jsonl'), at('agent-questions-speckit.jsonl')),
  ];
}

function repeatGuard(checklist: string, agents: string): Figure[] {
  const pairs = tsv(checklist, 'label', 'test', 'q1', 'q2').map(
    ({ label, test, q1, q2 }): Pair => ({ same: label === '1', group: test, one: q1, other: q2 }),
  );
  const asked = tsv(agents, 'source', 'q1', 'q2').map(
    ({ source, q1, q2 }): Pair => ({ same: false, group: source, one: q1, other: q2 }),
  );
  const kind = (word: string) => pairs.filter(({ group }) => group.includes(word));
  const subject = 'repeat guard, public pairs';
  return [
    wrongSame(subject, 'CheckList: different, taken for the same', pairs),
    wrongSame(subject, 'agents’ questions: taken for the same', asked),
    foundSame(subject, 'CheckList: contractions found', kind('contraction'), 95),
    foundSame(subject, 'CheckList: paraphrases found', kind('paraphrase'), 40),
    foundSame(subject, 'CheckList: all the same, found', pairs, 25),
    offeredSame(subject, 'CheckList: the same, at least offered', pairs, 70),
    wronglyOffered(subject, 'CheckList: different, offered', pairs),
    wronglyOffered(subject, 'agents’ questions: different, offered', asked),
  ];
}

/** Replies that say yes or no by the way: the right thing is nearly always to ask. */
function indirectReplies(file: string): Figure[] {
  const rows = tsv(file, 'gold_relaxed', 'question', 'answer');
  const fired = rows.flatMap(({ gold_relaxed: gold, question, answer }) => {
    const read = readYesNo(answer, null, question) ?? answerFromWords({ question, type: 'CONFIRM' }, answer);
    return read === null ? [] : [`${question} | ${answer} → ${read} (${gold})`];
  });
  const subject = 'yes and no, public data';
  return [
    {
      subject,
      what: 'Circa: fires on indirect replies',
      count: fired.length,
      of: rows.length,
      atMost: 1,
      against: fired,
    },
  ];
}

/** The seed's own words hold everywhere, whatever another language makes of them. */
const SEED = new Set(['y', 'n', 'yes', 'no']);

/** Words for yes and no in all locales: none may be read as what it means the opposite of somewhere, unless the language is known. */
function wordsOfManyLanguages(file: string): Figure[] {
  const rows = tsv(file, 'locale', 'yesstr', 'nostr').map(({ locale, yesstr, nostr }) => ({
    locale,
    yes: yesstr.toLowerCase().split(':'),
    no: nostr.toLowerCase().split(':'),
  }));
  const yes = new Set(rows.flatMap((row) => row.yes));
  const no = new Set(rows.flatMap((row) => row.no));
  const turning = [...yes].filter((form) => no.has(form) && !SEED.has(form));
  const read = turning.filter((form) => readYesNo(form, null) !== null);
  const forms = rows.flatMap(({ locale, ...said }) => [
    ...said.yes.map((form) => ({ locale, form, says: 'Yes' })),
    ...said.no.map((form) => ({ locale, form, says: 'No' })),
  ]);
  const opposite = forms.filter(({ locale, form, says }) => ![null, says].includes(readYesNo(form, locale)));
  const ours = forms.filter(({ locale, form }) => /^(?:en|ja|zh|ko|es|de|fr|pt)$/.test(locale) && form.length > 1);
  const unread = ours.filter(({ locale, form, says }) => readYesNo(form, locale) !== says);
  const subject = 'yes and no, public data';
  const shown = ({ locale, form, says }: (typeof forms)[number]) => `${locale}: ${form} means ${says}`;
  return [
    {
      subject,
      what: 'CLDR: read although it turns elsewhere',
      count: read.length,
      of: turning.length,
      atMost: 0,
      against: read,
    },
    {
      subject,
      what: 'CLDR: read as the opposite',
      count: opposite.length,
      of: forms.length,
      atMost: 0,
      against: opposite.map(shown),
    },
    {
      subject,
      what: 'CLDR: words of the eight languages read',
      count: ours.length - unread.length,
      of: ours.length,
      against: unread.map(shown),
    },
  ];
}

interface In3 {
  readonly question: string;
  readonly options: readonly string[];
  readonly human_importance: string;
}

function sentinel(in3: string, speckit: string): Figure[] {
  const rows = jsonl<In3>(in3);
  const answered = ({ question, options }: Pick<In3, 'question' | 'options'>) =>
    [...(options.length > 0 ? [answerFromPractice({ question, type: 'SELECT_ONE', options })] : [])].concat(
      answerFromPractice({ question, type: 'FREE_TEXT' }),
      answerFromPractice({ question, type: 'CONFIRM' }),
    );
  const wrongly = (list: readonly { question: string; options: readonly string[] }[]) =>
    list.filter((row) => answered(row).some((answer) => answer !== null));
  const important = rows.filter(({ human_importance: importance }) => Number(importance) >= 2);
  const settled = wrongly(important);
  const real = jsonl<{ question: string }>(speckit).map(({ question }) => ({ question, options: [] }));
  const practice = wrongly(real);
  const flagged = real.filter(({ question }) => isDestructive(question));
  const subject = 'sentinel, public data';
  const shown = ({ question }: { question: string }) => question;
  return [
    {
      subject,
      what: 'IN3: important, answered by practice',
      count: settled.length,
      of: important.length,
      atMost: 0,
      against: settled.map(shown),
    },
    {
      subject,
      what: 'spec-kit: answered by practice',
      count: practice.length,
      of: real.length,
      against: practice.map(shown),
    },
    {
      subject,
      what: 'spec-kit: taken for destructive',
      count: flagged.length,
      of: real.length,
      against: flagged.map(shown),
    },
  ];
}
