import { describe, expect, it } from 'vitest';
import { DEFAULTS, type SettingsSources, settingsFrom } from '../../src/config/settings.ts';
import { AskOnceError } from '../../src/index.ts';

/** The message of the error; anything but `config_invalid` fails. */
function refusal(sources: SettingsSources): string {
  try {
    settingsFrom(sources);
  } catch (error) {
    if (error instanceof AskOnceError && error.code === 'config_invalid') return error.message;
    throw error;
  }
  return expect.fail('it was taken');
}

describe('the settings', () => {
  const file = {
    executor: 'from-file',
    model: { name: 'file-model', url: 'http://file', timeout: 7 },
    timeouts: { total: 1, idle: 2, lease: 3 },
    concurrency: 5,
    notify: 'file-notify',
    language: 'fr',
    db: 'file.db',
    store: 'project',
    policy: 'job',
    patterns: [{ pattern: 'a', answer: 'b' }],
    opposites: [{ poles: [['red'], ['blue']] }],
    approvals: { deny: ['Bash(git push:*)'] },
    bestPractices: [{ id: 'a', pattern: /a/, answer: 'b', reason: 'c' }],
  } as const;
  const env = {
    ASKONCE_EXEC: 'from-env',
    ASKONCE_MODEL: 'env-model',
    ASKONCE_MODEL_URL: 'http://env',
    ASKONCE_MODEL_KEY: 'env-key',
    ASKONCE_CONCURRENCY: '6',
    ASKONCE_RUN_TIMEOUT: '2m',
    ASKONCE_IDLE_TIMEOUT: '1m',
    ASKONCE_NOTIFY: 'env-notify',
    ASKONCE_LANGUAGE: 'de',
  };
  const flags = {
    exec: 'from-flag',
    model: 'flag-model',
    modelUrl: 'http://flag',
    concurrency: '7',
    runTimeout: '4m',
    idleTimeout: '3m',
    notify: 'flag-notify',
    language: 'ja',
  };

  it('are the defaults where nothing is said', () => {
    expect(DEFAULTS).toEqual({ concurrency: 4, timeouts: { total: 1_800_000, idle: 600_000, lease: 15_000 } });
    expect(settingsFrom({})).toEqual({
      executor: null,
      model: null,
      timeouts: { total: 1_800_000, idle: 600_000, lease: 15_000 },
      concurrency: 4,
      notify: null,
      language: null,
      db: null,
      store: null,
      policy: null,
      bestPractices: [],
      patterns: [],
      opposites: [],
      approvals: {},
    });
  });

  it('are the file’s where nothing else is said', () => {
    expect(settingsFrom({ flags: {}, env: {}, file })).toEqual(file);
  });

  it('are the environment’s before the file’s', () => {
    expect(settingsFrom({ env, file })).toEqual({
      ...file,
      executor: 'from-env',
      model: { name: 'env-model', url: 'http://env', key: 'env-key', timeout: 7 },
      timeouts: { total: 120_000, idle: 60_000, lease: 3 },
      concurrency: 6,
      notify: 'env-notify',
      language: 'de',
    });
  });

  it('are the flags’ before all others', () => {
    expect(settingsFrom({ flags, env, file })).toEqual({
      ...file,
      executor: 'from-flag',
      model: { name: 'flag-model', url: 'http://flag', key: 'env-key', timeout: 7 },
      timeouts: { total: 240_000, idle: 180_000, lease: 3 },
      concurrency: 7,
      notify: 'flag-notify',
      language: 'ja',
    });
  });

  it('take an empty variable for none, and a key alone for no model', () => {
    const empty = Object.fromEntries(Object.keys(env).map((name) => [name, '']));
    expect(settingsFrom({ env: empty })).toEqual(settingsFrom({}));
    expect(settingsFrom({ env: { ASKONCE_MODEL_KEY: 'k' } }).model).toBeNull();
  });

  it.each([
    [{ ASKONCE_EXEC: ' ' }, 'ASKONCE_EXEC is " ", but must be a shell command.'],
    [{ ASKONCE_CONCURRENCY: 'many' }, 'ASKONCE_CONCURRENCY is "many", but must be a whole number from 1 to 64.'],
    [{ ASKONCE_CONCURRENCY: '0' }, 'ASKONCE_CONCURRENCY is 0, but must be a whole number from 1 to 64.'],
    [
      { ASKONCE_RUN_TIMEOUT: '10' },
      'ASKONCE_RUN_TIMEOUT is "10", but must be a duration like 30s or 10m, greater than 0.',
    ],
    [
      { ASKONCE_IDLE_TIMEOUT: '0s' },
      'ASKONCE_IDLE_TIMEOUT is "0s", but must be a duration like 30s or 10m, greater than 0.',
    ],
    [{ ASKONCE_MODEL: '\u0001' }, 'ASKONCE_MODEL is "\\u0001", but must be a string without control characters.'],
    [{ ASKONCE_MODEL_URL: 'ftp://x' }, 'ASKONCE_MODEL_URL is "ftp://x", but must be an http or https URL.'],
    [{ ASKONCE_NOTIFY: ' ' }, 'ASKONCE_NOTIFY is " ", but must be a shell command.'],
    [{ ASKONCE_LANGUAGE: '??' }, 'ASKONCE_LANGUAGE is "??", but must be a language tag such as "ja" or "pt-BR".'],
  ])('name the variable that is wrong: %j', (variables, text) => {
    expect(refusal({ env: variables })).toBe(text);
  });

  it.each([
    [{ exec: '' }, '--exec is "", but must be a shell command.'],
    [{ model: '' }, '--model is "", but must be a string.'],
    [{ modelUrl: 'x' }, '--model-url is "x", but must be an http or https URL.'],
    [{ concurrency: '65' }, '--concurrency is 65, but must be a whole number from 1 to 64.'],
    [{ runTimeout: 'soon' }, '--run-timeout is "soon", but must be a duration like 30s or 10m, greater than 0.'],
    [{ idleTimeout: '-1s' }, '--idle-timeout is "-1s", but must be a duration like 30s or 10m, greater than 0.'],
    [{ notify: '' }, '--notify is "", but must be a shell command.'],
    [{ language: 'e' }, '--language is "e", but must be a language tag such as "ja" or "pt-BR".'],
  ])('name the flag that is wrong: %j', (wrong, text) => {
    expect(refusal({ flags: wrong, env })).toBe(text);
  });
});
