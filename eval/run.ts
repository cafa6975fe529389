/**
 * `npm run eval -- --data DIR`: how right automatic answers are, measured through the public API on public data and on fresh cases, as
 * one table with what is wanted beside it. Ends with 1 where a figure is missed. `--only guard,words` measures some groups;
 * `--against WORDS` prints the rows that count against the figures so named.
 * `--round N` reads the fresh cases of that round, in `eval/cases/fresh-N`; the first round, in `fresh`, is the default. `--fresh NAME` reads
 * those in `eval/cases/NAME`.
 * `--model NAME` measures how prompts are read with a model of yours beside the rules, and nothing else.
 */
import { parseArgs } from 'node:util';
import { dangerFigures } from './danger.ts';
import { type Figure, holds, tableOf } from './figures.ts';
import { guardFigures } from './guard.ts';
import { interpreterFigures } from './interpreter.ts';
import { readRound } from './place.ts';
import { promptFigures } from './prompts.ts';
import { replyFigures } from './replies.ts';
import { sizeFigures } from './size.ts';
import { wordFigures } from './words.ts';

const GROUPS: Record<string, (data: string) => Figure[] | Promise<Figure[]>> = {
  guard: guardFigures,
  words: wordFigures,
  replies: replyFigures,
  danger: dangerFigures,
  prompts: promptFigures,
  size: sizeFigures,
};

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
    model: { type: 'string' },
    fresh: { type: 'string' },
    round: { type: 'string', default: '1' },
  },
});
const { data, against } = values;
readRound(values.fresh ?? (values.round === '1' ? 'fresh' : `fresh-${values.round}`));
const groups = values.only?.split(',') ?? Object.keys(GROUPS);
const unknown = groups.find((name) => !Object.hasOwn(GROUPS, name));
if (values.model === undefined && (data === undefined || unknown !== undefined)) {
  const known = Object.keys(GROUPS).join(', ');
  console.error(
    data === undefined
      ? 'Name the folder with the public data: npm run eval -- --data DIR.'
      : `There is no group “${unknown}”. Known: ${known}.`,
  );
  process.exit(2);
}

const figures: Figure[] = values.model === undefined ? [] : await interpreterFigures(data, values.model);
for (const name of values.model === undefined ? groups : []) {
  const start = Date.now();
  figures.push(...(await GROUPS[name]!(data!)));
  console.error(`${name}: ${((Date.now() - start) / 1_000).toFixed(1)} s`);
}
if (against !== undefined) {
  for (const { subject, what, against: rows } of figures) {
    if (`${subject} ${what}`.toLowerCase().includes(against.toLowerCase()))
      console.log([`${subject}, ${what}:`, ...rows, ''].join('\n'));
  }
}
console.log(tableOf(figures));
const missed = figures.filter((figure) => !holds(figure));
console.log(
  missed.length === 0 ? '\nAll figures hold.' : `\n${missed.length} of ${figures.length} figures are missed (!).`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
