/** The card that the keys are meant for, and what they do with it. */

import { computed, effect, signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { giveAnswer } from '../state/answering.ts';
import { mayAnswer } from '../state/api.ts';
import { answerIn, draftLike, draftOf, hasOptions, optionsShown, setDraft } from '../state/drafts.ts';
import { bySession, order } from '../state/settings.ts';
import { pending } from '../state/waiting.ts';
import { type Card, cardsOf, inOrder, isDangerous, matching, rowsOf } from './cards.ts';
import { isLong } from './cut.ts';

export const query = signal('');
const allCards = computed(() => cardsOf(pending.value.values()));
export const rows = computed(() =>
  rowsOf(inOrder(matching(allCards.value, query.value), order.value), bySession.value),
);
export const cards = computed(() => rows.value.flatMap((row) => (row.is === 'card' ? [row.card] : [])));

/** The card in hand, and the question of it that is typed at. */
export const current = signal<string | null>(null);
export const activeQuestion = signal<string | null>(null);
/** What is folded out, of which card. */
export const opened = signal<{ readonly card: string; readonly what: 'job' | 'decline' } | null>(null);
/** The questions whose long context is shown whole. */
export const readWhole = signal<ReadonlySet<string>>(new Set());
/** Where the card in hand stood, so that the next one is in hand when it has gone. */
let place = 0;

/** When a card last came to stand where another one was. */
let movedAt = Number.NEGATIVE_INFINITY;
let stood: readonly string[] = [];
effect(() => {
  const keys = cards.value.map(({ key }) => key);
  if (stood.some((key, index) => keys[index] !== key)) movedAt = performance.now();
  stood = keys;
});
/** Nobody sees a card and aims at it in less. */
const AIMED_MS = 300;

/** Whether a click is the second one of two, and so meant for what was there before. */
export function isSecond({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** Whether a click that answers at once is a slip: a second one, or one on a card that has just moved up. */
export function isSlip(click: MouseEvent): boolean {
  // A key that presses a button has no count.
  return isSecond(click) || (click.detail === 1 && performance.now() - movedAt < AIMED_MS);
}

/** The card in hand, or whatever has taken its place. */
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

/** Moves by so many cards, and says which is in hand then. */
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

/** The question of a card that keys are for: the one in focus, else the first that has no answer yet. */
export function questionOf({ questions }: Card): Clarification {
  return questions.find(({ id }) => id === activeQuestion.value) ?? questions.find(isOpen) ?? questions.at(-1)!;
}

/** Whether a question has no answer yet. */
export function isOpen(question: Clarification): boolean {
  return answerIn(question, draftOf(question.id).value) === null;
}

/** Whether choosing is answering: where there is one harmless question of yes or no. */
export function answersAtOnce(card: Card): boolean {
  const [only] = card.questions;
  return card.questions.length === 1 && only!.type === 'CONFIRM' && !only!.destructive;
}

/** Sends every question of a card that has an answer; says whether any had. */
export function sendCard(card: Card): boolean {
  if (!mayAnswer.peek()) return false;
  const ready = card.questions.flatMap((question) => {
    const draft = draftOf(question.id).peek();
    const answer = answerIn(question, draft);
    return answer === null ? [] : [{ question, given: { answer, remember: draft.remember && !question.destructive } }];
  });
  for (const { question, given } of ready) void giveAnswer(question, given);
  return ready.length > 0;
}

export function say(card: Card, question: Clarification, yesNo: 'yes' | 'no'): void {
  setDraft(question.id, { chosen: [yesNo] });
  if (answersAtOnce(card)) sendCard(card);
}

/** Chooses by number as the options are shown; one more than there are is something else. */
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
  // Of several, more may be chosen; otherwise the next question is in hand.
  activeQuestion.value = question.multiSelect ? question.id : null;
  return true;
}

/** The choice after one more option was clicked or typed. */
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

/** Folds out all there is to read about a card, or folds it in again; says whether there is anything. */
export function toggleAll(card: Card): boolean {
  const { key, questions } = card;
  const cuttable = isDangerous(card) ? [] : questions.filter(({ context }) => context && isLong(context));
  const ids = cuttable.map(({ id }) => id);
  const hasJob = questions[0]!.job !== null;
  const jobOpen = opened.peek()?.card === key && opened.peek()?.what === 'job';
  const allOpen = ids.every((id) => readWhole.peek().has(id)) && (jobOpen || !hasJob);
  showWhole(ids, !allOpen);
  if (hasJob) opened.value = allOpen ? null : { card: key, what: 'job' };
  return hasJob || ids.length > 0;
}
