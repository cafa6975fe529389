/** The shape of the config file: only types, and the helper that applies them. */
import type { Policy, PolicyName } from '../core/model/policy.ts';
import type { OppositeRow } from '../interpret/table.ts';
import type { RulesInput } from '../library/approval-rules.ts';
import type { BestPractice } from '../resolve/best-practices.ts';
import type { SemanticPattern } from '../resolve/semantic-resolver.ts';
import type { Executor } from '../worker/executor.ts';

/** The names of a project's config file. */
export const CONFIG_NAMES = ['askonce.config.ts', 'askonce.config.js', 'askonce.config.mjs', 'askonce.config.json'];

/** A model to use. Its key never belongs here: it comes from ASKONCE_MODEL_KEY. */
export interface ModelConfig {
  readonly name: string;
  readonly url?: string;
  /** A duration like "20s", or milliseconds. */
  readonly timeout?: string | number;
}

/** Durations like "10m", or milliseconds. */
export interface TimeoutsConfig {
  /** How long one start of an agent may take. */
  readonly total?: string | number;
  /** How long a run may be silent. */
  readonly idle?: string | number;
  /** How long a worker that sends no heartbeat keeps its jobs. */
  readonly lease?: string | number;
}

/** The contents of `askonce.config.ts`, `.js`, `.mjs` or `.json`; every field is optional. */
export interface ConfigInput {
  /** What runs jobs: a shell command that reads the prompt from standard input, or (not in JSON) a function. */
  readonly executor?: string | Executor;
  readonly policy?: PolicyName | Policy;
  readonly bestPractices?: readonly BestPractice[];
  readonly patterns?: readonly SemanticPattern[];
  /** Words that exclude each other in a prompt, in addition to the built-in table. */
  readonly opposites?: readonly OppositeRow[];
  readonly model?: string | ModelConfig;
  /** Rules about tool calls that this project adds. It may not allow: agents can write its files. */
  readonly approvals?: Pick<RulesInput, 'ask' | 'deny'>;
  readonly timeouts?: TimeoutsConfig;
  /** How many jobs run at once, from 1 to 64. */
  readonly concurrency?: number;
  /** A shell command to run when a question is waiting. */
  readonly notify?: string;
  /** The person's language as a tag such as `ja`. */
  readonly language?: string;
  /** The store: a file, or a `postgres://` address. */
  readonly db?: string;
  /** `project`: the questions of this project stay in its own store, also once `askonce up` has made one for all projects. */
  readonly store?: 'project';
}

/** A checked config file: durations are in milliseconds, a model is an object, and `file` is its path. */
export interface Config extends Omit<ConfigInput, 'model' | 'timeouts'> {
  /** Absent if there is no config file. */
  readonly file?: string;
  readonly model?: { readonly name: string; readonly url?: string; readonly timeout?: number };
  readonly timeouts?: { readonly total?: number; readonly idle?: number; readonly lease?: number };
  /** The parts of the project's file that are not used because they are not trusted; absent if all of it is used. */
  readonly withheld?: Withheld;
}

export interface Withheld {
  /** The names of the fields; null for the whole file. */
  readonly fields: readonly string[] | null;
  /** A clause, such as “you have not trusted it”. */
  readonly why: string;
  /** Whether it belongs to another user, so that it cannot be trusted, only named. */
  readonly foreign: boolean;
}

/**
 * Adds types to a config file; does nothing at run time.
 * @example
 * const config = defineConfig({ executor: 'claude -p', concurrency: 2 });
 */
export function defineConfig<T extends ConfigInput | (() => ConfigInput | Promise<ConfigInput>)>(config: T): T {
  return config;
}
