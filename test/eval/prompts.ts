/** How prompts are interpreted by the rules: what is asked that need not be, what is missed, and what an answer settles. */

import type { Figure } from '../../eval/figures.ts';
import { jsonl } from '../../eval/rows.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { caseFile } from './case-files.ts';

export interface PromptCase {
  readonly prompt: string;
  /** With an answer: what the answer does to the question that the prompt leads to. */
  readonly answer?: string;
  readonly expect: 'ask' | 'proceed' | 'settles' | 'fails';
  readonly kind: 'opposites' | 'open-ended' | 'ordinary' | 'vague' | 'nonsense' | 'gating';
  readonly area: 'software' | 'mods';
  readonly lang: 'en' | 'ja';
  /** Words that the question must have. */
  readonly names?: readonly string[];
}

export const promptsIn = (folder: string): PromptCase[] => jsonl<PromptCase>(caseFile(folder, 'prompts.jsonl'));

/** What became of it, in the words of `expect`. A question that leaves out what it is about is no good question. */
function outcomeOf({ prompt, answer, names = [] }: PromptCase): string {
  const first = interpret({ resolvedPrompt: prompt, originalPrompt: prompt });
  if (answer === undefined) {
    if (first.kind === 'spec') return 'proceed';
    return names.every((name) => first.question.includes(name)) ? 'ask' : 'asks without naming';
  }
  if (first.kind === 'spec') return 'not asked';
  const { conflict } = first;
  const second = interpret({ resolvedPrompt: prompt, originalPrompt: prompt, conflict, answer });
  return second.kind === 'spec' ? 'settles' : 'fails';
}

const shown = ({ prompt, answer, kind, lang }: PromptCase): string =>
  `${lang} ${kind}: ${prompt}${answer === undefined ? '' : ` <- ${answer}`}`;

export function promptFigures(subject: string, folder: string): Figure[] {
  const cases = promptsIn(folder).map((row) => ({ row, right: outcomeOf(row) === row.expect }));
  const share = (
    what: string,
    wanted: (row: PromptCase) => boolean,
    bar: Pick<Figure, 'atLeast' | 'atMost'>,
  ): Figure => {
    const of = cases.filter(({ row }) => wanted(row));
    const good = of.filter(({ right }) => right);
    const bad = of.filter(({ right }) => !right);
    const against = bad.map(({ row }) => shown(row));
    return {
      subject,
      what,
      count: bar.atMost === undefined ? good.length : bad.length,
      of: of.length,
      ...bar,
      against,
    };
  };
  const asks = (kind: PromptCase['kind']) => (row: PromptCase) => row.expect === 'ask' && row.kind === kind;
  return [
    share('asked without need', ({ expect }) => expect === 'proceed', { atMost: 3 }),
    share('opposites, asked about', asks('opposites'), { atLeast: 95 }),
    share('contradictions of other kinds, asked about', asks('open-ended'), { atLeast: 50 }),
    share('vague, asked about', asks('vague'), { atLeast: 95 }),
    share('nonsense, asked about', asks('nonsense'), { atLeast: 95 }),
    share('blocks with a conflict in what they do', asks('gating'), { atLeast: 100 }),
    share('answers that settle it', ({ expect }) => expect === 'settles', { atLeast: 100 }),
    share('answers that settle nothing, refused', ({ expect }) => expect === 'fails', { atLeast: 100 }),
  ];
}
