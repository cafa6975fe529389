/** A project's own store beside the person's: from before, or in use. */
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agent } from '../../mcp/clients.ts';
import { BIN } from '../../support/programs.ts';
import { newPerson, type Project, up } from '../support/person.ts';

const OWN = '.askonce/askonce.db';
const MIGRATE = ['migrate', '--from', OWN];
const OFFER = `askonce migrate --from ${OWN}`;
const IN_USE = "This project's own store is in use";
const WAITS_THERE = `1 question is waiting in this project's own store. Run \`askonce inbox --db ${OWN}\` to see it.`;

interface Item {
  readonly id: string;
  readonly question: string;
}

async function inboxOf(project: Project, ...args: string[]): Promise<Item[]> {
  return JSON.parse((await project.run(['inbox', '--json', ...args])).stdout).items;
}

/** The first question of the inbox, as soon as there is one. */
async function waitingFor(project: Project): Promise<Item> {
  for (;;) {
    const [item] = await inboxOf(project);
    if (item !== undefined) return item;
  }
}

describe('a project’s own store', () => {
  it('is offered once the person has one, until it was brought; a session of its name stays apart', async () => {
    const person = newPerson();
    const project = person.newProject();
    expect((await project.run(['ask', 'Which colour?', '--session', 's'])).code).toBe(2);
    const { stderr } = await project.run(['up', '--port', '0']);
    expect(stderr).toContain(OFFER);
    expect(stderr).not.toContain(IN_USE);
    expect((await project.run(['status'])).stderr).toContain(OFFER);
    expect((await project.run(['inbox'])).stderr).toBe(`${WAITS_THERE}\n`);
    // The person's store has a session of that name in this project already, and one of another project.
    const [mine] = await inboxOf(project, '--db', OWN);
    for (const one of [project, person.newProject()])
      expect((await one.run(['ask', 'Which size?', '--session', 's', '--job', 'j'])).code).toBe(2);
    const brought = await project.run(MIGRATE);
    expect(brought).toMatchObject({ code: 0, stderr: '' });
    expect(brought.stdout).toContain(`The old store is now ${OWN}.brought; delete it when you like.`);
    const items = await inboxOf(project);
    expect(items).toHaveLength(3);
    expect(items.find(({ id }) => id === mine!.id)).toMatchObject({
      session: 's.old',
      question: 'Which colour?',
      project: project.path,
    });
    expect((await project.run(['answer', mine!.id, 'red'])).code).toBe(0);
    for (const command of ['status', 'inbox']) expect((await project.run([command])).stderr).toBe('');
    expect(await project.run(MIGRATE)).toMatchObject({ code: 1, stderr: expect.stringContaining('No store at') });
  });

  it('is not brought while an agent waits in it, whose question is found and answered there', async () => {
    const person = newPerson();
    const project = person.newProject();
    const waiting = project.start(['ask', 'Which colour?', '--wait']);
    const id = await waiting.stderrShows(/\[parked\] (q-\S+)/);
    const { stderr } = await project.run(['up', '--port', '0']);
    for (const text of [IN_USE, WAITS_THERE, 'Restart what was started before']) expect(stderr).toContain(text);
    expect((await project.run(['status'])).stderr).toBe(stderr);
    expect((await project.run(['inbox'])).stderr).toContain(WAITS_THERE);
    const refused = await project.run(MIGRATE);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/is open in another process, .* Stop that process first\.\ncode: store_busy\n$/);
    expect(await inboxOf(project)).toEqual([]);
    expect((await project.run(['answer', id, 'red', '--db', OWN])).code).toBe(0);
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'red\n' });
    expect((await project.run(MIGRATE)).stdout).toContain('Brought 1 questions');
  });

  it('is brought again with what an agent parked in it later', async () => {
    const person = newPerson();
    const project = person.newProject();
    await project.run(['ask', 'Which colour?']);
    await up(project);
    expect((await project.run(['down'])).code).toBe(0);
    for (const [question, left] of [
      ['Which size?', 'askonce.db.brought'],
      ['Which shape?', 'askonce.db.brought-2'],
      ['Which name?', 'askonce.db.brought-3'],
    ] as const) {
      expect((await project.run(MIGRATE)).code).toBe(0);
      expect(readdirSync(join(project.path, '.askonce'))).toContain(left);
      // As an agent in a sandbox, which cannot write the person's.
      expect((await project.run(['ask', question, '--session', 's', '--db', OWN])).code).toBe(2);
      expect((await project.run(['inbox'])).stderr).toBe(`${WAITS_THERE}\n`);
      expect((await project.run(['status'])).stderr).toContain(OFFER);
      // The inbox is the same one in every project.
      const elsewhere = await person.newProject().run(['inbox']);
      expect(elsewhere.stderr).toContain(`1 question is waiting in the own store of ${project.path}. Run `);
    }
    expect((await project.run(MIGRATE)).code).toBe(0);
    expect((await inboxOf(project)).map(({ question }) => question)).toEqual([
      'Which colour?',
      'Which size?',
      'Which shape?',
      'Which name?',
    ]);
  });

  it('is only set aside where an earlier run was ended before that', async () => {
    const person = newPerson();
    const project = person.newProject();
    await project.run(['ask', 'Which colour?']);
    await up(project);
    expect((await project.run(MIGRATE)).code).toBe(0);
    copyFileSync(join(project.path, `${OWN}.brought`), join(project.path, OWN));
    const again = await project.run(MIGRATE);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There is nothing to bring\.\n/) });
    expect(existsSync(join(project.path, OWN))).toBe(false);
    expect(await inboxOf(project)).toHaveLength(1);
  });
});

describe('askonce mcp', () => {
  const start = (project: Project, env: Record<string, string>) => {
    const command = { command: process.execPath, args: [BIN, 'mcp'], cwd: project.path };
    return agent('2025-11-25', { ...command, env: { PATH: process.env.PATH!, ...env } });
  };

  it('uses the person’s store once there is one, and says where the inbox is', async () => {
    const person = newPerson();
    const project = person.newProject();
    await up(project);
    const asked = (await start(project, person.env)).ask('Which colour?');
    const { id } = await waitingFor(project);
    expect((await project.run(['answer', id, 'red'])).code).toBe(0);
    expect((await asked).items).toMatchObject([{ outcome: 'answered', answer: 'red' }]);
    expect(existsSync(join(project.path, '.askonce'))).toBe(false);
  });

  it('that was started before keeps the project’s own, and up says that it has to be restarted', async () => {
    const person = newPerson();
    const project = person.newProject();
    const before = await start(project, person.env);
    const asked = before.ask('Which colour?');
    const { id } = await waitingFor(project);
    const { stderr } = await project.run(['up', '--port', '0']);
    for (const text of [IN_USE, WAITS_THERE]) expect(stderr).toContain(text);
    expect((await project.run(['answer', id, 'red', '--db', OWN])).code).toBe(0);
    expect((await asked).items).toMatchObject([{ answer: 'red' }]);
    expect((await project.run(MIGRATE)).stderr).toContain('code: store_busy');
    await before.close();
    expect((await project.run(MIGRATE)).code).toBe(0);
  });
});
