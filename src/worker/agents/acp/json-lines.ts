/** The messages of ACP on the streams of a process: one JSON object per line. */
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';

/** A line is a whole message, which may contain a file. A longer one is skipped. */
const MAX_LINE = 20_000_000;

export class JsonLines {
  private readonly write: (text: string) => void;
  private readonly onText: (line: string) => void;
  /** Gets notifications as they arrive. The SDK would pass them on later than a response that came after them. */
  onNotification: (method: string, params: unknown) => void = () => {};
  private readonly readable: ReadableStream<AnyMessage>;
  private received: ReadableStreamDefaultController<AnyMessage> | null = null;
  private buffered = '';
  private skipping = false;

  /** @param onText Called with a line that is no message, such as a word of a wrapper around the agent. */
  constructor(write: (text: string) => void, onText: (line: string) => void) {
    this.write = write;
    this.onText = onText;
    this.readable = new ReadableStream({
      start: (controller) => {
        this.received = controller;
      },
      cancel: () => {
        this.received = null;
      },
    });
  }

  /** For the SDK. */
  stream(): Stream {
    const writable = new WritableStream<AnyMessage>({
      write: (message) => this.write(`${JSON.stringify(message)}\n`),
    });
    return { readable: this.readable, writable };
  }

  /** Takes what the process has printed. */
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

  private take(line: string): void {
    if (line.trim() === '') return;
    const message = messageIn(line);
    if (message === null) return this.onText(line);
    if ('method' in message && !('id' in message)) this.onNotification(message.method, message.params);
    this.received?.enqueue(message);
  }
}

function messageIn(line: string): AnyMessage | null {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && Reflect.get(value, 'jsonrpc') === '2.0';
    return isMessage ? (value as AnyMessage) : null;
  } catch {
    return null;
  }
}
