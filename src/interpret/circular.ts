/** An order that cannot be kept: "run A after B, and B after A", in English and in Japanese. */
import type { Found } from './contradictions.ts';
import { OPPOSITES } from './opposites.ts';
import { isNounish, type Part, stemOf } from './prompt-words.ts';

/** +1 where what stands before comes later, -1 where it comes first. */
const ORDERS: ReadonlyMap<string, number> = new Map([
  ['after', 1],
  ['once', 1],
  ['following', 1],
  ['behind', 1],
  ['before', -1],
  ['until', 1],
]);
/** "Depends on", "waits for". */
const NEEDS = /^(?:depends?|relies|rely|waits?|builds?)$/;
/** That something is over, or under way, names nothing. */
const DONE =
  /^(?:finished|finishes|done|completed?|completes|ended|ready|over|started|loaded|only|begins?|up|online|running|available)$/;
/** "Start it before the tests and stop it after the tests" is no circle. */
const UNDOES =
  /^(?:stop|stops|close|closes|end|remove|removes|clean|cleanup|tear|delete|reset|restore|unlock|again|disable|shut)$/;
const STOPS = new Set([',', ';', ':', 'and', 'but', '.']);

interface Order {
  readonly at: number;
  readonly turn: number;
  readonly behind: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
  readonly first: ReadonlySet<string>;
}

const isName = (part: Part): boolean =>
  part.kind === 'quote' ||
  part.kind === 'number' ||
  isNounish(part) ||
  (part.kind === 'word' && part.text.length === 1 && part.raw !== part.text);

function namesOf(parts: readonly Part[], from: number, step: 1 | -1): Set<string> {
  const names = new Set<string>();
  const { sentence } = parts[from]!;
  for (let i = from + step; i >= 0 && i < parts.length && Math.abs(i - from) < 9; i += step) {
    const part = parts[i]!;
    if (part.sentence !== sentence || STOPS.has(part.text)) break;
    if (DONE.test(part.text)) continue;
    if (isName(part) || (/^[Aa]$/.test(part.raw) && part.raw === 'A')) names.add(stemOf(part.text));
  }
  // Of "service A" and "A" the letter is the name.
  const letters = [...names].filter((name) => name.length === 1);
  return letters.length === 1 ? new Set(letters) : names;
}

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): Set<string> =>
  new Set([...all].filter((word) => !some.has(word)));
const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && one.size === other.size && [...one].every((word) => other.has(word));

function ordersIn(parts: readonly Part[]): Order[] {
  const found: Order[] = [];
  for (const [at, { text }] of parts.entries()) {
    const needs = (text === 'on' || text === 'for') && NEEDS.test(parts[at - 1]?.text ?? '');
    const turn = needs ? 1 : ORDERS.get(text);
    if (turn === undefined || found.length > 10) continue;
    const [before, behind] = [namesOf(parts, at, -1), namesOf(parts, at, 1)];
    const [later, first] = turn === 1 ? [before, behind] : [behind, before];
    found.push({ at, turn, behind, later: without(later, first), first: without(first, later) });
  }
  return found;
}

/** The order that closes a circle with the one at `i`: "B after A", or by way of others "C after B, A after C". */
function closingOf(orders: readonly Order[], i: number): Order | undefined {
  const one = orders[i]!;
  const ways = orders.slice(i + 1);
  let reached = [one.later];
  for (let steps = 0; steps < ways.length && reached.length > 0; steps++) {
    const further = ways.filter(({ first }) => reached.some((names) => isSame(names, first)));
    const closing = further.find(({ later }) => isSame(later, one.first));
    if (closing !== undefined) return closing;
    reached = further.map(({ later }) => later);
  }
  return undefined;
}

/** "Show it before the deploy and hide it after the deploy". */
function opensWithOpposites(parts: readonly Part[], one: number, other: number): boolean {
  const theirs = OPPOSITES.get(parts[other]?.text ?? '');
  return (OPPOSITES.get(parts[one]!.text) ?? []).some(
    ({ axis, pole }) => theirs?.some((entry) => entry.axis === axis && entry.pole !== pole) ?? false,
  );
}

export function circularOrder(parts: readonly Part[], prose: string): Found[] {
  const orders = ordersIn(parts);
  for (const [i, one] of orders.entries()) {
    const next = orders[i + 1];
    // "Before the database and after the database".
    if (
      next !== undefined &&
      next.turn !== one.turn &&
      parts[next.at - 1]?.text === 'and' &&
      isSame(one.behind, next.behind) &&
      next.at - one.at < 6
    ) {
      const end = (at: number) => parts[Math.min(parts.length - 1, at + next.at - one.at - 2)]!.end;
      return [
        {
          axis: 'sequence',
          sides: [prose.slice(parts[one.at]!.start, end(one.at)), prose.slice(parts[next.at]!.start, end(next.at))],
          cosmetic: false,
          confidence: 0.75,
        },
      ];
    }
    const other = closingOf(orders, i);
    if (other === undefined) continue;
    const start = parts.findIndex(({ sentence }) => sentence === parts[one.at]!.sentence);
    // "If A is after B" tells a case; only an order is an order.
    const middle = parts.findIndex(({ text }, at) => at > one.at && at < other.at && STOPS.has(text));
    if (
      middle < 0 ||
      parts
        .slice(0, other.at)
        .some(
          ({ text }) =>
            /^(?:if|when|or|unless|whether|check|warn|reject|error|cycle|cycles|circular)$/.test(text) ||
            UNDOES.test(text),
        ) ||
      opensWithOpposites(parts, start, middle + 1)
    )
      return [];
    const end = parts.findIndex(
      ({ sentence, kind }, at) => at > other.at && (sentence !== parts[other.at]!.sentence || kind === 'mark'),
    );
    const text = (from: number, to: number) =>
      prose.slice(parts[from]!.start, to < 0 ? prose.length : parts[to]!.start).trim();
    return [
      { axis: 'sequence', sides: [text(start, middle), text(middle + 1, end)], cosmetic: false, confidence: 0.8 },
    ];
  }
  return [];
}

const JAPANESE_ORDER =
  /([^\s、。はがをに]{1,16})(?:は|を|が)、?([^\s、。はがをに]{1,16}?)(?:の|が|を)?(?:完了|終了|終わっ|実行|処理|起動|開始)?(?:した|し|た)?(?:の)?(後|あと|前)/g;

export function japaneseCircularOrder(text: string): Found[] {
  const orders = [...text.matchAll(JAPANESE_ORDER)].slice(0, 10);
  for (const [i, one] of orders.entries()) {
    const other = orders.slice(i + 1).find((next) => next[3] === one[3] && next[1] === one[2] && next[2] === one[1]);
    if (other !== undefined) return [{ axis: 'sequence', sides: [one[0], other[0]], cosmetic: false, confidence: 0.8 }];
  }
  return [];
}
