/** The project's own cases hold the figures that `npm run eval` also asks of public data. */
import { describe, expect, it } from 'vitest';
import { namedIn, pairsIn, repliesIn } from '../../eval/case-files.ts';
import { type Figure, holds, percent, tableOf } from '../../eval/figures.ts';
import { ownDangers, ownFigures } from '../../eval/own-cases.ts';

const figures = ownFigures();

describe('what is settled without the person, on the project’s own cases', () => {
  it.each(figures.map((figure) => [`${figure.subject}: ${figure.what}`, figure] as const))('%s', (_name, figure) => {
    expect(holds(figure), `${percent(figure).toFixed(1)} %\n${figure.against.slice(0, 20).join('\n')}`).toBe(true);
  });

  it('is measured on enough cases of each kind, in the languages it is for', () => {
    const pairs = pairsIn('cases');
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    for (const group of ['en', 'ja', 'zh', 'mixed']) expect(pairs.some((pair) => pair.group === group)).toBe(true);
    const replies = repliesIn('cases').filter(({ gold }) => gold !== null);
    expect(replies.length).toBeGreaterThanOrEqual(300);
    const languages = new Set(replies.map(({ group }) => group));
    expect([...languages].sort()).toEqual(['de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'zh']);
    expect(namedIn('cases').length).toBeGreaterThanOrEqual(200);
    for (const lang of ['en', 'ja']) {
      const harmful = ownDangers().filter((danger) => danger.harmful && danger.group.startsWith(lang));
      expect(harmful.length).toBeGreaterThanOrEqual(50);
    }
  });

  it('shows a figure that is missed, or over nothing, as missed', () => {
    const figure: Figure = { subject: 's', what: 'w', count: 7, of: 10, atLeast: 70, against: [] };
    expect(holds(figure)).toBe(true);
    expect(holds({ ...figure, count: 6 })).toBe(false);
    expect(holds({ ...figure, count: 0, of: 0 })).toBe(false);
    expect(holds({ subject: 's', what: 'w', count: 1, of: 10, atMost: 0, against: [] })).toBe(false);
    expect(tableOf([{ ...figure, count: 6 }])).toMatch(/^s\n! w +60\.0 % +6\/10 +>= 70 %$/);
  });
});
