/**
 * Stacked columns drawn by uPlot, as wide as there is room, in the colours of the theme. The library is loaded with the first chart. Screen
 * readers cannot read the canvas: they get a sentence and a table.
 */
import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { theme } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { useWidth } from './use-width.ts';

export interface Layer {
  /** The name of a colour of the theme. */
  readonly colour: string;
  readonly values: readonly number[];
}

interface Props {
  readonly label: string;
  readonly height: number;
  /** From the baseline upwards. New layers redraw the chart, so keep the same array while nothing changes. */
  readonly layers: readonly Layer[];
  /** The label below a column, or, for columns without gaps, below the edge on its left. */
  readonly tick: (index: number) => string;
  readonly gaps: boolean;
  /** The tick that is always shown: the most informative one. */
  readonly firstTick: number;
  /** A column in words, for the tooltip. */
  readonly said: (index: number) => string;
}

const DARK = matchMedia('(prefers-color-scheme: dark)');
/** The width of a label with its margins. */
const LABEL = 68;
const DIGIT = 7.5;
/** Counts of questions are whole numbers. */
const STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** power)).flat();

export function Columns(props: Props) {
  const { label, height, layers, said } = props;
  const [box, width] = useWidth();
  const canvas = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const dark = useDark();
  useEffect(() => {
    if (width === 0) return;
    let chart: uPlot | null = null;
    let gone = false;
    import('uplot').then(
      ({ default: Chart }) => {
        if (!gone) chart = new Chart(options(Chart, props, width, setPointed), heights(layers), canvas.current!);
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      chart?.destroy();
    };
  }, [layers, width, height, dark]);
  return (
    <div ref={box}>
      <div ref={canvas} role="img" aria-label={label} style={{ height: `${height}px` }} data-testid="columns">
        {failed && <p class="text-muted">{texts.failed}</p>}
      </div>
      <p class="min-h-6 text-sm text-muted tabular-nums" aria-hidden="true" data-testid="pointed">
        {pointed !== null && said(pointed)}
      </p>
    </div>
  );
}

/** A canvas has to be redrawn when the theme changes, by the setting or by the system. */
function useDark(): boolean {
  const [system, setSystem] = useState(DARK.matches);
  useEffect(() => {
    const change = () => setSystem(DARK.matches);
    DARK.addEventListener('change', change);
    return () => DARK.removeEventListener('change', change);
  }, []);
  return theme.value === 'system' ? system : theme.value === 'dark';
}

/** What uPlot draws: the whole columns first, and over each the part below its topmost layer. */
function heights(layers: readonly Layer[]): uPlot.AlignedData {
  const columns = layers[0]!.values.map((_, index) => index);
  const sums = layers.map((_, top) =>
    columns.map((index) => layers.slice(0, top + 1).reduce((sum, { values }) => sum + values[index]!, 0)),
  );
  return [columns, ...sums.toReversed()];
}

function options(
  Chart: typeof uPlot,
  { height, layers, tick, gaps, firstTick }: Props,
  width: number,
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const { fontFamily } = getComputedStyle(document.body);
  const axis = { font: `12px ${fontFamily}`, stroke: colourOf('muted'), ticks: { show: false }, gap: 6 };
  const count = layers[0]!.values.length;
  const bars = Chart.paths.bars!({ size: gaps ? [0.72, 28] : [1, Number.POSITIVE_INFINITY], gap: gaps ? 0 : 2 });
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    padding: [10, LABEL / 3, null, null],
    scales: {
      x: { time: false, range: [-0.5, count - 0.5] },
      y: { range: (_, __, most) => [0, Math.max(1, most)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        splits: (u) => ticks(count, firstTick, u.bbox.width / Chart.pxRatio).map((at) => (gaps ? at : at - 0.5)),
        values: (_, splits) => splits.map((at) => tick(gaps ? at : at + 0.5)),
      },
      {
        ...axis,
        grid: { stroke: colourOf('line'), width: 1 },
        incrs: STEPS,
        space: 36,
        size: (_, values) => 14 + DIGIT * Math.max(0, ...(values ?? []).map((text) => text.length)),
        values: (_, splits) => splits.map((at) => at.toLocaleString('en')),
      },
    ],
    series: [
      {},
      ...layers.toReversed().map(({ colour }) => ({
        fill: colourOf(colour),
        width: 0,
        paths: bars,
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

/** The columns with room for a label; none so near an edge that it would be cut off. */
function ticks(count: number, first: number, width: number): number[] {
  const column = width / count;
  const every = Math.max(1, Math.ceil(LABEL / column));
  const isIn = (at: number) => (at + 0.5) * column >= LABEL / 3;
  return Array.from({ length: count }, (_, at) => at).filter((at) => (at - first) % every === 0 && isIn(at));
}

/** A colour value for the canvas, which knows no CSS variables. */
function colourOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--color-${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
