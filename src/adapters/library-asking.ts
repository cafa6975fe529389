/** The library as adapters use it. */
import type { AskOnce } from '../askonce.ts';
import type { Caller } from '../core/access.ts';
import type { AskResult } from '../core/model/question.ts';
import type { AskHere, QuestionInput } from '../library/ask-input.ts';
import { type Asking, type Attempt, approvalWaits, whatWaits } from './asking.ts';

/** What adapters use of the library; a server does the same from elsewhere. */
interface AsksHere {
  ask(what: readonly QuestionInput[], options: AskHere): Promise<AskResult>;
  readonly approve: AskOnce['approve'];
  readonly questions: Pick<AskOnce['questions'], 'cancel'>;
}

interface LibraryOptions {
  readonly caller?: Caller | null;
  /** The host, for people to see. */
  readonly agent?: string;
  /**
   * An approval that is asked again under the same key is the same ask, so that leaving it ends the wait of a process that was killed, too.
   * Only for a host that never asks again what it has left.
   */
  readonly sameAsk?: boolean;
}

/** Opens AskOnce when it is first needed: events that decide nothing need no store. */
export function libraryAsking(
  open: () => Promise<AsksHere>,
  { caller = null, agent, sameAsk = false }: LibraryOptions = {},
): Asking {
  const whose = { caller, ...(agent === undefined ? {} : { agent }) };
  return {
    async ask(questions, how) {
      const askonce = await open();
      const result = await askonce.ask(questions, { ...optionsOf(how), ...whose, idempotencyKey: how.key });
      if (how.waitMs === 0 && result.status === 'parked') how.onParked(whatWaits(result));
      return result;
    },
    async approve(call, how) {
      const askonce = await open();
      const key = sameAsk ? { idempotencyKey: how.key } : {};
      const result = await askonce.approve(call, { ...optionsOf(how), ...whose, ...key });
      if (how.waitMs === 0 && result.decision === 'parked') how.onParked(approvalWaits(result));
      return result;
    },
    async leave({ ids, asks }, because) {
      const { questions } = await open();
      if (asks.length > 0) await Promise.all(asks.map((ask) => questions.cancel({ ask }, { because, caller })));
      else await Promise.allSettled(ids.map((id) => questions.cancel(id, { because, caller })));
    },
  };
}

function optionsOf({ session, job, waitMs, ref, signal, onParked }: Attempt) {
  return {
    // A job has a session of its own. No asker is named: the MCP server may share the session.
    ...(job === null ? { session } : { job }),
    wait: waitMs === 0 ? false : Number.isFinite(waitMs) ? waitMs : true,
    ...(ref === undefined ? {} : { ref }),
    ...(signal === undefined ? {} : { signal }),
    onParked: (result: AskResult) => onParked(whatWaits(result)),
  };
}
