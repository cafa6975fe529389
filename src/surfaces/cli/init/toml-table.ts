/**
 * Adds one table to a TOML file of a person, and takes it out again. All other text stays as it is, byte for byte. It reads only as much TOML
 * as it needs to be certain, and gives up on anything else. Pure.
 */
import { Unmergeable } from './merge.ts';

/** What was written into a file. */
export interface TomlBlock {
  readonly block: string;
  /** What was put before it, to separate it from the text above. */
  readonly before: string;
  /** The file did not exist. */
  readonly created: boolean;
}

export interface TomlMerged {
  /** The new text; null if the file is to be deleted. */
  readonly text: string | null;
  readonly written: TomlBlock | null;
  readonly kept: readonly string[];
}

/** @param block The table with its header, each line with an end. */
export function withTable(
  text: string | null,
  path: readonly [string, string],
  block: string,
  earlier: TomlBlock | null,
): TomlMerged {
  if (text === null) return { text: block, written: { block, before: '', created: true }, kept: [] };
  const lines = text.includes('\r\n') ? block.replaceAll('\n', '\r\n') : block;
  const places = placesIn(text);
  if (earlier !== null && text.includes(earlier.block)) {
    const written = { ...earlier, block: lines };
    return { text: text.replace(earlier.block, () => lines), written, kept: [] };
  }
  if (places.some((place) => startsWith(place.path, path))) {
    const isOurs = text.includes(lines);
    const why = `the table [${path.join('.')}]: an entry of your own is there already, and is kept.`;
    return { text, written: isOurs ? { block: lines, before: '', created: false } : null, kept: isOurs ? [] : [why] };
  }
  // A table that is written in another way, or a list, cannot simply get another member at the end of the file.
  if (places.some((place) => isOtherwise(place, path[0])))
    throw new Unmergeable(`defines ${path[0]} in a way that AskOnce does not change`);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.trim() === '' ? '' : `${text.endsWith('\n') ? '' : end}${end}`;
  return { text: `${text}${before}${lines}`, written: { block: lines, before, created: false }, kept: [] };
}

/** @param block The table that is taken out if it is not known what was written. */
export function withoutTable(
  text: string | null,
  path: readonly string[],
  block: string,
  earlier: TomlBlock | null,
): TomlMerged {
  if (text === null) return { text, written: null, kept: [] };
  const crlf = block.replaceAll('\n', '\r\n');
  const wrote = earlier ?? { block: text.includes(crlf) ? crlf : block, before: '', created: false };
  const whole = `${wrote.before}${wrote.block}`;
  const part = text.includes(whole) ? whole : text.includes(wrote.block) ? wrote.block : null;
  if (part === null) {
    const isThere = placesIn(text).some((place) => startsWith(place.path, path));
    const why = `the table [${path.join('.')}] is not as AskOnce wrote it, and is kept.`;
    return { text, written: null, kept: isThere ? [why] : [] };
  }
  const rest = text.replace(part, '');
  return { text: rest.trim() === '' && wrote.created ? null : rest, written: null, kept: [] };
}

interface Place {
  /** The keys from the root of the file. */
  readonly path: readonly string[];
  readonly is: 'table' | 'list' | 'key';
  /** The table that a key is in. */
  readonly within: readonly string[];
}

const startsWith = (path: readonly string[], start: readonly string[]) => start.every((key, at) => path[at] === key);

function isOtherwise({ path, is, within }: Place, name: string): boolean {
  return path[0] === name && (is === 'list' ? path.length === 1 : is === 'key' && within[0] !== name);
}

/** A string, a comment, a bracket, the end of a line, or other text. What matches none of them is not TOML. */
const TOKEN =
  /"""(?:[^\\]|\\[\s\S])*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]|[^"'#[\]{}\n]+/y;
const KEY = String.raw`(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')`;
const KEYS = String.raw`${KEY}(?:[ \t]*\.[ \t]*${KEY})*`;
const HEADER = new RegExp(String.raw`^[ \t]*(\[\[?)[ \t]*(${KEYS})[ \t]*\]\]?[ \t]*(?:#.*)?\r?$`);
const ASSIGNMENT = new RegExp(String.raw`^[ \t]*(${KEYS})[ \t]*=`);

/** The tables and keys of a file. Throws if it cannot be read. */
function placesIn(text: string): Place[] {
  const places: Place[] = [];
  let within: readonly string[] = [];
  for (const line of statements(text)) {
    const header = HEADER.exec(line);
    if (header !== null) {
      within = keysOf(header[2]!);
      places.push({ path: within, is: header[1] === '[[' ? 'list' : 'table', within });
      continue;
    }
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const key = ASSIGNMENT.exec(line);
    if (key === null) throw new Unmergeable('has a line that AskOnce cannot read');
    places.push({ path: [...within, ...keysOf(key[1]!)], is: 'key', within });
  }
  return places;
}

/** The first line of each statement: a value may go on over several lines. */
function statements(text: string): string[] {
  const firsts: string[] = [];
  let depth = 0;
  let isFirst = true;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    if (isFirst) firsts.push(text.slice(at, endOfLine(text, at)));
    isFirst = false;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new Unmergeable('has a text without an end');
    at += token.length;
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (token === '\n' && depth <= 0) isFirst = true;
  }
  if (depth !== 0) throw new Unmergeable('has a bracket without its other half');
  return firsts;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function keysOf(text: string): string[] {
  return (text.match(new RegExp(KEY, 'g')) ?? []).map((key) => {
    if (key.startsWith("'")) return key.slice(1, -1);
    if (!key.startsWith('"')) return key;
    try {
      return JSON.parse(key) as string;
    } catch {
      throw new Unmergeable('has a key that AskOnce cannot read');
    }
  });
}
