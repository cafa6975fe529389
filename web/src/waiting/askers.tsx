/** The agents that ask the same question. One answer settles those that are ticked. */
import { texts } from '../texts.ts';
import type { Card } from './cards.ts';
import { askersOf } from './groups.ts';
import { isTicked, tick } from './ticked.ts';
import { WhoseLine } from './whose-line.tsx';

export function Askers({ card }: { card: Card }) {
  const { others = [] } = card;
  if (others.length === 0) return null;
  return (
    <fieldset class="flow-root rounded-lg bg-soft px-3 py-2 text-sm" data-testid="askers">
      <legend class="float-left w-full font-medium">{texts.whose.askThis(askersOf(card).length)}</legend>
      {others.map((question) => (
        <label key={question.id} class="clear-both flex items-center gap-2 py-1">
          <input
            type="checkbox"
            checked={isTicked(question.id)}
            onChange={(event) => tick(question.id, event.currentTarget.checked)}
          />
          <span class="flex min-w-0 flex-wrap gap-x-2">
            <WhoseLine question={question} />
            <span class="min-w-0 max-w-40 truncate text-muted">{question.sessionId}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
