/** What a person may do with a question that is open in the terminal inbox, beside answering it. */
import type { Service } from '../../service/service.ts';
import type { Picked, PickerKey, PickerQuestion } from '../../terminal/picker-state.ts';

export const LATER: PickerKey = { name: 'ctrl-l', hint: 'Ctrl-L later' };
export const DECLINE: PickerKey = { name: 'ctrl-x', hint: 'Ctrl-X declines' };

/** What to do with each of the questions that are meant, and the line that says so; null if the person went back. */
export interface Aside {
  readonly act: (id: string) => Promise<unknown>;
  readonly said: string;
}

/** Asks for the rest: until when, or why. */
export async function asideFor(
  key: string,
  askonce: Service,
  pick: (question: PickerQuestion) => Promise<Picked>,
): Promise<Aside | Picked> {
  if (key === LATER.name) {
    const moments = momentsFrom(new Date(askonce.clock.now()));
    const options = moments.map(({ label }) => ({ label, opens: true }));
    const picked = await pick({ question: 'Ask again when?', options, other: false, free: false, nested: true });
    if (!('chose' in picked)) return picked;
    const { at, label } = moments[picked.chose[0]!]!;
    return { act: (id) => askonce.questions.snooze(id, at), said: `Put off: ${label.toLowerCase()}.` };
  }
  const picked = await pick({
    question: 'Decline? The agent continues without an answer. You may say why.',
    options: [{ label: 'Decline', opens: true }],
    other: true,
    free: false,
    nested: true,
  });
  if (!('chose' in picked || 'typed' in picked)) return picked;
  const because = 'typed' in picked ? picked.typed : undefined;
  return { act: (id) => askonce.questions.decline(id, because, { surface: 'cli' }), said: 'Declined.' };
}

/** The times of the page's “Later”. */
function momentsFrom(now: Date): { readonly label: string; readonly at: number }[] {
  const inHours = (hours: number) => now.getTime() + hours * 3_600_000;
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  return [
    { label: 'In 1 hour', at: inHours(1) },
    { label: 'In 4 hours', at: inHours(4) },
    { label: 'Tomorrow at 9', at: morning.setHours(9, 0, 0, 0) },
  ];
}
