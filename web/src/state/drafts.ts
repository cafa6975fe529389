/** Answers that are not sent yet. They survive a reload, and are removed once the answer was accepted or the question is gone. */
import { type Signal, signal } from '@preact/signals';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { keep, readStored, storedNames } from './stored.ts';

export interface Draft {
  /** The chosen labels; `yes` or `no` for a confirmation. */
  readonly chosen: readonly string[];
  /** A typed answer, beside or instead of the options. */
  readonly other: boolean;
  readonly text: string;
  readonly remember: boolean;
  /** Of calls that ask for permission: the calls that the choice is for, the chosen rule, and another input, as text. */
  readonly calls?: string;
  readonly rule?: string;
  readonly edit?: string | undefined;
}

const EMPTY: Draft = { chosen: [], other: false, text: '', remember: false };
const drafts = new Map<string, Signal<Draft>>();

export function draftOf(id: string): Signal<Draft> {
  let draft = drafts.get(id);
  if (!draft) {
    draft = signal({ ...EMPTY, ...readStored<Partial<Draft>>(`draft:${id}`, {}) });
    drafts.set(id, draft);
  }
  return draft;
}

export function setDraft(id: string, change: Partial<Draft>): void {
  const draft = draftOf(id);
  draft.value = { ...draft.value, ...change };
  keep(`draft:${id}`, draft.value);
}

/** The initial text of an empty draft. It is stored only once it is changed. */
export function beginDraft(id: string, text: string): void {
  const draft = draftOf(id);
  if (draft.peek().text === '') draft.value = { ...draft.peek(), text };
}

export function dropDraft(id: string): void {
  drafts.delete(id);
  keep(`draft:${id}`, null);
}

export function hasDraft(id: string): boolean {
  const draft = drafts.get(id)?.peek();
  return draft !== undefined && (draft.chosen.length > 0 || draft.text.trim() !== '');
}

/** Removes the drafts of questions that no longer wait. Drafts of a new job and of a link are kept. */
export function tidyDrafts(waits: (id: string) => boolean): void {
  for (const name of storedNames('draft:')) {
    const id = name.slice('draft:'.length);
    if (id.startsWith('q-') && !waits(id)) dropDraft(id);
  }
}

/** What is needed to answer a question: here, and on the page of an answer link. */
export type Askable = Pick<
  Clarification,
  'question' | 'type' | 'options' | 'multiSelect' | 'strictOptions' | 'destructive' | 'subject' | 'recommended'
>;

export function hasOptions({ type, options }: Askable): boolean {
  return (type === 'SELECT_ONE' || type === 'FREE_TEXT') && options.length > 0;
}

/** The answer that a draft amounts to; null if there is none yet. */
export function answerIn(question: Askable, draft: Draft): string | string[] | null {
  const text = draft.text.trim();
  if (question.type === 'CONFIRM') return draft.chosen[0] ?? null;
  if (!hasOptions(question)) return text === '' ? null : text;
  const own = draft.other && text !== '' ? [text] : [];
  if (question.multiSelect) {
    const all = [...draft.chosen, ...own];
    return all.length === 0 ? null : all;
  }
  return (draft.other ? own[0] : draft.chosen[0]) ?? null;
}

/** The options as shown: the recommended one comes first. */
export function optionsShown({ options, recommended }: Askable) {
  const first = options.filter(({ label }) => label === recommended);
  return [...first, ...options.filter(({ label }) => label !== recommended)];
}

/** The draft for an answer that was given before. */
export function draftLike(question: Askable, answer: string): Partial<Draft> {
  const isLabel = (text: string) => question.options.some(({ label }) => label === text);
  if (question.type === 'CONFIRM') return { chosen: [answer.toLowerCase()] };
  if (!hasOptions(question)) return { text: answer };
  const parts = question.multiSelect ? answer.split(', ') : [answer];
  const own = parts.filter((part) => !isLabel(part)).join(', ');
  return { chosen: parts.filter(isLabel), other: own !== '', text: own };
}
