/** A call as the rules see it, and why no rule may allow it. */
import { guardOf, isOwnTool } from './guarded.ts';
import { type LooseCommand, looseCommand } from './loose.ts';
import { type CallPlace, pathsOf, unclearPaths } from './paths.ts';
import { refusedProgram } from './programs.ts';
import { BETWEEN } from './rule.ts';
import { MAX_COMMAND, type Operator, readShell, type ShellReading } from './shell.ts';
import { commandOf, commandText, kindOf, type ToolCall, type ToolKind } from './tools.ts';

export interface Subject {
  readonly call: ToolCall;
  readonly kind: ToolKind;
  /** Why no rule may allow it, as the end of a sentence about it; null if one may. */
  readonly blocked: string | null;
  /** Of a shell command that could be read: each command as words after `BETWEEN`. */
  readonly parts: readonly string[];
  readonly operators: readonly Operator[];
  /** Of a tool for files. */
  readonly paths: readonly string[];
  /** All text of the call, for rules that deny or ask. */
  readonly loose: LooseCommand;
}

export function subjectOf(call: ToolCall, place: CallPlace): Subject {
  const kind = kindOf(call.tool);
  const base = { call, kind, parts: [], operators: [], paths: pathsOf(call, place) };
  if (kind === 'shell' || kind === 'foreign-shell') {
    const reading: ShellReading =
      kind === 'shell' ? readCommand(call, place) : { unclear: 'is for a shell that is not read' };
    const text = commandText(call.input);
    if ('unclear' in reading) return { ...base, loose: looseCommand(text, null), blocked: reading.unclear };
    return {
      ...base,
      loose: looseCommand(text, reading.parts),
      blocked: blockedCommand(reading, place),
      parts: reading.parts.map((words) => words.map((word) => BETWEEN + word).join('')),
      operators: reading.operators,
    };
  }
  if (kind === 'fetch' || kind === 'other') {
    const texts = textsOf(call);
    return { ...base, loose: looseCommand(texts.join('\n'), null), blocked: blockedText(call, texts, place) };
  }
  return { ...base, loose: looseCommand('', null), blocked: blockedPaths(base, place) };
}

function readCommand({ input }: ToolCall, place: CallPlace): ShellReading {
  const command = commandOf(input, place.folder);
  if ('unclear' in command) return command;
  if ('text' in command) return readShell(command.text);
  if (command.words.join(' ').length > MAX_COMMAND) return { unclear: `has more than ${MAX_COMMAND} characters` };
  if (!command.words.every((word) => /^[ -~\p{L}\p{N}\p{M}\p{P}\p{S}]*$/u.test(word))) {
    return { unclear: 'contains a character that cannot be seen' };
  }
  return { parts: [command.words], operators: [] };
}

const MAX_WORDS = 500;

function blockedCommand({ parts }: Extract<ShellReading, { parts: unknown }>, place: CallPlace): string | null {
  const words = parts.flat();
  if (words.length > MAX_WORDS) return `has more than ${MAX_WORDS} words`;
  return firstProblem(parts, refusedProgram) ?? firstProblem(words, guardOf(place).word);
}

function blockedPaths({ call, paths }: Pick<Subject, 'call' | 'paths'>, place: CallPlace): string | null {
  const guard = guardOf(place);
  return (
    unclearPaths(call, place) ?? firstProblem(paths, (path) => guard.path(path) ?? guard.path(place.real.get(path)!))
  );
}

/** Of other tools it is not known which text is a path or an address, so all of it counts. */
function blockedText({ tool }: ToolCall, texts: readonly string[], place: CallPlace): string | null {
  if (isOwnTool(tool)) return null;
  if (/askonce/i.test(tool)) return 'is for AskOnce itself';
  if (texts.join('\n').length > MAX_COMMAND) return 'has too much text to be checked';
  return firstProblem(texts, guardOf(place).word);
}

function firstProblem<T>(list: readonly T[], problemOf: (one: T) => string | null): string | null {
  for (const one of list) {
    const problem = problemOf(one);
    if (problem !== null) return problem;
  }
  return null;
}

/** All texts in the input of a call, names of fields included, up to a little more than is read. */
function textsOf(call: ToolCall): string[] {
  const found: string[] = [];
  let left = MAX_COMMAND + 1;
  const add = (text: string): void => {
    found.push(text.slice(0, left));
    left -= text.length + 1;
  };
  const collect = (value: unknown, depth: number): void => {
    if (left <= 0 || depth > 100) return;
    if (typeof value === 'string' || typeof value === 'number') add(String(value));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      if (!Array.isArray(value)) add(name);
      collect(one, depth + 1);
      if (left <= 0) return;
    }
  };
  collect(call.input, 1);
  return found;
}

/** The host of a fetch; null if the address is not a plain one. */
export function hostOf({ input }: ToolCall): string | null {
  const address = input.url;
  if (typeof address !== 'string' || !URL.canParse(address)) return null;
  const { protocol, username, password, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? hostname.replace(/\.$/, '') : null;
}

/** The hosts of all addresses that a fetch names: in its field `url`, and in any other text. Null stands for one that is not plain. */
export function hostsOf(call: ToolCall): (string | null)[] {
  const { url: _url, ...others } = call.input;
  const found = textsOf({ ...call, input: others }).flatMap(
    (text) => text.match(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]+/gi) ?? [],
  );
  return [hostOf(call), ...found.map((url) => hostOf({ ...call, input: { url } }))];
}
