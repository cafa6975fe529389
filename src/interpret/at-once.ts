/** What is wanted and undone in one breath: "enable and disable it at the same time", "nullable and not nullable". */
import type { Found } from './contradictions.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

/** Acts that are often done in turn, so that only "at the same time" makes them a contradiction. */
const REVERSIBLE =
  'enabl|disabl open|clos start|stop lock|unlock show|hid encrypt|decrypt mount|unmount connect|disconnect accept|reject add|remov import|export increas|decreas expand|collaps grow|shrink rais|lower heat|cool freez|melt maximi[sz]|minimi[sz] publish|unpublish subscrib|unsubscrib log in|log out turn on|turn off switch on|switch off push|pull attract|repel'
    .split(/ (?=[a-z]+(?:\[sz\])?\||log in|turn on|switch on)/)
    .map((pair) => pair.split('|').map((stem) => `${stem}(?:e|es|s|ing|ed)?`));
const AT_ONCE = /\b(?:at the same time|at once|simultaneously|in the same (?:moment|step|breath|click))\b/;

const QUALITY =
  /\b([a-z-]{3,30}) (?:and|but|yet)(?: also| at the same time)? not \1\b|\bnot ([a-z-]{3,30}) (?:and|but|yet)(?: also)? \2\b/;
const CHOICE = /\b(?:if|whether|when|or|either|toggle|switch|between|sometimes)\b/;

export function undoneAtOnce(prose: string): Found[] {
  const found: Found[] = [];
  for (const { 0: sentence, index } of [...prose.toLowerCase().matchAll(/[^.;!?\n]+/g)].slice(0, 60)) {
    if (sentence.length > 400 || TROUBLE_SENTENCE.test(sentence) || CHOICE.test(sentence)) continue;
    const words = (at: number, text: string) => prose.slice(index + at, index + at + text.length);
    const twice = QUALITY.exec(sentence);
    if (twice !== null) {
      const word = twice[1] ?? twice[2]!;
      found.push({
        axis: word,
        sides: [words(twice.index + twice[0].indexOf(word), word), `not ${word}`],
        cosmetic: false,
        confidence: 0.85,
      });
    }
    if (!AT_ONCE.test(sentence)) continue;
    for (const [one, other] of REVERSIBLE) {
      const pair = new RegExp(`\\b(${one}|${other}) (?:and|but|while|&) (?:also )?(${one}|${other})\\b`).exec(sentence);
      if (pair === null || pair[1]!.slice(0, 3) === pair[2]!.slice(0, 3)) continue;
      const sides: [string, string] = [
        words(pair.index, pair[1]!),
        words(pair.index + pair[0].length - pair[2]!.length, pair[2]!),
      ];
      found.push({ axis: 'act', sides, cosmetic: false, confidence: 0.8 });
    }
  }
  return found;
}
