/** Axes with round numbers. Pure. */

/** A step of 1, 2 or 5 times a power of ten that divides a height into about so many parts; never less than one. */
export function roundStep(most: number, parts: number): number {
  const rough = Math.max(1, most / parts);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough)!;
  return step * power;
}

/** The round numbers from 0 to just above the most there is. */
export function ticksTo(most: number, step: number): number[] {
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** A length of time in its largest unit. */
export function shortSpan(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ];
  for (const [size, name] of units) {
    if (ms >= size) return `${Math.round((ms / size) * 10) / 10} ${name}`;
  }
  return `${Math.round(ms)} ms`;
}
