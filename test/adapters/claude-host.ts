/** Claude Code, as far as its hooks go: sends events as the real one does, keeps a transcript, and reads the replies. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asking } from '../../src/adapters/asking.ts';
import { claudeCodeHook, type HookOptions } from '../../src/adapters/claude-code/hook.ts';
import type { Json, Reply } from '../../src/adapters/claude-code/payload.ts';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import type { AskOnce } from '../../src/index.ts';
import { type Bench, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';

export const QUESTIONS: Json = {
  questions: [
    {
      question: 'Which database should I use?',
      header: 'Database',
      multiSelect: false,
      options: [
        { label: 'PostgreSQL', description: 'a server', preview: 'db: postgres' },
        { label: 'SQLite', description: 'a file', preview: 'db: file' },
      ],
    },
    {
      question: 'Which features do you want?',
      header: 'Features',
      multiSelect: true,
      options: [{ label: 'Auth' }, { label: 'Cache' }],
    },
  ],
};

export interface Sent extends Partial<HookOptions> {
  readonly event?: 'PreToolUse' | 'PermissionRequest';
  readonly session?: string;
}

export class ClaudeHost {
  readonly bench: Bench;
  private readonly transcript: string;

  private constructor(bench: Bench) {
    this.bench = bench;
    this.transcript = join(bench.outside, 'transcript.jsonl');
  }

  static async start(): Promise<ClaudeHost> {
    return new ClaudeHost(await setUp(sqlite));
  }

  get askonce(): AskOnce {
    return this.bench.askonce;
  }

  /** Resolves when a hook asks for the next time: by then it has read the transcript. */
  readonly asks = Promise.withResolvers<void>();

  private asking(): Asking {
    const library = libraryAsking(async () => this.askonce);
    return {
      ...library,
      ask: (questions, how) => {
        if (how.waitMs > 0) this.asks.resolve();
        return library.ask(questions, how);
      },
      approve: (call, how) => {
        this.asks.resolve();
        return library.approve(call, how);
      },
    };
  }

  /** Any event, as it arrives at the hook. */
  send(payload: unknown, options: Partial<HookOptions> = {}): Promise<Reply> {
    return claudeCodeHook(payload, {
      asking: this.asking(),
      ...{ job: null, waitMs: 600_000, defer: false, attended: false, signal: new AbortController().signal },
      ...options,
    });
  }

  /** A call of a tool, in PreToolUse with its id, or in PermissionRequest without one. */
  call(
    tool: string,
    input: unknown,
    callId: string,
    { event, session = 'abc', ...options }: Sent = {},
  ): Promise<Reply> {
    const hook_event_name = event ?? 'PermissionRequest';
    const id = hook_event_name === 'PreToolUse' ? { tool_use_id: callId } : {};
    const where = { session_id: session, transcript_path: this.transcript, cwd: this.bench.root };
    return this.send({ ...where, hook_event_name, tool_name: tool, tool_input: input, ...id }, options);
  }

  bash(command: string, callId: string, options: Sent = {}): Promise<Reply> {
    return this.call('Bash', { command }, callId, options);
  }

  /** The model calls a tool: the transcript says so before any hook runs. */
  writesCall(name: string, input: Json, id: string): void {
    this.write({ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] });
  }

  /** The call has ended, however it was decided. */
  writesResult(id: string): void {
    this.write({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] });
  }

  private write(message: Json): void {
    appendFileSync(this.transcript, `${JSON.stringify({ type: message.role, message })}\n`);
  }

  /** Calls this for each question and approval that begins to wait. */
  onWaiting(act: (id: string, question: string) => unknown): void {
    this.askonce.events.on('clarification.requested', ({ clarification, data }) => {
      void act(clarification!, String(data.question));
    });
  }

  async pending(): Promise<readonly string[]> {
    return (await this.askonce.questions.list({ status: 'pending' })).items.map(({ question }) => question);
  }
}

/** What Claude Code would do after a reply. */
export function effectOf(reply: Reply): 'allow' | 'deny' | 'defer' | 'ask' | 'nothing' {
  const said = reply?.hookSpecificOutput as Json | undefined;
  const decision = said?.permissionDecision ?? (said?.decision as Json | undefined)?.behavior ?? 'nothing';
  return decision as 'allow';
}

/** The input that a call is allowed with. */
export function inputOf(reply: Reply): unknown {
  const said = reply?.hookSpecificOutput as Json;
  return said.updatedInput ?? (said.decision as Json | undefined)?.updatedInput;
}

/** What the model is told. */
export function messageOf(reply: Reply): string {
  const said = reply?.hookSpecificOutput as Json | undefined;
  return String(said?.permissionDecisionReason ?? (said?.decision as Json | undefined)?.message);
}
