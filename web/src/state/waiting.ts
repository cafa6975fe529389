/** All waiting questions, kept up to date by events. */
import { computed, signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { api, codeOf } from './api.ts';
import { heard, onEvent, onGap } from './live.ts';
import { serverNow } from './now.ts';

/** The first page is small, so that the first questions appear quickly. */
const FIRST_PAGE = 40;
const PAGE = 1_000;
/** With this many new ones at once, the list is read again instead of fetching each. */
const MANY = 30;

export const pending = signal<ReadonlyMap<string, Clarification>>(new Map());
/** `first`: the first page is loaded; `all`: everything is. */
export const loaded = signal<'nothing' | 'first' | 'all'>('nothing');
export const loadError = signal<unknown>(null);
export const waitingCount = computed(() => pending.value.size);

type Arrival = (fresh: readonly Clarification[]) => void;
interface Leaving {
  readonly by: string | null;
  readonly surface: string | null;
  readonly at: number;
  /** The type of the event. */
  readonly what: string;
}

type Departure = (gone: Clarification, how: Leaving) => void;
const arrivals = new Set<Arrival>();
const departures = new Set<Departure>();

/** Calls back for questions that arrive while the page is open. */
export function onArrival(listener: Arrival): void {
  arrivals.add(listener);
}

/** Calls back for questions that were settled elsewhere. */
export function onDeparture(listener: Departure): void {
  departures.add(listener);
}

/** Questions answered by this page; an older list must not bring them back. */
const away = new Set<string>();
let reading = 0;

export function takeAway(id: string): void {
  away.add(id);
  change((map) => map.delete(id));
}

export function putBack(clarification: Clarification): void {
  away.delete(clarification.id);
  change((map) => map.set(clarification.id, clarification));
}

function change(how: (map: Map<string, Clarification>) => void): void {
  const map = new Map(pending.peek());
  how(map);
  pending.value = map;
}

export async function loadWaiting(): Promise<void> {
  reading += 1;
  const mine = reading;
  const leftMeanwhile = new Set<string>();
  const cameMeanwhile = new Set<string>();
  const off = onEvent(({ type, clarification }) => {
    if (clarification === null) return;
    if (LEAVES.has(type) || type === 'clarification.snoozed') leftMeanwhile.add(clarification);
    if (type === 'clarification.returned') leftMeanwhile.delete(clarification);
    if (LOOK_AGAIN.has(type)) cameMeanwhile.add(clarification);
  });
  const found = new Map<string, Clarification>();
  /** Reads the page after a cursor, and returns the next cursor. */
  const readPage = async (limit: number, after?: string) => {
    const page = await api().clarifications({ status: 'pending', limit, ...(after ? { after } : {}) });
    if (mine !== reading) return undefined;
    for (const item of page.items) found.set(item.id, item);
    // The page may have ended within an ask, and an ask is shown whole.
    const cut = page.next === null ? undefined : page.items.at(-1)?.ask;
    change((map) => {
      for (const [id, item] of found)
        if (!away.has(id) && !leftMeanwhile.has(id) && (item.ask !== cut || map.has(id))) map.set(id, item);
    });
    if (loaded.value === 'nothing') loaded.value = 'first';
    return page.next ?? undefined;
  };
  try {
    // Questions between the list and the first event would be missed, so everything is read once events arrive.
    if (loaded.peek() === 'nothing') await readPage(FIRST_PAGE);
    await heard();
    found.clear();
    let after: string | undefined;
    do after = await readPage(PAGE, after);
    while (after);
    if (mine !== reading) return;
    // What the complete list lacks is gone, except for questions that arrived while it was read.
    change((map) => {
      for (const id of map.keys()) if (!found.has(id) && !cameMeanwhile.has(id)) map.delete(id);
    });
    loaded.value = 'all';
    loadError.value = null;
  } catch (error) {
    if (mine !== reading) return;
    loadError.value = error;
    setTimeout(() => mine === reading && void loadWaiting(), 3_000);
  } finally {
    off();
  }
}

const LEAVES = new Set([
  'clarification.answered',
  'clarification.declined',
  'clarification.revoked',
  'clarification.superseded',
  'clarification.withdrawn',
]);
const LOOK_AGAIN = new Set([
  'clarification.requested',
  'clarification.joined',
  'clarification.auto_resolved',
  'clarification.returned',
]);
/** The questions of an ask are put together, and put off together. */
const COMES_WHOLE = new Set(['clarification.requested', 'clarification.returned']);
/** What events have named: questions, each with its ask where all of it comes. */
const wanted = new Map<string, string | null>();
let flushing = false;
/** If thousands leave at once, the list is sorted once and not a thousand times. */
const TOGETHER_MS = 30;
const leaving = new Map<string, Leaving>();

function letLeave(): void {
  const gone = [...leaving].flatMap(([id, how]) => {
    const clarification = pending.peek().get(id);
    return clarification ? [{ clarification, how }] : [];
  });
  leaving.clear();
  if (gone.length === 0) return;
  change((map) => {
    for (const { clarification } of gone) map.delete(clarification.id);
  });
  for (const { clarification, how } of gone) for (const tell of departures) tell(clarification, how);
}

export function followWaiting(): void {
  onGap(() => void loadWaiting());
  onEvent(({ type, clarification: id, ask, data, at }) => {
    if (id === null) return;
    // It is put off, not settled: it goes without a notice, and may come back.
    if (type === 'clarification.snoozed') {
      away.delete(id);
      change((map) => map.delete(id));
    }
    if (LEAVES.has(type)) {
      wanted.delete(id);
      const { by = null, surface = null } = data as { by?: string | null; surface?: string | null };
      leaving.set(id, { by, surface, at, what: type });
      if (leaving.size === 1) setTimeout(letLeave, TOGETHER_MS);
    } else if (LOOK_AGAIN.has(type) && !away.has(id)) {
      if (type === 'clarification.auto_resolved' && !pending.peek().has(id)) return;
      wanted.set(id, COMES_WHOLE.has(type) ? ask : null);
      if (!flushing) void lookAgain();
    }
  });
}

/**
 * Fetches the questions that events have named, and with each new one all of its ask: the event of the first may be here before that of the
 * last, and keys would apply to a part of the card. Those that arrive meanwhile wait for the next round.
 */
async function lookAgain(): Promise<void> {
  flushing = true;
  try {
    while (wanted.size > 0) {
      const before = pending.peek();
      const named = new Map(wanted);
      wanted.clear();
      const asks = new Set([...named.values()].filter((ask) => ask !== null));
      if (named.size > MANY) await loadWaiting();
      else {
        const alone = [...named].flatMap(([id, ask]) => (ask === null ? [one(id)] : []));
        const found = (await Promise.all([...alone, ...[...asks].map(allOf)])).flat();
        change((map) => {
          for (const id of named.keys()) map.delete(id);
          for (const item of found) if (isWaiting(item) && !away.has(item.id)) map.set(item.id, item);
        });
      }
      const now = [...pending.peek().values()];
      const fresh = now.filter(({ id, ask }) => !before.has(id) && (named.has(id) || asks.has(ask)));
      if (fresh.length > 0) for (const tell of arrivals) tell(fresh);
    }
  } finally {
    flushing = false;
  }
}

/** A question that was put off comes back when its time is over, not when its own event is here. */
function isWaiting({ status, snoozedUntil }: Clarification): boolean {
  return status === 'pending' && (snoozedUntil === null || snoozedUntil <= serverNow());
}

const one = (id: string) => fetched(async () => [await api().clarification(id)]);

const allOf = (ask: string) =>
  fetched(async () => [...(await api().clarifications({ ask, status: 'pending', snoozed: 'included' })).items]);

async function fetched(read: () => Promise<Clarification[]>): Promise<Clarification[]> {
  try {
    return await read();
  } catch (error) {
    // Reading the list again finds what could not be fetched now.
    if (codeOf(error) !== 'clarification_unknown') setTimeout(() => void loadWaiting(), 2_000);
    return [];
  }
}
