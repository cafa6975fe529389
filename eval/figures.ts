/** A measured figure beside what is asked of it, and the table they stand in. */

export interface Figure {
  readonly subject: string;
  readonly what: string;
  readonly count: number;
  readonly of: number;
  /** What the share (in per cent) must reach, or may not pass; none where it is only told. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The rows that count against it, for whoever mends the rules. */
  readonly against: readonly string[];
}

export const percent = ({ count, of }: Pick<Figure, 'count' | 'of'>): number => (of === 0 ? 0 : (100 * count) / of);

/** A figure over nothing shows nothing, so it fails. */
export function holds(figure: Figure): boolean {
  const share = percent(figure);
  if (figure.atLeast === undefined && figure.atMost === undefined) return true;
  return figure.of > 0 && share >= (figure.atLeast ?? 0) && share <= (figure.atMost ?? 100);
}

/** One line a figure, aligned, at most 80 columns. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [];
  let subject = '';
  for (const figure of figures) {
    if (figure.subject !== subject) lines.push('', figure.subject);
    subject = figure.subject;
    const { what, count, of, atLeast, atMost } = figure;
    const asked = atLeast !== undefined ? `>= ${atLeast} %` : atMost !== undefined ? `<= ${atMost} %` : '';
    const share = `${percent(figure).toFixed(1)} %`;
    lines.push(
      `${holds(figure) ? ' ' : '!'} ${what.padEnd(42)} ${share.padStart(7)} ${`${count}/${of}`.padStart(11)} ${asked.padStart(9)}`,
    );
  }
  return lines.slice(1).join('\n');
}
