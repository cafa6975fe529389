/**
 * The agent's context of its question: visible from the start, above the answer controls, since you must not approve what you do not see. A
 * long one is shortened until you expand it; for destructive questions it is never shortened, and a very long one scrolls.
 */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { readWhole, showWhole } from './current.ts';
import { beginningOf, isLong } from './cut.ts';

interface Props {
  /** The id of the question. */
  readonly id: string;
  readonly context: string | undefined;
  /** Whether it must not be shortened. */
  readonly whole: boolean;
}

const WORDS = 'px-3 py-2 whitespace-pre-wrap';
/** The button below what is cut. */
export const MORE =
  'flex min-h-9 w-full items-center justify-center px-3 text-sm font-semibold text-accent underline -outline-offset-2 underline-offset-2';
/** This close to the end counts as the end. */
const NEAR = 4;
/** Scrolls less than a page, so that the last lines stay visible. */
const A_PAGE = 0.8;

const contextIdOf = (id: string) => `context-${id}`;

/** The ids of a card's contexts, which screen readers read when the card gets the focus. */
export function contextIdsOf(questions: readonly { id: string; context?: string | undefined }[]): string | undefined {
  const ids = questions.filter(({ context }) => context?.trim()).map(({ id }) => contextIdOf(id));
  return ids.length === 0 ? undefined : ids.join(' ');
}

export function QuestionContext({ id, context, whole }: Props) {
  if (!context?.trim()) return null;
  return (
    <div class="overflow-hidden rounded-lg bg-sunken">
      {!isLong(context) ? (
        <Words id={contextIdOf(id)}>{context}</Words>
      ) : whole ? (
        <Scrolling id={contextIdOf(id)} label={texts.context} testid="context" class={WORDS}>
          {context}
        </Scrolling>
      ) : (
        <Cut id={id} context={context} />
      )}
    </div>
  );
}

function Words({ id, fades = false, children }: { id: string; fades?: boolean; children: string }) {
  return (
    <>
      <span class="sr-only">{texts.context}: </span>
      <div dir="auto" id={id} data-testid="context" class={`${WORDS} ${fades ? 'fades' : ''}`}>
        {children}
      </div>
    </>
  );
}

function Cut({ id, context }: { id: string; context: string }) {
  const cut = !readWhole.value.has(id);
  return (
    <>
      <Words id={contextIdOf(id)} fades={cut}>
        {cut ? beginningOf(context) : context}
      </Words>
      <button
        type="button"
        class={MORE}
        aria-expanded={!cut}
        aria-controls={contextIdOf(id)}
        onClick={() => showWhole([id], cut)}
      >
        {cut ? texts.contextAll : texts.contextLess}
      </button>
    </>
  );
}

interface ScrollingProps {
  readonly id: string;
  readonly label: string;
  readonly testid: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** Not every system shows scroll bars, so a hint says that there is more below. */
export function Scrolling({ id, label, testid, class: more, children }: ScrollingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  const [atEnd, setAtEnd] = useState(true);
  const look = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    setScrolls(scrollHeight > clientHeight + NEAR);
    setAtEnd(scrollHeight - scrollTop - clientHeight <= NEAR);
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    look();
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div class="relative">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and these are words. */}
        <div
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
          tabIndex={0}
          role="group"
          aria-label={label}
          dir="auto"
          id={id}
          data-testid={testid}
          class={`${more} max-h-[45svh] overflow-y-auto rounded-lg -outline-offset-2`}
          onScroll={look}
        >
          {children}
        </div>
        {!atEnd && (
          <div class="pointer-events-none absolute inset-x-1 bottom-0.5 h-14 bg-linear-to-t from-sunken to-transparent" />
        )}
      </div>
      {scrolls && (
        // Its space is reserved: a click misses a target that moves.
        <button
          type="button"
          class={`${MORE} ${atEnd ? 'invisible' : ''}`}
          onClick={() => box.current!.scrollBy({ top: box.current!.clientHeight * A_PAGE })}
        >
          {texts.contextBelow}
        </button>
      )}
    </>
  );
}
