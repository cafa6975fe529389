/** Lines of a call in monospace. Long ones are cut until they are expanded, or scroll if they must not be cut. */
import { useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { seenAndUnseen } from '../ui/plain-text.ts';
import { readWhole, showWhole } from '../waiting/current.ts';
import { MORE, Scrolling } from '../waiting/question-context.tsx';
import type { Line, Piece } from './lines.ts';

/** More than this is long. */
const LINES = 14;
const CHARACTERS = 1_000;
/** How much of a long one is shown at first. */
const LINES_SHOWN = 9;
const CHARACTERS_SHOWN = 640;
/** How much is shown at a time of what is longer still: a megabyte would freeze the page. */
const PAGE_LINES = 1_000;
const PAGE_CHARACTERS = 60_000;

interface Props {
  /** The question, by which it is expanded together with the other parts of its card. */
  readonly of: string;
  readonly id: string;
  readonly label: string;
  readonly lines: readonly Line[];
  /** Whether it must not be cut. */
  readonly whole: boolean;
  readonly class?: string;
}

const WORDS = 'px-3 py-2 font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap exact';

export function Code({ of, id, label, lines, whole, class: more = '' }: Props) {
  const [pages, setPages] = useState(1);
  const isLong = amount(lines, LINES, CHARACTERS) < lines.length;
  const cut = isLong && !whole && !readWhole.value.has(of);
  const count = cut
    ? Math.max(1, amount(lines, LINES_SHOWN, CHARACTERS_SHOWN))
    : amount(lines, pages * PAGE_LINES, pages * PAGE_CHARACTERS);
  const shown = lines.slice(0, count);
  const inner = (
    <>
      {shown.map((line, index) => (
        <LineView key={index} line={cut ? clipped(line) : line} />
      ))}
      {!cut && count < lines.length && (
        <button type="button" class={MORE} onClick={() => setPages(pages + 1)}>
          {texts.approval.left(lengthOf(lines.slice(count)))}
        </button>
      )}
    </>
  );
  return (
    <div class={`overflow-hidden rounded-lg bg-sunken ${more}`}>
      {isLong && !cut ? (
        <Scrolling id={id} label={label} testid="code" class={WORDS}>
          {inner}
        </Scrolling>
      ) : (
        <>
          <span class="sr-only">{label}: </span>
          <div dir="ltr" id={id} data-testid="code" class={`${WORDS} ${cut ? 'fades' : ''}`}>
            {inner}
          </div>
        </>
      )}
      {isLong && !whole && (
        <button type="button" class={MORE} aria-expanded={!cut} aria-controls={id} onClick={() => showWhole([of], cut)}>
          {cut ? texts.approval.all(lengthOf(lines)) : texts.contextLess}
        </button>
      )}
    </div>
  );
}

/** How many of the lines fit within both limits. */
function amount(lines: readonly Line[], most: number, characters: number): number {
  let left = characters;
  for (const [index, { pieces }] of lines.slice(0, most).entries()) {
    for (const { text } of pieces) left -= text.length;
    if (left < 0) return index;
  }
  return Math.min(most, lines.length);
}

function lengthOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { pieces }) => pieces.reduce((length, { text }) => length + text.length, sum + 1), -1);
}

/** The first line may be longer than what is shown of all. */
function clipped({ mark, pieces }: Line): Line {
  let left = CHARACTERS_SHOWN;
  const kept = pieces.flatMap((piece): Piece[] => {
    const text = piece.text.slice(0, Math.max(0, left));
    left -= piece.text.length;
    return text === '' ? [] : [{ ...piece, text }];
  });
  return { mark, pieces: kept };
}

const TONES: Readonly<Record<string, string>> = {
  '+': 'bg-good-soft text-good',
  '-': 'bg-danger-soft text-danger',
};

function LineView({ line: { mark, pieces } }: { line: Line }) {
  // An empty line has a height too.
  const words = pieces.length === 0 ? '\n' : pieces.map((piece, index) => <Marked key={index} piece={piece} />);
  if (mark === null) return <div>{words}</div>;
  if (mark === '…') return <div class="text-muted italic">{texts.approval.kept(pieces[0]!.text)}</div>;
  const text = mark === '+' ? <ins>{words}</ins> : mark === '-' ? <del>{words}</del> : words;
  return (
    <div class={`-mx-3 flex px-3 ${TONES[mark] ?? ''}`}>
      <span class="w-4 flex-none select-none" aria-hidden="true">
        {mark}
      </span>
      <span class="min-w-0 flex-1">{text}</span>
    </div>
  );
}

function Marked({ piece: { text, danger } }: { piece: Piece }) {
  const parts = seenAndUnseen(text).map((part, index) =>
    part.unseen ? (
      <span key={index} class="rounded-sm bg-warn-soft font-semibold text-warn">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
  if (danger === null) return <>{parts}</>;
  return (
    <mark
      class="bg-danger-soft font-semibold text-danger underline decoration-2 underline-offset-4"
      title={danger}
      data-testid="danger"
    >
      {parts}
    </mark>
  );
}
