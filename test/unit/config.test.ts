import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConfigInput, defineConfig } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/config-file.ts';
import { keepTrust } from '../../src/config/trust.ts';
import { AskOnceError, openAskOnce, POLICIES } from '../../src/index.ts';

/** A project folder with these files. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function fromJson(value: unknown) {
  const project = projectOf({ 'askonce.config.json': JSON.stringify(value) });
  const { file, ...config } = await loadConfig(project, { named: join(project, 'askonce.config.json') });
  expect(file).toBe(join(project, 'askonce.config.json'));
  return config;
}

const fromText = async (name: string, text: string) => {
  const { file, ...config } = await loadConfig('.', { named: join(projectOf({ [name]: text }), name) });
  expect(file).toMatch(name);
  return config;
};

/** The message of the error, with the folder taken out; anything but `config_invalid` fails. */
async function refusal(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(
    (value) => expect.fail(`it was taken: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AskOnceError)) throw error;
  expect(error).toMatchObject({ code: 'config_invalid', status: 400 });
  return error.message.replace(/\S*askonce-config-[^/\\]*[/\\]/g, '');
}

describe('the config file', () => {
  it('may be missing', async () => {
    expect(await loadConfig(projectOf({}))).toEqual({});
  });

  it('holds, in JSON, everything as texts and numbers', async () => {
    const config = await fromJson({
      executor: 'claude -p',
      policy: 'job',
      bestPractices: [
        {
          id: 'tabs',
          pattern: '^tabs or spaces$',
          flags: 'i',
          answer: 'Spaces',
          reason: 'they are the same everywhere',
          fits: '^spaces$',
        },
      ],
      patterns: [{ pattern: 'the usual', type: 'SELECT_ONE', answer: 'YAML', evidence: 'our rule' }],
      opposites: [{ poles: [['red'], ['blue', '青い']], axis: 'colour', sure: true }],
      model: { name: 'small', url: 'http://localhost:1234/v1', timeout: '20s' },
      timeouts: { total: '1h', idle: 5000, lease: '30s' },
      concurrency: 8,
      notify: 'notify-send AskOnce',
      language: 'pt-BR',
      db: 'postgres://me@localhost/askonce',
    });
    expect(config).toEqual({
      executor: 'claude -p',
      policy: 'job',
      bestPractices: [
        {
          id: 'tabs',
          pattern: /^tabs or spaces$/i,
          answer: 'Spaces',
          reason: 'they are the same everywhere',
          fits: /^spaces$/i,
        },
      ],
      patterns: [{ pattern: /the usual/, type: 'SELECT_ONE', answer: 'YAML', evidence: 'our rule' }],
      opposites: [{ poles: [['red'], ['blue', '青い']], axis: 'colour', sure: true }],
      model: { name: 'small', url: 'http://localhost:1234/v1', timeout: 20_000 },
      timeouts: { total: 3_600_000, idle: 5000, lease: 30_000 },
      concurrency: 8,
      notify: 'notify-send AskOnce',
      language: 'pt-BR',
      db: 'postgres://me@localhost/askonce',
    });
  });

  it('takes a model’s name alone, a policy as an object, and null for what is left out', async () => {
    const policy = { ...POLICIES.interactive, name: 'mine', cap: null, resolvers: [], requires: ['fallback'] };
    expect(await fromJson({ model: 'small', policy, notify: null })).toEqual({ model: { name: 'small' }, policy });
  });

  it.each(['askonce.config.js', 'askonce.config.mjs'])(
    'may be %s, with functions and regular expressions',
    async (name) => {
      const config = await fromText(
        name,
        `export default {
        executor: async (job) => 'done ' + job.id,
        bestPractices: [{ id: 'x', pattern: /^x$/i, answer: 'Yes', reason: 'because' }],
        patterns: [{ pattern: 'the usual', answer: 'YAML' }, { pattern: /same/, answer: 'JSON' }],
      };`,
      );
      expect(config.executor).toBeTypeOf('function');
      expect(config.bestPractices?.[0]?.pattern).toEqual(/^x$/i);
      expect(config.patterns?.map(({ pattern }) => pattern)).toEqual(['the usual', /same/]);
    },
  );

  it('may be TypeScript, and export a function, also an async one', async () => {
    const typed = 'const config: { concurrency: number } = { concurrency: 3 };';
    expect(await fromText('askonce.config.ts', `${typed} export default config;`)).toEqual({ concurrency: 3 });
    expect(await fromText('askonce.config.ts', `${typed} export default () => config;`)).toEqual({ concurrency: 3 });
    const later = `${typed} export default async (): Promise<typeof config> => config;`;
    expect(await fromText('askonce.config.ts', later)).toEqual({ concurrency: 3 });
  });

  it('may be named, whatever it is called, and then the project’s own is not read', async () => {
    const project = projectOf({ 'askonce.config.json': '{', 'other.json': '{"concurrency": 5}' });
    expect((await loadConfig(project, { named: join(project, 'other.json') })).concurrency).toBe(5);
  });

  it('opens AskOnce as it is', async () => {
    const { patterns, bestPractices, policy } = await fromJson({
      policy: 'orchestrator',
      bestPractices: [{ id: 'a', pattern: '^a$', answer: 'b', reason: 'c' }],
      patterns: [{ pattern: 'a', answer: 'b' }],
    });
    const project = projectOf({});
    const askonce = await openAskOnce({
      project,
      patterns: patterns!,
      bestPractices: bestPractices!,
      policy: policy!,
    });
    await askonce.close();
  });

  it('may begin with the mark that some editors put there', async () => {
    expect(await fromText('askonce.config.json', '\ufeff{"concurrency": 2}')).toEqual({ concurrency: 2 });
  });
});

describe('a config file that cannot be used', () => {
  it('is one of several', async () => {
    const project = projectOf({ 'askonce.config.ts': '', 'askonce.config.json': '{}' });
    expect(await refusal(loadConfig(project))).toBe(
      'The project has several config files: askonce.config.ts, askonce.config.json. Keep only one.',
    );
  });

  it.each(['nowhere.json', 'nowhere.ts'])('is not there: %s', async (name) => {
    const project = projectOf({});
    expect(await refusal(loadConfig(project, { named: join(project, name) }))).toBe(
      `${name} cannot be read: it does not exist.`,
    );
  });

  it('is a folder, or of no kind that is known', async () => {
    const project = projectOf({ 'askonce.yaml': '' });
    mkdirSync(join(project, 'askonce.config.json'));
    expect(await refusal(loadConfig(project))).toBe('askonce.config.json cannot be read: it is a folder.');
    expect(await refusal(loadConfig(project, { named: join(project, 'askonce.yaml') }))).toBe(
      'askonce.yaml is not a config file. Use a .ts, .js, .mjs or .json file.',
    );
  });

  it.each([
    ['{\n  "concurrency": 2\n  "db": "x"\n}', "line 3, column 3: Expected ',' or '}' after property value."],
    ['{"db": "x",}', 'line 1, column 12: Expected double-quoted property name.'],
    ['{"a": tru}', "line 1, column 10: Unexpected token '}'."],
    ['{\n  "concurrency": 2,\n  "db": NaN,\n  "language": "ja"\n}', "line 3, column 9: Unexpected token 'N'."],
    ['{\n  "db": "x"', "line 2, column 12: Expected ',' or '}' after property value."],
    ['', 'line 1, column 1: Unexpected end.'],
  ])('is no JSON: %j', async (text, where) => {
    const project = projectOf({ 'askonce.config.json': text });
    expect(await refusal(loadConfig(project))).toBe(`askonce.config.json is not valid JSON at ${where}`);
  });

  it('throws, or has a function that does', async () => {
    const load = (text: string) => fromText('askonce.config.mjs', text);
    const said = 'askonce.config.mjs cannot be loaded: no database here';
    expect(await refusal(load('throw new Error("no database here");'))).toBe(said);
    expect(await refusal(load('export default async () => { throw new Error("no database here"); };'))).toBe(said);
    expect(await refusal(load('export default {'))).toMatch(/^askonce\.config\.mjs cannot be loaded: ./);
  });

  it('exports nothing, or no object', async () => {
    const load = (text: string) => fromText('askonce.config.mjs', text);
    expect(await refusal(load('export const config = {};'))).toBe(
      'askonce.config.mjs has no default export. Write export default { … }, or export a function that returns it.',
    );
    expect(await refusal(load('export default 5;'))).toBe('askonce.config.mjs is 5, but must be an object.');
    expect(await refusal(fromJson([]))).toBe('askonce.config.json is [], but must be an object.');
  });
});

describe('a field of the config file that is wrong', () => {
  const practice = { id: 'a', pattern: 'b', answer: 'c', reason: 'd' };
  const DURATION = 'a duration like "30s" or "10m", or milliseconds, greater than 0';

  it.each([
    [{ executor: 5 }, 'executor is 5, but must be a shell command'],
    [{ executor: ' ' }, 'executor is " ", but must be a shell command'],
    [{ executor: 'a\u0007' }, 'executor is "a\\u0007", but must be a shell command without control characters'],
    [
      { policy: 'jobs' },
      'policy is "jobs", but must be one of job, orchestrator, interactive, or a policy as an object',
    ],
    [
      { policy: { ...POLICIES.job, cap: -1 } },
      'policy.cap is -1, but must be a whole number of asks, or null for no cap',
    ],
    [{ policy: { name: 'x' } }, 'policy.cap is undefined, but must be a whole number of asks, or null for no cap'],
    [
      { policy: { ...POLICIES.job, requires: ['luck'] } },
      'policy.requires is ["luck"], but must be a list of blocker, tried, options, fallback',
    ],
    [{ policy: { ...POLICIES.job, scope: 'all' } }, 'policy.scope is "all", but must be one of job, session, asker'],
    [{ bestPractices: {} }, 'bestPractices is {}, but must be a list'],
    [
      { bestPractices: [practice, practice, { ...practice, answer: 5 }] },
      'bestPractices[2].answer is 5, but must be a string',
    ],
    [{ bestPractices: [{ ...practice, id: '' }] }, 'bestPractices[0].id is "", but must be a string'],
    [
      { bestPractices: [{ ...practice, reason: undefined }] },
      'bestPractices[0].reason is undefined, but must be a string',
    ],
    [{ bestPractices: ['x'] }, 'bestPractices[0] is "x", but must be an object with id, pattern, answer and reason'],
    [
      { bestPractices: [{ ...practice, fits: 1 }] },
      'bestPractices[0].fits is 1, but must be a regular expression as a string',
    ],
    [
      { opposites: [{ poles: [['red']] }] },
      'opposites[0].poles is [["red"]], but must be two lists of single words, such as [["red"], ["blue"]]',
    ],
    [
      { opposites: [{ poles: [['red'], ['blue']], sure: 'yes' }] },
      'opposites[0].sure is "yes", but must be true or false',
    ],
    [{ patterns: [{ pattern: 'a', answer: '' }] }, 'patterns[0].answer is "", but must be a string'],
    [
      { patterns: [{ pattern: 'a', answer: 'b', type: 'X' }] },
      'patterns[0].type is "X", but must be one of TARGET_FILE, SELECT_ONE, CONFIRM, FREE_TEXT',
    ],
    [
      { patterns: [{ pattern: 'a', answer: 'b', flags: 'q' }] },
      'patterns[0].flags is "q", but must be flags of a regular expression such as "i"',
    ],
    [{ patterns: [{ pattern: 'a', answer: 'b', evidence: 1 }] }, 'patterns[0].evidence is 1, but must be a string'],
    [{ model: 5 }, "model is 5, but must be a model's name, or an object with name, url and timeout"],
    [{ model: {} }, 'model.name is undefined, but must be a string'],
    [{ model: { name: 'm', url: 'localhost' } }, 'model.url is "localhost", but must be an http or https URL'],
    [{ model: { name: 'm', timeout: 'soon' } }, `model.timeout is "soon", but must be ${DURATION}`],
    [{ timeouts: 5 }, 'timeouts is 5, but must be an object with total, idle and lease'],
    [{ timeouts: { total: '10 minutes' } }, `timeouts.total is "10 minutes", but must be ${DURATION}`],
    [{ timeouts: { idle: 0 } }, `timeouts.idle is 0, but must be ${DURATION}`],
    [{ timeouts: { lease: true } }, `timeouts.lease is true, but must be ${DURATION}`],
    [{ concurrency: 0 }, 'concurrency is 0, but must be a whole number from 1 to 64'],
    [{ concurrency: 65 }, 'concurrency is 65, but must be a whole number from 1 to 64'],
    [{ concurrency: 1.5 }, 'concurrency is 1.5, but must be a whole number from 1 to 64'],
    [{ concurrency: '4' }, 'concurrency is "4", but must be a whole number from 1 to 64'],
    [{ notify: [] }, 'notify is [], but must be a shell command'],
    [{ language: 'English!' }, 'language is "English!", but must be a language tag such as "ja" or "pt-BR"'],
    [{ db: 1 }, 'db is 1, but must be a file, or a postgres:// URL'],
  ])('is named with what stands there and what is expected: %j', async (config, text) => {
    expect(await refusal(fromJson(config))).toBe(`askonce.config.json: ${text}.`);
  });

  it('is shown clipped', async () => {
    const message = await refusal(fromJson({ concurrency: 'x'.repeat(500) }));
    expect(message).toMatch(/concurrency is "x{58}…, but must be/);
  });

  it('is a pattern that is no regular expression', async () => {
    expect(await refusal(fromJson({ patterns: [{ pattern: '(', answer: 'x' }] }))).toMatch(
      /^askonce\.config\.json: patterns\[0\]\.pattern is "\(", but must be a regular expression \(.*Unterminated group\)\.$/,
    );
    const js = "export default { bestPractices: [{ id: 'a', pattern: 'b', answer: 'c', reason: 'd' }] };";
    expect(await refusal(fromText('askonce.config.mjs', js))).toContain('must be a regular expression.');
  });

  it('is a key, which is never shown', async () => {
    for (const key of ['key', 'apiKey', 'api_key', 'token']) {
      const message = await refusal(fromJson({ model: { name: 'm', [key]: 'sk-secret' } }));
      expect(message).toBe(
        `askonce.config.json: model.${key} must not be in a file that others can read. Put the key in ASKONCE_MODEL_KEY.`,
      );
    }
    const message = await refusal(fromJson({ model: { name: 'm', url: 'https://me:secret@host/v1' } }));
    expect(message).toContain('ASKONCE_MODEL_KEY');
    expect(message).not.toContain('secret');
    const odd = await refusal(fromJson({ model: { name: 'm', url: 'ftp://me:secret@host/v1' } }));
    expect(odd).toContain('model.url is "ftp://…@host/v1"');
  });

  it.each([
    [{ concurency: 4 }, '“concurency” is not a known field. Did you mean “concurrency”?'],
    [{ Executor: 'x' }, '“Executor” is not a known field. Did you mean “executor”?'],
    [{ notfiy: 'x' }, '“notfiy” is not a known field. Did you mean “notify”?'],
    [{ timeouts: { totl: 1 } }, '“timeouts.totl” is not a known field. Did you mean “total”?'],
    [
      { bestPractices: [{ ...practice, resaon: 'x' }] },
      '“bestPractices[0].resaon” is not a known field. Did you mean “reason”?',
    ],
    [{ model: { nam: 'x' } }, '“model.nam” is not a known field. Did you mean “name”?'],
    [{ policy: { ...POLICIES.job, onCaps: 'fail' } }, '“policy.onCaps” is not a known field. Did you mean “onCap”?'],
    [{ timeouts: { wobble: 1 } }, '“timeouts.wobble” is not a known field. Known: total, idle, lease.'],
    [
      { file: 'x' },
      '“file” is not a known field. Known: executor, policy, bestPractices, patterns, opposites, model, approvals, timeouts, concurrency, notify, language, db, store.',
    ],
  ])('is not known, and the nearest one is named: %j', async (config, text) => {
    expect(await refusal(fromJson(config))).toBe(`askonce.config.json: ${text}`);
  });

  it('has its file and its field in the details', async () => {
    const loading = fromJson({ bestPractices: [{ ...practice, answer: 1 }] });
    await expect(loading).rejects.toMatchObject({
      details: { file: expect.stringMatching(/askonce\.config\.json$/), field: 'bestPractices[0].answer' },
    });
  });
});

describe('defineConfig', () => {
  it('gives back what it gets', () => {
    const config: ConfigInput = { executor: 'claude -p', model: { name: 'm' } };
    expect(defineConfig(config)).toBe(config);
    const made = () => config;
    expect(defineConfig(made)).toBe(made);
  });
});

describe('a config file of another user', () => {
  /** As root a file can be given away; another user is one whose files these are not. */
  function givenAway(path: string): { me?: number } {
    if (process.getuid!() !== 0) return { me: process.getuid!() + 1 };
    chownSync(path, 65_534, 65_534);
    return {};
  }

  it.each(['askonce.config.json', '.'])('is not read, nor is one in a folder of theirs: %s', async (theirs) => {
    const project = projectOf({ 'askonce.config.json': '{ "concurrency": 2, "surprise": 1' });
    const { withheld, ...config } = await loadConfig(project, givenAway(join(project, theirs)));
    expect(config).toEqual({ file: join(project, 'askonce.config.json') });
    expect(withheld).toMatchObject({
      fields: null,
      foreign: true,
      why: expect.stringMatching(/belongs to another user$/),
    });
  });

  it('is not read through a link of theirs, or to a file of theirs', async () => {
    const elsewhere = projectOf({ 'real.json': '{ "concurrency": 2 }' });
    const project = projectOf({});
    symlinkSync(join(elsewhere, 'real.json'), join(project, 'askonce.config.json'));
    expect((await loadConfig(project)).concurrency).toBe(2);
    expect((await loadConfig(project, givenAway(join(elsewhere, 'real.json')))).withheld?.foreign).toBe(true);
  });

  it('may be named', async () => {
    const project = projectOf({ 'askonce.config.json': '{ "concurrency": 2 }' });
    const named = join(project, 'askonce.config.json');
    expect((await loadConfig(project, { ...givenAway(project), named })).concurrency).toBe(2);
  });
});

describe('what is noted of a trusted file', () => {
  it('is refused where other users can write it', async () => {
    const project = projectOf({ 'askonce.config.json': '{ "executor": "x" }' });
    const trustFolder = projectOf({});
    keepTrust(join(project, 'askonce.config.json'), { sha256: '0', config: {} }, trustFolder);
    for (const name of readdirSync(trustFolder)) chmodSync(join(trustFolder, name), 0o666);
    expect(await refusal(loadConfig(project, { trustFolder }))).toContain('but other users can write it.');
  });
});
