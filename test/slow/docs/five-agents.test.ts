/** The commands of the guide, with scripted agents in place of the real ones and a request in place of the phone. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeBlocks, page, section } from '../../docs/markdown.ts';
import { bash, fakeClaude } from '../../support/claude/claude.ts';
import { command, fakeCodex } from '../../support/codex/codex.ts';
import { newPerson, type Project } from '../support/person.ts';

const GUIDE = page('docs/five-agents.md');

/** The arguments of each command below a heading; quotes hold words together. */
function commandsOf(heading: string): string[][] {
  const lines = codeBlocks(section(GUIDE, heading), 'console').flatMap((block) => block.trim().split('\n'));
  return lines.map((line) => {
    const [, typed] = /^\$ askonce (.+)$/.exec(line)!;
    return [...typed!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
  });
}

it('brings two agents of two projects to one inbox, where a paired phone decides for both', async () => {
  const person = newPerson();
  const [shop, blog] = [person.newProject(), person.newProject()];
  const [claudeHome, codexHome] = [join(person.home, 'claude-program'), join(person.home, 'codex-program')];
  const claude = fakeClaude(shop.path, claudeHome, { messages: [[bash('touch health')]], says: 'Added.' });
  const codex = fakeCodex(blog.path, codexHome, { calls: [command('mv a.json b.json')], says: 'Renamed.' });
  const env = {
    ...{ PATH: `${claudeHome}:${codexHome}:${process.env.PATH}`, FAKE_CLAUDE_STOP: '', FAKE_CODEX_STOP: '' },
    ...{ FAKE_CLAUDE_HOME: claudeHome, FAKE_CODEX_HOME: codexHome },
    ...{ CLAUDE_CONFIG_DIR: join(person.home, '.claude'), CODEX_HOME: join(person.home, '.codex') },
    ...{ XDG_STATE_HOME: join(person.home, 'state'), GEMINI_CLI_HOME: person.home },
  };
  const run = (project: Project, args: readonly string[]) => project.run(args, env);

  const [up] = commandsOf('Start the inbox');
  const started = await run(shop, [...up!, '--port', '0']);
  expect(started, started.stderr).toMatchObject({ code: 0 });
  const [, url] = /running on (http:\S+)/.exec(started.stdout)!;
  const [, code] = /#pair=(\S+)/.exec(started.stderr)!;

  const setUp = commandsOf('Connect the agents');
  expect(setUp.map(([name, client]) => (name === 'init' ? client : name))).toEqual([
    ...['claude-code', 'codex', 'gemini', 'opencode', 'doctor'],
  ]);
  for (const args of setUp.slice(0, -1)) expect(await run(shop, args)).toMatchObject({ code: 0 });
  const doctor = await run(shop, setUp.at(-1)!);
  for (const agent of ['hooks', 'codex', 'gemini', 'opencode'])
    expect(doctor.stdout).toMatch(new RegExp(`^ *ok +${agent}`, 'm'));

  const [first, second] = commandsOf('Start two agents on two projects');
  expect(await run(shop, first!)).toMatchObject({ code: 2 });
  expect(await run(blog, second!)).toMatchObject({ code: 2 });

  const [inbox, resume] = commandsOf('Answer');
  const { stdout } = await run(shop, inbox!);
  for (const text of ['touch health', 'mv a.json b.json']) expect(stdout).toContain(text);

  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    return reply.json() as Promise<{ token: string }>;
  };
  const { token } = await post('/pair', { code });
  const { items } = JSON.parse((await run(blog, [...inbox!, '--json'])).stdout) as { items: { id: string }[] };
  expect(items).toHaveLength(2);
  for (const { id } of items) await post(`/approvals/${id}/decision`, { decision: 'allow' }, token);

  expect(await run(shop, resume!)).toMatchObject({ code: 0, stdout: expect.stringContaining('Added.') });
  expect(await run(blog, resume!)).toMatchObject({ code: 0, stdout: expect.stringContaining('Renamed.') });
  expect([claude.deeds(), codex.deeds()]).toEqual([['touch health'], [expect.stringContaining('mv a.json b.json')]]);
  expect((await run(shop, ['down'])).code).toBe(0);
});
