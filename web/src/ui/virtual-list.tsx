/**
 * A long list that renders only its visible rows. Rows have their natural height; unseen rows are estimated. The browser's scroll anchoring
 * keeps the position when an estimate was wrong.
 */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

interface Props<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly estimate: (row: Row) => number;
  readonly children: (row: Row, index: number) => ComponentChildren;
  /** Receives a function that scrolls a row into view. */
  readonly reach?: (show: (key: string) => void) => void;
}

/** Rows this far beyond the screen are rendered too, for quick scrolling and for the Tab key. */
const BEYOND = 700;

export function VirtualList<Row>({ rows, keyOf, estimate, children, reach }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  // Measured heights are kept in the map, not in state.
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
          // A row that was just removed has no height; ignore it.
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

/** The row at a height: the last one that starts at or above it. */
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
