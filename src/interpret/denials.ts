/** The same thing wanted and ruled out: "no animations … with an animation", "never throws … throws", "ad-free … with ads". */
import type { Found } from './contradictions.ts';
import { between, deniedActs, PARTED, shown } from './denied-acts.ts';
import { denierOf, isDenier } from './negation.ts';
import { DETERMINERS, isNounish, type Part, rootOf, UNIVERSAL } from './prompt-words.ts';
import { someAndAll } from './some-and-all.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const ABSOLUTE = /^(?:no|without|zero|avoid)$/;
/** "Do not use cookies" rules cookies out; "not a cookie" tells what something is. */
const NOT_USED =
  /^(?:use|using|take|accept|have|need|require|contain|show|add|include|play|send|display|set|create|rely|make|write)$/;
/** What shows that a thing is really there, or done. */
const HAS =
  /^(?:with|us(?:e|es|ing)|ha(?:s|ve|ving)|via|through|by|(?:include|show|add|need|require|contain|offer|send|display|play|store|keep|set|write|put|create|take|accept|export|shoot|make|save|embed|insert|emit|define|type|check|render|throw|declare)s?)$/;
/** Of these nothing follows from a name that comes twice. */
const PLAIN = new Set(
  'thing things way time user users page app file files data code one person people line test name type value field list item'.split(
    ' ',
  ),
);
const CASES = /\b(?:or|if|when|unless|until|while|except|other|another|before|after|then|but)\b/;
/** "…, the tests may use them". */
const NEW_SUBJECT =
  /(?:[,;.]|\band) (?:the|an?|our) [\w-]+ (?:[\w-]+ )?(?:may|can|uses?|has|have|is|are|must|should|shows?|lists?|displays?|takes?|gets?|needs?)\b/;
const CHANGES = /^(?:remove|delete|drop|replace|convert|migrate|rename|change|switch|get rid)/;

interface Sentence {
  readonly from: number;
  readonly to: number;
}

/** A sentence and the next make a window; a prompt denies a thing close to where it wants it. */
function windowsOf(parts: readonly Part[]): Sentence[] {
  const starts = parts.flatMap(({ sentence }, i) => (i === 0 || parts[i - 1]!.sentence !== sentence ? [i] : []));
  return starts.slice(0, 60).map((from, i) => ({ from, to: starts[i + 2] ?? parts.length }));
}

export function denials(parts: readonly Part[], prose: string): Found[] {
  const denies = parts.some(({ text }) => isDenier(text));
  if (!denies && !parts.some(({ text }) => text === 'only')) return [];
  const found: Found[] = [];
  for (const { from, to } of windowsOf(parts)) {
    if (to - from > 120) continue;
    const text = prose.slice(parts[from]!.start, parts[to - 1]!.end).toLowerCase();
    if (TROUBLE_SENTENCE.test(text) || CHANGES.test(text)) continue;
    if (denies) found.push(...deniedThings(parts, from, to, prose), ...deniedActs(parts, from, to, prose));
    found.push(...someAndAll(text, prose.slice(parts[from]!.start)));
  }
  return found.filter((one, i) => found.findIndex((other) => other.sides.join() === one.sides.join()) === i);
}

/** A noun that is ruled out and there all the same. */
function deniedThings(parts: readonly Part[], from: number, to: number, prose: string): Found[] {
  const found: Found[] = [];
  for (let at = from; at < to; at++) {
    if (!isNounish(parts[at]) || isNounish(parts[at + 1]) || parts[at]!.text.length < 4 || PLAIN.has(parts[at]!.text))
      continue;
    // "Without JavaScript the page …, with it …": two cases.
    const denier = denierOf(parts, at);
    if (parts[denier]?.text === 'without' && (denier === 0 || parts[denier - 1]?.sentence !== parts[denier]!.sentence))
      continue;
    // "Nobody can hold it without the glove": the glove is what it takes.
    if (parts[denier]?.text === 'without' && /^(?:the|this|that|its|their)$/.test(parts[denier + 1]?.text ?? ''))
      continue;
    const contrast = isContrast(parts, denier);
    const ruled = contrast || ABSOLUTE.test(parts[denier]?.text ?? '') || NOT_USED.test(parts[denier + 1]?.text ?? '');
    if (denier < from || !ruled) continue;
    // "No user data is stored" is about storing; here a thing is ruled out as such.
    const inside = parts.slice(denier + 1, at);
    if (inside.some((part) => !isNounish(part) && !DETERMINERS.has(part.text) && !NOT_USED.test(part.text))) continue;
    if (limited(parts, at)) continue;
    for (let i = from; i < to; i++) {
      if (i === at || parts[i]!.kind !== 'word' || rootOf(parts[i]!.text) !== rootOf(parts[at]!.text)) continue;
      // "A card with no border" says nothing of the next sentence; "no borders" at the start of one does.
      const general =
        denier === 0 ||
        contrast ||
        isWelcome(parts, i) ||
        parts[denier - 1]!.sentence !== parts[denier]!.sentence ||
        /^(?:do|does|must|should|don't)$/.test(parts[denier - 1]!.text) ||
        /^(?:don't|doesn't)$/.test(parts[denier]!.text);
      if (parts[i]!.sentence !== parts[at]!.sentence && !general) continue;
      const owned = /^(?:its|their|whose)$/.test(parts[i - 1]?.text ?? '');
      if ((isNounish(parts[i + 1]) && !owned) || limited(parts, i)) continue;
      // "Without arrows that shoots arrows": the denial ends with the first.
      const again = denierOf(parts, i);
      if (again >= 0 && !(again === denier && /^(?:that|which|whose)$/.test(parts[at + 1]?.text ?? ''))) continue;
      const details = inside.filter(isNounish).map(({ text }) => text);
      if (
        details.length > 0 &&
        !details.every((word) => parts.slice(Math.max(from, i - 4), i).some(({ text }) => text === word))
      )
        continue;
      const named = i - 1 - details.length;
      const first = details.length > 0 && parts[named]?.text === 'the' ? named : firstHas(parts, from, i);
      // "…; with JavaScript the list is sorted": a sentence that begins so tells the other case.
      if (parts[first]!.text === 'with' && parts[first - 1]?.sentence !== parts[first]!.sentence) continue;
      const has = first < i || isWelcome(parts, i);
      // "The code is indented with tabs. Use spaces, not tabs": how it is, and how it shall be.
      if (
        contrast &&
        (i > denier || parts.slice(from, i).some(({ text }) => /^(?:is|are|was|were|has|have)$/.test(text)))
      )
        continue;
      const middle = between(parts, prose, at, i).replace(/\bcan only be\b/, '');
      const parted = isWelcome(parts, i) ? CASES.test(middle) : PARTED.test(middle) || NEW_SUBJECT.test(middle);
      if (!has || parted) continue;
      const sides: [string, string] = [
        shown(parts, prose, denier, at),
        shown(parts, prose, Math.max(from, firstHas(parts, from, i)), i),
      ];
      found.push({ axis: 'presence', sides: at < i ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.65 });
      break;
    }
  }
  return found;
}

/** "Spaces, not tabs". */
const isContrast = (parts: readonly Part[], denier: number): boolean =>
  parts[denier]?.text === 'not' &&
  parts[denier - 1]?.text === ',' &&
  isNounish(parts[denier + 1]) &&
  isNounish(parts[denier - 2]);

/** "Children are welcome". */
const isWelcome = (parts: readonly Part[], at: number): boolean =>
  /^(?:is|are)$/.test(parts[at + 1]?.text ?? '') &&
  /^(?:welcome|allowed|permitted|invited|included|fine|ok)$/.test(parts[at + 2]?.text ?? '');

/** The place of what shows that the thing at `at` is there, up to five words before it; `at` where nothing does. */
function firstHas(parts: readonly Part[], from: number, at: number): number {
  for (let i = at - 1, words = 0; i >= from && words < 5; i--) {
    if (/^[.;,]$/.test(parts[i]!.text)) return at;
    if (HAS.test(parts[i]!.text) || isIn(parts, i) || (i === at - 1 && /^(?:its|their|whose)$/.test(parts[i]!.text)))
      return i;
    if (parts[i]!.kind !== 'mark') words += 1;
  }
  return at;
}

/** "In its rows", "in two fields", "by the parameter". */
const isIn = (parts: readonly Part[], at: number): boolean =>
  /^(?:in|from|into)$/.test(parts[at]!.text) &&
  (/^(?:its|their|two|three|four|five|several|each|every)$/.test(parts[at + 1]?.text ?? '') ||
    parts[at + 1]?.kind === 'number');

/** "On mobile", "for guests": not everywhere. */
function limited(parts: readonly Part[], at: number): boolean {
  const [next, verb] = [parts[at + 1]?.text ?? '', parts[at + 2]?.text ?? ''];
  // "Don't send the mail yet."
  if (next === 'yet' && parts[at + 2]?.kind === 'mark') return true;
  // "A bow without arrows that shoots": it is the bow that shoots.
  if (/^(?:that|which)$/.test(next) && /[^s]s$/.test(parts[at]!.text) && /[^s]s$/.test(verb)) return false;
  if (UNIVERSAL.has(verb) || (verb === 'the' && UNIVERSAL.has(parts[at + 3]?.text ?? ''))) return false;
  return /^(?:on|for|in|at|during|to|from|than|if|when|unless|except|older|that|which|where|before|after|while)$/.test(
    parts[at + 1]?.text ?? '',
  );
}
