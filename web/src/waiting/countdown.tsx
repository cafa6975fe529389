/** The time until the wait times out, and what happens then. */
import { now } from '../state/now.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { spanText, wholeMoment } from '../ui/time.tsx';
import type { Card } from './cards.ts';

/** From here on it is urgent. */
const SOON_MS = 5 * 60_000;

export function Countdown({ card: { deadline, questions, approval } }: { card: Card }) {
  if (!Number.isFinite(deadline)) return null;
  const first = questions.find((question) => question.deadline === deadline)!;
  return <TimeLeft deadline={deadline} then={approval ? texts.approval.atDeadline : texts.atDeadline(first)} />;
}

export function TimeLeft({ deadline, then }: { deadline: number; then: string }) {
  const left = deadline - now.value;
  return (
    <span class={`flex items-start gap-1.5 ${left < SOON_MS ? 'font-medium text-warn' : ''}`} data-testid="countdown">
      <Icon name="clock" class="mt-0.5 size-4" />
      <span>
        <time dateTime={new Date(deadline).toISOString()} title={wholeMoment(deadline)} class="tabular-nums">
          {left > 0 ? texts.left(spanText(left)) : texts.overdue}
        </time>
        , {then}
      </span>
    </span>
  );
}
