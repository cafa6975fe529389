/** Renders a picker: takes its state, returns rows of the terminal. Pure. */
import type { Line } from './line-edit.ts';
import type { Colours } from './output.ts';
import {
  lettersOf,
  looksLikeCommand,
  type Picked,
  type PickerQuestion,
  type PickerState,
  shownRows,
  takesOwnWords,
} from './picker-state.ts';
import { oneLine } from './text.ts';
import { clipped, cropped, type Frame, inputRows, widthOf, wrapped } from './wrapping.ts';

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
}

const MAX_ROWS = 20;
/** A question may be long; the list below it must still be usable. */
const MIN_ROWS = 3;
const DETAIL_ROWS = 2;

export function pickerView(question: PickerQuestion, state: PickerState, look: Look): Frame {
  return state.typing ? typingView(question, state, state.typing, look) : listView(question, state, look);
}

/** The line that remains after a choice; a command looks as it does at the prompt. */
export function closingLine(question: PickerQuestion, picked: Picked, { width, colours }: Look): string | undefined {
  if ('command' in picked) return clipped(`> ${oneLine(picked.command)}`, width);
  if (!('chose' in picked) && !('typed' in picked)) return undefined;
  if ('chose' in picked && picked.chose.some((row) => question.options[row]!.opens)) return undefined;
  const text = 'typed' in picked ? picked.typed : picked.chose.map((row) => question.options[row]!.label).join(', ');
  const answer = oneLine(text);
  const asked = clipped(oneLine(question.record ?? question.question), Math.max(8, width - 4 - widthOf(answer)));
  return clipped(`${colours.cyan('?')} ${colours.bold(asked)}  ${colours.cyan(answer)}`, width);
}

/** How many rows of the list are visible: as many as fit the terminal, twenty at most. */
export function pageSize(question: PickerQuestion, state: PickerState, look: Look): number {
  const rows = shownRows(question, state.filter).length;
  const room = spaceOf(look) - headOf(question, state, look).length - footRows(question, state, look);
  return rows <= Math.min(MAX_ROWS, room) ? rows : Math.max(1, Math.min(MAX_ROWS, room - 2));
}

/** All rows but one: the row above shows that earlier output is still there. */
function spaceOf({ height }: Look): number {
  return Math.max(4, height - 1);
}

function listView(question: PickerQuestion, state: PickerState, look: Look): Frame {
  const { width, colours } = look;
  const { dim } = colours;
  const rows = shownRows(question, state.filter);
  const size = pageSize(question, state, look);
  const first = Math.max(0, Math.min(state.at - Math.floor(size / 2), rows.length - size));
  const lines = headOf(question, state, look);
  let cursor = { row: -1, column: 0 };

  if (state.filter !== null) {
    const { rows: typed, cursor: end } = inputRows('  Filter: ', state.filter, state.filter.length, width);
    cursor = { row: lines.length, column: end.column };
    lines.push(typed.at(-1)!);
  }
  const more = (arrow: string, count: number) => (count > 0 ? dim(`  ${arrow} ${count} more`) : '');
  const scrolls = rows.length > size;
  if (scrolls) lines.push(more('↑', first));
  for (let place = first; place < first + size; place++) {
    if (place === state.at && state.filter === null) cursor = { row: lines.length, column: 0 };
    lines.push(clipped(optionRow(question, state, rows[place]!, place === state.at, look), width));
  }
  if (scrolls) lines.push(more('↓', rows.length - first - size));
  if (rows.length === 0)
    lines.push(clipped(dim(`  ${state.filter === null ? (question.empty ?? '') : 'Nothing matches.'}`), width));
  lines.push(...detailOf(question, state, rows[state.at], look));
  if (cursor.row < 0) cursor = { row: lines.length, column: 0 };
  lines.push(clipped(dim(hint(question, state, rows) + keysOf(question)), width));
  return cropped({ rows: lines, cursor }, spaceOf(look));
}

function typingView(question: PickerQuestion, state: PickerState, { text, at }: Line, look: Look): Frame {
  const { width, colours } = look;
  const isCommand = looksLikeCommand(question, text) || !takesOwnWords(question);
  const input = inputRows(colours.cyan(isCommand ? 'command> ' : 'answer> '), text, at, width);
  // Half of the screen for the input: the question stays visible.
  const shown = cropped(input, Math.max(1, Math.floor(spaceOf(look) / 2)));
  const head = headLines(question, look, spaceOf(look) - shown.rows.length - 1);
  const rows = [
    ...head,
    ...shown.rows,
    clipped(colours.dim(typingHint(question, state, text, isCommand) + keysOf(question)), width),
  ];
  return { rows, cursor: { row: head.length + shown.cursor.row, column: shown.cursor.column } };
}

function typingHint(question: PickerQuestion, state: PickerState, text: string, isCommand: boolean): string {
  const leave = `Esc ${question.free && !question.nested ? 'leaves' : 'goes back'}`;
  if (state.doubted && !takesOwnWords(question)) return `  Not a command. ${leave}`;
  if (state.doubted) return `  Unknown command. Enter again sends it as your answer, ${leave}`;
  if (isCommand) return `  Enter runs the command, ${leave}`;
  const offered = question.offered !== undefined && text === '' ? 'Tab uses the earlier answer, ' : '';
  return `  Enter sends, ${offered}${leave}`;
}

function optionRow(question: PickerQuestion, state: PickerState, row: number, current: boolean, look: Look): string {
  const { bold, cyan, dim } = look.colours;
  const isOther = row === question.options.length;
  const total = question.options.length + (question.other ? 1 : 0);
  const number = String(row + 1).padStart(String(total).length);
  const box = !question.multi || isOther ? '' : state.marked.includes(row) ? '[x] ' : '[ ] ';
  const { label, description, mark } = isOther ? otherRow(question) : question.options[row]!;
  const paint = current ? (text: string) => bold(cyan(text)) : (text: string) => text;
  const after = [...(mark ? [`(${oneLine(mark)})`] : []), ...(description ? [oneLine(description)] : [])];
  const rest = after.map((text) => `  ${dim(text)}`).join('');
  const letters = lettersOf(question);
  // Of Yes and No, the letter is plain.
  const place = letters.length > 2 ? `${number} ${letters[row] || ' '}` : number;
  return `${current ? cyan('❯') : ' '} ${current ? place : dim(place)}  ${box}${paint(oneLine(label))}${rest}`;
}

function otherRow({ options }: PickerQuestion): PickerQuestion['options'][number] {
  return { label: options.length > 0 ? 'Other… type your own answer' : 'Type your own answer' };
}

/** The full text of the row under the cursor, if it was clipped. */
function detailOf(question: PickerQuestion, state: PickerState, row: number | undefined, look: Look): string[] {
  const option = row === undefined ? undefined : question.options[row];
  if (!option || widthOf(optionRow(question, state, row!, true, look)) <= look.width) return [];
  const text = option.description ? `${option.label}: ${option.description}` : option.label;
  return cut(wrapped(text, look.width - 4), DETAIL_ROWS).map((line) =>
    clipped(`    ${look.colours.dim(line)}`, look.width),
  );
}

/** The rows below and around the list that are not options. Space for details is reserved, so that the list does not jump. */
function footRows(question: PickerQuestion, state: PickerState, { width }: Look): number {
  const mayClip = question.options.some(
    ({ label, description }) => 2 * (label.length + (description?.length ?? 0)) + 12 > width,
  );
  return 1 + (state.filter === null ? 0 : 1) + (mayClip ? DETAIL_ROWS : 0);
}

function headOf(question: PickerQuestion, state: PickerState, look: Look): string[] {
  const rows = shownRows(question, state.filter).length;
  // All ways to decide are visible at once; what is decided is shortened instead, and says so.
  const list = question.body || rows <= MIN_ROWS ? Math.max(1, rows) : MIN_ROWS + 2;
  return headLines(question, look, spaceOf(look) - footRows(question, state, look) - list);
}

/** The question, in at most `room` rows: explanations are cut first, then the end of the question, last the warning. */
function headLines(question: PickerQuestion, { width, colours }: Look, room: number): string[] {
  const { bold, cyan, dim, red } = colours;
  const { offered } = question;
  const lines = (text: string | undefined) => (text ? wrapped(text, width - 2).map((line) => `  ${dim(line)}`) : []);
  const warning = question.warning
    ? wrapped(question.warning, width - 2).map((line, index) => bold(red(`${index === 0 ? '!' : ' '} ${line}`)))
    : [];
  const asked = wrapped(question.question, width - 2).map((line, index) =>
    index === 0 ? `${cyan('?')} ${bold(line)}` : `  ${bold(line)}`,
  );
  const header = lines(question.header);
  const earlier = lines(
    offered && `Earlier you answered “${oneLine(offered.answer)}” to “${oneLine(offered.question)}”.`,
  );
  const why = lines(question.why && `Why: ${question.why}`);

  let left = Math.max(2, room);
  const fitting = (part: string[], needed: boolean): string[] => {
    const kept = needed ? cut(part, Math.max(1, left)) : part.length <= left ? part : [];
    left -= kept.length;
    return kept;
  };
  const kept = {
    warning: fitting(cut(warning, Math.max(1, left - 1)), warning.length > 0),
    asked: fitting(asked, true),
    whose: fitting(question.body ? header : [], false),
    body: fitting(
      [...(question.body?.(width - 2, Math.max(1, left)) ?? [])].map((line) => `  ${line}`),
      false,
    ),
    earlier: fitting(earlier, false),
    why: fitting(why, false),
    header: fitting(question.body ? [] : header, false),
  };
  const head = [
    ...kept.warning,
    ...kept.whose,
    ...kept.header,
    ...kept.asked,
    ...kept.body,
    ...kept.why,
    ...kept.earlier,
  ];
  return head.map((line) => clipped(line, width));
}

function cut(lines: readonly string[], most: number): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most - 1), `${lines[most - 1]!} …`];
}

function hint(question: PickerQuestion, state: PickerState, rows: readonly number[]): string {
  const leave = state.filter === null ? 'Esc leaves' : 'Esc clears the filter';
  if (state.digits !== '' && state.at < 0) return `  No row ${state.digits}.`;
  if (rows.length === 0) return `  ${leave}`;
  if (state.at < 0) return `  Choose with ↑ ↓${chosenBy(question)}, then Enter. ${leave}`;
  if (question.multi) {
    const count = state.marked.length > 0 ? `${state.marked.length} marked. ` : '';
    return `  ${count}${state.filter === null ? 'Space' : 'Tab'} marks, Enter confirms, ${leave}`;
  }
  const letters = lettersOf(question);
  if (letters.length === 2) return `  y or n, Enter chooses, ${leave}`;
  const filters = state.filter === null && letters.length === 0;
  return `  Enter chooses, ${filters ? 'type to filter, ' : ''}${leave}`;
}

function keysOf({ keys = [] }: PickerQuestion): string {
  return keys.map(({ hint: does }) => `, ${does}`).join('');
}

function chosenBy(question: PickerQuestion): string {
  const letters = lettersOf(question).filter((letter) => letter !== '');
  return letters.length === 0 ? ' or a number' : letters.length === 2 ? ', y or n' : ', a number or a letter';
}
