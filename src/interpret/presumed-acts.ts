/**
 * What cannot be done, and what happens when it is: "cannot be eaten and restores hunger when eaten". And what is done away with and used
 * on: "remove the database and keep storing the orders in the database".
 */
import type { Found } from './contradictions.ts';
import { ADVERBS, DETERMINERS, isNounish, type Part, stemOf, words } from './prompt-words.ts';
import { actOf } from './same-verb.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const CANNOT = /^(?:cannot|can't|never)$/;
/** Behind what cannot be done they say that it holds in every case. */
const GOES_ON = words('and but , that which yet . ; at');
const PRESUMES = words('when whenever if after by once while');
/** Who tells what happens at a try contradicts nothing. */
const TRIES =
  /\b(?:error|warn|warns|warning|message|reject|rejects|refuse|refuses|fail|fails|try|tries|trying|attempts?|alert|instead|unless|until|except|otherwise|only|without)\b/;
const FURTHEST = 16;

export function presumedActs(parts: readonly Part[], prose: string): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < parts.length - 2 && found.length < 2; at++) {
    const { text } = parts[at]!;
    if (CANNOT.test(text) || (text === 'can' && isNobody(parts, at))) {
      const one = presumedBehind(parts, at, prose);
      if (one !== null) found.push(one);
    } else if (DOES_AWAY.has(text)) {
      const one = usedBehind(parts, at, prose) ?? namedBehind(parts, at, prose);
      if (one !== null) found.push(one);
    }
  }
  return found;
}

const isNobody = (parts: readonly Part[], at: number): boolean =>
  parts[at + 1]?.text === 'not' ||
  parts[at - 1]?.text === 'nobody' ||
  (parts[at - 1]?.text === 'one' && parts[at - 2]?.text === 'no');

function presumedBehind(parts: readonly Part[], at: number, prose: string): Found | null {
  let verb = at + 1;
  while (/^(?:be|not|ever)$/.test(parts[verb]?.text ?? '')) verb += 1;
  if (parts[verb]?.kind !== 'word' || parts[verb]!.text.length < 3 || ADVERBS.has(parts[verb]!.text)) return null;
  const act = actOf(parts[verb]!.text);
  let to = verb + 1;
  if (/^(?:in|on|it|up|them)$/.test(parts[to]?.text ?? '')) to += 1;
  if (!GOES_ON.has(parts[to]?.text ?? '') || (parts[to]!.text === 'at' && parts[to + 1]?.text !== 'all')) return null;
  const { sentence } = parts[at]!;
  for (let i = to; i < parts.length && i < to + FURTHEST && parts[i]!.sentence <= sentence + 1; i++) {
    if (!PRESUMES.has(parts[i]!.text)) continue;
    for (let done = i + 1; done < i + 5 && parts[done]?.sentence === parts[i]!.sentence; done++) {
      const part = parts[done]!;
      if (/^(?:not|n't|never|no|and|but|,)$/.test(part.text)) break;
      if (part.kind !== 'word' || part.text.length < 3 || actOf(part.text) !== act) continue;
      if (DETERMINERS.has(parts[done - 1]!.text)) continue;
      const start = parts[Math.max(0, at - 1)]!.start;
      const text = prose.slice(start, part.end + 40).toLowerCase();
      if (TRIES.test(text) || TROUBLE_SENTENCE.test(text)) return null;
      const sides: [string, string] = [
        prose.slice(parts[at]!.start, parts[verb]!.end),
        prose.slice(parts[i]!.start, part.end),
      ];
      return { axis: 'act', sides, cosmetic: false, confidence: 0.75 };
    }
  }
  return null;
}

const DOES_AWAY = words('remove drop delete uninstall scrap abolish eliminate rid');
const GOES_ON_WITH = words('keep keeps continue continues still');
const OTHER_ONE = words('new other another backup copy second replacement then until before after if when while');

/** The nouns from `at` on, past its determiners, as one string; and where they end. */
function thingFrom(parts: readonly Part[], at: number): { readonly name: string; readonly to: number } {
  let from = at;
  while (DETERMINERS.has(parts[from]?.text ?? '')) from += 1;
  let to = from;
  while (isNounish(parts[to]) && parts[to]!.sentence === parts[at]!.sentence) to += 1;
  const name = parts
    .slice(from, to)
    .map(({ text }) => stemOf(text))
    .join(' ');
  return { name, to };
}

function usedBehind(parts: readonly Part[], at: number, prose: string): Found | null {
  if (!/^(?:the|our|all|this|that|every|its)$/.test(parts[at + 1]?.text ?? '')) return null;
  const { name, to } = thingFrom(parts, at + 1);
  const joint = parts[to]?.text === ',' ? to + 1 : to;
  if (name === '' || !/^(?:and|but|\.|;)$/.test(parts[joint]?.text ?? '')) return null;
  const goesOn = joint + 1;
  if (!GOES_ON_WITH.has(parts[goesOn]?.text ?? '') || !laterVerb(parts, goesOn).endsWith('ing')) return null;
  for (let i = goesOn + 2; i < parts.length && i < goesOn + FURTHEST; i++) {
    const { text, sentence } = parts[i]!;
    if (sentence !== parts[goesOn]!.sentence || OTHER_ONE.has(text)) return null;
    if (!/^(?:the|our|this|that|all|every|its)$/.test(text)) continue;
    const again = thingFrom(parts, i);
    if (again.name !== name) continue;
    const sides: [string, string] = [
      prose.slice(parts[at]!.start, parts[to - 1]!.end),
      prose.slice(parts[goesOn]!.start, parts[again.to - 1]!.end),
    ];
    return { axis: 'act', sides, cosmetic: false, confidence: 0.75 };
  }
  return null;
}

/** "Remove the dependency on lodash. … Use lodash's debounce": what is done away with by its name is used all the same. */
function namedBehind(parts: readonly Part[], at: number, prose: string): Found | null {
  let from = at + 1;
  while (/^(?:the|our|all|any|every|of|on|dependency|dependencies|use|uses|usage)$/.test(parts[from]?.text ?? ''))
    from += 1;
  const name = parts[from];
  // A thing with an article may be there twice; a name is one.
  if (
    name === undefined ||
    !isNounish(name) ||
    isNounish(parts[from + 1]) ||
    parts[from + 1]?.kind === 'number' ||
    (from > at + 1 && /^(?:the|our|all|any|every)$/.test(parts[from - 1]!.text))
  )
    return null;
  for (let i = from + 1; i < parts.length && i < from + 3 * FURTHEST && parts[i]!.sentence <= name.sentence + 3; i++) {
    const { text, sentence } = parts[i]!;
    if (REPLACES.test(text)) return null;
    if (
      sentence === name.sentence ||
      text.replace(/'s$/, '') !== name.text ||
      !/^(?:use|using|with|via|through|add|import)$/.test(parts[i - 1]!.text)
    )
      continue;
    const start = parts.findIndex((part) => part.sentence === sentence);
    if (
      !isOrdered(parts, start) ||
      TROUBLE_SENTENCE.test(prose.slice(parts[start]!.start, parts[i]!.end).toLowerCase())
    )
      return null;
    const sides: [string, string] = [
      prose.slice(parts[at]!.start, name.end),
      prose.slice(parts[i - 1]!.start, parts[i]!.end),
    ];
    return { axis: 'act', sides, cosmetic: false, confidence: 0.75 };
  }
  return null;
}
const REPLACES =
  /^(?:other|another|then|until|before|after|if|when|while|instead|own|except|only|from|version|currently|still|replace|without|not|no)$/;
/** No noun is said to do it: "use", "format the dates with". */
const isOrdered = (parts: readonly Part[], at: number): boolean =>
  !DETERMINERS.has(parts[at]!.text) &&
  !/^(?:it|they|we|you)$/.test(parts[at]!.text) &&
  (DETERMINERS.has(parts[at + 1]?.text ?? '') ||
    isNounish(parts[at + 1]) ||
    /^(?:use|add|import)$/.test(parts[at]!.text));

const laterVerb = (parts: readonly Part[], at: number): string => {
  const next = parts[at + 1]?.text ?? '';
  return next === 'to' ? `${parts[at + 2]?.text ?? ''}ing` : next;
};
