/** Questions by day: those put to a person, and stacked on them those settled without one, by source. */
import { useMemo } from 'preact/hooks';
import { texts } from '../texts.ts';
import { Columns, type Layer } from './columns.tsx';
import { avoidedOn, type Insight, SOURCES, type Source, sumOf } from './data.ts';
import { Frame, Key } from './frame.tsx';

const COLOURS: Readonly<Record<Source, string>> = {
  history: 'chart-history',
  input: 'chart-input',
  preference: 'chart-preference',
  best_practice: 'chart-practice',
  default: 'chart-default',
};
/** Complete class names, so that the build finds them. */
const DOTS: Readonly<Record<Source, string>> = {
  history: 'bg-chart-history',
  input: 'bg-chart-input',
  preference: 'bg-chart-preference',
  best_practice: 'bg-chart-practice',
  default: 'bg-chart-default',
};

const HEIGHT = 260;
const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = (date: string) => dayName.format(Date.parse(date));

export function OverTime({ days }: { days: Insight['days'] }) {
  const asked = sumOf(days.map((day) => day.asked));
  const avoided = sumOf(days.map(avoidedOn));
  const gist = texts.insight.overTimeSaid(asked, avoided);
  const { sources } = texts.insight;
  const layers = useMemo<readonly Layer[]>(
    () => [
      { colour: 'chart-asked', values: days.map((day) => day.asked) },
      ...SOURCES.map((source) => ({ colour: COLOURS[source], values: days.map((day) => day.avoided[source]) })),
    ],
    [days],
  );
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
          <Columns
            label={`${texts.insight.overTime}. ${gist}`}
            height={HEIGHT}
            layers={layers}
            tick={(index) => nameOf(days[index]!.date)}
            firstTick={days.length - 1}
            gaps
            said={(index) =>
              texts.insight.daySaid(nameOf(days[index]!.date), days[index]!.asked, avoidedOn(days[index]!))
            }
          />
          <ul class="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <Key dot="bg-chart-asked" text={texts.insight.asked} count={asked} />
            {SOURCES.map((source) => {
              const count = sumOf(days.map((day) => day.avoided[source]));
              return count > 0 && <Key key={source} dot={DOTS[source]} text={sources[source]} count={count} />;
            })}
          </ul>
        </>
      )}
    </Frame>
  );
}
