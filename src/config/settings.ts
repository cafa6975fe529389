/** The effective settings: flags override the environment, which overrides the config file, which overrides the defaults. Pure. */
import type { Policy, PolicyName } from '../core/model/policy.ts';
import type { OppositeRow } from '../interpret/table.ts';
import type { RulesInput } from '../library/approval-rules.ts';
import type { BestPractice } from '../resolve/best-practices.ts';
import type { SemanticPattern } from '../resolve/semantic-resolver.ts';
import type { Executor } from '../worker/executor.ts';
import type { Config } from './config.ts';
import { concurrencyAt, durationAt, languageAt, type Place, textAt, urlAt } from './field.ts';

/** The flags of a command line, as typed. */
export interface SettingsFlags {
  readonly exec?: string | undefined;
  readonly model?: string | undefined;
  readonly modelUrl?: string | undefined;
  readonly concurrency?: string | number | undefined;
  readonly runTimeout?: string | number | undefined;
  readonly idleTimeout?: string | number | undefined;
  readonly notify?: string | undefined;
  readonly language?: string | undefined;
}

export interface Settings {
  /** Null if nothing is configured; then the planner is used. */
  readonly executor: string | Executor | null;
  readonly model: {
    readonly name: string;
    readonly url?: string;
    readonly key?: string;
    readonly timeout?: number;
  } | null;
  /** Milliseconds. */
  readonly timeouts: { readonly total: number; readonly idle: number; readonly lease: number };
  readonly concurrency: number;
  readonly notify: string | null;
  readonly language: string | null;
  /** From the config file, relative to the project; `--db` and ASKONCE_DB take precedence. */
  readonly db: string | null;
  /** From the config file: the project keeps its own store. */
  readonly store: 'project' | null;
  readonly policy: PolicyName | Policy | null;
  readonly bestPractices: readonly BestPractice[];
  readonly patterns: readonly SemanticPattern[];
  readonly opposites: readonly OppositeRow[];
  /** The rules of the project's file. */
  readonly approvals: Pick<RulesInput, 'ask' | 'deny'>;
}

export const DEFAULTS = {
  concurrency: 4,
  timeouts: { total: 30 * 60_000, idle: 10 * 60_000, lease: 15_000 },
} as const;

/**
 * @example
 * settingsFrom({ flags: { exec: 'claude -p' }, env: process.env, file: await loadConfig('.') });
 */
export function settingsFrom({ flags = {}, env = {}, file = {} }: SettingsSources): Settings {
  /** The typed value that takes precedence, checked at its source; undefined if neither flag nor variable is set. */
  const typed = <T>(
    flag: string,
    given: string | number | undefined,
    variable: string,
    check: (place: Place, value: unknown) => T,
  ): T | undefined => {
    if (given !== undefined) return check({ file: null, name: flag }, given);
    // An empty variable counts as not set.
    return env[variable] ? check({ file: null, name: variable }, env[variable]) : undefined;
  };
  const name = typed('--model', flags.model, 'ASKONCE_MODEL', textAt) ?? file.model?.name;
  const url = typed('--model-url', flags.modelUrl, 'ASKONCE_MODEL_URL', urlAt) ?? file.model?.url;
  const total = typed('--run-timeout', flags.runTimeout, 'ASKONCE_RUN_TIMEOUT', timeAt);
  const idle = typed('--idle-timeout', flags.idleTimeout, 'ASKONCE_IDLE_TIMEOUT', timeAt);
  const key = env.ASKONCE_MODEL_KEY;
  const timeout = file.model?.timeout;
  return {
    executor: typed('--exec', flags.exec, 'ASKONCE_EXEC', commandAt) ?? file.executor ?? null,
    model:
      name === undefined
        ? null
        : {
            name,
            ...(url === undefined ? {} : { url }),
            ...(key ? { key } : {}),
            ...(timeout === undefined ? {} : { timeout }),
          },
    timeouts: {
      total: total ?? file.timeouts?.total ?? DEFAULTS.timeouts.total,
      idle: idle ?? file.timeouts?.idle ?? DEFAULTS.timeouts.idle,
      lease: file.timeouts?.lease ?? DEFAULTS.timeouts.lease,
    },
    concurrency:
      typed('--concurrency', flags.concurrency, 'ASKONCE_CONCURRENCY', countAt) ??
      file.concurrency ??
      DEFAULTS.concurrency,
    notify: typed('--notify', flags.notify, 'ASKONCE_NOTIFY', commandAt) ?? file.notify ?? null,
    language: typed('--language', flags.language, 'ASKONCE_LANGUAGE', languageAt) ?? file.language ?? null,
    db: file.db ?? null,
    store: file.store ?? null,
    policy: file.policy ?? null,
    bestPractices: file.bestPractices ?? [],
    patterns: file.patterns ?? [],
    opposites: file.opposites ?? [],
    approvals: file.approvals ?? {},
  };
}

export interface SettingsSources {
  readonly flags?: SettingsFlags;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly file?: Config;
}

const commandAt = (place: Place, value: unknown): string => textAt(place, value, 'a shell command');

/** A typed number without a unit is rejected: `10` is unlikely to mean ten milliseconds. */
const timeAt = (place: Place, value: unknown): number =>
  durationAt(place, value, 'a duration like 30s or 10m, greater than 0');

/** A typed number; anything else is shown as typed. */
function countAt(place: Place, value: unknown): number {
  const digits = typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value);
  return concurrencyAt(place, digits ? Number(value) : value);
}
