/**
 * How an answer in English stands to a word it names: for it, against it, or neither. What is not plainly said counts as neither, since
 * a choice that is taken for its opposite is worse than one that is not understood.
 */
import { COPULAS, DETERMINERS, isNounish, type Part } from './prompt-words.ts';
import { isAboutElse, isJudged, isUnread, type Span, textOf } from './stance-about-else.ts';
import {
  ASKS,
  BEFORE,
  BELOW,
  CHOOSES,
  CONDITIONS,
  DENIES_ITSELF,
  EXCHANGES,
  GOES_ON,
  HARMLESS,
  HEDGES,
  IDIOMS,
  IN_TWO,
  isNot,
  LESS,
  NEGATED_VERB,
  OUT,
  REQUESTS,
  SOFTENS,
  STARTS,
} from './stance-words.ts';

/**
 * `less`: spoken against, without a word for the other ("too hot"). `unsure`: cannot be told. `asked`: a question, a guess.
 * `if`: under a condition. `past`: what was said or so before. `else`: said of another thing.
 */
export type Stance = 'for' | 'against' | 'less' | 'unsure' | 'asked' | 'if' | 'past' | 'else';

const isBoundary = ({ kind, text }: Part): boolean => kind === 'mark' && text !== '&' && text !== '/' && text !== '+';

interface Clause {
  readonly start: number;
  readonly end: number;
}

/** No clause that chooses is longer. */
const REACH = 30;

function clauseOf(parts: readonly Part[], { from, to }: Span): Clause {
  let start = from;
  while (start > Math.max(0, from - REACH) && !isBoundary(parts[start - 1]!)) start -= 1;
  let end = to;
  while (end < Math.min(parts.length, to + REACH) && !isBoundary(parts[end]!)) end += 1;
  return { start, end };
}

/** How each of the words that an answer names is spoken of, in its order. `known` are the roots of what the prompt is about. */
export function stancesOf(parts: readonly Part[], spans: readonly Span[], known: ReadonlySet<string>): Stance[] {
  const stances: Stance[] = [];
  for (const [i, span] of spans.entries()) {
    const before = spans[i - 1];
    const after = spans[i + 1];
    const joint = before === undefined ? '' : textOf(parts, before.to, span.from);
    // "Neither hot nor frozen", "not hot or frozen": one denial for both.
    const goesOn =
      /^(?:or|nor|and|\/|&)(?: (?:the|a|an))?$/.test(joint) &&
      stances[i - 1] === 'against' &&
      !isNot(parts[span.from]!.text);
    stances.push(goesOn ? 'against' : stanceOf(parts, span, before, after, known));
  }
  if (isGuessed(parts, spans)) return stances.map(() => 'asked');
  return stances;
}

/** "Hot, I guess": a clause that says no more than that all is a guess. */
function isGuessed(parts: readonly Part[], spans: readonly Span[]): boolean {
  return parts.some((part, at) => {
    if (!HEDGES.has(part.text)) return false;
    const { start, end } = clauseOf(parts, { from: at, to: at + 1 });
    return end - start <= 3 && !spans.some(({ from }) => from >= start && from < end);
  });
}

function stanceOf(
  parts: readonly Part[],
  span: Span,
  before: Span | undefined,
  after: Span | undefined,
  known: ReadonlySet<string>,
): Stance {
  const clause = clauseOf(parts, span);
  const start = Math.max(clause.start, before?.to ?? 0);
  const lead = leadOf(parts, start, span.from);
  const shares = before !== undefined && before.from >= clause.start;
  const whole = textOf(parts, clause.start, clause.end);
  const own = IDIOMS.test(textOf(parts, start, Math.min(clause.end, after?.from ?? clause.end)));
  if (own) return 'unsure';
  const answered = answeredBehind(parts, clause.end, after);
  const asked = isAsked(parts, span, clause) || parts.slice(start, clause.end).some(({ text }) => HEDGES.has(text));
  if (asked) return answered === 'no' ? 'against' : answered === 'yes' ? 'for' : 'asked';
  const denials = denialsIn(parts, lead, span, shares && /\bprefer/.test(whole)) + exchanged(parts, lead, span);
  const tail = tailOf(parts, span, clause.end, after);
  const against = denials + tail.denials + (answered === 'no' ? 1 : 0);
  if (parts.slice(lead, span.from).some(({ text }) => CONDITIONS.has(text))) return 'if';
  if (tail.unsure || against > 1)
    return denials === 1 && answered === 'no' && tail.denials === 0 ? 'against' : 'unsure';
  const words = parts.slice(lead, span.from).map(({ text }) => text);
  if (words.some((word) => LESS.has(word))) return against > 0 ? 'unsure' : 'less';
  if (against === 1) return denials === 1 && words.some((word) => SOFTENS.has(word)) ? 'less' : 'against';
  if (isAboutElse(parts, span, start, clause.end, known) || words.some((_, i) => isUnread(parts[lead + i]!, known)))
    return 'else';
  if (isJudged(parts, span, clause.end)) return 'unsure';
  if (REGRETS.test(whole) || isTakenBack(parts, clause, after)) return 'unsure';
  return words.some((word) => BEFORE.has(word)) ? 'past' : 'for';
}

const REGRETS =
  /\b(?:mistake\w*|accident\w*|gone|leftover|slipped|wrongly|kidding|joking|oversight|not)$|\b(?:mistakenly|accidentally|slipped|leftover|wrongly)\b|\b(?:by|in) (?:mistake|error|accident)\b/;

/** A clause before or behind that denies and names nothing of its own: "not, I repeat, frozen", "frozen, that was wrong". */
function isTakenBack(parts: readonly Part[], clause: Clause, after: Span | undefined): boolean {
  const mark = parts[clause.start - 1]?.text;
  let from = Math.max(0, clause.start - 1);
  while (from > Math.max(0, clause.start - REACH) && !isBoundary(parts[from - 1]!)) from -= 1;
  const led = parts.slice(from, Math.max(0, clause.start - 1));
  const last = led.at(-1)?.text ?? '';
  const greets = led.length === 1 && /^(?:no|nope|nah)$/.test(last) && mark !== ':';
  if (!greets && (isNot(last) || (mark === ':' && led.some(({ text }) => isNot(text))))) return true;
  if (
    /^(?:anything|everything|all|but|except)$/.test(last) &&
    (last === 'but' || last === 'except' || parts[clause.start]?.text === 'but')
  )
    return true;
  let end = clause.end;
  while (end < parts.length && isBoundary(parts[end]!)) end += 1;
  let to = end;
  while (to < Math.min(parts.length, end + REACH) && !isBoundary(parts[to]!)) to += 1;
  const behind = parts.slice(end, to);
  if (to === end || (after !== undefined && after.from < to)) return false;
  const denies = behind.some(({ text }) => isNot(text) || OUT.has(text) || /^(?:kidding|joking)$/.test(text));
  return (
    denies &&
    behind.every(
      (part) =>
        !isNounish(part) ||
        isNot(part.text) ||
        OUT.has(part.text) ||
        CHOOSES.has(part.text) ||
        /^(?:kidding|joking)$/.test(part.text),
    )
  );
}

/** Where what leads to a word begins: behind the last word that starts a clause. */
function leadOf(parts: readonly Part[], start: number, to: number): number {
  for (let i = to - 1; i >= start; i--) {
    const { text } = parts[i]!;
    if (
      text === 'but' &&
      /^(?:anything|everything|all|any|anyone|everyone|nothing|none|one)$/.test(parts[i - 1]?.text ?? '')
    )
      continue;
    if (text === 'instead' && parts[i + 1]?.text === 'of') continue;
    if (STARTS.has(text) && !(text === 'so' && isNot(parts[i - 1]?.text ?? ''))) return i + 1;
  }
  return start;
}

function denialsIn(parts: readonly Part[], from: number, span: Span, prefers: boolean): number {
  const text = textOf(parts, from, span.from).replace(HARMLESS, '');
  const words = text.split(' ').filter((word) => word !== '');
  let found = 0;
  for (const [i, word] of words.entries()) {
    const last = words[i - 1] ?? '';
    if (word === 'longer' || (word === 'ever' && last === 'never')) continue;
    if (isNot(word)) found += 1;
    else if (word === 'but' && /^(?:anything|everything|all|any|anyone|everyone|one)$/.test(last)) found += 1;
    else if (IN_TWO.get(word)?.has(last)) found += 1;
    else if (/^(?:out|off|away)$/.test(word) && /^(?:leave|leaves|leaving|keep|take|throw|cut)$/.test(last))
      found += last === 'cut' ? 0 : 1;
    else if (word === 'from' && words.slice(0, i).some((one) => EXCHANGES.has(one) || /^(?:go|move)$/.test(one)))
      found += 1;
    else if (
      BELOW.has(word) &&
      words.slice(i + 1).every((one) => DETERMINERS.has(one) || one === 'having' || one === 'being')
    )
      found += 1;
    else if (word === 'to' && prefers && words.slice(i + 1).every((one) => DETERMINERS.has(one))) found += 1;
  }
  // "Leave the frozen part out".
  if (
    /^(?:leave|take|throw)$/.test(words[0] ?? '') &&
    /^(?:\w+ )?(?:out|off|away)\b/.test(textOf(parts, span.to, span.to + 3))
  )
    found += 1;
  return found;
}

/** "Replace hot with frozen". */
function exchanged(parts: readonly Part[], from: number, span: Span): number {
  const leads = parts.slice(from, span.from).some(({ text }) => EXCHANGES.has(text));
  return leads && /^(?:\w+ )?(?:to|into|with|for|by)\b/.test(textOf(parts, span.to, span.to + 2)) ? 1 : 0;
}

/** What is said of a word behind it, in its own clause: "hot is out", "the hot one should go". */
function tailOf(
  parts: readonly Part[],
  span: Span,
  clauseEnd: number,
  after: Span | undefined,
): { readonly denials: number; readonly unsure: boolean } {
  const end = Math.min(clauseEnd, after?.from ?? clauseEnd);
  const last = after !== undefined && after.from <= clauseEnd;
  let denials = 0;
  for (let i = span.to; i < end; i++) {
    const { text } = parts[i]!;
    const rest = textOf(parts, i, end);
    const verb = NEGATED_VERB.exec(rest)?.[0];
    if (verb !== undefined) {
      const goes = rest.slice(verb.length);
      if (last && goes === '') continue;
      if (goes.split(' ').some((word) => OUT.has(word))) return { denials: 0, unsure: true };
      return DENIES_ITSELF.test(goes) ? { denials: denials + 1, unsure: false } : { denials, unsure: true };
    }
    if (
      /^(?:no|not|nope|nah)$/.test(text) &&
      (i === end - 1 || /^\w+ (?:thanks|way|please|good|thank|more|longer|needed|wanted)\b/.test(rest))
    ) {
      // Right before another word it speaks against that one.
      if (!(last && i === end - 1)) denials += 1;
      continue;
    }
    if (isNot(text) && !last) return { denials, unsure: true };
    if (GOES_ON.has(text) && !/^(?:has|needs|ought) to/.test(textOf(parts, i - 1, i + 1))) break;
    if (OUT.has(text) && (COPULAS.has(parts[i - 1]!.text) || DETERMINERS.has(parts[i - 1]!.text) || i === span.to))
      denials += 1;
    if (
      /^(?:should|must|can|may|to|could) (?:go|disappear|leave|be (?:dropped|removed|deleted|ignored|cut|left out|forgotten))\b/.test(
        rest,
      )
    )
      return { denials: denials + 1, unsure: false };
  }
  return { denials, unsure: false };
}

/** "Frozen? No, hot", "hot: yes". */
function answeredBehind(parts: readonly Part[], clauseEnd: number, after: Span | undefined): 'yes' | 'no' | null {
  let from = clauseEnd;
  while (from < parts.length && isBoundary(parts[from]!)) from += 1;
  let to = from;
  while (to < Math.min(parts.length, from + REACH) && !isBoundary(parts[to]!)) to += 1;
  if (from >= (after?.from ?? parts.length) || to > (after?.from ?? parts.length)) return null;
  const text = textOf(parts, from, to);
  if (
    /^(?:no|nope|nah|never|wrong|no way|no thanks|no thank you|not that|not this|not really|please no|god no|hell no|certainly not|absolutely not|of course not|please don't)$/.test(
      text,
    )
  )
    return 'no';
  return /^(?:yes|yeah|yep|yup|sure|exactly|yes please|of course|right)$/.test(text) ? 'yes' : null;
}

function isAsked(parts: readonly Part[], span: Span, clause: Clause): boolean {
  const { sentence } = parts[span.from]!;
  let start = span.from;
  while (start > Math.max(0, span.from - 2 * REACH) && parts[start - 1]!.sentence === sentence) start -= 1;
  let end = span.to;
  while (end < Math.min(parts.length, span.to + 2 * REACH) && parts[end]!.sentence === sentence) end += 1;
  const text = textOf(parts, start, end);
  if (REQUESTS.test(text)) return false;
  if (ASKS.test(text)) return true;
  // "Hot, ok?" asks for nothing; "hot?" does.
  const mark = parts[end - 1]!;
  return mark.text === '?' && clause.end === end - 1 && mark.end !== parts[end]?.start;
}
