/**
 * Facts that a decision may need in addition to the stored state. A decision that lacks one returns the need. The engine finds out the
 * fact, outside the transaction, and decides again (engine/needs.ts).
 */
import type { PathFact } from './answer/check.ts';
import type { Rule } from './approvals/rule.ts';
import type { PreparedQuestion } from './ask/command.ts';
import type { Reader } from './jobs/on-settled.ts';
import type { InterpretInput } from './model/interpretation.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { Preference, Resolution } from './model/resolution.ts';

export type Need =
  /** Where a file named in an answer leads. */
  | { readonly kind: 'path'; readonly path: string; readonly folder: string }
  /** The preference for the words of a question, whatever its subject. */
  | { readonly kind: 'preference'; readonly project: string; readonly key: string }
  /** The model's answer to a question that the rules cannot answer. */
  | { readonly kind: 'model'; readonly question: PreparedQuestion; readonly language: string | null }
  /** An earlier answer of the session to a similar question, if a model says that both ask the same. */
  | {
      readonly kind: 'same';
      readonly question: PreparedQuestion;
      readonly session: string;
      readonly language: string | null;
    }
  /** What the person corrected an answer to, through all corrections. */
  | { readonly kind: 'correction'; readonly id: string }
  /** What else the scope has asked. No person may be asked, and the response depends on it. */
  | { readonly kind: 'scope'; readonly session: string; readonly scope: string | null; readonly job: string | null }
  /** The interpretation of a prompt, with the answer about it if there is one. */
  | { readonly kind: 'interpretation'; readonly input: InterpretInput }
  /** The rules about calls that hold in a session. */
  | { readonly kind: 'rules'; readonly project: string; readonly session: string }
  /** A deadline of this job has passed and must take effect first. */
  | { readonly kind: 'overdue' }
  /** The scope's own question is waiting and must be settled first. `until`: the caller's own deadline, if it ends this wait. */
  | { readonly kind: 'pending'; readonly clarification: ClarificationRecord; readonly until: number | null };

/** The facts found out so far for one decision. */
export interface Facts {
  /** Where files lead, by the path as written. */
  readonly paths: ReadonlyMap<string, PathFact>;
  /** The preferences for the words of questions, by key. */
  readonly preferences: ReadonlyMap<string, Preference | null>;
  /** The model's answers, by question id; null if there is no model. */
  readonly advice: ReadonlyMap<string, Resolution | null> | null;
  /** The earlier questions that ask the same, by question id; null if there is no model. */
  readonly same: ReadonlyMap<string, ClarificationRecord | null> | null;
  /** What answers were corrected to, by the id of the question; null if they were not. */
  readonly corrections: ReadonlyMap<string, ClarificationRecord | null>;
  readonly scope: ScopeState | null;
  /** The rules about calls; null if they were not read. */
  readonly rules: readonly Rule[] | null;
  /** The caller does not wait, or no longer waits, for the scope's own question. */
  readonly hasWaited: boolean;
  readonly read: Reader;
}

/** Read only if no person may be asked. */
export interface ScopeState {
  /** The scope's own question that is still waiting. Another ask waits with it, so that it is not given an untrue fallback meanwhile. */
  readonly waits: ClarificationRecord | null;
  /** A person has answered a question of the scope. */
  readonly answered: boolean;
  /** The job was sent back before, because its request was incomplete. */
  readonly sentBack: boolean;
}

/** For a scope that has asked nothing, or whose state does not matter. */
export const EMPTY_SCOPE: ScopeState = { waits: null, answered: false, sentBack: false };

/** No facts yet, and no model to ask. */
export const NO_FACTS: Facts = {
  paths: new Map(),
  preferences: new Map(),
  advice: null,
  same: null,
  corrections: new Map(),
  scope: null,
  rules: null,
  hasWaited: false,
  read: () => null,
};
