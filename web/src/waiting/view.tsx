/** All waiting questions, one card below the other. */
import { effect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useKeys } from '../shell/keyboard.ts';
import { messageOf } from '../state/api.ts';
import { bySession, order } from '../state/settings.ts';
import { loadError, loaded, waitingCount } from '../state/waiting.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { CardView } from './card.tsx';
import type { Row } from './cards.ts';
import { cards, current, move, query, rows } from './current.ts';
import { FilterBar } from './filter-bar.tsx';
import { filter, NO_FILTER } from './filters.ts';
import { waitingKeys } from './keys.ts';
import { useLinked } from './linked.ts';
import { PutOff } from './put-off.tsx';

export function WaitingView() {
  const reach = useRef<(key: string) => void>(() => {});
  const show = useMemo(() => shower((key) => reach.current(key)), []);
  useKeys(useMemo(() => waitingKeys(show), [show]));
  useFollowing(show);
  useLinked(show);
  const shown = rows.value;
  const positions = useMemo(() => new Map(cards.value.map(({ key }, index) => [key, index])), [cards.value]);
  return (
    <div class="mx-auto max-w-3xl">
      <Toolbar />
      {shown.length === 0 ? (
        <Empty />
      ) : (
        <div {...listRole(bySession.value)} aria-busy={loaded.value !== 'all'}>
          <VirtualList
            rows={shown}
            keyOf={keyOf}
            estimate={estimate}
            reach={(to) => {
              reach.current = to;
            }}
          >
            {(row) =>
              row.is === 'card' ? (
                <div class="pb-4">
                  <CardView card={row.card} position={positions.get(row.card.key) ?? 0} count={cards.value.length} />
                </div>
              ) : (
                <SessionHeading session={row.session} count={row.count} />
              )
            }
          </VirtualList>
        </div>
      )}
      <PutOff />
    </div>
  );
}

/** A device with a mouse most likely has a keyboard. */
const KEYBOARD = matchMedia('(pointer: fine)').matches;

/** A feed may contain only articles, so with headings in between it has no such role. */
const listRole = (grouped: boolean) => ({
  role: grouped ? ('group' as const) : ('feed' as const),
  'aria-label': texts.nav.waiting,
});

const keyOf = (row: Row) => (row.is === 'card' ? row.card.key : `session:${row.session}`);

/** Close enough for a useful scroll bar. */
const estimate = (row: Row) =>
  row.is === 'session'
    ? 44
    : row.card.approval
      ? 380
      : row.card.questions.reduce(
          (sum, { options, type, context = '' }) =>
            sum + 100 + (type === 'CONFIRM' ? 60 : 50 * (options.length + 1)) + Math.min(250, context.length / 3),
          90,
        );

/** Scrolls a card into view and focuses it, even if it is not rendered yet. */
function shower(reach: (key: string) => void): (key: string) => void {
  const find = (key: string) => document.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`);
  return (key) => {
    const focus = (tries: number) => {
      const card = find(key);
      if (card) {
        card.focus({ preventScroll: true });
        card.scrollIntoView({ block: 'nearest' });
      } else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    if (!find(key)) reach(key);
    focus(5);
  };
}

/** When the current card has left, the one in its place becomes current, unless the person types elsewhere. */
function useFollowing(show: (key: string) => void): void {
  useEffect(
    () =>
      effect(() => {
        const all = cards.value;
        const key = current.peek();
        if (key === null || all.length === 0 || all.some((card) => card.key === key)) return;
        const next = move(1);
        const { activeElement } = document;
        if (
          next !== null &&
          (!activeElement || activeElement === document.body || activeElement.closest('[data-card]'))
        ) {
          requestAnimationFrame(() => show(next));
        }
      }),
    [show],
  );
}

function Toolbar() {
  return (
    <div class="mb-4 flex flex-col gap-3">
      <h1 class="text-2xl font-semibold tracking-tight" data-testid="heading">
        {waitingCount.value > 0 ? texts.waitingCount(waitingCount.value) : texts.nav.waiting}
      </h1>
      {(waitingCount.value > 1 || filter.value !== NO_FILTER) && <FilterBar />}
      {(waitingCount.value > 1 || query.value !== '') && (
        <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div class="relative min-w-48 flex-1">
            <Icon name="search" class="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
            <input
              id="search"
              type="search"
              class="field pl-8"
              aria-label={texts.search}
              placeholder={KEYBOARD ? `${texts.search} (/)` : texts.search}
              value={query.value}
              onInput={(event) => {
                query.value = event.currentTarget.value;
              }}
            />
          </div>
          <select
            class="field w-auto"
            aria-label={texts.order}
            value={order.value}
            onChange={(event) => {
              order.value = event.currentTarget.value as typeof order.value;
            }}
          >
            <option value="oldest">{texts.oldest}</option>
            <option value="deadline">{texts.nearest}</option>
          </select>
          <label class="flex items-center gap-2">
            <input
              type="checkbox"
              checked={bySession.value}
              onChange={(event) => {
                bySession.value = event.currentTarget.checked;
              }}
            />
            {texts.bySession}
          </label>
        </div>
      )}
    </div>
  );
}

function SessionHeading({ session, count }: { session: string; count: number }) {
  return (
    <h2 class="flex items-baseline gap-2 pt-2 pb-2 font-semibold">
      <span class="sr-only">{texts.session}</span>
      <span class="min-w-0 truncate" title={session}>
        {session}
      </span>
      <span class="font-normal whitespace-nowrap text-muted">{texts.waitingCount(count)}</span>
    </h2>
  );
}

function Empty() {
  if (loadError.value && loaded.value === 'nothing') {
    return <p class="panel p-6 text-muted">{messageOf(loadError.value)}</p>;
  }
  if (loaded.value === 'nothing') return <p class="panel p-6 text-muted">{texts.loading}…</p>;
  if (waitingCount.value > 0) return <p class="panel p-6 text-muted">{texts.nothingFound}</p>;
  return (
    <div class="panel flex flex-col items-center gap-2 px-6 py-16 text-center">
      <span class="mb-2 grid size-12 place-items-center rounded-full bg-good-soft text-good">
        <Icon name="check" class="size-6" />
      </span>
      <p class="text-lg font-semibold">{texts.nothingWaits}</p>
      <p class="max-w-sm text-muted">{texts.nothingWaitsMore}</p>
    </div>
  );
}
