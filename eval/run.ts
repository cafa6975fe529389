/**
 * `npm run eval -- --data DIR`: every figure of what is settled without the person, on public data and on the project's own cases,
 * as one table. Ends with 1 where one is missed. `--against WORDS` prints the rows that count against the figures so named.
 */
import { parseArgs } from 'node:util';
import { type Figure, holds, tableOf } from './figures.ts';
import { heldOutFigures } from './held-out.ts';
import { ownFigures } from './own-cases.ts';
import { publicFigures } from './public-data.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, against: { type: 'string' } } });
if (values.data === undefined) {
  console.error(
    'Name the folder with the public data: npm run eval -- --data DIR. The own cases also run in npm test.',
  );
  process.exit(2);
}

const figures: Figure[] = [...publicFigures(values.data), ...ownFigures(), ...heldOutFigures()];
if (values.against !== undefined) {
  const wanted = values.against.toLowerCase();
  for (const { subject, what, against } of figures) {
    if (`${subject} ${what}`.toLowerCase().includes(wanted))
      console.log([`${subject}, ${what}:`, ...against, ''].join('\n'));
  }
}
console.log(tableOf(figures));
const missed = figures.filter((figure) => !holds(figure));
console.log(
  missed.length === 0 ? '\nAll figures hold.' : `\n${missed.length} of ${figures.length} figures are missed (!).`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
