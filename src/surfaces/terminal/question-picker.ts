/** A stored question as a picker shows it, and the answer that was picked. Pure. */
import type { RawAnswer } from '../../core/answer/check.ts';
import type { Option } from '../../core/model/question.ts';
import { whyAsked } from '../../core/model/task.ts';
import type { Clarification } from '../../core/model/views.ts';
import { shownSubject } from '../../text/subject.ts';
import type { Picked, PickerQuestion } from './picker-state.ts';

const OPTIONS_OFFERED = 1_000;

/** @param header Shown above a question that has no header of its own. */
export function pickerQuestion(question: Clarification, header: string, options: readonly Option[]): PickerQuestion {
  const { type, recommended, offered, destructive, strictOptions, multiSelect } = question;
  const about = shownSubject(question) || 'this cannot be undone';
  return {
    header: question.header ?? header,
    question: question.question,
    why: whyAsked(question),
    ...(destructive ? { warning: `DESTRUCTIVE: ${about}` } : {}),
    options: options.map((option) => (option.label === recommended ? { ...option, mark: 'recommended' } : option)),
    ...(offered ? { offered: { answer: offered.answer, question: offered.question } } : {}),
    multi: multiSelect,
    other: type !== 'CONFIRM' && !strictOptions,
    free: options.length === 0,
  };
}

/** The options of a question; the files of its folder where it asks for one and offers none. */
export async function optionsFor(
  { type, options }: Clarification,
  files: () => Promise<readonly string[]>,
): Promise<readonly Option[]> {
  if (options.length > 0) return options;
  if (type === 'CONFIRM') return [{ label: 'Yes' }, { label: 'No' }];
  if (type !== 'TARGET_FILE') return [];
  return (await files()).slice(0, OPTIONS_OFFERED).map((label) => ({ label }));
}

export function answerOf(picked: Picked, { options, multi }: PickerQuestion): RawAnswer {
  if ('typed' in picked) return picked.typed;
  const labels = 'chose' in picked ? picked.chose.map((at) => options[at]!.label) : [];
  return multi ? labels : labels[0]!;
}
