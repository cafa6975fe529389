/**
 * The only place that maps records to columns and back, except for tokens and webhooks (access-rows.ts). Both stores use the same column
 * names.
 */

import { KEY_VERSION } from '../core/ask/question-identity.ts';
import type { Effect } from '../core/effects.ts';
import type { Call, CallDecision } from '../core/model/call.ts';
import { FALLBACK_TEXTS, type Policy } from '../core/model/policy.ts';
import { type Deadline, LIVE, NO_DEADLINE, type Option, type Unanswered } from '../core/model/question.ts';
import type {
  AskRecord,
  AssumptionRecord,
  AuditEvent,
  ClarificationRecord,
  EventRecord,
  ItemRecord,
  JobRecord,
  LogLine,
  SessionRecord,
  WorkerRecord,
} from '../core/model/records.ts';
import type { Heard, Lesson, Preference, Said } from '../core/model/resolution.ts';
import { aboutOf } from '../core/preferences.ts';
import type { KnownPreference } from '../core/states.ts';

/** A row as the driver returns it. */
export type Row = Record<string, unknown>;

/** The columns that each `…Row` function fills, in its order, so that a migration may add others. */
export const COLUMNS = {
  projects: 'number project',
  sessions: 'id project policy asker language heard_text heard_at heard_paths heard_spent heard_recent created_at',
  jobs:
    'id session_id project state policy asker prompt agent owner runs lost result error ' +
    'clarification_status clarification_id clarification_question conflict_json clarification_answer clarification_answered_at ' +
    'spec_json created_at updated_at started_at ended_at token_id folder',
  clarifications:
    'id session_id project ask_id job_id question type question_hash canonical_key subject destructive details status live ' +
    'succeeds answer source evidence confidence answered_by surface answer_key because cap_scope rejected created_at settled_at token_id key_version taught_at decision rule_scope agent snoozed_until',
  asks: 'id session_id job_id asker cap_scope ask_number cap deadline on_timeout fallback created_at token_id',
  ask_items:
    'ask_id position session_id job_id clarification_id question type canonical_key subject default_answer expires_at outcome ' +
    'answer source evidence confidence code key_version ref',
  workers: 'id place pid lease_until',
  job_results: 'job_id key value at',
  job_log: 'job_id n at stream line',
  tokens: 'id name role hash created_at expires_at revoked_at project',
  secrets: 'name value',
  webhooks: 'id url secret events created_at seq failures retry_at last_error disabled_at holder held_until',
  channels: 'id created_at seq failures retry_at last_error disabled_at holder held_until',
  channel_messages: 'channel_id clarification_id handle',
  assumptions:
    'id session_id job_id asker decision reasoning confidence risk timeout_assumed clarification_id created_at',
  preferences: 'project canonical_key subject type question answer times origin updated_at about key_version',
  events: 'at type session_id job_id ask_id clarification_id data',
} as const;

const NO_OPTIONS: readonly Option[] = [];

/** Policies are few and repeat in every session: parsing one costs more than the lookup that found it. */
const parsedPolicies = new Map<string, Policy>();

function policyFrom(text: string): Policy {
  let policy = parsedPolicies.get(text);
  if (!policy) {
    policy = JSON.parse(text) as Policy;
    if (parsedPolicies.size < 100) parsedPolicies.set(text, policy);
  }
  return policy;
}

const policyTexts = new WeakMap<Policy, string>();

function policyText(policy: Policy): string {
  let text = policyTexts.get(policy);
  if (text === undefined) {
    text = JSON.stringify(policy);
    policyTexts.set(policy, text);
  }
  return text;
}

export function sessionRow(session: SessionRecord): unknown[] {
  const { id, project, policy, asker, language, heard, createdAt } = session;
  const heardColumns = heard ? heardRow(heard) : [null, null, null, 0, null];
  return [id, project, policyText(policy), asker, language, ...heardColumns, createdAt];
}

/** The columns of `heardRow`, in its order. */
export const HEARD_COLUMNS = ['heard_text', 'heard_at', 'heard_paths', 'heard_spent', 'heard_recent'] as const;

export function heardRow({ text, at, paths, spent, recent }: Heard): unknown[] {
  return [text, at, JSON.stringify(paths), Number(spent), recent === undefined ? null : JSON.stringify(recent)];
}

export function sessionFrom(row: Row): SessionRecord {
  return {
    id: row.id as string,
    project: row.project as string,
    policy: policyFrom(row.policy as string),
    asker: row.asker as string,
    language: row.language as string | null,
    heard:
      row.heard_text === null
        ? null
        : {
            text: row.heard_text as string,
            at: Number(row.heard_at),
            paths: JSON.parse(row.heard_paths as string) as string[],
            spent: Boolean(row.heard_spent),
            ...(row.heard_recent === null ? {} : { recent: JSON.parse(row.heard_recent as string) as Said[] }),
          },
    createdAt: Number(row.created_at),
  };
}

export function jobRow(job: JobRecord): unknown[] {
  const { id, session, project, state, policy, asker, prompt, agent, owner, runs, lost, result, error } = job;
  const times = [job.createdAt, job.updatedAt, job.startedAt, job.endedAt];
  return [
    id,
    session,
    project,
    state,
    policyText(policy),
    asker,
    prompt,
    agent,
    owner,
    runs,
    lost,
    result,
    error,
    job.clarificationStatus,
    job.clarificationId,
    job.clarificationQuestion,
    jsonText(job.conflict),
    job.clarificationAnswer,
    job.clarificationAnsweredAt,
    jsonText(job.spec),
    ...times,
    job.token,
    job.folder,
  ];
}

function jsonText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function jsonFrom<T>(text: unknown): T | null {
  return text === null ? null : (JSON.parse(text as string) as T);
}

export function jobFrom(row: Row): JobRecord {
  return {
    id: row.id as string,
    session: row.session_id as string,
    project: row.project as string,
    folder: row.folder as string | null,
    state: row.state as JobRecord['state'],
    policy: policyFrom(row.policy as string),
    asker: row.asker as string,
    prompt: row.prompt as string | null,
    agent: row.agent as string | null,
    owner: row.owner as string | null,
    runs: row.runs as number,
    lost: row.lost as number,
    result: row.result as string | null,
    error: row.error as string | null,
    clarificationStatus: row.clarification_status as JobRecord['clarificationStatus'],
    clarificationId: row.clarification_id as string | null,
    clarificationQuestion: row.clarification_question as string | null,
    conflict: jsonFrom(row.conflict_json),
    clarificationAnswer: row.clarification_answer as string | null,
    clarificationAnsweredAt: timeFrom(row.clarification_answered_at),
    spec: jsonFrom(row.spec_json),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    startedAt: timeFrom(row.started_at),
    endedAt: timeFrom(row.ended_at),
    token: row.token_id as string | null,
  };
}

export function timeFrom(value: unknown): number | null {
  return value === null ? null : Number(value);
}

/** Fields that are only shown, never searched: stored together as one text. An absent field has its default. */
interface Details {
  header?: string;
  reason?: string;
  context?: string;
  options?: readonly Option[];
  recommended?: string;
  multiSelect?: true;
  strictOptions?: true;
  default?: string;
  checkedByAsker?: true;
  offered?: ClarificationRecord['offered'];
  folder?: string;
  branch?: string;
  call?: Call;
}

function detailsText(record: ClarificationRecord): string {
  const details: Details = {};
  if (record.header !== undefined) details.header = record.header;
  if (record.reason !== undefined) details.reason = record.reason;
  if (record.context !== undefined) details.context = record.context;
  if (record.options.length > 0) details.options = record.options;
  if (record.recommended !== undefined) details.recommended = record.recommended;
  if (record.multiSelect) details.multiSelect = true;
  if (record.strictOptions) details.strictOptions = true;
  if (record.default !== undefined) details.default = record.default;
  if (record.checkedByAsker) details.checkedByAsker = true;
  if (record.offered) details.offered = record.offered;
  if (record.folder !== undefined) details.folder = record.folder;
  if (record.branch !== undefined) details.branch = record.branch;
  if (record.call !== undefined) details.call = record.call;
  return JSON.stringify(details);
}

/** @param taughtAt When its answer taught something; null for a question that is inserted without an answer. */
export function clarificationRow(record: ClarificationRecord, taughtAt: number | null = null): unknown[] {
  return [
    record.id,
    record.session,
    record.project,
    record.ask,
    record.job,
    record.question,
    record.type,
    record.questionHash,
    record.key,
    record.subject,
    Number(record.destructive),
    detailsText(record),
    record.status,
    Number(LIVE.includes(record.status)),
    record.succeeds,
    record.answer,
    record.source,
    record.evidence,
    record.confidence,
    record.by,
    record.surface,
    record.answerKey,
    record.because,
    record.capScope,
    Number(record.rejected),
    record.createdAt,
    record.settledAt,
    record.token,
    KEY_VERSION,
    taughtAt,
    ...decisionRow(record.decision ?? undefined),
    record.agent,
    record.snoozedUntil,
  ];
}

/** When a question that is inserted with its answer taught something. */
export function taughtAt({ clarification, teaches }: Extract<Effect, { do: 'insert_clarification' }>): number | null {
  return teaches ? clarification.settledAt : null;
}

/** The columns `decision` and `rule_scope`. The scope of a rule is a column of its own, because rules are looked up by it. */
export function decisionRow(decision: CallDecision | undefined): [decision: string | null, ruleScope: string | null] {
  if (decision === undefined) return [null, null];
  return [JSON.stringify(decision), decision.rule === undefined ? null : decision.scope];
}

/** From a row of `deadlineOf`, if any. */
export function deadlineFrom(row: Row | undefined): Deadline {
  if (row === undefined || row.deadline === null) return NO_DEADLINE;
  return {
    deadline: Number(row.deadline),
    onTimeout: row.on_timeout as Deadline['onTimeout'],
    onTimeoutAnswer: row.on_timeout_answer as string | null,
  };
}

/** From a row of `unansweredOf`, if any. */
export function unansweredFrom(row: Row | undefined): Unanswered | null {
  if (row === undefined || row.went_on_because === null) return null;
  return {
    answer: row.went_on_with as string | null,
    source: row.went_on_by as Unanswered['source'],
    evidence: row.went_on_because as string,
    confidence: row.went_on_surely as number | null,
  };
}

export function clarificationFrom(row: Row): ClarificationRecord {
  const { options, multiSelect, strictOptions, checkedByAsker, offered, ...shown } = JSON.parse(
    row.details as string,
  ) as Details;
  return {
    ...shown,
    id: row.id as string,
    session: row.session_id as string,
    project: row.project as string,
    ask: row.ask_id as string,
    job: row.job_id as string | null,
    question: row.question as string,
    type: row.type as ClarificationRecord['type'],
    questionHash: row.question_hash as string,
    key: row.canonical_key as string,
    subject: row.subject as string,
    destructive: Boolean(row.destructive),
    options: options ?? NO_OPTIONS,
    multiSelect: multiSelect ?? false,
    strictOptions: strictOptions ?? false,
    checkedByAsker: checkedByAsker ?? false,
    offered: offered ?? null,
    status: row.status as ClarificationRecord['status'],
    succeeds: row.succeeds as string | null,
    answer: row.answer as string | null,
    source: row.source as ClarificationRecord['source'],
    evidence: row.evidence as string | null,
    confidence: row.confidence as number | null,
    by: row.answered_by as string | null,
    surface: row.surface as string | null,
    answerKey: row.answer_key as string | null,
    decision: jsonFrom(row.decision),
    because: row.because as string | null,
    capScope: row.cap_scope as string | null,
    rejected: Boolean(row.rejected),
    createdAt: Number(row.created_at),
    settledAt: timeFrom(row.settled_at),
    token: row.token_id as string | null,
    agent: row.agent as string | null,
    snoozedUntil: timeFrom(row.snoozed_until),
  };
}

export function askRow(ask: AskRecord): unknown[] {
  const { id, session, job, asker, capScope, askNumber, cap, deadline, onTimeout, fallback, createdAt, token } = ask;
  const ownFallback = fallback === FALLBACK_TEXTS.declined ? null : fallback;
  return [id, session, job, asker, capScope, askNumber, cap, deadline, onTimeout, ownFallback, createdAt, token];
}

export function askFrom(row: Row): AskRecord {
  return {
    id: row.id as string,
    session: row.session_id as string,
    job: row.job_id as string | null,
    asker: row.asker as string,
    capScope: row.cap_scope as string | null,
    askNumber: row.ask_number as number | null,
    cap: row.cap as number | null,
    deadline: timeFrom(row.deadline),
    onTimeout: row.on_timeout as AskRecord['onTimeout'],
    fallback: (row.fallback as string | null) ?? FALLBACK_TEXTS.declined,
    createdAt: Number(row.created_at),
    token: row.token_id as string | null,
  };
}

/** The question's text is stored with the item only if no clarification holds it. */
export function itemRow(item: ItemRecord): unknown[] {
  const { ask, position, session, job, clarification, question, type, key, subject } = item;
  const ownQuestion = clarification === null ? question : null;
  const { outcome, answer, source, evidence, confidence, code } = item;
  const settled = [outcome, answer, source, evidence, confidence, code];
  return [
    ask,
    position,
    session,
    job,
    clarification,
    ownQuestion,
    type,
    key,
    subject,
    item.default,
    item.expiresAt,
    ...settled,
    KEY_VERSION,
    item.ref,
  ];
}

export function itemFrom(row: Row, questionText: string | null): ItemRecord {
  return {
    ask: row.ask_id as string,
    position: row.position as number,
    session: row.session_id as string,
    job: row.job_id as string | null,
    clarification: row.clarification_id as string | null,
    question: (row.question as string | null) ?? questionText ?? '',
    type: row.type as ItemRecord['type'],
    key: row.canonical_key as string,
    subject: row.subject as string,
    default: row.default_answer as string | null,
    expiresAt: timeFrom(row.expires_at),
    outcome: row.outcome as ItemRecord['outcome'],
    answer: row.answer as string | null,
    source: row.source as ItemRecord['source'],
    evidence: row.evidence as string | null,
    confidence: row.confidence as number | null,
    code: row.code as string | null,
    ref: row.ref as string | null,
  };
}

export function workerRow({ id, place, pid, leaseUntil }: WorkerRecord): unknown[] {
  return [id, place, pid, leaseUntil];
}

export function workerFrom(row: Row): WorkerRecord {
  return {
    id: row.id as string,
    place: row.place as string,
    pid: row.pid as number,
    leaseUntil: Number(row.lease_until),
  };
}

export function logLineFrom(row: Row): LogLine {
  return { n: row.n as number, at: Number(row.at), stream: row.stream as LogLine['stream'], line: row.line as string };
}

export function assumptionRow(assumption: AssumptionRecord): unknown[] {
  const { id, session, job, asker, decision, reasoning, confidence, risk } = assumption;
  const { timeoutAssumed, clarification, createdAt } = assumption;
  const of = [id, session, job, asker];
  return [...of, decision, reasoning, confidence, risk, Number(timeoutAssumed), clarification, createdAt];
}

export function assumptionFrom(row: Row): AssumptionRecord {
  return {
    id: row.id as string,
    session: row.session_id as string,
    job: row.job_id as string | null,
    asker: row.asker as string,
    decision: row.decision as string,
    reasoning: row.reasoning as string,
    confidence: row.confidence as number | null,
    risk: row.risk as string | null,
    timeoutAssumed: Boolean(row.timeout_assumed),
    clarification: row.clarification_id as string | null,
    createdAt: Number(row.created_at),
  };
}

export function preferenceRow(preference: Preference): unknown[] {
  const { project, key, subject, type, question, answer, times, origin, updatedAt, about } = preference;
  const beside = about === null ? null : JSON.stringify(about);
  return [project, key, subject, type, question, answer, times, origin, updatedAt, beside, KEY_VERSION];
}

export function preferenceFrom(row: Row): Preference {
  return {
    project: row.project as string,
    key: row.canonical_key as string,
    subject: row.subject as string,
    type: row.type as Preference['type'],
    question: row.question as string,
    answer: row.answer as string,
    times: row.times as number,
    origin: row.origin as Preference['origin'],
    updatedAt: Number(row.updated_at),
    about: row.about === null ? null : (JSON.parse(row.about as string) as Preference['about']),
  };
}

/** The columns of a clarification that `lessonFrom` reads. */
export const LESSON_COLUMNS = [
  'id',
  'session_id',
  'type',
  'question',
  'details',
  'answer',
  'status',
  'taught_at',
] as const;

function lessonFrom(row: Row): Lesson {
  const { header, context, options = NO_OPTIONS } = JSON.parse(row.details as string) as Details;
  const question = row.question as string;
  const beside = { ...(header === undefined ? {} : { header }), ...(context === undefined ? {} : { context }) };
  return {
    id: row.id as string,
    session: row.session_id as string,
    type: row.type as Lesson['type'],
    question,
    answer: row.answer as string,
    about: aboutOf({ question, options, ...beside }),
    at: Number(row.taught_at),
    revoked: row.status === 'revoked',
  };
}

/** From the stored row, if any, and the rows of lessons, newest first. Null if there are none. */
export function knownPreferenceFrom(
  { project, key, subject }: Pick<KnownPreference, 'project' | 'key' | 'subject'>,
  row: Row | null,
  lessons: readonly Row[],
): KnownPreference | null {
  if (row === null && lessons.length === 0) return null;
  return { project, key, subject, stored: row && preferenceFrom(row), lessons: lessons.map(lessonFrom) };
}

export function eventRow({ type, at, session, job, ask, clarification, data }: EventRecord): unknown[] {
  return [at, type, session, job, ask, clarification, JSON.stringify(data)];
}

export function eventFrom(row: Row): AuditEvent {
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    type: row.type as AuditEvent['type'],
    session: row.session_id as string | null,
    job: row.job_id as string | null,
    ask: row.ask_id as string | null,
    clarification: row.clarification_id as string | null,
    data: JSON.parse(row.data as string) as Record<string, unknown>,
  };
}
