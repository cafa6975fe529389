/** The most frequent questions, and how many of them reached a person. */
import { texts } from '../texts.ts';
import { type Insight, sumOf } from './data.ts';
import { Frame, Key } from './frame.tsx';

export function Repeated({ repeated }: { repeated: Insight['repeated'] }) {
  const most = Math.max(1, ...repeated.map(({ times }) => times));
  const times = sumOf(repeated.map((one) => one.times));
  const asked = sumOf(repeated.map((one) => one.asked));
  return (
    <Frame
      title={texts.insight.repeated}
      gist={repeated.length === 0 ? texts.insight.repeatedNone : texts.insight.repeatedGist(times - asked)}
    >
      <ol class="flex flex-col gap-3">
        {repeated.map(({ question, times, asked }) => (
          <li key={question} class="flex flex-col gap-1">
            <div class="flex flex-wrap justify-between gap-x-4">
              <span dir="auto" class="line-clamp-2 min-w-0 flex-1 basis-60">
                {question}
              </span>
              <span class="text-sm text-muted">{texts.insight.repeatedSaid(times, asked)}</span>
            </div>
            <div class="flex h-2.5 overflow-hidden rounded-sm bg-sunken" aria-hidden="true">
              <div class="bg-chart-asked" style={{ width: `${(100 * Math.min(asked, times)) / most}%` }} />
              <div class="bg-chart-history" style={{ width: `${(100 * Math.max(0, times - asked)) / most}%` }} />
            </div>
          </li>
        ))}
      </ol>
      {repeated.length > 0 && (
        <ul class="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Key dot="bg-chart-asked" text={texts.insight.asked} count={asked} />
          <Key dot="bg-chart-history" text={texts.insight.avoided} count={times - asked} />
        </ul>
      )}
    </Frame>
  );
}
