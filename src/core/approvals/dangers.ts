import { DANGERS } from './danger-table.ts';
import { guardedName } from './guarded.ts';
import { kindOf, listedWords, type ToolCall, writtenFields } from './tools.ts';

/** A dangerous piece of a call's input. */
export interface Danger {
  /** The field of the input; `command.2` is the third element of a list. */
  readonly field: string;
  /** In UTF-16 code units, as JavaScript counts. */
  readonly at: number;
  readonly length: number;
  readonly why: string;
}

/** What is behind this in a text is not looked at, and marked as such. */
const MAX_TEXT = 20_000;
const MAX_FIELDS = 200;
const MAX_DEPTH = 10;
const MAX_DANGERS = 50;
const SETTINGS = 'touches the settings of a host, a shell or AskOnce';

/**
 * What is dangerous in a call, by position: in the command of a shell, in the paths of a tool for files, in all text of other tools. The
 * content of a file that is written does not count, because it does nothing yet.
 */
export function dangersOf({ tool, input }: ToolCall): readonly Danger[] {
  const kind = kindOf(tool);
  const isShell = kind === 'shell' || kind === 'foreign-shell';
  const fields = isShell ? ['command', 'cmd', 'script'] : (writtenFields(tool) ?? Object.keys(input));
  const texts: (readonly [field: string, text: string])[] = [];
  const beyond: Danger[] = [];
  const collect = (field: string, value: unknown, depth: number): void => {
    if (value === undefined || value === null) return;
    if (texts.length >= MAX_FIELDS || depth > MAX_DEPTH) {
      if (beyond.length === 0) beyond.push({ field, at: 0, length: 0, why: 'has too many fields to be judged' });
      return;
    }
    if (typeof value === 'string') texts.push([field, value]);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) collect(`${field}.${name}`, one, depth + 1);
    }
  };
  for (const field of fields) collect(field, input[field], 1);
  const split = isShell ? dangersAcross(input) : [];
  return [...split, ...texts.flatMap(([field, text]) => dangersIn(field, text, isShell)), ...beyond].slice(
    0,
    MAX_DANGERS,
  );
}

/** Dangers of a command whose words are in a list. Those in one word are found in the word itself. */
function dangersAcross(input: ToolCall['input']): Danger[] {
  const [field, words] = listedWords(input) ?? ['', []];
  const starts: number[] = [];
  let text = '';
  for (const word of words) {
    starts.push(text.length);
    text += `${word} `;
  }
  return dangersIn(field, text, true).flatMap(({ at, length, why }) => {
    const index = starts.findLastIndex((start) => start <= at);
    const word = words[index]!;
    const from = at - starts[index]!;
    return from + length <= word.length
      ? []
      : [{ field: `${field}.${index}`, at: from, length: word.length - from, why }];
  });
}

function dangersIn(field: string, whole: string, isShell: boolean): Danger[] {
  const text = whole.slice(0, MAX_TEXT);
  const found = marksIn(text, isShell).map((mark) => ({ field, ...mark }));
  // A shell drops quotes and backslashes: “rm "-rf" x” is “rm -rf x”.
  if (isShell && /["'\\]/.test(text)) {
    const kept: number[] = [];
    for (let at = 0; at < text.length; at += 1) if (!/["'\\]/.test(text[at]!)) kept.push(at);
    for (const { at, length, why } of marksIn(kept.map((index) => text[index]).join(''), true)) {
      found.push({ field, at: kept[at]!, length: kept[at + length - 1]! + 1 - kept[at]!, why });
    }
  }
  if (whole.length > MAX_TEXT) {
    found.push({ field, at: MAX_TEXT, length: whole.length - MAX_TEXT, why: 'is too long to be judged' });
  }
  return withoutOverlaps(found);
}

function marksIn(text: string, isShell: boolean): Omit<Danger, 'field'>[] {
  const found: Omit<Danger, 'field'>[] = [];
  for (const { why, pattern, anywhere } of DANGERS) {
    if (!isShell && anywhere === undefined) continue;
    for (const match of text.matchAll(pattern)) {
      const lead = match[0].length - match[0].trimStart().length;
      found.push({ at: match.index + lead, length: match[0].trim().length || match[0].length, why });
    }
  }
  for (const match of text.matchAll(/[^\s'"`;&|<>()=:]+/g)) {
    if (match[0].includes('.') && guardedName(match[0])) {
      found.push({ at: match.index, length: match[0].length, why: SETTINGS });
    }
  }
  return found;
}

/** One mark for each place: the first, and of several from the same place the longest. */
function withoutOverlaps(found: readonly Danger[]): Danger[] {
  const sorted = [...found].sort((a, b) => a.at - b.at || b.length - a.length);
  const kept: Danger[] = [];
  let end = 0;
  for (const danger of sorted) {
    if (danger.at < end) continue;
    kept.push(danger);
    end = danger.at + danger.length;
  }
  return kept;
}
