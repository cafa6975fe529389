/** `askonce correct` and `askonce snooze`: the person changes their mind about an answer, or about when to answer. */
import { optionNamed } from '../../core/answer/check.ts';
import { answerNamed, questionNamed } from '../terminal/id-lookup.ts';
import { EXIT, say, sayJson } from '../terminal/output.ts';
import { moment, oneLine } from '../terminal/text.ts';
import { personOnly } from './person-only.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { withServiceThere } from './with-store.ts';

const HERE = { surface: 'cli' } as const;

export async function correct(
  typed: string,
  words: readonly string[],
  flags: GlobalOptions & { because?: string },
): Promise<number> {
  personOnly('correct');
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const id = await answerNamed(askonce, typed);
    const question = await askonce.questions.get(id);
    const chosen = question?.multiSelect && words.every((word) => optionNamed(question.options, word) !== undefined);
    const because = flags.because === undefined ? {} : { because: flags.because };
    const receipt = await askonce.questions.correct(id, chosen ? words : words.join(' '), { ...HERE, ...because });
    const { status, clarification } = receipt;
    if (flags.json) sayJson({ status, clarification });
    else if (status === 'replayed') say(oneLine(`${id} already has the answer “${clarification.answer}”.`));
    else
      say(
        oneLine(`Corrected ${id} from “${question!.answer}” to “${clarification.answer}” (now ${clarification.id}).`),
      );
    return EXIT.ok;
  });
}

export async function snooze(typed: string, until: string, flags: GlobalOptions): Promise<number> {
  personOnly('snooze');
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const id = await questionNamed(askonce, typed);
    const { status, clarification } = await askonce.questions.snooze(id, until === 'now' ? null : until, HERE);
    const { snoozedUntil } = clarification;
    if (flags.json) sayJson({ status, clarification });
    else if (snoozedUntil === null) say(`${id} is in the inbox.`);
    else say(`Put ${id} off until ${moment(snoozedUntil)}. It can still be answered.`);
    return EXIT.ok;
  });
}
