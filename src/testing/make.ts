/** Complete records and commands for cases that care about one or two of their fields. */
import type { AskCommand, PreparedQuestion } from '../core/ask/command.ts';
import type { Effect } from '../core/effects.ts';
import { POLICIES } from '../core/model/policy.ts';
import type {
  AskRecord,
  ClarificationRecord,
  EventRecord,
  ItemRecord,
  JobRecord,
  SessionRecord,
} from '../core/model/records.ts';
import type { Heard, Preference } from '../core/model/resolution.ts';
import { questionHash, questionKey } from '../text/question-key.ts';

export const NOW = Date.UTC(2027, 0, 1);
export const YEAR_2100 = Date.UTC(2100, 0, 1);
export const PROJECT = '/projects/conformance';

let made = 0;

/** An id that no other case has used. Like the engine's, ids sort in the order of creation. */
export function newId(kind: 'a' | 'as' | 'h' | 'j' | 'k' | 'm' | 'q' | 's' | 't' | 'w'): string {
  made += 1;
  return `${kind}-${String(made).padStart(10, '0')}`;
}

type Asked = string | (Partial<PreparedQuestion> & { readonly question: string });

/** An open question with these words and defaults for all other fields. */
export function questionOf(asked: Asked): PreparedQuestion {
  const given = typeof asked === 'string' ? { question: asked } : asked;
  return {
    id: newId('q'),
    type: 'FREE_TEXT',
    questionHash: questionHash(given.question),
    key: questionKey(given.question),
    subject: '',
    destructive: false,
    options: [],
    multiSelect: false,
    strictOptions: false,
    checkedByAsker: false,
    ...given,
  };
}

/** An ask of these questions, in a session that is created if it is new. */
export function askCommand(session: string, questions: readonly Asked[], more: Partial<AskCommand> = {}): AskCommand {
  return {
    ask: newId('a'),
    caller: null,
    session,
    anySession: false,
    job: null,
    project: PROJECT,
    folder: null,
    branch: null,
    agent: null,
    policy: null,
    asker: null,
    language: null,
    defaultPolicy: POLICIES.interactive,
    heard: null,
    questions: questions.map(questionOf),
    deadline: null,
    onTimeout: null,
    fallback: null,
    rejects: null,
    because: null,
    ref: null,
    place: null,
    missing: null,
    ...more,
  };
}

export function heardOf(text: string, more: Partial<Heard> = {}): Heard {
  return { text, at: NOW, paths: [], spent: false, ...more };
}

export function sessionOf(more: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: newId('s'),
    project: PROJECT,
    policy: POLICIES.interactive,
    asker: 'agent',
    language: null,
    heard: null,
    createdAt: NOW,
    ...more,
  };
}

/** A job whose prompt was not checked for conflicts. */
const UNREAD = {
  clarificationStatus: 'none',
  clarificationId: null,
  clarificationQuestion: null,
  conflict: null,
  clarificationAnswer: null,
  clarificationAnsweredAt: null,
  spec: null,
} as const;

export function jobOf(session: string, more: Partial<JobRecord> = {}): JobRecord {
  return {
    id: newId('j'),
    token: null,
    session,
    project: PROJECT,
    folder: null,
    state: 'RUNNING',
    policy: POLICIES.interactive,
    asker: 'agent',
    prompt: null,
    agent: null,
    owner: null,
    runs: 0,
    lost: 0,
    result: null,
    error: null,
    ...UNREAD,
    createdAt: NOW,
    updatedAt: NOW,
    startedAt: null,
    endedAt: null,
    ...more,
  };
}

export function askOf(session: string, more: Partial<AskRecord> = {}): AskRecord {
  return {
    id: newId('a'),
    token: null,
    session,
    job: null,
    asker: 'agent',
    capScope: null,
    askNumber: null,
    cap: null,
    deadline: null,
    onTimeout: 'wait',
    fallback: 'go on as you think best',
    createdAt: NOW,
    ...more,
  };
}

/** A waiting question with a unique key, so that it matches no other. */
export function clarificationOf(ask: AskRecord, more: Partial<ClarificationRecord> = {}): ClarificationRecord {
  const id = more.id ?? newId('q');
  return {
    id,
    session: ask.session,
    project: PROJECT,
    agent: null,
    ask: ask.id,
    job: ask.job,
    token: ask.token,
    question: `Which way, ${id}?`,
    type: 'FREE_TEXT',
    questionHash: questionHash(id),
    key: questionKey(id),
    subject: '',
    destructive: false,
    options: [],
    multiSelect: false,
    strictOptions: false,
    checkedByAsker: false,
    status: 'pending',
    offered: null,
    succeeds: null,
    answer: null,
    source: null,
    evidence: null,
    confidence: null,
    by: null,
    surface: null,
    answerKey: null,
    decision: null,
    because: null,
    capScope: null,
    rejected: false,
    createdAt: NOW,
    settledAt: null,
    snoozedUntil: null,
    ...more,
  };
}

/** The additional fields of an answered clarification. */
export const ANSWERED = {
  status: 'answered',
  answer: 'left',
  source: 'user',
  evidence: 'the person answered “left”',
  confidence: 1,
  settledAt: NOW,
} as const satisfies Partial<ClarificationRecord>;

/** The item of an ask that waits for a clarification. */
export function itemOf(ask: AskRecord, of: ClarificationRecord, more: Partial<ItemRecord> = {}): ItemRecord {
  const { question, type, key, subject } = of;
  return {
    ask: ask.id,
    position: 0,
    session: ask.session,
    job: ask.job,
    clarification: of.id,
    question,
    type,
    key,
    subject,
    outcome: 'parked',
    default: null,
    expiresAt: ask.onTimeout === 'wait' ? null : ask.deadline,
    answer: null,
    source: null,
    evidence: null,
    confidence: null,
    code: null,
    ref: null,
    ...more,
  };
}

/** Effects of which the last violates a rule: two live questions with the same words in one session. */
export function breach(id: string): Effect[] {
  const session = sessionOf({ id });
  const ask = askOf(session.id);
  const clarification = clarificationOf(ask);
  return [
    { do: 'insert_session', session },
    { do: 'insert_ask', ask },
    { do: 'insert_clarification', clarification },
    { do: 'insert_clarification', clarification: clarificationOf(ask, { key: clarification.key }) },
  ];
}

export function preferenceOf(more: Partial<Preference> = {}): Preference {
  return {
    project: PROJECT,
    key: questionKey(newId('k')),
    subject: '',
    type: 'FREE_TEXT',
    question: 'Which format?',
    answer: 'YAML',
    times: 1,
    origin: 'learnt',
    updatedAt: NOW,
    about: null,
    ...more,
  };
}

/** An event of the project, which belongs to no session. */
export function projectEvent(data: EventRecord['data']): EventRecord {
  return { type: 'preference.set', at: NOW, session: null, job: null, ask: null, clarification: null, data };
}
