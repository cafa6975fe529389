/** `askonce token` as it is typed. */
import { expect, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { newPlace } from '../../support/copying.ts';

const CREATE = ['token', 'create', '--role', 'answerer', '--name', 'alice'];

async function made(
  folder: Folder,
  ...more: string[]
): Promise<Record<string, unknown> & { token: string; id: string }> {
  return JSON.parse((await folder.run([...CREATE, ...more, '--json'])).stdout);
}

test('the token alone is on stdout, and what it is for on stderr', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await folder.run([...CREATE, '--expires', '30d']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^askonce_[\w-]{43}\n$/);
  expect(stderr).toMatch(/^tok-\w{14}: allows alice to ask, read and answer, until \d{4}-\d\d-\d\d \d\d:\d\d\.\n/);
  expect(stderr).toMatch(/\nThe token is shown only once\. Send it as: Authorization: Bearer <token>\n$/);
  expect(stderr).not.toContain(stdout.trim());
});

test('of an asker’s token it says that it can never answer, and what it reads if it is bound to no project', async () => {
  const folder = newFolder();
  const asker = ['token', 'create', '--role', 'asker', '--name', 'bot'];
  const { stderr } = await folder.run(asker);
  expect(stderr).toContain('allows bot to ask and read, but never answer, until it is revoked.');
  expect(stderr).toContain('It reads the questions and answers of every project that it names.');
  expect((await folder.run([...asker, '--bound'])).stderr).not.toContain('every project');
  expect((await folder.run(CREATE)).stderr).not.toContain('every project');
});

test('a token is bound to this project, or to one of elsewhere by the name that its agents send', async () => {
  const folder = newFolder();
  const boundTo = async (...more: string[]) => {
    const ended = await folder.run([
      'token',
      'create',
      '--role',
      'asker',
      '--name',
      'bot',
      '--json',
      '--bound',
      ...more,
    ]);
    return ended.code === 0 ? JSON.parse(ended.stdout).project : `${ended.stdout}${ended.stderr}`;
  };
  expect(await boundTo()).toBe(folder.path);
  expect(await boundTo('github.com/acme/shop')).toBe('github.com/acme/shop');
  for (const path of ['.', '../shop', folder.path]) expect(await boundTo(path), path).toContain('--bound --project');
});

test('what was made is listed without its secret, lets in, and no longer does once it is revoked', async () => {
  const folder = newFolder();
  const { token, ...record } = await made(folder);
  const beside = await made(folder, '--expires', '1h');
  expect(record).toEqual({
    id: expect.stringMatching(/^tok-/),
    name: 'alice',
    project: null,
    role: 'answerer',
    createdAt: expect.any(Number),
    expiresAt: null,
    revokedAt: null,
  });
  const { token: _, ...besideRecord } = beside;
  const listed = async () => JSON.parse((await folder.run(['token', 'list', '--json'])).stdout);
  expect(await listed()).toEqual({ items: [record, besideRecord] });
  const askonce = await openAskOnce({ db: `${folder.path}/.askonce/askonce.db`, project: folder.path });
  try {
    expect(await askonce.access.tokens.check(token)).toMatchObject({ id: record.id });
    expect(await folder.run(['token', 'revoke', record.id])).toMatchObject({
      code: 0,
      stdout: `Revoked ${record.id} of alice. It is no longer valid.\n`,
    });
    expect(await askonce.access.tokens.check(token)).toBeNull();
    expect(await askonce.access.tokens.check(beside.token)).toMatchObject({ id: beside.id });
  } finally {
    await askonce.close();
  }
  expect((await folder.run(['token', 'revoke', record.id])).stdout).toContain('(Already done.)');
  const again = JSON.parse((await folder.run(['token', 'revoke', record.id, '--json'])).stdout);
  expect(again).toEqual({ status: 'replayed', ...record, revokedAt: expect.any(Number) });
  const { stdout } = await folder.run(['token', 'list']);
  expect(stdout).toMatch(
    new RegExp(`^${record.id}  #1  answerer\n  alice\n  created .*, revoked .*\n\n${beside.id}  `),
  );
  expect(stdout).toMatch(/expires \d{4}-/);
  expect(stdout).not.toContain('askonce_');
});

test('where there is no store there are no tokens, and none is made by looking', async () => {
  const folder = newFolder();
  for (const _ of [1, 2]) {
    expect(await folder.run(['token', 'list'])).toMatchObject({
      code: 0,
      stdout: 'No tokens yet. Create one with “askonce token create”.\n',
    });
  }
  expect((await folder.run(['token', 'list', '--json'])).stdout).toBe('{"items":[]}\n');
});

test('PostgreSQL keeps tokens too', async () => {
  const [folder, { db }] = [newFolder(), await newPlace('PostgreSQL')];
  const { token: _, ...record } = await made(folder, '--db', db);
  expect(JSON.parse((await folder.run(['token', 'list', '--json', '--db', db])).stdout)).toEqual({ items: [record] });
});

test('a process that is an agent is refused, and nothing is made', async () => {
  const folder = newFolder();
  const { id } = await made(folder);
  const env = { ASKONCE_JOB: 'build-7' };
  for (const typed of [CREATE, ['token', 'list'], ['token', 'revoke', id]]) {
    const refused = await folder.run(typed, { env });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/is for people.*\ncode: person_only\n$/);
  }
  const { items } = JSON.parse((await folder.run(['token', 'list', '--json'])).stdout);
  expect(items).toMatchObject([{ id, revokedAt: null }]);
});

test.each([
  [['create', '--role', 'owner', '--name', 'alice'], 'argument_invalid', 'asker, answerer or admin'],
  [['create', '--role', 'admin', '--name', ' '], 'argument_invalid', 'name'],
  [['create', '--role', 'admin', '--name', 'a', '--expires', 'soon'], 'duration_invalid', 'soon'],
  [['create', '--role', 'admin'], 'usage', '--name'],
  [['create', '--name', 'alice'], 'usage', '--role'],
  [['revoke', 'tok-unknown'], 'token_unknown', 'askonce token list'],
  [['revoke'], 'usage', 'id'],
  [['make'], 'usage', 'make'],
  [[], 'usage', 'No command'],
])('askonce token %j ends with 1 and says %s', async (typed, code, said) => {
  const folder = newFolder();
  const { stderr, stdout, code: exit } = await folder.run(['token', ...typed]);
  expect([exit, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(new RegExp(`^error: .*\ncode: ${code}\n$`));
  expect(stderr).toContain(said);
});

test('a name cannot make the terminal show something else', async () => {
  const folder = newFolder();
  const refused = await folder.run(['token', 'create', '--role', 'asker', '--name', 'a\u202eb']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
});
