/** Text for a terminal: sanitised, and times in words. */
export { shellQuoted } from '../../util/shell.ts';

/**
 * Control characters, direction overrides and invisible line ends: the author of a question could use them to make the terminal show
 * something else. Joiners stay, because emoji and several scripts need them.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** The text with all deceptive characters escaped, as in `\u{202e}`. Line breaks stay. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, escaped);
}

/** The same on one line. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', ' ');
}

/** A value as JSON on one line; deceptive characters are escaped, which programs read as the same text. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

const UNITS = [
  [86_400_000, 'day', 'days'],
  [3_600_000, 'hour', 'hours'],
  [60_000, 'minute', 'minutes'],
  [1000, 'second', 'seconds'],
] as const;

/** A span of time in words, in the largest unit of which there are at least two: 90 minutes are neither one hour nor two. */
export function span(ms: number): string {
  const [unit, one, many] = UNITS.find(([unit]) => ms >= 2 * unit) ?? UNITS[3];
  const count = Math.max(1, Math.round(ms / unit));
  return `${count} ${count === 1 ? one : many}`;
}

/** How long ago something was. */
export function ago(at: number, now: number): string {
  return now - at < 1000 ? 'just now' : `${span(now - at)} ago`;
}

/** A moment in local time, to the minute. */
export function moment(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
