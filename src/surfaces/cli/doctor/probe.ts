/** Tries what Claude Code would do: runs the configured hook, and starts the MCP server and lists its tools. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Hook } from '../init/claude-code.ts';

/** An outcome in words; `works` is false if Claude could not use it. */
export interface Probed {
  readonly works: boolean;
  readonly text: string;
}

const MAX_MS = 15_000;

/** A notice that asks nothing and that no one has to see: the hook reads it, and says nothing. */
const probeEvent = (cwd: string) => ({
  session_id: 'askonce-doctor',
  transcript_path: '',
  cwd,
  hook_event_name: 'Notification',
  notification_type: 'askonce_doctor',
  message: 'AskOnce checks whether this hook runs.',
});

export async function probedHook(hook: Hook, cwd: string, maxMs = MAX_MS): Promise<Probed> {
  const started = performance.now();
  const failure =
    typeof hook.url === 'string' ? await postFailure(hook, cwd, maxMs) : await runFailure(hook, cwd, maxMs);
  const ms = Math.round(performance.now() - started);
  return failure === null ? { works: true, text: `answers in ${ms} ms` } : { works: false, text: failure };
}

async function postFailure({ url }: Hook, cwd: string, maxMs: number): Promise<string | null> {
  const token = process.env.ASKONCE_TOKEN;
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const body = JSON.stringify(probeEvent(cwd));
  try {
    const reply = await fetch(String(url), {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
      signal: AbortSignal.timeout(maxMs),
    });
    await reply.arrayBuffer();
    return reply.ok ? null : `${String(url)} answers with status ${reply.status}`;
  } catch (error) {
    return `${String(url)} cannot be reached: ${reasonOf(error)}`;
  }
}

async function runFailure(hook: Hook, cwd: string, maxMs: number): Promise<string | null> {
  const { code, stderr, late, error } = await ran(hook, cwd, { input: `${JSON.stringify(probeEvent(cwd))}\n`, maxMs });
  if (error !== null) return `it cannot be started: ${error}`;
  if (late) return `it did not end within ${maxMs / 1000} seconds`;
  return code === 0 ? null : `it ends with code ${code}: ${firstLine(stderr)}`;
}

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly late: boolean;
  /** Why it could not be started. */
  readonly error: string | null;
}

interface RunOptions {
  readonly input: string;
  readonly maxMs: number;
  /** Whether the output so far is enough; without it the input is closed at once. */
  readonly until?: (stdout: string) => boolean;
}

/** Starts a command as Claude does: by itself if it has arguments, else by a shell. Ends it and what it started after a while. */
async function ran({ command, args }: Hook, cwd: string, { input, maxMs, until }: RunOptions): Promise<Ran> {
  const isList = Array.isArray(args);
  const child = spawn(String(command), isList ? args.map(String) : [], {
    ...{ cwd, shell: !isList, stdio: 'pipe', detached: process.platform !== 'win32' },
    env: { ...process.env, CLAUDE_PROJECT_DIR: cwd },
  });
  let late = false;
  let seen = '';
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  const timer = setTimeout(() => {
    late = true;
    end();
  }, maxMs);
  let error: string | null = null;
  const closed = new Promise<number | null>((resolve) => {
    child.once('error', (failure) => {
      error = reasonOf(failure);
      resolve(null);
    });
    child.once('close', resolve);
  });
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  if (until === undefined) child.stdin.end();
  else
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      seen += part;
      if (until(seen)) child.stdin.end();
    });
  const [code, stdout, stderr] = await Promise.all([
    closed,
    until === undefined ? text(child.stdout) : closed.then(() => seen),
    text(child.stderr),
  ]).finally(() => clearTimeout(timer));
  end();
  return { code, stdout, stderr, late, error };
}

/** The tools of an MCP server, by its standard input and output. */
export async function probedServer(entry: Hook, cwd: string): Promise<Probed> {
  const message = (id: number | null, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })}\n`;
  const clientInfo = { name: 'askonce-doctor', version: '1' };
  const input =
    message(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }) +
    message(null, 'notifications/initialized', {}) +
    message(2, 'tools/list', {});
  const started = performance.now();
  const program = { ...entry, args: Array.isArray(entry.args) ? entry.args : [] };
  const { stdout, stderr, late, error } = await ran(program, cwd, {
    ...{ input, maxMs: MAX_MS },
    until: (seen) => toolsIn(seen) !== null,
  });
  const ms = Math.round(performance.now() - started);
  const tools = toolsIn(stdout);
  if (tools !== null) return { works: true, text: `starts in ${ms} ms and offers ${tools.join(', ')}` };
  if (error !== null) return { works: false, text: `cannot be started: ${error}` };
  const why = late ? `lists no tools within ${MAX_MS / 1000} seconds` : `ends: ${firstLine(stderr)}`;
  return { works: false, text: why };
}

/** Without its full stop: it is the end of a sentence of ours. */
function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').replace(/\.$/, '');
}

function toolsIn(stdout: string): string[] | null {
  for (const line of stdout.split('\n')) {
    try {
      const { id, result } = JSON.parse(line) as { id?: unknown; result?: { tools?: { name: string }[] } };
      if (id === 2 && result?.tools) return result.tools.map(({ name }) => name);
    } catch {
      // Half of a line.
    }
  }
  return null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
