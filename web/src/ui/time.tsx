/** Moments and durations for people. */
import { now } from '../state/now.ts';
import { texts } from '../texts.ts';

const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export function wholeMoment(at: number): string {
  return whole.format(at);
}

export function clockTime(at: number): string {
  return clock.format(at);
}

/** How long ago; the exact time is shown on hover. */
export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={wholeMoment(at)} class="whitespace-nowrap">
      {texts.ago(now.value - at)}
    </time>
  );
}

/** Such as `1:05` or `2:10:00`; preceded by days if there are any. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
