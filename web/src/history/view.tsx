/** Questions and answers, who or what answered and why; and a button to revoke. */
import { useEffect, useState } from 'preact/hooks';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { api, mayAnswer, mayApprove, messageOf } from '../state/api.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';
import { Failure, Nothing, PageHead } from '../ui/page-head.tsx';
import { StatusTag } from '../ui/state-tag.tsx';
import { Ago } from '../ui/time.tsx';
import { WhoseLine } from '../waiting/whose-line.tsx';
import { DecidedCall } from './approval.tsx';
import { Correct } from './correct.tsx';
import { SETTLED, useHistory } from './use-history.ts';

const SHOWN = {
  all: () => true,
  people: ({ status, source }: Clarification) => status === 'answered' && source === 'user',
  auto: ({ status, answer, source }: Clarification) =>
    source !== 'user' && (status === 'answered' || (status === 'withdrawn' && answer !== null)),
  declined: ({ status }: Clarification) => status === 'declined',
  revoked: ({ status }: Clarification) => status === 'revoked',
} as const;

type Shown = keyof typeof SHOWN;
/** The statuses that the server filters by; the page filters the rest. */
const STATUSES = {
  all: SETTLED,
  people: ['answered'],
  auto: ['answered', 'withdrawn'],
  declined: ['declined'],
  revoked: ['revoked'],
} as const;
const PAUSE_MS = 250;
/** How many matches are enough at first; until then, reading continues by itself up to LOOKED_THROUGH. */
const ENOUGH = 20;
const LOOKED_THROUGH = 5_000;

export default function HistoryView() {
  const [shown, setShown] = useState<Shown>('all');
  const [query, setQuery] = useState('');
  const [typed, setTyped] = useState('');
  const text = useSettled(query.trim());
  const session = useSettled(typed.trim());
  const picked = shown === 'people' || shown === 'auto';
  const { items, hasMore, loading, error, more, again, replace } = useHistory({
    session,
    text,
    status: STATUSES[shown],
    picked,
  });
  const found = items.filter(SHOWN[shown]);
  const isEmpty = items.length === 0 && text === '' && session === '';
  const looksOn = picked && hasMore && !loading && error === null && found.length < ENOUGH;
  useEffect(() => {
    if (looksOn && items.length < LOOKED_THROUGH) more();
  }, [looksOn, items.length]);
  return (
    <div class="mx-auto max-w-3xl">
      <PageHead title={texts.history.title} />
      <div class="mb-4 flex flex-wrap gap-2">
        <input
          type="search"
          class="field min-w-48 flex-1"
          aria-label={texts.history.search}
          placeholder={texts.history.search}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <input
          type="search"
          class="field min-w-32 flex-1 sm:w-40 sm:flex-none"
          aria-label={texts.history.filterSession}
          placeholder={texts.history.filterSession}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <select
          class="field w-full sm:w-auto"
          aria-label={texts.history.show}
          value={shown}
          onChange={(event) => setShown(event.currentTarget.value as Shown)}
        >
          {(Object.keys(SHOWN) as Shown[]).map((name) => (
            <option key={name} value={name}>
              {texts.history[name]}
            </option>
          ))}
        </select>
      </div>
      {error !== null && <Failure text={messageOf(error)} again={texts.tryAgain} onAgain={again} />}
      {found.length === 0 && !loading && error === null && (
        <Nothing title={isEmpty ? texts.history.none : texts.history.noneMatch}>
          {isEmpty && texts.history.noneMore}
        </Nothing>
      )}
      <ul class="flex flex-col gap-3">
        {found.map((item) => (
          <Settled key={item.id} item={item} onChange={replace} />
        ))}
      </ul>
      {picked && hasMore && !loading && (
        <p class="mt-4 text-center text-sm text-muted">{texts.history.looked(items.length)}</p>
      )}
      {hasMore && (
        <button type="button" class="btn mt-4 w-full" disabled={loading} onClick={more}>
          {texts.more}
        </button>
      )}
    </div>
  );
}

/** What is typed, once there is a pause. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

function Settled({ item, onChange }: { item: Clarification; onChange: (fresh: Clarification) => void }) {
  const [busy, setBusy] = useState(false);
  const may = item.approval ? mayApprove.value : mayAnswer.value;
  const revocable = (item.status === 'answered' || item.status === 'declined') && may;
  const revoke = () => {
    setBusy(true);
    api()
      .revoke(item.id)
      .then(({ clarification }) => {
        onChange({ ...clarification, status: 'revoked' });
        tell({ tone: 'good', text: texts.history.done, detail: item.question });
      })
      .catch((error: unknown) => tell({ tone: 'danger', text: messageOf(error), detail: item.question }))
      .finally(() => setBusy(false));
  };
  const gone = item.status === 'revoked' || item.status === 'superseded';
  return (
    <li class="panel flex flex-col gap-2 p-4" data-testid="settled">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StatusTag status={item.status} />
        <WhoseLine question={item} />
        <span class="max-w-48 truncate" title={item.sessionId}>
          {item.sessionId}
        </span>
        <Ago at={item.settledAt ?? item.createdAt} />
      </div>
      <p dir="auto" class="line-clamp-6 whitespace-pre-wrap">
        {item.question}
      </p>
      {item.approval && <DecidedCall item={item} gone={gone} />}
      {item.answer !== null && !item.approval && (
        <p dir="auto" class={`text-base font-semibold whitespace-pre-wrap ${gone ? 'text-muted line-through' : ''}`}>
          {item.answer}
        </p>
      )}
      <div class="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div class="min-w-0 flex-1 basis-64 text-sm text-muted">
          {(item.status !== 'withdrawn' || item.source !== null) && (
            <p>
              {texts.history.by(item.source, item.surface, item.by)}
              {item.source !== 'user' && item.confidence !== null && `, ${texts.history.sure(item.confidence)}`}
            </p>
          )}
          {item.evidence && item.source !== 'user' && !item.because && (
            <blockquote dir="auto" class="border-l-2 border-line pl-2">
              {item.evidence}
            </blockquote>
          )}
          {item.because && (
            <p>
              {texts.history.because}: <bdi>{item.because}</bdi>
            </p>
          )}
        </div>
        {revocable && (
          <div class="flex flex-wrap gap-2">
            {item.status === 'answered' && item.approval === null && (
              <Correct
                item={item}
                onChange={(old, fresh) => {
                  onChange(old);
                  onChange(fresh);
                }}
              />
            )}
            <button type="button" class="btn" disabled={busy} onClick={revoke}>
              {texts.history.revoke}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}
