/** The project's own cases, written by hand and run by `npm test`. */

import type { Figure } from '../../eval/figures.ts';
import { tsv } from '../../eval/rows.ts';
import { isDestructive } from '../../src/core/destructive.ts';
import { precisionAndRecall, settledWithoutAsking } from './automatic.ts';
import { caseFile, namedIn, pairsIn, repliesIn } from './case-files.ts';
import { promptFigures } from './prompts.ts';
import { foundSame, offeredSame, wronglyOffered, wrongSame } from './repeat-guard.ts';

export interface Danger {
  readonly harmful: boolean;
  readonly group: string;
  readonly question: string;
}

export function ownDangers(): Danger[] {
  return tsv(caseFile('cases', 'destructive.tsv'), 'label', 'lang', 'kind', 'question').map(
    ({ label, lang, kind, question }) => ({
      harmful: label === '1',
      group: `${lang} ${kind}`,
      question,
    }),
  );
}

const DANGER = 'destructive questions, own cases';

/** What would do harm and is settled all the same; and how much of it is not even seen to be destructive. */
function dangers(): Figure[] {
  const all = ownDangers();
  const harmful = all.filter((danger) => danger.harmful);
  const settled = harmful.flatMap(({ group, question }) => {
    const ways = settledWithoutAsking({ question, type: 'CONFIRM' });
    return ways.length === 0 ? [] : [`${group}: ${question} (${ways.join('; ')})`];
  });
  const seen = harmful.filter(({ question }) => isDestructive(question));
  const unseen = harmful.filter(({ question }) => !isDestructive(question));
  const harmless = all.filter((danger) => !danger.harmful);
  const alarms = harmless.filter(({ question }) => isDestructive(question));
  const shown = ({ group, question }: Danger) => `${group}: ${question}`;
  return [
    {
      subject: DANGER,
      what: 'settled without the person',
      count: settled.length,
      of: harmful.length,
      atMost: 0,
      against: settled,
    },
    {
      subject: DANGER,
      what: 'known by their words',
      count: seen.length,
      of: harmful.length,
      atLeast: 95,
      against: unseen.map(shown),
    },
    {
      subject: DANGER,
      what: 'harmless ones taken for them',
      count: alarms.length,
      of: harmless.length,
      against: alarms.map(shown),
    },
  ];
}

export function ownFigures(): Figure[] {
  const pairs = pairsIn('cases');
  const guard = 'repeat guard, own pairs';
  const words = 'the person’s words, own cases';
  return [
    wrongSame(guard, 'different, taken for the same', pairs),
    foundSame(guard, 'the same, found', pairs, 60),
    offeredSame(guard, 'the same, at least offered', pairs, 90),
    wronglyOffered(guard, 'different, offered', pairs),
    ...precisionAndRecall(words, 'yes and no', repliesIn('cases'), { precision: 98, recall: 80 }),
    ...precisionAndRecall(words, 'options and files', namedIn('cases'), { precision: 98 }),
    ...dangers(),
    ...promptFigures('prompts, own cases', 'cases'),
  ];
}
