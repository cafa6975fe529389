/**
 * Facts that a decision may need beside what the store shows it. A decision that lacks one returns the need; the engine finds the fact
 * out, outside the transaction, and decides again (engine/needs.ts).
 */
import type { PathFact } from './answer/check.ts';
import type { PreparedQuestion } from './ask/command.ts';
import type { Reader } from './jobs/on-settled.ts';
import type { InterpretInput } from './model/interpretation.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { Preference, Resolution } from './model/resolution.ts';

export type Need =
  /** Where a file leads that an answer names. */
  | { readonly kind: 'path'; readonly path: string; readonly project: string }
  /** What is preferred for the words of a question, whatever its subject. */
  | { readonly kind: 'preference'; readonly project: string; readonly key: string }
  /** What the model says of a question that the rules do not know. */
  | { readonly kind: 'model'; readonly question: PreparedQuestion; readonly language: string | null }
  /** What else the scope has asked: nobody may be asked, and what to say to that depends on it. */
  | { readonly kind: 'scope'; readonly session: string; readonly scope: string | null; readonly job: string | null }
  /** What a prompt comes to, with the answer about it where there is one. */
  | { readonly kind: 'interpretation'; readonly input: InterpretInput }
  /** A deadline of this job has passed, and has to strike first. */
  | { readonly kind: 'overdue' }
  /** The scope's own question waits, and has to be settled first. `until`: the caller's own deadline, where it ends this wait. */
  | { readonly kind: 'pending'; readonly clarification: ClarificationRecord; readonly until: number | null };

/** What has been found out for one decision so far. */
export interface Facts {
  /** Where files lead, by the path as it was named. */
  readonly paths: ReadonlyMap<string, PathFact>;
  /** What is preferred for the words of questions, by their keys. */
  readonly preferences: ReadonlyMap<string, Preference | null>;
  /** What the model said of questions, by their ids; null where there is none to ask. */
  readonly advice: ReadonlyMap<string, Resolution | null> | null;
  readonly scope: ScopeState | null;
  /** The caller does not wait for the scope's own question, or not any longer. */
  readonly hasWaited: boolean;
  readonly read: Reader;
}

/** What is looked at only where nobody may be asked. */
export interface ScopeState {
  /** The scope's own question that still waits: an ask beyond it waits with it, and is told nothing untrue meanwhile. */
  readonly waits: ClarificationRecord | null;
  /** A person has answered a question of the scope. */
  readonly answered: boolean;
  /** The job was sent back before, for what its request lacked. */
  readonly sentBack: boolean;
}

/** Of a scope that has asked nothing, or of which nothing matters. */
export const EMPTY_SCOPE: ScopeState = { waits: null, answered: false, sentBack: false };

/** Nothing has been found out, and there is no model to ask. */
export const NO_FACTS: Facts = {
  paths: new Map(),
  preferences: new Map(),
  advice: null,
  scope: null,
  hasWaited: false,
  read: () => null,
};
