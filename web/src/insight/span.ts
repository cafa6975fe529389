/** A duration in its largest unit. Pure. */

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
