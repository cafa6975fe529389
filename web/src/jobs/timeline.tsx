/** The events of a job, in order. */
import type { EventShown } from '../../../src/surfaces/client/index.ts';
import { texts } from '../texts.ts';
import { plainText } from '../ui/plain-text.ts';
import { clockTime, wholeMoment } from '../ui/time.tsx';
import { Part } from './job-body.tsx';

const DOTS: readonly (readonly [start: string, dot: string])[] = [
  ['job.completed', 'bg-good'],
  ['job.failed', 'bg-danger'],
  ['clarification.requested', 'bg-warn'],
  ['job.awaiting', 'bg-warn'],
  ['clarification.answered', 'bg-good'],
  ['job.started', 'bg-accent'],
];

export function Timeline({ events }: { events: readonly EventShown[] }) {
  if (events.length === 0) return null;
  return (
    <Part title={texts.job.timeline}>
      <ol class="flex flex-col gap-3 border-l border-line pl-4" data-testid="timeline">
        {events.map((event) => (
          <li key={event.seq} class="relative text-sm">
            <span
              class={`absolute top-1.5 -left-[1.28rem] size-2 rounded-full ${
                DOTS.find(([start]) => event.type.startsWith(start))?.[1] ?? 'bg-edge'
              }`}
              aria-hidden="true"
            />
            <p class="flex flex-wrap justify-between gap-x-3">
              <span class="font-medium">{texts.event(event.type)}</span>
              <time
                class="text-muted tabular-nums"
                dateTime={new Date(event.at).toISOString()}
                title={wholeMoment(event.at)}
              >
                {clockTime(event.at)}
              </time>
            </p>
            {detailsOf(event).map((detail) => (
              <p dir="auto" key={detail} class="line-clamp-4 text-muted">
                {plainText(detail)}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The parts of an event's data that are useful to people. */
function detailsOf({ data }: EventShown): string[] {
  const text = (name: string) => (typeof data[name] === 'string' && data[name] !== '' ? [data[name]] : []);
  const by = data.by || data.surface ? [texts.answeredElsewhere(data.surface as string, data.by as string, null)] : [];
  return [
    ...text('question'),
    ...text('answer').map((answer) => `“${answer}”`),
    ...(data.answer === undefined ? [] : by),
    ...text('evidence'),
    ...text('because'),
    ...text('error'),
  ];
}
