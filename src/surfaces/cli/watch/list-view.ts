/** The list of everything that waits, as a picker shows it. Pure. */
import type { ListedClarification } from '../../../core/model/views.ts';
import { askThis, grouped } from '../../terminal/equal-questions.ts';
import type { PickerOption, PickerQuestion } from '../../terminal/picker-state.ts';
import { ago } from '../../terminal/text.ts';
import { whoseShort } from '../../terminal/whose.ts';

/** @param more Whether there are further questions than these. */
export function inboxList(waiting: readonly ListedClarification[], more: boolean, now: number): PickerQuestion {
  const count = `${waiting.length.toLocaleString('en-US')}${more ? ' or more' : ''}`;
  return {
    question: waiting.length === 1 ? '1 question waiting' : `${count} questions waiting`,
    options: grouped(waiting).map((group) => rowOf(group, now)),
    empty: 'New questions appear here. Ctrl-C leaves.',
    other: false,
    free: false,
  };
}

function rowOf(group: readonly ListedClarification[], now: number): PickerOption {
  const [question] = group as [ListedClarification];
  const marks = [...(question.destructive ? ['dangerous'] : []), ...(group.length > 1 ? [askThis(group)] : [])];
  return {
    // The oldest of a group stands for it.
    id: question.id,
    label: question.question,
    ...(marks.length > 0 ? { mark: marks.join(', ') } : {}),
    description: `${whoseShort(question)}, ${ago(question.createdAt, now)}`,
    opens: true,
  };
}
