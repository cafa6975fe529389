/**
 * One call to a model: instructions and data are separate, the reply has a known shape, and after at most two attempts it throws an error.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AskOnceError } from '../core/model/errors.ts';
import { ReplyTooLarge } from './bounded-fetch.ts';
import type { ModelSettings } from './model-settings.ts';
import { type LanguageModel, loadModel, type Sdk } from './providers.ts';

/** The shape of a reply: sent to the model, and used to validate what it returns. */
export interface ReplySchema<T> {
  readonly name: string;
  /** JSON Schema; every property is required and no others are allowed, as the strict modes of providers require. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Null if the value does not have this shape. */
  readonly validate: (value: unknown) => T | null;
}

export interface ModelRequest<T> {
  /** The instructions. They must not contain any text from elsewhere. */
  readonly system: string;
  /** What to judge; it is sent as JSON in a separate message. */
  readonly data: unknown;
  readonly schema: ReplySchema<T>;
  readonly signal?: AbortSignal;
}

/** Calls the model. On any failure it throws an AskOnceError with a short message that does not contain the key. */
export interface ModelCall {
  <T>(request: ModelRequest<T>): Promise<T>;
  /** The model's display name. */
  readonly model: string;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 600_000;
/** An overloaded server needs a moment before the next attempt. */
const PAUSE_MS = 250;

interface Failure {
  /** Our own wording: a provider's message may quote the key, and be pages long. */
  readonly reason: string;
  /** Whether a retry may succeed now, later, in another mode, or never. */
  readonly again: 'now' | 'later' | 'otherwise' | 'never';
}

function failureOf(error: unknown, sdk: Sdk): Failure {
  if (sdk.APICallError.isInstance(error)) {
    const status = error.statusCode;
    if (status === undefined) return { reason: 'the model’s server cannot be reached', again: 'later' };
    if (status < 300) return { reason: 'the reply is malformed', again: 'now' };
    if (status === 429 || status >= 500)
      return { reason: `the model’s server returned HTTP ${status}`, again: 'later' };
    return {
      reason: `the model’s server returned HTTP ${status}`,
      again: status === 400 || status === 422 ? 'otherwise' : 'never',
    };
  }
  if (sdk.NoObjectGeneratedError.isInstance(error) || sdk.NoOutputGeneratedError.isInstance(error)) {
    return { reason: 'the reply does not match the schema', again: 'now' };
  }
  if (sdk.InvalidResponseDataError.isInstance(error)) return { reason: 'the reply is malformed', again: 'now' };
  if (error instanceof ReplyTooLarge) return { reason: error.message, again: 'now' };
  if (sdk.LoadAPIKeyError.isInstance(error)) return { reason: 'the model’s key is not set', again: 'never' };
  return { reason: `the call failed (${error instanceof Error ? error.name : typeof error})`, again: 'never' };
}

/** One attempt, which ends when its time is up or the caller cancels. */
async function attempt<T>(sdk: Sdk, model: LanguageModel, request: ModelRequest<T>, timeoutMs: number): Promise<T> {
  const ending = new AbortController();
  const leave = () => ending.abort();
  request.signal?.addEventListener('abort', leave, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    ending.abort();
  }, timeoutMs);
  try {
    const { json, name, validate } = request.schema;
    const schema = sdk.jsonSchema<{ readonly reply: T }>(json, {
      validate: (value) => {
        const reply = validate(value);
        return reply === null
          ? { success: false, error: new Error('does not match the schema') }
          : { success: true, value: { reply } };
      },
    });
    const { output } = await sdk.generateText({
      model,
      // A server without a strict mode learns the shape only from here.
      instructions: `${request.system}\n\nReply with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(json)}`,
      prompt: JSON.stringify(request.data),
      output: sdk.Output.object({ schema, name }),
      maxRetries: 0,
      abortSignal: ending.signal,
      // Where the provider supports it: the questions must not be stored.
      providerOptions: { openai: { store: false } },
    });
    return output.reply;
  } catch (error) {
    if (late) throw new TimedOut(timeoutMs);
    throw error;
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', leave);
  }
}

class TimedOut extends Error {
  constructor(ms: number) {
    super(`no reply within ${ms} ms`);
  }
}

/**
 * Sets up a model without any network call.
 * @example
 * const call = await modelFrom({ name: 'openai:gpt-5-mini' }); // the key is in OPENAI_API_KEY
 * const local = await modelFrom({ name: 'llama3.2', url: 'http://127.0.0.1:11434/v1' });
 */
export async function modelFrom(settings: ModelSettings): Promise<ModelCall> {
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new AskOnceError('model_invalid', `The model’s timeout must be 1 to ${MAX_TIMEOUT_MS} milliseconds.`);
  }
  const { sdk, ways } = await loadModel(settings);
  let way = 0;

  const call = async <T>(request: ModelRequest<T>): Promise<T> => {
    let current = way;
    for (let tries = 1; ; tries += 1) {
      if (request.signal?.aborted) throw new AskOnceError('model_failed', 'The caller cancelled.');
      try {
        const reply = await attempt(sdk, ways[current]!, request, timeoutMs);
        way = current;
        return reply;
      } catch (error) {
        if (request.signal?.aborted) throw new AskOnceError('model_failed', 'The caller cancelled.');
        const { reason, again }: Failure =
          error instanceof TimedOut ? { reason: error.message, again: 'now' } : failureOf(error, sdk);
        const other = (current + 1) % ways.length;
        if (tries === 2 || again === 'never' || (again === 'otherwise' && other === current)) {
          // No cause: it holds what was sent and received.
          throw new AskOnceError('model_failed', `The model gave no answer: ${reason}.`);
        }
        if (again === 'otherwise') current = other;
        if (again === 'later')
          await pause(PAUSE_MS, undefined, { ...(request.signal && { signal: request.signal }) }).catch(() => {});
      }
    }
  };
  return Object.assign(call, { model: settings.name.trim() });
}
