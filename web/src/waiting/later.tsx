/** Puts a card off until a time. */
import { api, messageOf } from '../state/api.ts';
import { tell } from '../state/notices.ts';
import { serverNow } from '../state/now.ts';
import { putBack, takeAway } from '../state/waiting.ts';
import { texts } from '../texts.ts';
import type { Card } from './cards.ts';
import { opened } from './current.ts';
import { HOUR_MS } from './filters.ts';
import { askersOf } from './groups.ts';

export function Later({ card }: { card: Card }) {
  const until = (at: number) => {
    opened.value = null;
    for (const question of askersOf(card)) {
      takeAway(question.id);
      api()
        .snooze(question.id, at)
        .then(() => tell({ tone: 'good', text: texts.later.done(at), detail: question.question }))
        .catch((error: unknown) => {
          putBack(question);
          tell({ tone: 'danger', text: messageOf(error), detail: question.question });
        });
    }
  };
  return (
    <div class="flex flex-wrap gap-2 rounded-lg bg-sunken p-3" data-testid="later">
      <button type="button" class="btn" onClick={() => until(serverNow() + HOUR_MS)}>
        {texts.later.hour}
      </button>
      <button type="button" class="btn" onClick={() => until(serverNow() + 4 * HOUR_MS)}>
        {texts.later.hours(4)}
      </button>
      <button type="button" class="btn" onClick={() => until(tomorrow())}>
        {texts.later.tomorrow}
      </button>
    </div>
  );
}

/** Nine o'clock of the next day, where the person is. */
function tomorrow(): number {
  const day = new Date(serverNow());
  day.setDate(day.getDate() + 1);
  return day.setHours(9, 0, 0, 0);
}
