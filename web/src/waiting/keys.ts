/** The keyboard shortcuts of the inbox. */
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { APPROVAL_KEYS } from '../approvals/keys.ts';
import type { Keys } from '../shell/keyboard.ts';
import { mayAnswer } from '../state/api.ts';
import { draftOf, setDraft } from '../state/drafts.ts';
import type { Card } from './cards.ts';
import {
  activeQuestion,
  chooseNumber,
  current,
  currentCard,
  isOpen,
  move,
  opened,
  questionInHand,
  questionOf,
  say,
  sendCard,
  takeInHand,
  takeOffered,
  toggleAll,
} from './current.ts';

/** The height that the header of the page covers. */
const HEADER = 50;

/** `show` scrolls a card into view and focuses it. */
export function waitingKeys(show: (key: string) => void): Keys {
  const step = (by: number) => () => {
    // After scrolling away, moving continues from the first visible card.
    const seen = isThere(current.peek()) ? null : firstInView();
    if (seen !== null) takeInHand(seen);
    const key = seen ?? move(by);
    if (key === null) return false;
    show(key);
    return true;
  };
  const yesNo = (word: 'yes' | 'no') => () => {
    const card = currentCard();
    const question = card && yesNoIn(card);
    if (!question) return false;
    say(card, question, word);
    activeQuestion.value = null;
    return true;
  };
  const numbers = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [String(index + 1), () => chooseNumber(index + 1)]),
  );
  const answering: Keys = {
    ...numbers,
    y: yesNo('yes'),
    n: yesNo('no'),
    x: () => {
      const card = currentCard();
      if (!card) return false;
      const isOpen = opened.peek()?.card === card.key && opened.peek()?.what === 'decline';
      opened.value = isOpen ? null : { card: card.key, what: 'decline' };
      return true;
    },
    '0': () => {
      const card = currentCard();
      const question = questionInHand();
      if (!card || !question?.offered) return false;
      takeOffered(card, question);
      return true;
    },
    r: () => {
      const question = questionInHand();
      if (!question || question.destructive) return false;
      setDraft(question.id, { remember: !draftOf(question.id).peek().remember });
      return true;
    },
    e: () => {
      const question = questionInHand();
      if (!question) return false;
      if (question.options.length > 0 && question.type !== 'TARGET_FILE')
        setDraft(question.id, { other: true, chosen: [] });
      return typeAt(question.id);
    },
    Enter: () => {
      const card = currentCard();
      const question = questionInHand();
      if (!card || !question) return false;
      // If other questions of the card are open, Enter first ends the multiple choice.
      const goesOn = card.questions.length > 1 && activeQuestion.peek() !== null && card.questions.some(isOpen);
      if (goesOn) {
        activeQuestion.value = null;
        return true;
      }
      return sendCard(card) || typeAt(question.id);
    },
  };
  return {
    ...forAnswerers(withApprovals(answering)),
    j: step(1),
    k: step(-1),
    c: () => {
      const card = currentCard();
      return card !== null && toggleAll(card);
    },
    '/': () => {
      document.getElementById('search')?.focus();
    },
    Escape: () => {
      opened.value = null;
      const card = currentCard();
      if (card) show(card.key);
      return false;
    },
  };
}

/** A card that asks for permission has keys of its own. */
function withApprovals(keys: Keys): Keys {
  const names = new Set([...Object.keys(keys), ...Object.keys(APPROVAL_KEYS)]);
  return Object.fromEntries(
    Array.from(names, (name) => [
      name,
      (event: KeyboardEvent) => {
        const card = currentCard();
        return (card?.approval ? APPROVAL_KEYS[name]?.(card) : keys[name]?.(event)) ?? false;
      },
    ]),
  );
}

/** The question that yes or no applies to: the current one, else the first without an answer. */
function yesNoIn(card: Card): Clarification | undefined {
  const inHand = questionOf(card);
  const isYesNo = ({ type }: Clarification) => type === 'CONFIRM';
  return isYesNo(inHand) ? inHand : card.questions.find((question) => isYesNo(question) && isOpen(question));
}

/** Without effect for users who may only look. */
function forAnswerers(keys: Keys): Keys {
  return Object.fromEntries(
    Object.entries(keys).map(([key, act]) => [key, (event: KeyboardEvent) => mayAnswer.peek() && act(event)]),
  );
}

function isThere(key: string | null): boolean {
  return key !== null && document.querySelector(`[data-card="${CSS.escape(key)}"]`) !== null;
}

function firstInView(): string | null {
  for (const card of document.querySelectorAll<HTMLElement>('[data-card]')) {
    if (card.getBoundingClientRect().top >= HEADER) return card.dataset.card!;
  }
  return null;
}

/** Focuses the text field, once it is rendered. */
function typeAt(id: string): boolean {
  requestAnimationFrame(() => {
    const section = document.getElementById(`question-${id}`)?.closest('section');
    section?.querySelector<HTMLElement>('textarea, input[type=text], input, button')?.focus();
  });
  return true;
}
