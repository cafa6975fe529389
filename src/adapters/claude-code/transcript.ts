/**
 * In a terminal, Claude Code shows its own dialog while a PermissionRequest hook still waits, and does not say when the person answers
 * there. The transcript does: the call then has a result. Reading it is best effort; without it, the hook waits until its time is up.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type ToolCall } from './payload.ts';

const LOOK_EVERY_MS = 500;
/** The call is among the last lines when its hook starts. */
const MAX_TAIL = 4 * 1024 * 1024;

interface Block extends Json {
  readonly type: unknown;
}

export class Transcript {
  private readonly path: string;
  private at = -1;
  private rest = '';
  private readonly calls = new Map<string, Json>();
  private readonly ended = new Set<string>();

  constructor(path: string) {
    this.path = path;
  }

  /** The id of the newest call like this one that has no result yet; null if the transcript has none, or cannot be read. */
  async openCall(call: ToolCall): Promise<string | null> {
    await this.read();
    return this.newest(call);
  }

  /**
   * Returns once the call has a result. A call that is not there yet may still be written.
   * @param known Its id, if it is known.
   */
  async result(call: ToolCall, known: string | null, signal: AbortSignal): Promise<void> {
    for (let id = known; ; ) {
      await this.read();
      id ??= this.newest(call);
      if (id !== null && this.ended.has(id)) return;
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  }

  private newest({ tool, input }: ToolCall): string | null {
    const open = [...this.calls].filter(([id, { name }]) => name === tool && !this.ended.has(id));
    return open.findLast(([, call]) => isDeepStrictEqual(call.input, input))?.[0] ?? null;
  }

  /** Reads what was added since the last time. */
  private async read(): Promise<void> {
    let file: FileHandle | null = null;
    try {
      file = await open(this.path, 'r');
      const { size } = await file.stat();
      const from = this.at === -1 ? Math.max(0, size - MAX_TAIL) : this.at;
      if (size <= from) return;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
      this.at = from + bytesRead;
      const lines = (this.rest + buffer.toString('latin1', 0, bytesRead)).split('\n');
      this.rest = lines.pop()!;
      for (const line of lines) this.take(Buffer.from(line, 'latin1').toString('utf8'));
    } catch {
      // A transcript that is not there, or on another machine, is no failure.
    } finally {
      await file?.close();
    }
  }

  private take(line: string): void {
    if (!line.includes('"tool_use"') && !line.includes('"tool_result"')) return;
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      return;
    }
    const message = isObject(entry) ? entry.message : null;
    const content = isObject(message) ? message.content : null;
    for (const block of Array.isArray(content) ? (content as Block[]) : []) {
      if (block.type === 'tool_use' && typeof block.id === 'string') this.calls.set(block.id, block);
      else if (block.type === 'tool_result' && typeof block.tool_use_id === 'string') this.ended.add(block.tool_use_id);
    }
  }
}
