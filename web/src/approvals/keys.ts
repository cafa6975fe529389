/** The keys of a card that asks for permission. They choose; only Enter sends, and a key that is held down does nothing. */
import type { Card } from '../waiting/cards.ts';
import { sendCard } from '../waiting/current.ts';
import { changeDraft, choose, chooseRule, draftFor, editableText } from './choice.ts';
import { messageIdOf } from './controls.tsx';

export const APPROVAL_KEYS: Readonly<Record<string, (card: Card) => boolean>> = {
  y: (card) => choose(card, 'once'),
  s: (card) => choose(card, 'session'),
  a: (card) => choose(card, 'project'),
  n: (card) => choose(card, 'deny'),
  x: (card) => {
    if (!choose(card, 'deny')) return false;
    requestAnimationFrame(() => {
      document.getElementById(messageIdOf(card.questions[0]!.id))?.querySelector('textarea')?.focus();
    });
    return true;
  },
  e: (card) => {
    const editable = editableText(card);
    if (editable === null || draftFor(card).edit !== undefined) return false;
    changeDraft(card, { edit: editable.text });
    return true;
  },
  Enter: sendCard,
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [String(index + 1), (card: Card) => chooseRule(card, index + 1)]),
  ),
};
