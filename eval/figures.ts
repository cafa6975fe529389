/** A measured figure beside what is wanted of it, and the table of all of them. */

export interface Figure {
  readonly subject: string;
  readonly what: string;
  readonly count: number;
  readonly of: number;
  /** What is held against the bar: the share in per cent by default, else `count` itself in this unit. */
  readonly unit?: 'rows' | 'ms' | 'lines' | 'MB';
  /** What it must reach, or may not pass; without either it is only told. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The rows that count against it, for those who mend the rules. */
  readonly against: readonly string[];
}

type Bar = Pick<Figure, 'atLeast' | 'atMost' | 'unit'>;

const percent = ({ count, of }: Pick<Figure, 'count' | 'of'>): number => (of === 0 ? 0 : (100 * count) / of);

const amountOf = (figure: Figure): number => (figure.unit === undefined ? percent(figure) : figure.count);

/** A figure over nothing shows nothing, so it fails. */
export function holds(figure: Figure): boolean {
  const { atLeast, atMost, of } = figure;
  if (atLeast === undefined && atMost === undefined) return true;
  const value = amountOf(figure);
  return of > 0 && value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);
}

/** How many rows are as `wanted` says; `against` are those that are not, or those that are where the bar is an upper one. */
export function share<Row>(
  subject: string,
  what: string,
  rows: readonly Row[],
  wanted: (row: Row) => boolean,
  shown: (row: Row) => string,
  bar: Bar = {},
): Figure {
  const good = rows.filter(wanted);
  const against = bar.atMost === undefined ? rows.filter((row) => !wanted(row)) : good;
  return { subject, what, count: good.length, of: rows.length, ...bar, against: against.map(shown) };
}

function measured(figure: Figure): string {
  const { unit, count } = figure;
  if (unit === undefined) return `${percent(figure).toFixed(1)} %`;
  return `${unit === 'ms' || unit === 'MB' ? count.toFixed(2) : count} ${unit}`;
}

/** One line a figure, aligned, with what is wanted at the end. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [];
  let subject = '';
  for (const figure of figures) {
    if (figure.subject !== subject) lines.push('', figure.subject);
    subject = figure.subject;
    const { what, count, of, atLeast, atMost, unit = '%' } = figure;
    const wanted = atLeast !== undefined ? `>= ${atLeast} ${unit}` : atMost !== undefined ? `<= ${atMost} ${unit}` : '';
    const parts = unit === '%' || unit === 'rows' ? `${count}/${of}` : '';
    const mark = holds(figure) ? ' ' : '!';
    lines.push(
      `${mark} ${what.padEnd(52)} ${measured(figure).padStart(11)} ${parts.padStart(11)} ${wanted.padStart(13)}`.trimEnd(),
    );
  }
  return lines.slice(1).join('\n');
}
