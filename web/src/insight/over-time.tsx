/** Questions by day: what needed nobody stands above the line, by what settled it; what was put to a person hangs below. */
import { texts } from '../texts.ts';
import { avoidedOn, type Insight, SOURCES, type Source, sumOf } from './data.ts';
import { Frame, Key, useWidth } from './frame.tsx';
import { roundStep, ticksTo } from './scale.ts';

const FILLS: Readonly<Record<Source, string>> = {
  history: 'fill-chart-history',
  input: 'fill-chart-input',
  preference: 'fill-chart-preference',
  best_practice: 'fill-chart-practice',
  default: 'fill-chart-default',
};
const DOTS: Readonly<Record<Source, string>> = {
  history: 'bg-chart-history',
  input: 'bg-chart-input',
  preference: 'bg-chart-preference',
  best_practice: 'bg-chart-practice',
  default: 'bg-chart-default',
};

const HEIGHT = 260;
const LEFT = 36;
const BOTTOM = 22;
const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = (date: string) => dayName.format(Date.parse(date));

export function OverTime({ days }: { days: Insight['days'] }) {
  const asked = sumOf(days.map((day) => day.asked));
  const avoided = sumOf(days.map(avoidedOn));
  const gist = texts.insight.overTimeSaid(asked, avoided);
  const { sources } = texts.insight;
  return (
    <Frame
      title={texts.insight.overTime}
      gist={gist}
      head={[texts.insight.day, texts.insight.asked, ...SOURCES.map((source) => sources[source])]}
      rows={days
        .filter((day) => day.asked + avoidedOn(day) > 0)
        .map((day) => [nameOf(day.date), day.asked, ...SOURCES.map((source) => day.avoided[source])])}
    >
      {asked + avoided > 0 && (
        <>
          <Columns days={days} label={`${texts.insight.overTime}. ${gist}`} />
          <ul class="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <Key dot="bg-chart-asked" text={texts.insight.asked} count={asked} />
            {SOURCES.map((source) => (
              <Key
                key={source}
                dot={DOTS[source]}
                text={sources[source]}
                count={sumOf(days.map((day) => day.avoided[source]))}
              />
            ))}
          </ul>
        </>
      )}
    </Frame>
  );
}

function Columns({ days, label }: { days: Insight['days']; label: string }) {
  const [box, width] = useWidth();
  const most = { up: Math.max(...days.map(avoidedOn)), down: Math.max(...days.map((day) => day.asked)) };
  // One step for both sides, or the smaller one's lines would lie on one another.
  const step = roundStep(most.up + most.down, 5);
  const [up, down] = [ticksTo(most.up, step), ticksTo(most.down, step)];
  const [top, low] = [up.at(-1)!, down.at(-1)!];
  const scale = (HEIGHT - BOTTOM - 12) / (top + low);
  const zero = 6 + top * scale;
  const column = Math.max(0, width - LEFT) / days.length;
  const bar = Math.max(1, Math.min(column * 0.72, 28));
  const every = Math.ceil(70 / Math.max(1, column));
  return (
    <div ref={box}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label} class="block text-xs">
          {[...up, ...down.slice(1).map((tick) => -tick)].map((tick) => {
            const y = Math.round(zero - tick * scale) + 0.5;
            return (
              <g key={tick}>
                <line x1={LEFT} x2={width} y1={y} y2={y} class={tick === 0 ? 'stroke-edge' : 'stroke-line'} />
                <text x={LEFT - 6} y={y + 4} text-anchor="end" class="fill-muted">
                  {Math.abs(tick)}
                </text>
              </g>
            );
          })}
          {days.map((day, index) => {
            const x = LEFT + index * column + (column - bar) / 2;
            return (
              <g key={day.date}>
                <title>{`${nameOf(day.date)}: ${texts.insight.asked} ${day.asked}, ${texts.insight.avoided} ${avoidedOn(day)}`}</title>
                <rect
                  x={LEFT + index * column}
                  y={0}
                  width={column}
                  height={HEIGHT - BOTTOM}
                  class="fill-transparent hover:fill-sunken"
                />
                <Stack day={day} x={x} width={bar} zero={zero} scale={scale} />
                {(days.length - 1 - index) % every === 0 && column * index > 12 && (
                  <text
                    x={x + bar / 2}
                    y={HEIGHT - 4}
                    text-anchor={index === days.length - 1 ? 'end' : 'middle'}
                    dx={index === days.length - 1 ? bar / 2 : 0}
                    class="fill-muted"
                  >
                    {nameOf(day.date)}
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

interface StackProps {
  readonly day: Insight['days'][number];
  readonly x: number;
  readonly width: number;
  readonly zero: number;
  readonly scale: number;
}

function Stack({ day, x, width, zero, scale }: StackProps) {
  let y = zero;
  return (
    <g class="pointer-events-none">
      {SOURCES.map((source) => {
        const height = day.avoided[source] * scale;
        y -= height;
        return height > 0 && <rect key={source} x={x} y={y} width={width} height={height} class={FILLS[source]} />;
      })}
      {day.asked > 0 && <rect x={x} y={zero} width={width} height={day.asked * scale} class="fill-chart-asked" />}
    </g>
  );
}
