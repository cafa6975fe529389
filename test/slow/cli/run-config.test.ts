/** The config file at the command line: what it says is done, flags and environment come first, and faults are named. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, newFolder, trustConfig } from '../../support/askonce.ts';

/** A folder with a config file in it, which makes it a project. */
function configured(config: object | string, name = 'askonce.config.json'): Folder {
  const folder = newFolder();
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder.path, name), typeof config === 'string' ? config : JSON.stringify(config));
  return folder;
}

/** The same with a file that its owner has trusted. */
async function trusted(...config: Parameters<typeof configured>): Promise<Folder> {
  const folder = configured(...config);
  await trustConfig(folder);
  return folder;
}

test('the command of the file runs the task, a variable comes before it, and a flag before both', async () => {
  const folder = await trusted({ executor: 'echo "by the file"' });
  expect(await folder.run(['run', 'Go'])).toMatchObject({ code: 0, stdout: 'by the file\n' });
  const env = { ASKONCE_EXEC: 'echo "by the variable"' };
  expect(await folder.run(['run', 'Go'], { env })).toMatchObject({ stdout: 'by the variable\n' });
  const flag = ['run', 'Go', '--exec', 'echo "by the flag"'];
  expect(await folder.run(flag, { env })).toMatchObject({ stdout: 'by the flag\n' });
});

test('a function of the file runs the task, and asks through the engine', async () => {
  const folder = await trusted(
    `export default {
      executor: async (job, { ask, log }) => {
        log('asking');
        const { answer } = await ask({ question: 'Which format should I use?', options: ['YAML', 'JSON'] });
        return job.prompt + ' in ' + answer;
      },
    };`,
    'askonce.config.ts',
  );
  const { code, stderr } = await folder.run(['run', 'Add it']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^· asking$/m);
  const answered = await folder.run(['run', 'Add it', '--answer', 'Which format should I use?=1']);
  expect(answered).toMatchObject({ code: 0, stdout: 'Add it in YAML\n' });
});

test('policy, best practices and patterns of the file hold for what is asked', async () => {
  const folder = configured({
    policy: 'job',
    bestPractices: [{ id: 'ours', pattern: '^which indent', answer: 'tabs', reason: 'we always did' }],
    patterns: [{ pattern: 'as always', flags: 'i', answer: 'YAML' }],
  });
  const indent = await folder.run(['ask', 'Which indent should I use?']);
  expect(indent).toMatchObject({ code: 0, stdout: 'tabs\n' });
  expect(indent.stderr).toContain('ours: we always did');
  const format = ['ask', 'Which format should I use?', '--option', 'YAML', '--option', 'JSON'];
  expect(await folder.run([...format, '--user-message', 'As always, please'])).toMatchObject({
    code: 0,
    stdout: 'YAML\n',
  });
  await folder.park('Which colour?', '--job', 'j1', '--session', 's1');
  expect(await folder.run(['ask', 'Which size?', '--job', 'j1', '--session', 's1'])).toMatchObject({ code: 1 });
});

test('the store of the file is used by run, ask and inbox alike, from any folder of the project', async () => {
  const folder = await trusted({ db: 'kept/questions.db', executor: 'echo "NEEDS_CLARIFICATION: Which format?"' });
  mkdirSync(join(folder.path, 'kept'));
  mkdirSync(join(folder.path, 'below'));
  const cwd = join(folder.path, 'below');
  await folder.run(['run', 'Go'], { cwd });
  await folder.run(['ask', 'Which colour?'], { cwd });
  expect((await folder.pending()).map(({ question }) => question)).toEqual(['Which format?', 'Which colour?']);
  expect(existsSync(join(folder.path, 'kept', 'questions.db'))).toBe(true);
  expect(existsSync(join(folder.path, '.askonce', 'askonce.db'))).toBe(false);
  const elsewhere = await folder.run(['inbox', '--json', '--db', 'other.db']);
  expect(JSON.parse(elsewhere.stdout).items).toEqual([]);
});

test('--config names another file, and the hints that people copy name it too', async () => {
  const folder = configured({ executor: 'echo "by the project"' });
  writeFileSync(
    join(folder.path, 'other.json'),
    JSON.stringify({ executor: 'echo "NEEDS_CLARIFICATION: Which format?"' }),
  );
  const { code, stderr } = await folder.run(['run', 'Go', '--config', 'other.json']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/answer it with: askonce --config other\.json answer q-\S+ <answer>, then: askonce --config /);
  expect(await folder.run(['run', 'Go', '--config', 'none.json'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/none\.json cannot be read: it does not exist\.\ncode: config_invalid\n$/),
  });
});

test.each([
  [{ timeouts: { total: 'soon' } }, 'timeouts.total'],
  [{ executor: 3 }, 'executor'],
  [{ concurrency: 0 }, 'concurrency'],
  [{ polcy: 'job' }, 'polcy'],
  [{ model: { name: 'm', key: 'sk-secret' } }, 'model.key'],
  [{ bestPractices: [{ id: 'x', pattern: '(', answer: 'a', reason: 'r' }] }, 'bestPractices[0].pattern'],
])('a file that cannot be used names its field, and nothing runs: %j', async (config, field) => {
  const folder = configured(config);
  for (const command of [['run', 'Go', '--exec', 'touch ran'], ['ask', 'Which colour?'], ['inbox']]) {
    const { code, stderr } = await folder.run(command);
    expect(code).toBe(1);
    expect(stderr).toContain('askonce.config.json');
    expect(stderr).toContain(field);
    expect(stderr).toMatch(/^code: config_invalid$/m);
    expect(stderr).not.toContain('sk-secret');
  }
  expect(existsSync(join(folder.path, 'ran'))).toBe(false);
});

test('a file that is no JSON is shown with line and column', async () => {
  const { code, stderr } = await configured('{\n  "executor": "cat",\n  "concurrency": two\n}\n').run(['run', 'Go']);
  expect(code).toBe(1);
  expect(stderr).toContain('is not valid JSON at line 3, column 19');
});

test('timeouts of the file end an agent, and --run-timeout allows it more', async () => {
  const folder = await trusted({ executor: 'sleep 1; echo done', timeouts: { total: '200ms' } });
  const { code, stderr } = await folder.run(['run', 'Go']);
  expect(code).toBe(1);
  expect(stderr).toContain('The agent ran longer than');
  expect(await folder.run(['run', 'Go', '--run-timeout', '20s'])).toMatchObject({ code: 0, stdout: 'done\n' });
});
