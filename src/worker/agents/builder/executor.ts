/**
 * An executor that runs your own builder: it posts each job as a signed webhook, and the reply is the job's result. If a job is posted
 * again, because no reply came or its worker died, the post has the same `webhook-id`, so the builder can detect it.
 */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clip } from '../../../core/answer/check.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import { type Post, postWebhook, type WebhookReply } from '../../../notify/webhooks/post.ts';
import { checkedUrl } from '../../../notify/webhooks/public-address.ts';
import { keyOf } from '../../../notify/webhooks/signature.ts';
import { pauseMs, type Steps } from '../../../util/retry.ts';
import type { Executor, RunnableJob } from '../../executor.ts';
import { type Agent, type AgentTold, autoResolving } from '../auto-resolve-executor.ts';

export interface WebhookBuilder {
  readonly url: string;
  /** `whsec_` followed by base64, as `newSecret()` returns it. */
  readonly secret: string;
  /** Allows an http URL and private addresses. */
  readonly allowPrivate?: boolean;
  /** Timeout of one attempt, in which the builder builds or accepts the job. One minute by default. */
  readonly timeoutMs?: number;
  /** Total number of attempts; 5 by default. */
  readonly attempts?: number;
  /** For tests. */
  readonly post?: Post;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const BUILD_TIMEOUT_MS = 60_000;
const ATTEMPTS = 5;
const STEPS: Steps = { waitsMs: [1_000, 4_000, 15_000, 60_000], mostRetryAfterMs: 10 * 60_000 };
const MAX_ERROR_LENGTH = 2_000;

/** The 4xx statuses that may succeed later: timeout, still being built, too early, too many requests. */
const MENDS: readonly number[] = [408, 409, 425, 429];

/**
 * Creates an executor that posts each job to a builder.
 * @example
 * const executor = webhookExecutor({ url: 'https://builder.example.com/jobs', secret: newSecret() });
 */
export function webhookExecutor(builder: WebhookBuilder): Executor {
  const { url, secret, allowPrivate = false, timeoutMs = BUILD_TIMEOUT_MS, attempts = ATTEMPTS } = builder;
  const { post = postWebhook, pause = (ms, signal) => sleep(ms, undefined, { signal }) } = builder;
  // Rejects a URL that can never work at setup, not when the first job fails.
  const { host } = checkedUrl(url, { allowPrivate });
  keyOf(secret);

  const build: Agent = async (_prompt, job, { log, signal }, told) => {
    const id = buildId(job, told.resolvedPrompt);
    const body = JSON.stringify(buildRequest(job, told, Date.now()));
    for (let attempt = 1; ; attempt += 1) {
      const said = `${host}: attempt ${attempt} of ${attempts}:`;
      const tried = await post({ url, secret, id, body, at: Date.now(), timeoutMs, allowPrivate, signal }).then(
        (reply) => judge(host, reply),
        (error: unknown) => judgeError(error, signal),
      );
      if (tried.end === 'built') {
        log(`${said} ${tried.text}`);
        return { output: tried.result, exitCode: 0 };
      }
      if (tried.end === 'failed' || attempt >= attempts) {
        log(`${said} ${tried.error.message}`);
        throw tried.error;
      }
      const wait = pauseMs(STEPS, attempt, tried.retryAfterMs, Math.random());
      log(`${said} ${tried.error.message} (retry in ${Math.round(wait / 1000)} s)`);
      await pause(wait, signal);
    }
  };
  // A builder's report may end in a question mark, so only a marked question counts.
  return autoResolving(build, { onlyMarked: true });
}

type Judged =
  | { readonly end: 'built'; readonly result: string; readonly text: string }
  | { readonly end: 'failed'; readonly error: Error }
  | { readonly end: 'again'; readonly error: Error; readonly retryAfterMs: number | null };

function judge(host: string, reply: WebhookReply): Judged {
  const { status, body, isCut, retryAfterMs } = reply;
  const said = textsOf(body);
  if (status >= 200 && status < 300) {
    const done = status === 202 ? `Accepted by ${host}` : `Built by ${host}`;
    const text = `${done} (HTTP ${status})${isCut ? '; its reply is longer than 64 KiB and was discarded' : ''}.`;
    return { end: 'built', result: said.result ?? text, text };
  }
  const why = said.error === undefined ? '' : `: ${clip(said.error, MAX_ERROR_LENGTH)}`;
  const blames = status >= 400 && status < 500 && !MENDS.includes(status);
  const error = new AskOnceError(
    'webhook_failed',
    `The builder at ${host} ${blames ? 'rejected the job' : 'failed'} (HTTP ${status})${why || '.'}`,
    { host, status },
  );
  return blames ? { end: 'failed', error } : { end: 'again', error, retryAfterMs };
}

function judgeError(error: unknown, signal: AbortSignal): Judged {
  if (signal.aborted) throw error;
  const known = error instanceof AskOnceError ? error : null;
  if (known?.code === 'webhook_failed') return { end: 'again', error: known, retryAfterMs: null };
  if (known !== null) return { end: 'failed', error: known };
  throw error;
}

/** The fields of a builder's JSON reply; empty if it sent none, or something other than JSON. */
function textsOf(body: string): { readonly result?: string; readonly error?: string } {
  try {
    const { result, error } = Object(JSON.parse(body)) as Record<string, unknown>;
    return {
      ...(typeof result === 'string' ? { result } : {}),
      ...(typeof error === 'string' && error.trim() !== '' ? { error: error.trim() } : {}),
    };
  } catch {
    return {};
  }
}

/** A job's id may contain any characters; a header may not. */
function buildId({ id, prompt }: RunnableJob, told: string): string {
  const first = `build-${encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E')}`;
  // A build that includes the answer to the builder's own question is a different build.
  return told === prompt ? first : `${first}-${hash('sha256', told).slice(0, 12)}`;
}

function buildRequest(job: RunnableJob, { resolvedPrompt, answers }: AgentTold, now: number): object {
  const { id, session, originalPrompt, spec, run } = job;
  return {
    type: 'job.build',
    timestamp: new Date(now).toISOString(),
    data: {
      jobId: id,
      sessionId: session,
      prompt: originalPrompt,
      resolvedPrompt,
      ...(answers.length === 0 ? {} : { answers }),
      ...(spec === null ? {} : { spec }),
      run,
    },
  };
}
