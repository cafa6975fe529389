/** How long people took to answer, as a distribution: each column spans about three times the previous one. */
import { useMemo } from 'preact/hooks';
import { texts } from '../texts.ts';
import { Columns } from './columns.tsx';
import type { Insight } from './data.ts';
import { Frame } from './frame.tsx';
import { shortSpan } from './span.ts';

const HEIGHT = 220;

export function Waits({ waits }: { waits: Insight['waits'] }) {
  const { count, median, p90 } = waits;
  const buckets = useMemo(() => taken(waits.buckets), [waits]);
  const layers = useMemo(() => [{ colour: 'chart-history', values: buckets.map((bucket) => bucket.count) }], [buckets]);
  const gist =
    count === 0 ? texts.insight.waitsNone : texts.insight.waitsSaid(shortSpan(median ?? 0), shortSpan(p90 ?? 0));
  return (
    <Frame
      title={texts.insight.waits}
      gist={gist}
      head={[texts.insight.wait, texts.insight.answersHead]}
      rows={count === 0 ? [] : buckets.map((bucket) => [rangeOf(bucket), bucket.count])}
    >
      {count > 0 && (
        <Columns
          label={`${texts.insight.waits}. ${gist}`}
          height={HEIGHT}
          layers={layers}
          tick={(index) => shortSpan(buckets[index]!.from)}
          firstTick={1}
          gaps={false}
          said={(index) => `${rangeOf(buckets[index]!)}: ${texts.insight.answers(buckets[index]!.count)}`}
        />
      )}
    </Frame>
  );
}

type Bucket = Insight['waits']['buckets'][number];

/** Leaves out empty columns at both ends. */
function taken(buckets: readonly Bucket[]): readonly Bucket[] {
  const filled = buckets.map((bucket) => bucket.count > 0);
  return buckets.slice(Math.max(0, filled.indexOf(true) - 1), filled.lastIndexOf(true) + 2);
}

function rangeOf({ from, to }: Bucket): string {
  return to === null ? `≥ ${shortSpan(from)}` : `${from === 0 ? '0' : shortSpan(from)} – ${shortSpan(to)}`;
}
