/**
 * A job that asks again gets its outcome back. Where this process has seen both the question and its answer, it decides on what it knows,
 * and one statement checks for all who ask at that time that nothing has changed since: a few lookups, instead of reading all that the ask
 * could depend on.
 *
 * The version of the job guards its items, that of the clarification its answer, and that of the session the person's words.
 */
import type { AskCommand } from '../../core/ask/command.ts';
import type { Effect } from '../../core/effects.ts';
import type { ClarificationRecord, ItemRecord, JobRecord, SessionRecord } from '../../core/model/records.ts';
import type { AskState, ClarificationState, KnownQuestion } from '../../core/states.ts';
import type { Query } from './connections.ts';
import type { Versions } from './look.ts';

/** The outcome of a job's only item for a question. */
export interface Replay {
  readonly item: ItemRecord;
  readonly clarification: ClarificationRecord;
  readonly version: number;
}

/** The length of its texts, in characters. Longer ones are read. */
const MAX_TEXT = 2_000;

/** The outcomes of the jobs that waited for a question, once its answer was written; none if not all of them got the same one. */
export function replaysOf(
  { clarification, waiting }: ClarificationState,
  effects: readonly Effect[],
  version: number | null,
): Replay[] {
  const settled = effects.find((effect) => effect.do === 'settle_clarification');
  const ended = effects.find((effect) => effect.do === 'settle_waiting');
  if (!clarification || !settled || !ended || version === null) return [];
  if (effects.some((effect) => effect.do === 'settle_item')) return [];
  const { question, context = '' } = clarification;
  if (question.length + context.length + (settled.answer?.length ?? 0) > MAX_TEXT) return [];
  const { answer = null, source = null, evidence, confidence = null, by, surface, decision = null } = settled;
  const { answerKey = null, because = null, to: status, at: settledAt } = settled;
  const said = { answer, source, evidence, confidence, by, surface, answerKey, decision, because };
  const { do: _, clarification: __, ...settlement } = ended;
  const none = { answer: null, source: null, evidence: null, confidence: null, code: null };
  return waiting.map(({ item }) => ({
    item: { ...item, ...none, ...settlement },
    clarification: { ...clarification, ...said, status, settledAt },
    version: version + 1,
  }));
}

export interface ReplayGuess {
  readonly state: AskState;
  readonly versions: Versions;
}

export function guessReplays(
  { session, heard }: { readonly session: SessionRecord; readonly heard: number },
  { job, version }: { readonly job: JobRecord; readonly version: number },
  replays: readonly Replay[],
): ReplayGuess {
  const state = { session, job, capUsed: 0, questions: replays.map(replayed), rejected: null };
  const clarifications = new Map(replays.map((replay) => [replay.clarification.id, replay.version]));
  return { state, versions: { heard, clarifications, jobs: new Map([[job.id, version]]) } };
}

/** A decision that uses anything but the outcome uses what is not known here. */
class NotKnown extends Error {}

function replayed({ item, clarification }: Replay): KnownQuestion {
  const notKnown = (): never => {
    throw new NotKnown();
  };
  return {
    live: clarification,
    own: [{ item, clarification }],
    revoked: null,
    get successor() {
      return notKnown();
    },
    get preference() {
      return notKnown();
    },
    alike: [],
  };
}

/** Whether all that an ask needs is among a session's replays. An approval is looked up: what it depends on differs. */
export function replaysFor(
  { job, questions }: AskCommand,
  replayOf: (name: string) => Replay | undefined,
): readonly Replay[] | null {
  const found = questions.map((question) => (question.call ? undefined : replayOf(replayName(job, question))));
  return found.every((replay) => replay !== undefined) ? found : null;
}

export function replayName(job: string | null, { key, subject }: { readonly key: string; readonly subject: string }) {
  return `${job} ${key} ${subject}`;
}

/** Finds the members, by their place in the list, whose versions are not as they were. */
export function replayCheck(all: readonly { readonly session: string; readonly versions: Versions }[]): Query {
  const rows = all.flatMap(({ session, versions: { heard, clarifications, jobs } }, n) => {
    const [[job, jobVersion]] = [...jobs] as [[string, number]];
    return [...clarifications].map(([id, version]) => [n, session, heard, job, jobVersion, id, version]);
  });
  return { name: 'replays', text: CHECK, values: Array.from({ length: 7 }, (_, at) => rows.map((row) => row[at])) };
}

/** Scalar subqueries, so that each is a lookup, whatever the planner thinks of the tables. */
const CHECK = `SELECT r.n
  FROM unnest($1::integer[], $2::text[], $3::integer[], $4::text[], $5::integer[], $6::text[], $7::integer[])
    AS r (n, session, heard, job, job_version, id, version)
  WHERE (SELECT x.heard_version FROM sessions x WHERE x.id = r.session) IS DISTINCT FROM r.heard
    OR (SELECT x.version FROM jobs x WHERE x.id = r.job) IS DISTINCT FROM r.job_version
    OR (SELECT x.version FROM clarifications x WHERE x.id = r.id) IS DISTINCT FROM r.version`;
