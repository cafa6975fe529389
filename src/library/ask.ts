/** The way of every ask: checked, handed to the engine, waited for. */

import type { AskResult } from '../core/model/question.ts';
import type { Engine } from '../engine/engine.ts';
import { omitNullish } from '../util/arguments.ts';
import type { AskOptions, AskWhat } from './ask-input.ts';
import { type Frame, prepareAsk } from './prepare-ask.ts';
import { patienceOf, type WaitOptions } from './wait.ts';

/** Returns the result, and the id of this very call as an ask: the result may belong to an earlier one. */
export async function askIn(
  engine: Engine,
  frame: Omit<Frame, 'now'>,
  what: AskWhat,
  options: AskOptions & WaitOptions,
): Promise<{ readonly result: AskResult; readonly own: string }> {
  const { wait, signal, onParked, ...rest } = omitNullish(options, 'options');
  const now = engine.clock.now();
  const prepared = prepareAsk(what, rest, { ...frame, now });
  const patience = patienceOf({ wait, signal, onParked }, now);
  signal?.throwIfAborted();
  return { result: await engine.ask(prepared, patience), own: prepared.command.ask };
}
