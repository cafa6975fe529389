/**
 * Answers given in advance on the command line (`--answer key=value`). A key is the question itself, or its header. A destructive question
 * is answered only by a key with its full text: a header is too little to consent to.
 */

import { readFileSync } from 'node:fs';
import { clip } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Clarification } from '../core/model/views.ts';
import { seeksPermission } from '../text/permission.ts';
import { questionHash, questionKey } from '../text/question-key.ts';
import type { Runner } from './runner.ts';

export interface AdvanceParts {
  /** Passes the answer to the engine, which may reject it. */
  readonly answer: (id: string, value: string) => Promise<unknown>;
  readonly runner: Pick<Runner, 'leaves'>;
  /** Receives one line for each answer that was rejected. */
  readonly note: (line: string) => void;
}

export class AdvanceAnswers {
  private readonly entries: readonly (readonly [string, string])[];
  /** Answers that were rejected once would be rejected again, so the question is left to the person. */
  private readonly tried = new Set<string>();
  private readonly used = new Set<readonly [string, string]>();
  /** Each answer consents to one destructive question only. */
  private readonly spent = new Set<readonly [string, string]>();

  constructor(entries: readonly (readonly [string, string])[]) {
    this.entries = entries;
  }

  /** Keys of questions that were never asked. They may be mistyped. */
  unused(): string[] {
    return this.entries.filter((entry) => !this.used.has(entry)).map(([key]) => key);
  }

  /** Whether an answer was given for this question and may still be used. */
  mayAnswer(question: Clarification): boolean {
    return this.entries.some(([key]) => isFor(key, question));
  }

  /** Answers the first of these questions that has an advance answer. Returns whether it did. The engine may reject the answer. */
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
        note(`The answer supplied for “${question.question}” was rejected: ${error.message}`);
        // Another process answered first; the question is answered all the same.
        if (error.code === 'already_answered') return true;
      }
    }
    return false;
  }
}

function isFor(key: string, { question, header, destructive, ...of }: Clarification): boolean {
  // "Should I proceed?" does not say with what, so an advance yes would consent to anything.
  if (destructive && seeksPermission(question)) return false;
  if (questionHash(key) === of.questionHash) return true;
  if (destructive) return false;
  return questionKey(key) === of.key || (header !== undefined && fold(header) === fold(key));
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Parses `key=value`. The value may contain further equals signs. */
export function advanceAnswer(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0 && text.slice(0, at).trim() !== '' && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new AskOnceError(
    'usage',
    `--answer takes question=answer, not “${clip(text)}”. Give the question’s text or its header.`,
  );
}

/** Reads a JSON file that maps questions to answers. */
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
  const what = wrong ? `the answer to “${clip(wrong[0])}” is not a string` : 'it does not contain an object';
  throw new AskOnceError('usage', `${file} must contain answers as { "question": "answer" }; ${what}.`);
}
