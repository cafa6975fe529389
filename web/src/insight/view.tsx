/** Charts of what was asked and what was avoided, how long people took, and what is asked repeatedly. */
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../state/api.ts';
import { texts } from '../texts.ts';
import { Failure, PageHead } from '../ui/page-head.tsx';
import { type Insight, readInsight } from './data.ts';
import { OverTime } from './over-time.tsx';
import { Repeated } from './repeated.tsx';
import { Waits } from './waits.tsx';

const SPANS = [7, 30, 90];

export default function InsightView() {
  const [days, setDays] = useState(30);
  const [insight, setInsight] = useState<Insight | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const going = new AbortController();
    readInsight(days, going.signal)
      .then((read) => {
        setInsight(read);
        setError(null);
      })
      .catch((failure: unknown) => {
        if (!going.signal.aborted) setError(failure);
      });
    return () => going.abort();
  }, [days, attempt]);
  return (
    <>
      <PageHead title={texts.insight.title}>
        <select
          class="field w-auto"
          aria-label={texts.insight.span}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {SPANS.map((span) => (
            <option key={span} value={span}>
              {texts.insight.days(span)}
            </option>
          ))}
        </select>
      </PageHead>
      {error !== null && (
        <Failure text={messageOf(error)} again={texts.tryAgain} onAgain={() => setAttempt(attempt + 1)} />
      )}
      {!insight && error === null && <p class="p-4 text-muted">{texts.loading}…</p>}
      {insight && (
        <div class="flex flex-col gap-4">
          {!insight.complete && <p class="rounded-lg bg-warn-soft px-4 py-2 text-warn">{texts.insight.incomplete}</p>}
          <OverTime days={insight.days} />
          <div class="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Waits waits={insight.waits} />
            <Repeated repeated={insight.repeated} />
          </div>
        </div>
      )}
    </>
  );
}
