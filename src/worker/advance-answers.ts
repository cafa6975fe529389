/**
 * Answers that the person gave before the questions came (`--answer key=value`). A key is the question itself, or its header. What
 * would destroy something is answered only by its own words: a header is too little to consent to.
 */

import { readFileSync } from 'node:fs';
import { clip } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Clarification } from '../core/model/views.ts';
import { seeksPermission } from '../text/permission.ts';
import { questionHash, questionKey } from '../text/question-key.ts';
import type { Runner } from './runner.ts';

export interface AdvanceParts {
  /** Puts it to the engine, which may refuse it. */
  readonly answer: (id: string, value: string) => Promise<unknown>;
  readonly runner: Pick<Runner, 'leaves'>;
  /** Gets a line for an answer that was refused. */
  readonly note: (line: string) => void;
}

export class AdvanceAnswers {
  private readonly entries: readonly (readonly [string, string])[];
  /** Refused once, an answer is refused again: the question is left to the person. */
  private readonly tried = new Set<string>();
  private readonly used = new Set<readonly [string, string]>();
  /** Each consents to one thing that destroys. */
  private readonly spent = new Set<readonly [string, string]>();

  constructor(entries: readonly (readonly [string, string])[]) {
    this.entries = entries;
  }

  /** Questions that were never asked: their keys may be mistyped. */
  unused(): string[] {
    return this.entries.filter((entry) => !this.used.has(entry)).map(([key]) => key);
  }

  /** Whether one was given for this question, and may settle it yet. */
  mayAnswer(question: Clarification): boolean {
    return this.entries.some(([key]) => isFor(key, question));
  }

  /** Answers the first of these questions that an answer was given for, and says whether it did. The engine may refuse it. */
  async apply(questions: readonly Clarification[], { answer, runner, note }: AdvanceParts): Promise<boolean> {
    for (const question of questions) {
      const found = this.entries.find((entry) => isFor(entry[0], question) && !this.spent.has(entry));
      if (!found || this.tried.has(question.id)) continue;
      this.tried.add(question.id);
      this.used.add(found);
      if (question.destructive) this.spent.add(found);
      try {
        if (question.job !== null) await runner.leaves(question.job);
        await answer(question.id, found[1]);
        return true;
      } catch (error) {
        if (!(error instanceof AskOnceError)) throw error;
        note(`The answer given for “${question.question}” was not taken: ${error.message}`);
        // Somebody else was quicker: it is answered all the same.
        if (error.code === 'already_answered') return true;
      }
    }
    return false;
  }
}

function isFor(key: string, { question, header, destructive, ...of }: Clarification): boolean {
  // "Should I proceed?" does not say with what: a yes given beforehand would be one to anything.
  if (destructive && seeksPermission(question)) return false;
  if (questionHash(key) === of.questionHash) return true;
  if (destructive) return false;
  return questionKey(key) === of.key || (header !== undefined && fold(header) === fold(key));
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Reads `key=value`; the value may hold further equals signs. */
export function advanceAnswer(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0 && text.slice(0, at).trim() !== '' && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new AskOnceError(
    'usage',
    `--answer takes question=answer, not “${clip(text)}”. The question is its text or its header.`,
  );
}

/** Reads a JSON file of questions and their answers. */
export function advanceAnswersFrom(file: string): (readonly [string, string])[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new AskOnceError('usage', `The answers in ${file} cannot be read: ${(error as Error).message}.`);
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  const entries = isObject ? Object.entries(parsed as object) : [];
  const wrong = entries.find(([, value]) => typeof value !== 'string' || value === '');
  if (isObject && !wrong) return entries as [string, string][];
  const what = wrong ? `the answer to “${clip(wrong[0])}” is no text` : 'it holds no object';
  throw new AskOnceError('usage', `The answers in ${file} are { "question": "answer" }; ${what}.`);
}
