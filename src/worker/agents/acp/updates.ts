/** What an agent reports while it works: lines for the job's log, its last words, and what it has said about its calls. */
import type { ContentBlock, SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { plainText } from '../command/lines.ts';

const MAX_WORDS = 300;

export class Updates {
  private readonly onLine: (line: string) => void;
  private readonly calls = new Map<string, ToolCallUpdate>();
  /** Titles that are in the log already, by call. */
  private readonly shown = new Map<string, string>();
  private message: string | null = null;
  private text = '';
  private unfinished = '';

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine;
  }

  take(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.says(textOf(update.content), update.messageId ?? null);
      case 'tool_call':
      case 'tool_call_update':
        return this.does(update);
    }
  }

  /** A call with all that the agent has said about it. A request for permission may leave out what was said before. */
  known(call: ToolCallUpdate): ToolCallUpdate {
    return merged(this.calls.get(call.toolCallId), call);
  }

  /** The last message, once the turn has ended. */
  finish(): string {
    const said = this.text.trim();
    this.begin(null);
    return said;
  }

  private says(text: string, message: string | null): void {
    if (message !== null && message !== this.message) this.begin(message);
    this.text += text;
    const lines = (this.unfinished + text).split('\n');
    this.unfinished = lines.pop()!;
    for (const line of lines) this.say(line);
  }

  private does(update: ToolCallUpdate): void {
    this.begin(null);
    const call = this.known(update);
    this.calls.set(call.toolCallId, call);
    const { toolCallId, title, status } = call;
    if (title && this.shown.get(toolCallId) !== title) this.say(clip(`${call.kind ?? 'tool'}: ${title}`));
    if (title) this.shown.set(toolCallId, title);
    if (status === 'failed') this.say(clip(`failed: ${contentText(call) || title}`));
    if (status !== 'completed' && status !== 'failed') return;
    this.calls.delete(toolCallId);
    this.shown.delete(toolCallId);
  }

  /** Another message begins, or a call ends this one. */
  private begin(message: string | null): void {
    this.flush();
    this.message = message;
    this.text = '';
  }

  private flush(): void {
    this.say(this.unfinished);
    this.unfinished = '';
  }

  private say(text: string): void {
    for (const line of plainText(text).split('\n')) if (line.trim() !== '') this.onLine(line);
  }
}

/** Fields that are absent or null in an update stay as they were. */
function merged(before: ToolCallUpdate | undefined, update: ToolCallUpdate): ToolCallUpdate {
  const said = Object.entries(update).filter(([, value]) => value !== undefined && value !== null && !isEmpty(value));
  return { ...before, ...Object.fromEntries(said), toolCallId: update.toolCallId };
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value!).length === 0;

/** An agent may send anything. */
const textOf = (content: ContentBlock | undefined): string => (content?.type === 'text' ? String(content.text) : '');

/** The text that an agent shows with a call. */
function contentText({ content }: Pick<ToolCallUpdate, 'content'>): string {
  return (content ?? [])
    .map((one) => (one.type === 'content' ? textOf(one.content) : ''))
    .join('\n')
    .trim();
}

function clip(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}
