/** `askonce hook <host>`: one event of a coding agent on stdin, the reply on stdout. Whatever fails, nothing is allowed. */
import type { Readable } from 'node:stream';
import { CLAUDE_CODE, claudeCodeHook, isAttended } from '../../adapters/claude-code/hook.ts';
import { isObject } from '../../adapters/claude-code/payload.ts';
import { CODEX, codexHook } from '../../adapters/codex/hook.ts';
import { libraryAsking } from '../../adapters/library-asking.ts';
import { durationMs } from '../../core/model/duration.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Service } from '../service/service.ts';
import { EXIT, note } from '../terminal/output.ts';
import { interruption } from './interruption.ts';
import { Notifier, notify, notifyCommand } from './notify.ts';
import { type GlobalOptions, type StoreLocation, serviceLocation } from './store-location.ts';
import { serviceHere } from './with-store.ts';

export interface HookFlags extends GlobalOptions {
  wait?: string;
  defer?: boolean;
  interrupted?: string;
}

/** Claude Code and Codex read this exit code as a refusal. With any other, Codex goes on, and so does Claude Code without `onFailure`. */
const BLOCKED = 2;

/** Less than the timeout of the hook, which is ten minutes. */
const DEFAULT_WAIT = '9m';
/** Codex opens its own dialog only after the hook. */
const CODEX_WAIT = '1m';

/** A call that writes a whole file has the file in it. */
const MAX_INPUT = 16 * 1024 * 1024;

export async function hook(host: string, flags: HookFlags, env = process.env): Promise<number> {
  const interrupt = interruption();
  const store: { opened?: Promise<Opened> } = {};
  try {
    if (host !== 'claude-code' && host !== 'codex')
      throw new AskOnceError('usage', `Unknown host “${host}”. Use claude-code or codex.`);
    const waitMs = durationMs(flags.wait ?? (host === 'codex' ? CODEX_WAIT : DEFAULT_WAIT));
    const payload: unknown = JSON.parse(await inputOf(process.stdin));
    // AskOnce runs this Claude Code and has handed in hooks of its own. Two answers to one call would race.
    if (host === 'claude-code' && env.ASKONCE_OWN_HOOKS && flags.defer !== true) return EXIT.ok;
    const open = () => {
      store.opened ??= openFor(payload, flags, env);
      return store.opened;
    };
    const asking = libraryAsking(async () => (await open()).askonce, { agent: host === 'codex' ? CODEX : CLAUDE_CODE });
    const common = {
      ...{ asking, job: env.ASKONCE_JOB || null, waitMs, signal: interrupt.signal },
      onParked: (ids: readonly string[]) =>
        void open().then(({ askonce, notifier }) => ids.map((id) => notifier.tellOf(askonce, id))),
    };
    const ofClaude = {
      // Elsewhere nothing would take up the call again.
      defer: flags.defer === true && Boolean(env.ASKONCE_JOB),
      interrupted: flags.interrupted ?? null,
      attended: isAttended(env),
      onNotice: async (question: string) => {
        const location = await locationFor(payload, flags, env);
        const of = { agent: CLAUDE_CODE, project: location.project };
        const notice = { ...of, id: '', question, options: [], destructive: false, approval: null };
        notify(notifyCommand(flags, location, env), null, notice);
      },
    };
    const answersItself = env.ASKONCE_ANSWERS === 'codex' && common.job !== null;
    const reply =
      host === 'codex'
        ? await codexHook(payload, { ...common, answersItself })
        : await claudeCodeHook(payload, { ...common, ...ofClaude });
    if (interrupt.signal.aborted) return interrupt.exitCode();
    if (reply !== null) process.stdout.write(`${JSON.stringify(reply)}\n`);
    return EXIT.ok;
  } catch (error) {
    note(`AskOnce did not approve this: ${error instanceof Error ? error.message : String(error)}`);
    return BLOCKED;
  } finally {
    await store.opened?.then(
      async ({ askonce, notifier }) => {
        await notifier.done();
        await askonce.close();
      },
      () => {},
    );
    interrupt.end();
  }
}

interface Opened {
  readonly askonce: Service;
  readonly notifier: Notifier;
}

async function openFor(payload: unknown, flags: HookFlags, env: NodeJS.ProcessEnv): Promise<Opened> {
  const location = await locationFor(payload, flags, env);
  const notifier = new Notifier(notifyCommand(flags, location, env));
  return { askonce: await serviceHere(location, note), notifier };
}

/** The project is the one that the agent was started in, wherever its shell is now. */
async function locationFor(payload: unknown, flags: HookFlags, env: NodeJS.ProcessEnv): Promise<StoreLocation> {
  const cwd = isObject(payload) && typeof payload.cwd === 'string' ? payload.cwd : process.cwd();
  const project = flags.project ?? (env.ASKONCE_PROJECT || env.CLAUDE_PROJECT_DIR || undefined);
  return serviceLocation({ ...flags, ...(project === undefined ? {} : { project }) }, env, cwd);
}

async function inputOf(stdin: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_INPUT) throw new AskOnceError('argument_invalid', `The input is larger than ${MAX_INPUT} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
