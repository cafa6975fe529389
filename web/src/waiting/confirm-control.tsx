/** Yes or no. If the action can be undone, a click answers; otherwise the answer has to be sent too. */
import { draftOf } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { isSlip } from './current.ts';
import type { ControlProps } from './question.tsx';

export function ConfirmControl({ id, question, labelledBy, onSay, numbered }: ControlProps) {
  const [said] = draftOf(id).value.chosen;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend, and the question's heading is it.
    <div role="group" aria-labelledby={labelledBy} class="grid max-w-md grid-cols-2 gap-3">
      {(['yes', 'no'] as const).map((word) => {
        const chosen = said === word;
        const tone = question.destructive && word === 'yes' ? 'btn-danger' : 'btn-main';
        return (
          <button
            key={word}
            type="button"
            aria-pressed={chosen}
            class={`btn min-h-11 text-base ${chosen ? tone : ''}`}
            onClick={(event) => isSlip(event) || onSay(word)}
          >
            {texts[word]}
            {numbered && <kbd class="kbd hidden sm:inline-block">{word[0]}</kbd>}
          </button>
        );
      })}
    </div>
  );
}
