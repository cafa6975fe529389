/** The card that the keys apply to, and what they do. */

import { computed, effect, signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { sendApproval } from '../approvals/choice.ts';
import { giveAnswer } from '../state/answering.ts';
import { mayAnswer } from '../state/api.ts';
import { answerIn, draftLike, draftOf, hasOptions, optionsShown, setDraft } from '../state/drafts.ts';
import { serverNow } from '../state/now.ts';
import { bySession, order } from '../state/settings.ts';
import { pending } from '../state/waiting.ts';
import { type Card, cardsOf, inOrder, isDangerous, matching, rowsOf } from './cards.ts';
import { isLong } from './cut.ts';
import { filter, isShown } from './filters.ts';
import { grouped } from './groups.ts';
import { tickedOf } from './ticked.ts';

export const query = signal('');
const allCards = computed(() => {
  const shown = [...pending.value.values()].filter((one) => isShown(filter.value, one, serverNow()));
  return grouped(cardsOf(shown));
});
export const rows = computed(() =>
  rowsOf(inOrder(matching(allCards.value, query.value), order.value), bySession.value),
);
export const cards = computed(() => rows.value.flatMap((row) => (row.is === 'card' ? [row.card] : [])));

/** The current card, and its question that has the focus. */
export const current = signal<string | null>(null);
export const activeQuestion = signal<string | null>(null);
/** What is expanded, and on which card. */
export const opened = signal<{ readonly card: string; readonly what: 'job' | 'decline' | 'later' } | null>(null);
/** The questions whose long context is shown in full. */
export const readWhole = signal<ReadonlySet<string>>(new Set());
/** The position of the current card, so that its successor becomes current when it leaves. */
let place = 0;

/** When a card last moved into the place of another. */
let movedAt = Number.NEGATIVE_INFINITY;
let stood: readonly string[] = [];
effect(() => {
  // A card of equal calls has moved as well when it asks for other calls than before.
  const keys = cards.value.map(({ key, approval, questions }) =>
    approval ? questions.map(({ id }) => id).join(' ') : key,
  );
  if (stood.some((key, index) => keys[index] !== key)) movedAt = performance.now();
  stood = keys;
});
/** No person can see a card and aim at it in less time. */
const AIMED_MS = 300;

/** Whether a click is the second of a double click, and so meant for what was there before. */
export function isSecond({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** Whether a click that answers at once is accidental: a second one, or one on a card that has just moved up. */
export function isSlip(click: MouseEvent): boolean {
  // A key that presses a button has a click count of 0.
  return isSecond(click) || (click.detail === 1 && performance.now() - movedAt < AIMED_MS);
}

/** The current card, or the one that has taken its place. */
export function currentCard(): Card | null {
  const all = cards.peek();
  const index = all.findIndex(({ key }) => key === current.peek());
  if (index >= 0) {
    place = index;
    return all[index]!;
  }
  return null;
}

export function takeInHand(key: string): void {
  current.value = key;
  currentCard();
}

/** Moves by a number of cards, and returns the key of the new current one. */
export function move(by: number): string | null {
  const all = cards.peek();
  if (all.length === 0) return null;
  const here = currentCard();
  const next = here ? place + by : current.peek() === null ? 0 : place + (by > 0 ? 0 : by);
  place = Math.max(0, Math.min(all.length - 1, next));
  current.value = all[place]!.key;
  activeQuestion.value = null;
  return current.value;
}

export function questionInHand(): Clarification | null {
  const card = currentCard();
  return card && questionOf(card);
}

/** The question of a card that keys apply to: the focused one, else the first without an answer. */
export function questionOf({ questions }: Card): Clarification {
  return questions.find(({ id }) => id === activeQuestion.value) ?? questions.find(isOpen) ?? questions.at(-1)!;
}

/** Whether a question has no answer yet. */
export function isOpen(question: Clarification): boolean {
  return answerIn(question, draftOf(question.id).value) === null;
}

/** Whether choosing answers at once: for a single, harmless yes-or-no question. */
export function answersAtOnce(card: Card): boolean {
  const [only] = card.questions;
  return card.questions.length === 1 && only!.type === 'CONFIRM' && !only!.destructive && !card.approval;
}

/** Sends every question of a card that has an answer; returns whether any had. */
export function sendCard(card: Card): boolean {
  if (card.approval) return sendApproval(card);
  if (!mayAnswer.peek()) return false;
  const ready = card.questions.flatMap((question) => {
    const draft = draftOf(question.id).peek();
    const answer = answerIn(question, draft);
    if (answer === null) return [];
    return [{ question, given: { answer, remember: draft.remember && !question.destructive, also: tickedOf(card) } }];
  });
  for (const { question, given } of ready) void giveAnswer(question, given);
  return ready.length > 0;
}

export function say(card: Card, question: Clarification, yesNo: 'yes' | 'no'): void {
  setDraft(question.id, { chosen: [yesNo] });
  if (answersAtOnce(card)) sendCard(card);
}

/** Chooses an option by its number; the number after the last one is a typed answer. */
export function chooseNumber(number: number): boolean {
  const question = questionInHand();
  if (!question) return false;
  const options = optionsShown(question);
  const option = options[number - 1];
  if (question.type === 'TARGET_FILE') {
    if (!option) return false;
    setDraft(question.id, { text: option.label });
    return true;
  }
  if (!hasOptions(question)) return false;
  const draft = draftOf(question.id).peek();
  if (option) setDraft(question.id, choose(question, draft.chosen, option.label));
  else if (number === options.length + 1 && !question.strictOptions) {
    setDraft(question.id, question.multiSelect ? { other: !draft.other } : { other: true, chosen: [] });
  } else return false;
  // With multiple selection, more may be chosen; otherwise the next question becomes current.
  activeQuestion.value = question.multiSelect ? question.id : null;
  return true;
}

/** The choice after another option was clicked or typed. */
export function choose(question: Pick<Clarification, 'multiSelect'>, chosen: readonly string[], label: string) {
  if (!question.multiSelect) return { chosen: [label], other: false };
  return { chosen: chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label] };
}

export function takeOffered(card: Card, question: Clarification): void {
  if (!question.offered || !mayAnswer.peek()) return;
  setDraft(question.id, draftLike(question, question.offered.answer));
  if (answersAtOnce(card)) sendCard(card);
}

export function showWhole(ids: readonly string[], whole: boolean): void {
  const others = [...readWhole.peek()].filter((id) => !ids.includes(id));
  readWhole.value = new Set(whole ? [...others, ...ids] : others);
}

/** Expands or collapses everything there is to read about a card; returns whether there is anything. */
export function toggleAll(card: Card): boolean {
  const { key, questions } = card;
  const cuttable = isDangerous(card) ? [] : questions.filter(({ context }) => context && isLong(context));
  const ids = card.approval ? [questions[0]!.id] : cuttable.map(({ id }) => id);
  const hasJob = questions[0]!.job !== null;
  const jobOpen = opened.peek()?.card === key && opened.peek()?.what === 'job';
  const allOpen = ids.every((id) => readWhole.peek().has(id)) && (jobOpen || !hasJob);
  showWhole(ids, !allOpen);
  if (hasJob) opened.value = allOpen ? null : { card: key, what: 'job' };
  return hasJob || ids.length > 0;
}
