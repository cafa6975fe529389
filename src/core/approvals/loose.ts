/**
 * A command taken apart as broadly as possible, for rules that deny or ask. Quotes, backslashes, wrappers and substitutions hide nothing
 * here. What a rule allows is read in shell.ts instead.
 */

import { isWrapper, programName } from './programs.ts';
import { BETWEEN, type Pattern } from './rule.ts';
import { MAX_COMMAND, type Words } from './shell.ts';

export type CommandPattern = Extract<Pattern, { kind: 'command' }>;

export interface LooseCommand {
  /** One line for each command that may run: words, each after `BETWEEN`. */
  readonly commands: string;
  /** The same for commands that may run any of their words. */
  readonly wrapped: string;
  /** All words in one line, wherever they are. */
  readonly words: string;
  readonly tokens: readonly string[];
  /** The text with single spaces. */
  readonly text: string;
  /** Each word once, as it is and as the name of a program. */
  readonly distinct: string;
  /** The text in lower case. */
  readonly lower: string;
}

const LINE = '\n';
const MAX_TOKENS = 1_000;
/** Words of the shell language before a command, and variables for it. */
const LEADING = /^(?:!|do|then|else|elif|if|while|until|time|\w+\+?=.*)$/;

const joined = (words: readonly string[]): string => words.map((word) => BETWEEN + word).join('');

/** `parts`: the commands, if they could be read. Otherwise each piece of the text may be one. */
export function looseCommand(whole: string, parts: readonly Words[] | null): LooseCommand {
  const text = whole.slice(0, MAX_COMMAND);
  const commands = new Set<string>();
  const wrapped = new Set<string>();
  const tokens = text.split(/[\s;&|`(){}<>$'"\\]+/).filter(Boolean);
  const distinct = new Set(tokens);
  for (const words of parts !== null && !parts.some(isWrapper) ? parts : piecesOf(text)) {
    const [program, ...others] = words;
    const line = joined(others);
    const name = programName(program!);
    for (const word of [name, ...words]) distinct.add(word);
    commands.add(BETWEEN + program + line).add(BETWEEN + name + line);
    if (!isWrapper(words)) continue;
    const names = words.map(programName);
    for (const word of names) distinct.add(word);
    wrapped.add(joined(words)).add(joined(names));
  }
  return {
    commands: lines(commands),
    wrapped: lines(wrapped),
    words: lines([joined(tokens)]),
    distinct: [...distinct].join(LINE),
    tokens: [...new Set(tokens)].slice(0, MAX_TOKENS),
    text: text.replace(/\s+/g, ' '),
    lower: text.toLowerCase(),
  };
}

function piecesOf(text: string): Words[] {
  return [...new Set(text.split(/[;&|\n\r`(){}<>]/))].flatMap((piece) => {
    const words = piece
      .replace(/['"\\]/g, '')
      .split(/\s+/)
      .filter(Boolean);
    const start = words.findIndex((word) => !LEADING.test(word));
    return start < 0 ? [] : [words.slice(start)];
  });
}

const lines = (list: Iterable<string>): string => LINE + [...list].map((line) => line + LINE).join('');

/** `certain`: the command may run what the pattern describes. `possible`: its words occur somewhere in the text. */
export function forbids(pattern: CommandPattern, command: LooseCommand): 'certain' | 'possible' | null {
  const { pieces, prefix } = pattern;
  if (pieces === null) {
    const raw = pattern.raw.replace(/\s+/g, ' ').split('*');
    return tailMatches(command.text, [...raw, '']) ? 'certain' : null;
  }
  // Most rules are about something else.
  if (!command.distinct.includes(pattern.literal)) return null;
  if (occurs(command.commands, LINE, pieces, prefix)) return 'certain';
  if (occurs(command.wrapped, '', pieces, prefix)) return 'certain';
  return occurs(command.words, '', pieces.length > 1 ? [...pieces, ''] : pieces, true) ? 'possible' : null;
}

/** Whether the pattern matches in a line, from its start if `lead` is the end of the line before. */
function occurs(text: string, lead: string, [head, ...tail]: readonly string[], prefix: boolean): boolean {
  const first = lead + head;
  let at = text.indexOf(first);
  while (at >= 0) {
    const from = at + first.length;
    const end = text.indexOf(LINE, from);
    if (tail.length === 0) {
      if (from === end || (prefix && text[from] === BETWEEN)) return true;
      at = text.indexOf(first, at + 1);
    } else {
      if (tailMatches(text.slice(from, end), tail)) return true;
      // In one line the first place leaves the most room.
      at = text.indexOf(first, end);
    }
  }
  return false;
}

/** Whether the pieces between wildcards follow each other in a text, and the last one ends it. */
export function tailMatches(text: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces.slice(0, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1)!;
  return text.length - last.length >= at && text.endsWith(last);
}
