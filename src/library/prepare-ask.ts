/** Turns a caller's input into a checked command. All errors in an ask are reported here, before the store is used. */

import { type Caller, notForPerson } from '../core/access.ts';
import { clip, storable } from '../core/answer/check.ts';
import type { AskCommand } from '../core/ask/command.ts';
import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Policy } from '../core/model/policy.ts';
import { ON_TIMEOUT, type OnTimeout } from '../core/model/question.ts';
import type { Heard } from '../core/model/resolution.ts';
import type { PreparedAsk } from '../engine/ask.ts';
import type { Engine } from '../engine/engine.ts';
import type { Files } from '../ports.ts';
import { pathsMentioned } from '../resolve/semantic-resolver.ts';
import {
  checkId,
  checkText,
  invalidArgument,
  LIMITS,
  omitNullish,
  optionalText,
  printable,
  textId,
} from '../util/arguments.ts';
import { keyedId, newId } from '../util/ids.ts';
import type { AskOptions, AskWhat, QuestionInput } from './ask-input.ts';
import { policyOf } from './policy-input.ts';
import { prepareQuestion } from './prepare-question.ts';

/** The context of an ask. */
export interface Frame {
  /** Null: none was named. The ask then belongs to its job's session, else to a new one. */
  readonly session: string | null;
  readonly caller: Caller | null;
  readonly policy: Policy | null;
  readonly asker: string | null;
  /** The program that asks, if it is known. */
  readonly agent?: string | null;
  readonly language: string | null;
  readonly defaultPolicy: Policy;
  readonly files: Files;
  readonly now: number;
}

/** The project of an ask, and the folder in which it is made. */
export type Place = Pick<Engine, 'project' | 'folder' | 'branch' | 'keyed'>;

export function prepareAsk(what: AskWhat, how: AskOptions, frame: Frame, place: Place): PreparedAsk {
  const inputs = questionsOf(what);
  const options = omitNullish(how, 'options');
  const { now, files } = frame;
  if (options.rejects !== undefined && inputs.length !== 1) {
    throw new AskOnceError('questions_count', 'An ask that rejects an answer must have exactly one question.');
  }
  const silenced = options.userMessage === undefined ? null : notForPerson(frame.caller);
  if (silenced) throw silenced;
  const framed = frameCommand(options, frame, place);
  const questions = inputs.map((input) => prepareQuestion(input, framed.job, framed.onTimeout, files, now));
  const command: AskCommand = {
    ...framed,
    heard: options.userMessage === undefined ? null : hear(options.userMessage, files, now),
    questions,
    rejects: options.rejects === undefined ? null : textId(options.rejects, 'rejected clarification'),
    because: options.because === undefined ? null : checkText(options.because, 'because'),
    missing: missingOf(options.missing),
  };
  return {
    command,
    schemas: inputs.map((input) => checkSchema(input.schema)),
    keyed: options.idempotencyKey !== undefined,
  };
}

/** Returns the command of an ask without its questions: who asks, where, and how long it may take. */
export function frameCommand(options: AskOptions, frame: Frame, place: Place): Omit<AskCommand, 'questions'> {
  const { now } = frame;
  // With a key, a new session gets the same id next time, so that the repeat guard also protects the key.
  const key = options.idempotencyKey === undefined ? null : checkText(options.idempotencyKey, 'idempotencyKey');
  return {
    caller: frame.caller,
    ask: key === null ? newId('a', now) : place.keyed('a', key),
    session: frame.session ?? (key === null ? newId('s', now) : keyedId('s', key)),
    anySession: frame.session === null,
    job: options.job === undefined ? null : checkId(options.job, 'job'),
    project: place.project,
    folder: place.folder,
    branch: shownName(options.branch, 'branch') ?? place.branch,
    agent: shownName(options.agent, 'agent') ?? frame.agent ?? null,
    policy: options.policy === undefined ? frame.policy : policyOf(options.policy),
    asker: options.asker === undefined ? frame.asker : checkId(options.asker, 'asker'),
    language: frame.language,
    defaultPolicy: frame.defaultPolicy,
    heard: null,
    ...timingOf(options, now),
    fallback: options.fallback === undefined ? null : checkText(options.fallback, 'fallback'),
    rejects: null,
    because: null,
    ref: optionalText(options.ref, 'ref', LIMITS.page),
    place: null,
    missing: null,
  };
}

/** A name that is only shown. Agents choose it, so it is one printable line. */
export function shownName(name: unknown, what: string): string | null {
  const text = optionalText(name, what, LIMITS.label);
  return text === null ? null : printable(text).replace(/\s+/g, ' ').trim() || null;
}

function missingOf(missing: unknown): readonly string[] | null {
  if (missing === undefined) return null;
  if (!Array.isArray(missing)) throw invalidArgument('missing', 'a list of strings');
  return missing.map((what) => checkText(what, 'missing', LIMITS.label));
}

/** Returns the person's words with the project files they name. The files are looked up now, so that resolvers need no disk. */
export function hear(text: string, files: Files, now: number): Heard {
  if (typeof text !== 'string') throw invalidArgument('what the person said', 'a string');
  if (text.length > LIMITS.heard) {
    throw new AskOnceError('text_too_long', `What the person said may have at most ${LIMITS.heard} characters.`);
  }
  return { text: storable(text), at: now, paths: files.existing(pathsMentioned(text)), spent: false };
}

/** Returns when silence ends a wait and what happens then; null for what the options do not set. */
export function timingOf(
  options: Pick<AskOptions, 'timeout' | 'onTimeout'>,
  now: number,
): Pick<AskCommand, 'deadline' | 'onTimeout'> {
  const onTimeout = checkTimeout(options);
  return { deadline: options.timeout === undefined ? null : deadlineOf(options.timeout, now), onTimeout };
}

function checkTimeout({ onTimeout, timeout }: AskOptions): OnTimeout | null {
  if (onTimeout === undefined) return null;
  if (!ON_TIMEOUT.includes(onTimeout)) {
    const text = `onTimeout must be one of ${ON_TIMEOUT.join(', ')}, not “${clip(String(onTimeout))}”.`;
    throw new AskOnceError('timeout_invalid', text);
  }
  if (onTimeout !== 'wait' && timeout === undefined) {
    throw new AskOnceError('timeout_invalid', 'onTimeout needs a timeout, such as timeout: "10m".');
  }
  return onTimeout;
}

const DAY_MS = 86_400_000;

/** Returns the time at which a timeout passes. A Date long past, or more than ten years ahead, is rejected as a mistake. */
function deadlineOf(timeout: string | number | Date, now: number): number {
  if (typeof timeout === 'string') return now + durationMs(timeout);
  const at =
    typeof timeout === 'number' ? Math.round(now + timeout) : timeout instanceof Date ? timeout.getTime() : Number.NaN;
  const earliest = typeof timeout === 'number' ? now : now - DAY_MS;
  if (at >= earliest && at <= now + 3653 * DAY_MS) return at;
  const text = 'A timeout must be a duration such as "10m", a number of milliseconds, or a Date.';
  throw new AskOnceError('timeout_invalid', text);
}

function questionsOf(what: AskWhat): readonly QuestionInput[] {
  if (typeof what === 'string') return [{ question: what }];
  if (typeof what !== 'object' || what === null) {
    throw new AskOnceError('question_empty', 'A question must be a string, or an object with the text in “question”.');
  }
  const inputs = Array.isArray(what) ? what : 'questions' in what ? what.questions : [what];
  if (!Array.isArray(inputs) || inputs.length < 1 || inputs.length > LIMITS.questions) {
    const text = 'An ask takes one to four questions. Ask the rest once these are answered.';
    throw new AskOnceError('questions_count', text);
  }
  return inputs.map((input: string | QuestionInput) =>
    typeof input === 'string' ? { question: input } : omitNullish(input, 'question'),
  );
}

function checkSchema(schema: QuestionInput['schema']): QuestionInput['schema'] {
  if (schema === undefined || typeof schema['~standard']?.validate === 'function') return schema;
  const text =
    'The schema has no “~standard”.validate. Pass a Standard Schema, such as one from Zod, Valibot or ArkType.';
  throw new AskOnceError('schema_invalid', text);
}
