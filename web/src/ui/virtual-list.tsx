/**
 * A long list of which only what can be seen is there. Rows are as high as they are; what was never seen is estimated. The
 * browser's own scroll anchoring keeps what is read in place when an estimate was wrong.
 */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly estimate: (row: Row) => number;
  readonly children: (row: Row, index: number) => ComponentChildren;
  /** Is given a way to bring a row into view. */
  readonly reach?: (show: (key: string) => void) => void;
}

/** So far beyond the screen rows are there already, for quick scrolling and for the tab key. */
const BEYOND = 700;

export function VirtualList<Row>({ rows, keyOf, estimate, children, reach }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  // What was measured is not kept in state but in the map.
  const offsets = useMemo(() => {
    const sums = new Float64Array(rows.length + 1);
    for (const [index, row] of rows.entries()) {
      sums[index + 1] = sums[index]! + (heights.current.get(keyOf(row)) ?? estimate(row));
    }
    return sums;
  }, [rows, measured]);
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, 8]);

  const look = useCallback(() => {
    if (!box.current) return;
    const top = -box.current.getBoundingClientRect().top - BEYOND;
    const bottom = top + window.innerHeight + 2 * BEYOND;
    const from = Math.max(0, rowAt(offsets, top));
    const to = Math.min(offsets.length - 1, rowAt(offsets, bottom) + 1);
    setRange((was) => (was[0] === from && was[1] === to ? was : [from, to]));
  }, [offsets]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    let asked = false;
    const onScroll = () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        look();
      });
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, [look]);

  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let changed = false;
        for (const { target, borderBoxSize } of entries) {
          const key = (target as HTMLElement).dataset.row!;
          const height = Math.round(borderBoxSize[0]!.blockSize);
          // A row that has just been taken out has no height, and that is no news.
          if (height === 0 || heights.current.get(key) === height) continue;
          heights.current.set(key, height);
          changed = true;
        }
        if (changed) setMeasured((count) => count + 1);
      }),
    [],
  );
  useEffect(() => () => observer.disconnect(), [observer]);

  reach?.((key) => {
    const index = rows.findIndex((row) => keyOf(row) === key);
    if (index < 0 || !box.current) return;
    const top = box.current.getBoundingClientRect().top + window.scrollY + offsets[index]!;
    window.scrollTo({ top: top - window.innerHeight / 4, behavior: 'instant' });
  });

  const [from, to] = [Math.min(range[0], rows.length), Math.min(range[1], rows.length)];
  return (
    <div ref={box}>
      <div style={{ height: `${offsets[from]}px` }} />
      {rows.slice(from, to).map((row, index) => (
        <RowBox key={keyOf(row)} name={keyOf(row)} observer={observer}>
          {children(row, from + index)}
        </RowBox>
      ))}
      <div style={{ height: `${offsets[rows.length]! - offsets[to]!}px` }} />
    </div>
  );
}

function RowBox({ name, observer, children }: { name: string; observer: ResizeObserver; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current!;
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [observer]);
  return (
    <div ref={box} data-row={name}>
      {children}
    </div>
  );
}

/** The row at a height: the last one that begins at or above it. */
function rowAt(offsets: Float64Array, height: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (offsets[middle]! <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
