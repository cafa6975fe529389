/** The common path of every ask: check, pass to the engine, wait. */

import { selectedIn } from '../core/answer/check.ts';
import type { AskResult, Outcome, Question } from '../core/model/question.ts';
import type { Engine } from '../engine/engine.ts';
import { omitNullish } from '../util/arguments.ts';
import type { AskOptions, AskWhat } from './ask-input.ts';
import { type Frame, prepareAsk } from './prepare-ask.ts';
import { patienceOf, type WaitOptions } from './wait.ts';

/** Returns the result, and the ask id of this call. The result may belong to an earlier ask. */
export async function askIn(
  engine: Engine,
  frame: Omit<Frame, 'now'>,
  what: AskWhat,
  options: AskOptions & WaitOptions,
): Promise<{ readonly result: AskResult; readonly own: string }> {
  const { wait, signal, onParked, ...rest } = omitNullish(options, 'options');
  const now = engine.clock.now();
  const prepared = prepareAsk(what, rest, { ...frame, now }, engine);
  const patience = patienceOf({ wait, signal, onParked }, now);
  signal?.throwIfAborted();
  const result = await engine.ask(prepared, patience);
  return { result: withSelected(result, prepared.command.questions), own: prepared.command.ask };
}

/** Adds the parts of multi-select answers; for a single question also next to its `answer`. */
function withSelected(result: AskResult, questions: readonly Question[]): AskResult {
  const items = result.items.map((item, at) => partsOf(item, questions[at]));
  const [only] = items.length === 1 ? items : [];
  if (only === undefined || !('answer' in only) || only.outcome === 'fallback') return { ...result, items };
  const { selected, value } = only;
  return {
    ...result,
    ...(selected === undefined ? {} : { selected }),
    ...(value === undefined ? {} : { value }),
    items,
  };
}

function partsOf(item: Outcome, question: Question | undefined): Outcome {
  // The ask stored under an idempotency key may have had other questions.
  if (!question?.multiSelect || item.question !== question.question) return item;
  if (item.outcome !== 'answered' && item.outcome !== 'auto_resolved') return item;
  return { ...item, selected: selectedIn(question.options, item.answer) };
}
