/** The log of a job's run. Scrolls along while the reader is at its end. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JobFollowed } from '../../../src/surfaces/client/index.ts';
import { texts } from '../texts.ts';
import { plainText } from './plain-text.ts';
import { clockTime } from './time.tsx';

const STREAMS: Readonly<Record<string, string>> = { stderr: 'text-warn', askonce: 'text-accent' };
/** This close to the end counts as the end. */
const NEAR = 40;

export function LogLines({ lines, tall = false }: { lines: JobFollowed['log']; tall?: boolean }) {
  const box = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (atEnd.current) box.current!.scrollTop = box.current!.scrollHeight;
  }, [lines]);
  return (
    <ol
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      aria-label={texts.log}
      class={`${tall ? 'max-h-96' : 'max-h-40'} overflow-y-auto rounded-lg bg-sunken p-3 font-mono text-[0.8125rem]`}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {lines.map(({ n, at, stream, line }) => (
        <li key={n} class="flex gap-3">
          <time class="flex-none text-muted" dateTime={new Date(at).toISOString()}>
            {clockTime(at)}
          </time>
          <span class={`min-w-0 whitespace-pre-wrap ${STREAMS[stream] ?? ''}`}>{plainText(line)}</span>
        </li>
      ))}
    </ol>
  );
}
