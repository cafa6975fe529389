/** What a picker does on each key. Pure: takes state and key, returns the new state or a choice. */
import { folded, hasWords, wordsOf } from '../../util/search.ts';
import type { Key } from './key-presses.ts';
import { edited, type Line, lineOf } from './line-edit.ts';
import { graphemes } from './wrapping.ts';

/** A question as the picker shows it. Its texts are untrusted and are sanitised where they are shown. */
export interface PickerQuestion {
  readonly question: string;
  readonly why?: string;
  readonly header?: string;
  /** What would be lost. With a warning nothing is preselected: Enter alone never chooses. */
  readonly warning?: string;
  readonly options: readonly PickerOption[];
  /** An earlier answer to a similar question; if it is one of the options, the cursor starts there. */
  readonly offered?: { readonly answer: string; readonly question: string };
  readonly multi?: boolean;
  /** Whether an answer other than the options may be typed. */
  readonly other: boolean;
  /** No list, only a text input. */
  readonly free: boolean;
  /** What a text input contains at first. */
  readonly prefill?: string;
  /** Esc leads back to what was shown before, not away. */
  readonly nested?: boolean;
  /** What is decided, in at most so many rows of at most so many columns, with its own colours; already sanitised. */
  readonly body?: (columns: number, rows: number) => readonly string[];
  /** The whole of it, for when the rows were too few: one key prints it. */
  readonly whole?: (columns: number) => readonly string[];
  /** No row is selected at first, even without a warning. */
  readonly unselected?: boolean;
  /** The question in one line, for the record that stays on the screen. */
  readonly record?: string;
  /** Shown while there are no options. */
  readonly empty?: string;
  /** Keys that do something other than answer. They work in the list and in a text input. */
  readonly keys?: readonly PickerKey[];
  /** What a typed line is to the owner of the terminal. Without it there are no commands. */
  readonly lineKind?: (text: string) => LineKind;
}

export interface PickerKey {
  /** As `readKeys` names it. */
  readonly name: string;
  readonly hint: string;
}

/** `unknown`: looks like a command, but there is none of this name. */
export type LineKind = 'command' | 'unknown' | 'answer';

export interface PickerOption {
  readonly label: string;
  readonly description?: string;
  /** Shown after the label in brackets, as in `(recommended)`. */
  readonly mark?: string;
  /** A letter that selects it. With such letters the list has no filter. */
  readonly key?: string;
  /** Choosing it decides nothing yet, so it leaves no line on the screen. */
  readonly opens?: boolean;
  /** Tells it apart from others in a list that changes. */
  readonly id?: string;
}

/**
 * `chose` holds indexes into `options`. `gone`: the signal was aborted, because another surface answered first. `quits`: Ctrl-C or Ctrl-D,
 * which end more than the picker. `pressed`: one of `keys`. `command`: a line for the prompt, not an answer; the question waits meanwhile.
 */
export type Picked =
  | { readonly chose: readonly number[] }
  | { readonly typed: string }
  | { readonly command: string }
  | { readonly pressed: string }
  | { readonly left: true; readonly quits?: true }
  | { readonly gone: true; readonly halfTyped?: string };

export interface PickerState {
  /** The line of a typed answer, or of a command; null while the list is shown. */
  readonly typing: Line | null;
  /** Enter was pressed on a line that may be a mistyped command: it was not sent. */
  readonly doubted: boolean;
  /** Null until a filter is started. */
  readonly filter: string | null;
  /** The index among the visible rows; -1 if none is selected. */
  readonly at: number;
  /** The number that is being typed. */
  readonly digits: string;
  readonly marked: readonly number[];
}

export type Step = { readonly state: PickerState } | { readonly picked: Picked };

/** Prints the whole of what was shortened. */
export const WHOLE_KEY = 'v';

const NO_ROW = -1;
const LEFT: Step = { picked: { left: true } };
const QUITS: Step = { picked: { left: true, quits: true } };

export function initialState(question: PickerQuestion): PickerState {
  const earlier = question.options.findIndex(({ label }) => label === question.offered?.answer);
  const at = isPreselected(question) ? Math.max(0, earlier) : NO_ROW;
  const typing = question.free ? lineOf(question.prefill ?? '') : null;
  return { typing, doubted: false, filter: null, at, digits: '', marked: [] };
}

/** The state for a list that has changed: the cursor stays on its option, or near its place if that is gone. */
export function carriedOver(before: PickerQuestion, state: PickerState, now: PickerQuestion): PickerState {
  const row = shownRows(before, state.filter)[state.at];
  const id = row === undefined ? undefined : before.options[row]?.id;
  const rows = shownRows(now, state.filter);
  const same = id === undefined ? -1 : rows.findIndex((one) => now.options[one]?.id === id);
  const at = same >= 0 ? same : isPreselected(now) ? Math.min(Math.max(0, state.at), rows.length - 1) : NO_ROW;
  return { ...state, at, digits: '', marked: [] };
}

function isPreselected({ warning, unselected }: PickerQuestion): boolean {
  return warning === undefined && !unselected;
}

/** The visible rows, as indexes into `options`; `options.length` is the row for a typed answer. */
export function shownRows({ options, other }: PickerQuestion, filter: string | null): number[] {
  const words = wordsOf(filter ?? '');
  const rows: number[] = [];
  for (const [row, text] of searched(options).entries()) {
    if (hasWords(text, words)) rows.push(row);
  }
  return other ? [...rows, options.length] : rows;
}

/** The text that a filter is compared with, cached: for 20,000 files, rebuilding it took 60 ms per key. */
const SEARCHED = new WeakMap<readonly PickerOption[], readonly string[]>();

function searched(options: readonly PickerOption[]): readonly string[] {
  const texts =
    SEARCHED.get(options) ?? options.map(({ label, description }) => folded(`${label} ${description ?? ''}`));
  SEARCHED.set(options, texts);
  return texts;
}

/** The letters that select an option, by row; none where letters start a filter. Of Yes and No, it is the first letter. */
export function lettersOf({ options }: PickerQuestion): readonly string[] {
  const isYesNo = options.length === 2 && options[0]!.label === 'Yes' && options[1]!.label === 'No';
  if (isYesNo) return ['y', 'n'];
  return options.some(({ key }) => key !== undefined) ? options.map(({ key }) => key ?? '') : [];
}

/** Applies one key. `page` is the number of visible rows. */
export function press(question: PickerQuestion, before: PickerState, key: Key, page: number): Step {
  if (key.name === 'ctrl-c') return QUITS;
  if (question.keys?.some(({ name }) => name === key.name)) return { picked: { pressed: key.name } };
  if (before.typing) return pressTyping(question, before, before.typing, key);
  const rows = shownRows(question, before.filter);
  const state = isDigit(before, key) || key.name === 'backspace' ? before : { ...before, digits: '' };
  const moved = (at: number): Step => ({ state: { ...state, at: Math.max(0, Math.min(at, rows.length - 1)) } });
  const none = state.at === NO_ROW;
  switch (key.name) {
    case 'ctrl-d':
      return QUITS;
    case 'escape':
      return state.filter === null ? LEFT : { state: unfiltered(question, state, rows) };
    case 'enter':
      // A number without a row is rejected, whatever else is marked.
      return none && before.digits !== '' ? { state } : confirmed(question, state, rows);
    case 'tab':
      return { state: toggled(question, state, rows) };
    case 'up':
    case 'ctrl-p':
      return moved(state.at <= 0 ? rows.length - 1 : state.at - 1);
    case 'down':
    case 'ctrl-n':
      return moved(state.at === rows.length - 1 ? 0 : state.at + 1);
    case 'home':
      return moved(0);
    case 'end':
      return moved(rows.length - 1);
    case 'pageup':
      return moved(state.at - page);
    case 'pagedown':
      return moved((none ? 0 : state.at) + page);
    case 'backspace':
      return { state: backspaced(question, state) };
    case 'ctrl-u':
      return { state: state.filter === null ? state : filtered(question, state, '') };
    case 'paste':
      return lettersOf(question).length > 0
        ? { state }
        : { state: filtered(question, state, (state.filter ?? '') + key.text.replaceAll(/\s+/gu, ' ')) };
    case 'text':
      return state.filter === null
        ? pressLetter(question, state, key, page)
        : { state: filtered(question, state, state.filter + key.text) };
    default:
      return { state };
  }
}

/** A letter without a filter: most letters start one, some are commands. */
function pressLetter(question: PickerQuestion, state: PickerState, { text }: Key, page: number): Step {
  const command = { j: 'down', k: 'up' }[text];
  if (command) return press(question, state, { name: command, text: '' }, page);
  if (text === 'q') return LEFT;
  if (text === '/' && question.lineKind) return { state: { ...state, typing: lineOf(text) } };
  if (text === ' ') return { state: toggled(question, state, shownRows(question, null)) };
  if (/^[0-9]$/.test(text)) return { state: dialled(question, state, text) };
  const letters = lettersOf(question);
  const letter = letters.indexOf(text.toLowerCase());
  if (letter >= 0) return { state: { ...state, at: letter } };
  // The first letter has chosen; the rest of a typed word is ignored.
  if (letters.length > 0) return { state };
  return { state: filtered(question, state, text) };
}

/** Whether a typed answer is accepted. */
export function takesOwnWords({ free, other }: PickerQuestion): boolean {
  return free || other;
}

/** Whether a line looks like a command. */
export function looksLikeCommand({ lineKind }: PickerQuestion, text: string): boolean {
  return lineKind !== undefined && lineKind(text) !== 'answer';
}

function pressTyping(question: PickerQuestion, before: PickerState, line: Line, key: Key): Step {
  const state = { ...before, doubted: false };
  const text = line.text.trim();
  if (key.name === 'escape') return question.free ? LEFT : { state: { ...state, typing: null } };
  if (key.name === 'ctrl-d' && line.text === '') return QUITS;
  if (key.name === 'tab' && line.text === '' && question.offered) {
    return { state: { ...state, typing: lineOf(question.offered.answer) } };
  }
  if (key.name !== 'enter') {
    const typing = edited(line, key);
    // Deleting the slash returns to the list.
    const isTakenBack = typing.text === '' && line.text.startsWith('/') && !question.free;
    return { state: { ...state, typing: isTakenBack ? null : typing } };
  }
  return text === '' ? { state } : sent(question, state, text, before.doubted);
}

/** A command is a command even where an answer is typed. A mistyped one must not become the answer unnoticed. */
function sent(question: PickerQuestion, state: PickerState, text: string, again: boolean): Step {
  const is = question.lineKind?.(text) ?? 'answer';
  const maybeAnswer = takesOwnWords(question);
  if (is === 'command' || (is === 'unknown' && !maybeAnswer)) return { picked: { command: text } };
  if (!maybeAnswer || (is === 'unknown' && !again)) return { state: { ...state, doubted: true } };
  // Options marked before are part of the answer; otherwise they would be lost silently.
  const marked = state.marked.map((row) => question.options[row]!.label);
  return { picked: { typed: [...marked, text].join(', ') } };
}

function confirmed(question: PickerQuestion, state: PickerState, rows: readonly number[]): Step {
  const row = rows[state.at];
  if (row === question.options.length) return { state: typingOwn(state) };
  if (state.marked.length > 0 && (row !== undefined || isPreselected(question))) {
    return { picked: { chose: state.marked } };
  }
  return row === undefined ? { state } : { picked: { chose: [row] } };
}

function toggled(question: PickerQuestion, state: PickerState, rows: readonly number[]): PickerState {
  const row = rows[state.at];
  if (!question.multi || row === undefined) return state;
  if (row === question.options.length) return typingOwn(state);
  const others = state.marked.filter((marked) => marked !== row);
  const marked = others.length < state.marked.length ? others : [...others, row].sort((a, b) => a - b);
  return { ...state, marked };
}

/** A filter without matches becomes the typed answer. */
function typingOwn(state: PickerState): PickerState {
  return { ...state, typing: lineOf(state.filter ?? '') };
}

function filtered(question: PickerQuestion, state: PickerState, filter: string): PickerState {
  const preselected = isPreselected(question) && shownRows(question, filter).length > 0;
  return { ...state, filter, at: preselected ? 0 : NO_ROW, digits: '' };
}

/** Shows all rows again, with the cursor on the same one. */
function unfiltered(question: PickerQuestion, state: PickerState, rows: readonly number[]): PickerState {
  const row = rows[state.at];
  const fallback = isPreselected(question) ? 0 : NO_ROW;
  const at = row === undefined ? fallback : shownRows(question, null).indexOf(row);
  return { ...state, filter: null, at };
}

function backspaced(question: PickerQuestion, state: PickerState): PickerState {
  if (state.filter === '') return unfiltered(question, state, shownRows(question, ''));
  if (state.filter !== null) return filtered(question, state, graphemes(state.filter).slice(0, -1).join(''));
  return state.digits === '' ? state : atNumber(question, state, state.digits.slice(0, -1));
}

function isDigit(state: PickerState, { name, text }: Key): boolean {
  return state.filter === null && name === 'text' && /^[0-9]$/.test(text);
}

/** With up to nine rows a digit is a row; beyond that, digits form a number. */
function dialled(question: PickerQuestion, state: PickerState, digit: string): PickerState {
  const digits = shownRows(question, null).length > 9 ? state.digits + digit : digit;
  return atNumber(question, state, digits.slice(-6));
}

/** A number without a row selects none: Enter must not take a row that was not meant. */
function atNumber(question: PickerQuestion, state: PickerState, digits: string): PickerState {
  const at = Number(digits) - 1;
  return { ...state, digits, at: at < shownRows(question, null).length && at >= 0 ? at : NO_ROW };
}
