/**
 * Reads what `claude -p --output-format stream-json` prints: one JSON object per line. Keeps what the run came to, and gives readable lines
 * for the job's log.
 */
import { plainText } from '../command/lines.ts';

/** What a run of Claude Code came to. */
export type ClaudeEnd =
  | { readonly kind: 'deferred'; readonly call: string; readonly tool: string }
  | { readonly kind: 'done' | 'failed'; readonly text: string };

/** A line is a whole message, which may contain a file. A longer one is skipped. */
const MAX_LINE = 20_000_000;
const MAX_WORDS = 300;

export class ClaudeStream {
  private readonly onLine: (line: string) => void;
  private buffered = '';
  private skipping = false;
  /** The last result, because one process may answer more than one prompt. */
  end: ClaudeEnd | null = null;

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine;
  }

  push(text: string): void {
    const lines = (this.buffered + text).split('\n');
    this.buffered = lines.pop()!;
    for (const line of lines) {
      if (!this.skipping) this.take(line);
      this.skipping = false;
    }
    if (this.buffered.length <= MAX_LINE) return;
    this.buffered = '';
    this.skipping = true;
  }

  /** Takes what is left as a line. */
  finish(): ClaudeEnd | null {
    if (!this.skipping) this.take(this.buffered);
    this.buffered = '';
    return this.end;
  }

  private take(line: string): void {
    if (line.trim() === '') return;
    const message = objectIn(line);
    // Something other than Claude Code printed this, such as a wrapper around it.
    if (message === null) return this.say(line);
    if (message.type === 'result') this.end = endOf(message);
    if (message.type !== 'assistant' && message.type !== 'user') return;
    // A sub-agent's words.
    const indent = typeof message.parent_tool_use_id === 'string' ? '  ' : '';
    for (const line of linesOf(message)) this.say(`${indent}${line}`);
  }

  private say(line: string): void {
    for (const one of plainText(line).split('\n')) if (one.trim() !== '') this.onLine(one);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function endOf({ deferred_tool_use: call, is_error: isError, result, errors, subtype }: Fields): ClaudeEnd {
  if (isFields(call)) return { kind: 'deferred', call: String(call.id), tool: String(call.name) };
  const said = typeof result === 'string' && result !== '' ? result : Array.isArray(errors) ? errors.join('\n') : '';
  if (isError !== true && !String(subtype).startsWith('error')) return { kind: 'done', text: said };
  return { kind: 'failed', text: said === '' ? `Claude Code reports ${String(subtype)}.` : said };
}

/** What Claude says, the tools it calls, and the calls that failed. Other results would fill the log with whole files. */
function linesOf({ type, message }: Fields): string[] {
  const content = isFields(message) ? message.content : null;
  if (!Array.isArray(content)) return [];
  return content.filter(isFields).flatMap((block) => {
    if (type === 'assistant' && block.type === 'text') return [String(block.text)];
    if (type === 'assistant' && block.type === 'tool_use') return [`${String(block.name)}: ${about(block.input)}`];
    return block.type === 'tool_result' && block.is_error === true ? [`failed: ${clip(textOf(block.content))}`] : [];
  });
}

/** The part of a tool's input that says what it does. */
const TELLING = ['command', 'file_path', 'notebook_path', 'url', 'query', 'pattern', 'path', 'description', 'prompt'];

function about(input: unknown): string {
  if (!isFields(input)) return '';
  const { questions } = input;
  if (Array.isArray(questions)) return clip(questions.map((one) => (isFields(one) ? one.question : one)).join(' '));
  const field = TELLING.find((name) => typeof input[name] === 'string');
  return clip(field === undefined ? JSON.stringify(input) : String(input[field]));
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((one) => (isFields(one) ? (one.text ?? '') : '')).join(' ') : '';
}

function clip(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}
