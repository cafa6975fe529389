/** The project's own cases, read by the rules themselves: a rule that loses one of them fails here. `npm run eval` measures the engine. */
import { describe, expect, it } from 'vitest';
import { holds, percent } from '../../eval/figures.ts';
import { namedIn, pairsIn, repliesIn } from './case-files.ts';
import { ownDangers, ownFigures } from './own-cases.ts';
import { promptsIn } from './prompts.ts';

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

  it('is measured on enough prompts of each kind, area and language', () => {
    const prompts = promptsIn('cases');
    expect(prompts.length).toBeGreaterThanOrEqual(240);
    expect(promptsIn('held-out').length).toBeGreaterThanOrEqual(80);
    const count = (wanted: (one: (typeof prompts)[number]) => boolean) => prompts.filter(wanted).length;
    expect(count(({ kind }) => kind === 'ordinary')).toBeGreaterThanOrEqual(100);
    expect(count(({ kind, expect: wanted }) => kind === 'opposites' && wanted === 'ask')).toBeGreaterThanOrEqual(80);
    expect(count(({ kind }) => kind === 'open-ended')).toBeGreaterThanOrEqual(30);
    for (const lang of ['en', 'ja']) expect(count((one) => one.lang === lang)).toBeGreaterThanOrEqual(40);
    for (const area of ['software', 'mods']) expect(count((one) => one.area === area)).toBeGreaterThanOrEqual(60);
  });
});
