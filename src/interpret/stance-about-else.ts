/** Whether what an answer says of a word is said of another thing, turns the word's meaning, or judges it: then the word is no choice. */
import { COPULAS, isNounish, type Part, PREPOSITIONS, rootOf, words } from './prompt-words.ts';
import { CHOOSES, isNot } from './stance-words.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly noun?: boolean;
}

export const textOf = (parts: readonly Part[], from: number, to: number): string =>
  parts
    .slice(from, Math.max(from, to))
    .map(({ text }) => text)
    .join(' ');

/** What people call the thing, or their choice, whatever it is. */
const GENERAL = words(
  `preference answer choice option decision version variant one ones thing things result part side word vote pick idea opinion way mode
  setting default requirement goal intention wish data file files page pages field value values record item items user users system service
  app list call function request response endpoint everything stuff side bit please thanks thank pls plz sure ok okay yes yeah course
  definitely state kind sort type style variety flavour flavor final mine ours instead today only caller callers customer customers people
  team player players client clients posts post top`,
);
const TASTES = /\bi (?:like|love|hate|enjoy)\b|\b(?:my|his|her|our|their)\b/;

const isForeign = (part: Part | undefined, known: ReadonlySet<string>): boolean =>
  part !== undefined &&
  part.kind === 'word' &&
  isNounish(part) &&
  !GENERAL.has(part.text) &&
  !isNot(part.text) &&
  !part.text.endsWith('ed') &&
  !part.text.endsWith('ing') &&
  ![...known].some((root) => root === rootOf(part.text) || (root.length > 3 && part.text.startsWith(root.slice(0, 4))));

/** "A cat on ice", "the weather is cold": said of a thing that the prompt does not have. */
export function isAboutElse(
  parts: readonly Part[],
  span: Span,
  start: number,
  end: number,
  known: ReadonlySet<string>,
): boolean {
  const lead = parts.slice(start, span.from);
  const foreign = lead.findLastIndex((part) => isForeign(part, known));
  const link = lead.at(-1)?.text ?? '';
  const links = lead.slice(foreign + 1).map(({ text }) => text);
  if (foreign >= 0) {
    if (span.noun && links.some((word) => PREPOSITIONS.has(word) && word !== 'of' && word !== 'from')) return true;
    if (links.some((word) => COPULAS.has(word)) && !CHOOSES.has(lead[foreign]!.text)) return true;
  }
  const next = parts[span.to];
  if (span.to < end && isForeign(next, known) && TASTES.test(textOf(parts, start, span.from))) return true;
  return span.noun === true && (link === 'on' || link === 'under') && isForeign(parts[start], known);
}
/** A word that may turn the meaning of what follows, for all that is known of it: "I regret hot". */
export const isUnread = (part: Part, known: ReadonlySet<string>): boolean =>
  part.kind === 'word' &&
  !part.joined &&
  (isForeign(part, known) || /.{3}(?:ed|ing)$/.test(part.text)) &&
  !CHOOSES.has(part.text) &&
  !GENERAL.has(part.text) &&
  !known.has(rootOf(part.text));

const GOOD =
  /^(?:fine|good|better|best|right|correct|ok|okay|great|perfect|it|what|the|my|a|an|wanted|preferred|needed|enough|required|important|for|to|in|on|by|at|and|so|then|way|much|more|definitely|clearly|really|always|only|just|i|meant|intended|nicer|safer|easier)$/;

/** "Frozen is terrible": what is said of the choice is not known to be good. */
export function isJudged(parts: readonly Part[], span: Span, end: number): boolean {
  const at = parts[span.to]?.text === 'one' || parts[span.to]?.text === 'part' ? span.to + 1 : span.to;
  const [verb, next] = [parts[at], parts[at + 1]];
  if (verb === undefined || next === undefined || at + 1 >= end) return false;
  return (
    /^(?:is|are|was|would|be|seems|looks|feels|sounds)$/.test(verb.text) &&
    !GOOD.test(next.text) &&
    !COPULAS.has(next.text)
  );
}
