/** `askonce answer` for an approval: allows or denies one call, or all equal ones that wait. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { Clarification } from '../../core/model/views.ts';
import type { ApprovalDecision } from '../../library/approvals.ts';
import type { AnswerReceipt } from '../../library/questions.ts';
import type { Service } from '../service/service.ts';
import { parsedInput } from '../terminal/approval-picker.ts';
import { decideAll, equalWaiting } from '../terminal/equal-questions.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { shellQuoted } from '../terminal/text.ts';
import { typedDecision } from '../terminal/typed-decision.ts';
import { whoseWhole } from '../terminal/whose.ts';
import { mustBePerson } from './person-only.ts';
import type { GlobalOptions, StoreLocation } from './store-location.ts';

export interface DecideFlags extends GlobalOptions {
  scope?: string;
  rule?: string;
  message?: string;
  input?: string;
  all?: boolean;
}

/** Allows or denies one call. To deny it needs no proof. */
export function decideOne(askonce: Service, id: string, word: string, flags: DecideFlags): Promise<AnswerReceipt> {
  return askonce.approvals.decide(id, decisionFrom(id, word, flags));
}

/** Allows or denies all calls that equal this one, and lists them. */
export async function decideGroup(
  askonce: Service,
  call: Clarification,
  word: string,
  flags: DecideFlags,
): Promise<number> {
  const decision = decisionFrom(call.id, word, flags);
  const { settled, missed } = await decideAll(askonce, await equalWaiting(askonce, call), decision);
  if (flags.json) sayJson({ items: settled });
  else {
    const calls = settled.length === 1 ? '1 call' : `${settled.length} calls`;
    say(`${decision.decision === 'allow' ? 'Allowed' : 'Denied'} ${calls}:`);
    for (const { clarification } of settled) say(`  ${clarification.id}  ${whoseWhole(clarification)}`);
  }
  for (const { message } of missed) note(message);
  return settled.length === 0 && missed.length > 0 ? EXIT.beaten : EXIT.ok;
}

/** Says that equal questions or calls still wait: an answer settles one, unless it says more. */
export async function noteEqual(
  askonce: Service,
  question: Clarification,
  word: string,
  { command }: StoreLocation,
): Promise<void> {
  const [next, ...more] = await equalWaiting(askonce, question);
  if (next === undefined) return;
  const what = question.approval ? 'call' : 'question';
  const still = more.length === 0 ? `1 equal ${what} still waits` : `${more.length + 1} equal ${what}s still wait`;
  const settle = `${question.approval ? 'Decide' : 'Answer'} ${more.length === 0 ? 'it' : 'them'}`;
  note(
    `${still}. ${settle} with: ${command} answer ${next.id} ${shellQuoted(word)}${more.length === 0 ? '' : ' --all'}`,
  );
}

function decisionFrom(id: string, word: string, flags: DecideFlags): ApprovalDecision {
  const typed = typedDecision(id, word);
  const { scope, rule, message = typed.message, input } = flags;
  if (typed.decision === 'allow' || scope !== undefined) mustBePerson('answer');
  const updatedInput = input === undefined ? undefined : parsedInput(input);
  if (updatedInput === null) {
    throw new AskOnceError('usage', `--input must be a JSON object, such as '{"command":"npm test"}'.`);
  }
  return { surface: 'cli', decision: typed.decision, scope, rule, message, updatedInput } as ApprovalDecision;
}
