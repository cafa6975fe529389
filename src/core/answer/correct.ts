/**
 * The person changes their mind about an answer: the old one is revoked and its successor is inserted with the new answer, in one
 * transaction. It costs no ask, and what the old answer taught is unlearned. Pure, like answer/decide.ts.
 */
import { sharedCorrection } from '../ask/path.ts';
import type { Decided, Effect, Verdict } from '../effects.ts';
import { AskOnceError } from '../model/errors.ts';
import type { ClarificationRecord } from '../model/records.ts';
import { nameOf } from '../model/scoped-id.ts';
import { type Facts, NO_FACTS } from '../needs.ts';
import { forgottenWith, remembered, teaches, teachesRevoked } from '../preferences.ts';
import type { ClarificationState } from '../states.ts';
import { clarificationEvent } from './cancel.ts';
import type { RawAnswer } from './check.ts';
import { type Closing, unknownClarification } from './closed-errors.ts';
import { type Answerer, checkedAnswer, isDecidedEachTime } from './decide.ts';
import { CORRECTED, isCorrected } from './evidence.ts';

export interface CorrectCommand extends Answerer {
  readonly id: string;
  readonly raw: RawAnswer;
  readonly because: string | null;
  /** The id that the corrected question gets. */
  readonly successor: string;
}

/** @returns `clarification` is the successor, or the question itself if it already has this answer. Sent again, it changes nothing. */
export function decideCorrect(
  state: ClarificationState,
  command: CorrectCommand,
  now: number,
  facts: Facts = NO_FACTS,
): Verdict<Closing> {
  const { clarification } = state;
  const { because, by, surface, successor } = command;
  if (!clarification) return { error: unknownClarification(command.id) };
  const refused = notCorrectable(clarification);
  // Sent again, as after a lost reply: the correction stands already.
  const again =
    state.successor?.status === 'answered' && isCorrected(state.successor.evidence) ? state.successor : null;
  if (refused && !again) return { error: refused };
  const checked = checkedAnswer(clarification, command.raw, state.language, facts);
  if ('needs' in checked || 'error' in checked) return checked;
  const { id, answer: was } = clarification;
  if ('refused' in checked) {
    const text = `${checked.refused} The answer stays as it was.`;
    return { error: new AskOnceError('answer_refused', text, { id }) };
  }
  const answer = checked.accepted;
  if (refused) {
    return answer === again!.answer
      ? { effects: [], result: { status: 'replayed', clarification: again! } }
      : { error: refused };
  }
  if (answer === was) return { effects: [], result: { status: 'replayed', clarification } };

  const evidence = `${CORRECTED} “${was}” to “${answer}”${surface ? ` (${surface})` : ''}`;
  // An answer that was to be remembered was set as a preference; the new one takes its place.
  const forgets = forgottenWith(clarification, state.preference, now);
  const remembers = forgets.length > 0 && !isDecidedEachTime(clarification, answer);
  const learns = !remembers && teaches(clarification, answer);
  const given = { answer, source: 'user', offered: null, evidence, because, by, surface } as const;
  const { corrected, effects } = replaced(clarification, successor, given, learns, now);
  effects.push(...(remembers ? remembered(clarification, answer, state.preference, now) : forgets));
  return { effects, result: { status: 'accepted', clarification: corrected } };
}

/** The person corrected the answer of another question, which this one came from: this one is corrected like it. */
export function followCorrection(
  clarification: ClarificationRecord,
  { answer, correction }: { readonly answer: string; readonly correction: ClarificationRecord },
  successor: string,
  now: number,
): Replaced {
  const { id, question, session, evidence: why, by, surface } = correction;
  const offered = { id, question, answer: correction.answer! };
  const evidence = session === clarification.session ? why : `${why} in session ${nameOf(session)} of this project`;
  const given = { answer, source: 'history', offered, evidence, because: null, by, surface } as const;
  return replaced(clarification, successor, given, false, now);
}

/** What the transaction of the correction could not see: another question has the answer from this one. */
export function decideFollow(
  { clarification }: ClarificationState,
  command: { readonly from: string; readonly correction: ClarificationRecord; readonly successor: string },
  now: number,
): Decided<void> {
  const { from, correction, successor } = command;
  const isStill = clarification?.status === 'answered' && clarification.offered?.id === from;
  const answer = isStill ? sharedCorrection(clarification, correction) : null;
  if (answer === null) return { effects: [], result: undefined };
  const { effects } = followCorrection(clarification!, { answer, correction }, successor, now);
  return { effects, result: undefined };
}

type Given = Pick<ClarificationRecord, 'answer' | 'source' | 'offered' | 'evidence' | 'because' | 'by' | 'surface'>;

interface Replaced {
  readonly corrected: ClarificationRecord;
  readonly effects: Effect[];
}

/** Revokes an answer, and inserts its successor with the new one. */
function replaced(
  clarification: ClarificationRecord,
  successor: string,
  { because, ...given }: Given,
  learns: boolean,
  now: number,
): Replaced {
  const { id, answer: was, source } = clarification;
  const { answer, by, surface } = given;
  const corrected: ClarificationRecord = {
    ...clarification,
    ...given,
    id: successor,
    succeeds: id,
    confidence: 1,
    answerKey: null,
    because: null,
    rejected: false,
    createdAt: now,
    settledAt: now,
    snoozedUntil: null,
  };
  const told = { was, source, because, by, surface, answer, correctedBy: successor };
  const effects: Effect[] = [
    {
      do: 'retire_clarification',
      id,
      from: 'answered',
      to: 'revoked',
      at: now,
      because,
      teaches: teachesRevoked(clarification),
    },
    { do: 'insert_clarification', clarification: corrected, ...(learns ? { teaches: true } : {}) },
    clarificationEvent('clarification.revoked', clarification, now, told),
    correctedEvent(clarification, now, told),
  ];
  return { corrected, effects };
}

function notCorrectable({ id, status, call }: ClarificationRecord): AskOnceError | null {
  if (call) {
    const text = `Clarification ${id} is an approval. The call was made or refused; revoke its rule with \`askonce approvals revoke\`.`;
    return new AskOnceError('not_correctable', text, { id });
  }
  if (status === 'answered') return null;
  const what =
    status === 'pending'
      ? 'has no answer yet; answer it instead'
      : status === 'revoked' || status === 'superseded'
        ? 'was already replaced; correct the newer question instead'
        : `is ${status}; revoke it, and it can be asked again`;
  return new AskOnceError('not_correctable', `Clarification ${id} ${what}.`, { id, status });
}

/** Names the ask and the job, so that the agent that used the old answer recognises it. */
function correctedEvent(
  { id, session, job, ask, question }: ClarificationRecord,
  at: number,
  data: Readonly<Record<string, unknown>>,
): Effect {
  const event = { type: 'clarification.corrected', at, session, job, ask, clarification: id } as const;
  return { do: 'event', event: { ...event, data: { question, ...data } } };
}
