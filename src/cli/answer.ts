/** What people do to one question: `answer`, `decline`, `revoke`; and `cancel`, by which an asker leaves. */
import { optionNamed, type RawAnswer } from '../core/answer-check.ts';
import type { AnswerReceipt } from '../engine.ts';
import type { ListedClarification } from '../ports.ts';
import { EXIT, say, sayJson } from './output.ts';
import { personOnly } from './person-only.ts';
import { type GlobalOptions, storeLocation } from './store-location.ts';
import { oneLine } from './text.ts';
import { withStoreThere } from './with-store.ts';

interface BecauseFlags extends GlobalOptions {
  because?: string;
}

const HERE = { surface: 'cli' } as const;

export async function answer(id: string, words: readonly string[], flags: GlobalOptions): Promise<number> {
  personOnly('answer');
  return withStoreThere(await storeLocation(flags), async (askonce) => {
    const question = await askonce.clarification(id);
    const receipt = await askonce.answer(id, answerFrom(words, question), HERE);
    return report(receipt, flags, `Answered ${id}: “${receipt.clarification.answer}”.`);
  });
}

export async function decline(id: string, flags: BecauseFlags): Promise<number> {
  personOnly('decline');
  return withStoreThere(await storeLocation(flags), async (askonce) => {
    const receipt = await askonce.decline(id, flags.because, HERE);
    return report(receipt, flags, `Declined ${id}. It is not asked again in its session.`);
  });
}

export async function revoke(id: string, flags: BecauseFlags): Promise<number> {
  personOnly('revoke');
  return withStoreThere(await storeLocation(flags), async (askonce) => {
    const receipt = await askonce.revoke(id, flags.because, HERE);
    const was = receipt.clarification.answer;
    return report(receipt, flags, `Revoked ${id}${was === null ? '' : `, which was “${was}”`}. It may be asked anew.`);
  });
}

export async function cancel(ask: string, flags: BecauseFlags): Promise<number> {
  return withStoreThere(await storeLocation(flags), async (askonce) => {
    const cancelled = await askonce.cancel(ask, flags.because);
    if (flags.json) sayJson({ ask, cancelled });
    else say(cancelled === 0 ? `Nothing of ${ask} was waiting.` : `Cancelled ${ask}; ${cancelled} waited.`);
    return EXIT.ok;
  });
}

/** Words as a shell gives them: one sentence, unless each of them is an option of a question that takes several. */
function answerFrom(words: readonly string[], question: ListedClarification | null): RawAnswer {
  const chosen = question?.multiSelect && words.every((word) => optionNamed(question.options, word) !== undefined);
  return chosen ? words : words.join(' ');
}

function report({ status, clarification }: AnswerReceipt, flags: GlobalOptions, done: string): number {
  if (flags.json) sayJson({ status, clarification });
  else say(oneLine(status === 'replayed' ? `${done} (It already was.)` : done));
  return EXIT.ok;
}
