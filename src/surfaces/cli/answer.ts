/** Commands on one question: `answer`, `decline`, `revoke`; and `cancel`, by which an asker withdraws. */

import { optionNamed, type RawAnswer } from '../../core/answer/check.ts';
import type { ListedClarification } from '../../core/model/views.ts';
import type { AnswerReceipt } from '../../library/questions.ts';
import type { Service } from '../service/service.ts';
import { equalWaiting } from '../terminal/equal-questions.ts';
import { answerNamed, questionNamed } from '../terminal/id-lookup.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { whoseWhole } from '../terminal/whose.ts';
import { goOnWith } from './agents.ts';
import { type DecideFlags, decideGroup, decideOne, noteEqual } from './decide.ts';
import { mustBePerson, personOnly } from './person-only.ts';
import { type GlobalOptions, type StoreLocation, serviceLocation } from './store-location.ts';
import { withServiceThere } from './with-store.ts';

interface BecauseFlags extends GlobalOptions {
  because?: string;
}

const HERE = { surface: 'cli' } as const;

export async function answer(typed: string, words: readonly string[], flags: DecideFlags): Promise<number> {
  personOnly('answer');
  const location = await serviceLocation(flags);
  return withServiceThere(location, async (askonce) => {
    const id = await questionNamed(askonce, typed);
    const question = await askonce.questions.get(id);
    const word = words.join(' ');
    if (flags.all && question) {
      if (question.approval) return decideGroup(askonce, question, word, flags);
      return answerGroup(askonce, question, answerFrom(words, question), flags);
    }
    const receipt = question?.approval
      ? await decideOne(askonce, id, word, flags)
      : await askonce.questions.answer(id, answerFrom(words, question), HERE);
    // Names the question when it was given by a number or by a part of its id.
    const which = id === typed ? '' : `, “${question!.question}”`;
    const exitCode = report(receipt, flags, `Answered ${id}${which}: “${receipt.clarification.answer}”.`);
    const unrun = await unrunNote(askonce, receipt.clarification.job, location);
    if (unrun !== null) note(unrun);
    if (question) await noteEqual(askonce, question, word, location);
    return exitCode;
  });
}

/** Answers all questions that equal this one, and lists them. */
async function answerGroup(
  askonce: Service,
  question: ListedClarification,
  given: RawAnswer,
  flags: GlobalOptions,
): Promise<number> {
  const others = (await equalWaiting(askonce, question)).filter(({ id }) => id !== question.id);
  const receipt = await askonce.questions.answer(question.id, given, { ...HERE, also: others.map(({ id }) => id) });
  const { also = [] } = receipt;
  if (flags.json) {
    sayJson(receipt);
    return EXIT.ok;
  }
  const settled = [
    receipt.clarification,
    ...also.flatMap((one) => (one.status === 'refused' ? [] : [one.clarification])),
  ];
  const questions = settled.length === 1 ? '1 question' : `${settled.length} questions`;
  say(oneLine(`Answered ${questions}: “${receipt.clarification.answer}”.`));
  for (const one of settled) say(`  ${one.id}  ${whoseWhole(one)}`);
  for (const one of also) if (one.status === 'refused') note(one.message);
  return EXIT.ok;
}

/** What to do about the task of a question: one whose process has ended does not continue by itself. */
export async function unrunNote(askonce: Service, id: string | null, location: StoreLocation): Promise<string | null> {
  const job = id === null ? null : await askonce.jobs.get(id);
  if (!job || job.description === '' || job.state !== 'RUNNING' || job.worker !== null) return null;
  return `Task ${job.id} is not running. Resume it with: ${goOnWith(job, location)}`;
}

export async function decline(typed: string, flags: BecauseFlags): Promise<number> {
  personOnly('decline');
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const id = await questionNamed(askonce, typed);
    const receipt = await askonce.questions.decline(id, flags.because, HERE);
    return report(receipt, flags, `Declined ${id}. It will not be asked again in its session.`);
  });
}

export async function revoke(typed: string, flags: BecauseFlags): Promise<number> {
  personOnly('revoke');
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const id = await answerNamed(askonce, typed);
    if ((await askonce.questions.get(id))?.approval) mustBePerson('revoke');
    const receipt = await askonce.questions.revoke(id, flags.because, HERE);
    const was = receipt.clarification.answer;
    return report(receipt, flags, `Revoked ${id}${was === null ? '' : `, which was “${was}”`}. It may be asked again.`);
  });
}

/** An ask has its own id; the id of its question, or its number in the inbox, works too. */
export async function cancel(typed: string, flags: BecauseFlags): Promise<number> {
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const isAsk = typed.startsWith('a-');
    const ask = isAsk ? typed : ((await askonce.questions.get(await questionNamed(askonce, typed)))?.ask ?? typed);
    const cancelled = await askonce.questions.cancel(
      { ask },
      flags.because === undefined ? {} : { because: flags.because },
    );
    if (flags.json) sayJson({ ask, cancelled });
    else say(cancelled === 0 ? `${ask} had no open questions.` : `Cancelled ${ask} (${cancelled} open).`);
    return EXIT.ok;
  });
}

/** Joins the words from the shell into one sentence, unless each of them is an option of a question that allows several. */
function answerFrom(words: readonly string[], question: ListedClarification | null): RawAnswer {
  const chosen = question?.multiSelect && words.every((word) => optionNamed(question.options, word) !== undefined);
  return chosen ? words : words.join(' ');
}

function report({ status, clarification }: AnswerReceipt, flags: GlobalOptions, done: string): number {
  if (flags.json) sayJson({ status, clarification });
  else say(oneLine(status === 'replayed' ? `${done} (Already done.)` : done));
  return EXIT.ok;
}
