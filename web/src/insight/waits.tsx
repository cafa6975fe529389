/** How long people took to answer, as a distribution: each column about three times as long as the one before. */
import { texts } from '../texts.ts';
import type { Insight } from './data.ts';
import { Frame, useWidth } from './frame.tsx';
import { roundStep, shortSpan, ticksTo } from './scale.ts';

const HEIGHT = 200;
const LEFT = 36;
const BOTTOM = 22;

export function Waits({ waits }: { waits: Insight['waits'] }) {
  const { count, median, p90 } = waits;
  const filled = waits.buckets.map((bucket) => bucket.count > 0);
  // What nobody took is left out at both ends.
  const buckets = waits.buckets.slice(Math.max(0, filled.indexOf(true) - 1), filled.lastIndexOf(true) + 2);
  const gist =
    count === 0 ? texts.insight.waitsNone : texts.insight.waitsSaid(shortSpan(median ?? 0), shortSpan(p90 ?? 0));
  return (
    <Frame
      title={texts.insight.waits}
      gist={gist}
      head={[texts.insight.waits, texts.insight.answers(2).replace(/^\S+ /, '')]}
      rows={count === 0 ? [] : buckets.map((bucket) => [rangeOf(bucket), bucket.count])}
    >
      {count > 0 && <Columns buckets={buckets} label={`${texts.insight.waits}. ${gist}`} />}
    </Frame>
  );
}

type Bucket = Insight['waits']['buckets'][number];

function rangeOf({ from, to }: Bucket): string {
  return to === null ? `≥ ${shortSpan(from)}` : `${from === 0 ? '0' : shortSpan(from)} – ${shortSpan(to)}`;
}

function Columns({ buckets, label }: { buckets: readonly Bucket[]; label: string }) {
  const [box, width] = useWidth();
  const most = Math.max(...buckets.map(({ count }) => count));
  const ticks = ticksTo(most, roundStep(most, 3));
  const scale = (HEIGHT - BOTTOM - 12) / ticks.at(-1)!;
  const zero = HEIGHT - BOTTOM;
  const step = Math.max(0, width - LEFT) / buckets.length;
  const every = Math.ceil(60 / Math.max(1, step));
  return (
    <div ref={box}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label} class="block text-xs">
          {ticks.map((tick) => {
            const y = Math.round(zero - tick * scale) + 0.5;
            return (
              <g key={tick}>
                <line x1={LEFT} x2={width} y1={y} y2={y} class={tick === 0 ? 'stroke-edge' : 'stroke-line'} />
                <text x={LEFT - 6} y={y + 4} text-anchor="end" class="fill-muted">
                  {tick}
                </text>
              </g>
            );
          })}
          {buckets.map((bucket, index) => {
            const x = LEFT + index * step;
            return (
              <g key={bucket.from}>
                <title>{`${rangeOf(bucket)}: ${texts.insight.answers(bucket.count)}`}</title>
                <rect
                  x={x + 1}
                  y={zero - bucket.count * scale}
                  width={Math.max(1, step - 2)}
                  height={bucket.count * scale}
                  class="fill-chart-history"
                />
                {index > 0 && index % every === 0 && (
                  <text x={x} y={HEIGHT - 4} text-anchor="middle" class="fill-muted">
                    {shortSpan(bucket.from)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
