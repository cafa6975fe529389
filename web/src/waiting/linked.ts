/** The question that a notification links to, as `#/q/q-01m6f3c8wk2zr9`. */
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { way } from '../shell/router.ts';
import { cards, takeInHand } from './current.ts';

/** Shows its card, once: when it has arrived, or at once if it is there. */
export function useLinked(show: (key: string) => void): void {
  useEffect(() => {
    let shown: string | undefined;
    return effect(() => {
      const [first, id] = way.value;
      const card =
        first === 'q' && id !== shown && cards.value.find(({ questions }) => questions.some((one) => one.id === id));
      if (!card) return;
      shown = id;
      takeInHand(card.key);
      requestAnimationFrame(() => show(card.key));
    });
  }, [show]);
}
