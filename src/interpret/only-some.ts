/** "Only admins may open /billing", and somebody else may as well. */
import type { Found } from './contradictions.ts';
import { ADVERBS, DETERMINERS, isNounish, type Part, rootOf, stemOf } from './prompt-words.ts';

const MAY = new Set('can may should must could are is'.split(' '));
const LINKS = new Set(
  'be able to allowed permitted also always too still to the a an any all their its every each of in on'.split(' '),
);
const ANYONE = new Set('everyone everybody anyone anybody nobody'.split(' '));

interface Right {
  readonly who: ReadonlySet<string>;
  readonly act: string;
  readonly on: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
}

/** Who may do what to what, from the place of the "may". */
function rightAt(parts: readonly Part[], may: number): Right | null {
  const { sentence } = parts[may]!;
  let from = may;
  const who = new Set<string>();
  while (from > 0 && may - from < 8 && parts[from - 1]!.sentence === sentence) {
    const part = parts[from - 1]!;
    if (part.kind === 'mark' || /^(?:and|but|that|so|only|if|when)$/.test(part.text)) break;
    if (isNounish(part) || ANYONE.has(part.text)) who.add(stemOf(part.text));
    from -= 1;
  }
  let verb = may + 1;
  while (
    verb < parts.length &&
    (LINKS.has(parts[verb]!.text) || ADVERBS.has(parts[verb]!.text)) &&
    parts[verb]!.text !== 'not'
  )
    verb += 1;
  const act = parts[verb];
  if (who.size === 0 || act === undefined || act.kind !== 'word' || act.sentence !== sentence || act.text === 'not')
    return null;
  const on = new Set<string>();
  let to = verb + 1;
  for (; to < parts.length && to < verb + 7 && parts[to]!.sentence === sentence; to++) {
    const part = parts[to]!;
    if ((part.kind === 'mark' && part.text !== '/') || /^(?:and|but|while|if|when|unless|too|that)$/.test(part.text))
      break;
    if (isNounish(part)) on.add(stemOf(part.text));
    else if (!DETERMINERS.has(part.text) && !LINKS.has(part.text) && part.text !== '/') break;
  }
  return { who, act: rootOf(act.text), on, from, to };
}

export function onlySome(parts: readonly Part[], prose: string): Found[] {
  if (!parts.some(({ text }) => text === 'only')) return [];
  const rights: (Right & { readonly sole: boolean })[] = [];
  for (const [at, { text, kind }] of parts.entries()) {
    if (kind !== 'word' || !MAY.has(text) || rights.length > 20) continue;
    const right = rightAt(parts, at);
    if (right !== null) rights.push({ ...right, sole: parts[right.from - 1]?.text === 'only' });
  }
  for (const one of rights.filter(({ sole }) => sole)) {
    const other = rights.find(
      (next) =>
        !next.sole &&
        next.act === one.act &&
        one.on.size === next.on.size &&
        [...one.on].every((word) => next.on.has(word)) &&
        ![...one.who].some((word) => next.who.has(word)) &&
        !parts
          .slice(Math.min(one.from, next.from), Math.max(one.to, next.to) + 2)
          .some(({ text }) => /^(?:own|if|when|unless|until|or|instead)$/.test(text)),
    );
    if (other === undefined) continue;
    const shown = ({ from, to }: Right) => prose.slice(parts[from]!.start, parts[to - 1]!.end);
    const sides: [string, string] = [`only ${shown(one)}`, shown(other)];
    return [
      { axis: 'who', sides: one.from < other.from ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.75 },
    ];
  }
  return [];
}
