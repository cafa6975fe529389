/**
 * Cases that no rule was ever written or mended by, to show how the rules do on words they have not met. Only what would be wrong has a
 * bar here. Whoever reads them to mend a rule moves them to cases/ and has new ones written.
 */
import { precisionAndRecall } from './automatic.ts';
import { pairsIn, repliesIn } from './case-files.ts';
import type { Figure } from './figures.ts';
import { promptFigures } from './prompts.ts';
import { foundSame, offeredSame, wronglyOffered, wrongSame } from './repeat-guard.ts';

export function heldOutFigures(): Figure[] {
  const pairs = pairsIn('held-out');
  const subject = 'cases that no rule has seen';
  return [
    wrongSame(subject, 'different, taken for the same', pairs),
    foundSame(subject, 'the same, found', pairs),
    offeredSame(subject, 'the same, at least offered', pairs),
    wronglyOffered(subject, 'different, offered', pairs),
    ...precisionAndRecall(subject, 'yes and no', repliesIn('held-out'), { precision: 98 }),
    ...promptFigures('prompts that no rule has seen', 'held-out'),
  ];
}
