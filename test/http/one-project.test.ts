/** Who may see one project only, sees nothing of another one on any route. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { nextEvent, parkedId } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';
import { type Served, serve } from './serving.ts';

const SECRET = 'xylophone';

interface Two extends Served {
  readonly theirs: AskOnce;
  readonly id: string;
}

/** A server of one project, and another project in its store, of which every text names the secret. */
async function twoProjects(store: StoreKind, project?: string): Promise<Two> {
  const served = await serve(store, {
    http: {
      checkToken: async (text) => {
        const role = text === 'token-of-asker' ? 'asker' : text === 'token-of-answerer' ? 'answerer' : null;
        if (role === null) return text === 'token-of-admin' ? { id: 't-admin', name: 'root', role: 'admin' } : null;
        return { id: `t-${role}`, name: role, role, project: project ?? null };
      },
    },
  });
  const root = join(served.outside, SECRET);
  mkdirSync(root);
  const theirs = await served.open({ project: root });
  const session = theirs.session('s');
  const id = parkedId(await session.ask(`Which ${SECRET}?`, { wait: false, job: 'j' }));
  const settled = parkedId(await session.ask(`Which ${SECRET} size?`, { wait: false }));
  await theirs.questions.answer(settled, `large ${SECRET}`);
  await session.assume({ decision: `One ${SECRET}`, reasoning: 'There is one' });
  await theirs.preferences.set(`Which ${SECRET} should I use?`, 'the best');
  await theirs.jobs.queue(`Tune the ${SECRET}`, { id: 'tune' });
  const call = await session.approve({ tool: 'Bash', input: { command: `ls ${SECRET}` } }, { wait: false });
  await theirs.approvals.decide(call.id!, { decision: 'allow', scope: 'project' });
  return { ...served, theirs, id };
}

const READS = [
  '/clarifications',
  '/clarifications?status=pending&limit=1',
  '/clarifications?session=s',
  '/clarifications?project=PROJECT',
  '/sessions/s/history?all=true',
  '/sessions/s/assumptions',
  '/sessions/s/state',
  '/preferences',
  '/jobs',
  '/jobs?session=s',
  '/approvals/rules?session=s',
  '/events?format=json',
  '/projects',
];

describeOnStores('a caller that may see one project only', (store) => {
  it('finds nothing of another one on any read, while a person finds it', async () => {
    const { send, theirs, id } = await twoProjects(store);
    for (const path of READS) {
      const { status, body } = await send(
        'asker',
        `GET ${path.replace('PROJECT', encodeURIComponent(theirs.project))}`,
      );
      expect([path, status, JSON.stringify(body)]).toEqual([path, 200, expect.not.stringContaining(SECRET)]);
    }
    for (const path of [`/clarifications/${id}`, '/jobs/tune', '/jobs/tune/log'])
      expect((await send('asker', `GET ${path}`)).status).toBe(404);
    for (const path of ['/insight', '/metrics']) expect((await send('asker', `GET ${path}`)).status).toBe(403);
    const ofTheirs = `GET /preferences?project=${encodeURIComponent(theirs.project)}`;
    expect((await send('asker', ofTheirs)).status).toBe(400);
    expect(JSON.stringify((await send('admin', ofTheirs)).body)).toContain(SECRET);
    expect(JSON.stringify((await send('admin', 'GET /clarifications')).body)).toContain(SECRET);
    expect(JSON.stringify((await send('admin', 'GET /events?format=json')).body)).toContain(SECRET);
    expect((await send('admin', `GET /clarifications/${id}`)).body).toMatchObject({ project: theirs.project });
  });

  it('changes nothing in another one', async () => {
    const served = await serve(store);
    const bound = await twoProjects(store, served.askonce.project);
    const { send, id } = bound;
    expect((await send('asker', 'GET /metrics')).status).toBe(403);
    const changes = [
      ['POST', 'answer', { answer: 'one' }],
      ['POST', 'decline', {}],
      ['POST', 'correct', { answer: 'two' }],
      ['POST', 'snooze', { until: '2h' }],
      ['POST', 'revoke', {}],
      ['POST', 'cancel', {}],
      ['POST', 'link', {}],
    ] as const;
    for (const [method, what, body] of changes)
      expect([what, (await send('answerer', `${method} /clarifications/${id}/${what}`, body)).status]).toEqual([
        what,
        404,
      ]);
    expect((await send('answerer', `GET /files?clarification=${id}`)).status).toBe(404);
    expect((await send('answerer', 'POST /jobs/tune/cancel', {})).status).toBe(404);
    expect((await send('answerer', `POST /approvals/${id}/decision`, { decision: 'allow' })).status).toBe(404);
    const question = `Which ${SECRET} should I use?`;
    const { project } = bound.theirs;
    const refused = { status: 400, body: { code: 'argument_invalid' } };
    expect(await send('answerer', 'PUT /preferences', { question, answer: 'none', project })).toMatchObject(refused);
    expect(await send('answerer', 'DELETE /preferences', { question, project })).toMatchObject(refused);
    expect((await bound.theirs.preferences.list()).items).toMatchObject([{ question, answer: 'the best' }]);
    expect(await bound.theirs.questions.get(id)).toMatchObject({ status: 'pending', snoozedUntil: null });
  });

  it('works in the project that its token is bound to, whatever the server serves', async () => {
    const { send, theirs, askonce, id } = await twoProjects(store);
    const bound = await askonce.only(theirs.project);
    expect((await bound.questions.list({ status: 'pending' })).items).toMatchObject([{ id, session: 's' }]);
    const asked = parkedId(await bound.ask('Which string?', { session: 's', wait: false, agent: 'codex' }));
    expect(await theirs.questions.get(asked)).toMatchObject({ project: theirs.project, session: 's', agent: 'codex' });
    expect((await send('asker', `GET /clarifications/${asked}`)).status).toBe(404);
    const heard = nextEvent(bound, '*');
    await askonce.session('s').ask('Which drum?', { wait: false });
    await theirs.questions.answer(asked, 'steel');
    expect(await heard).toMatchObject({ type: 'clarification.answered', clarification: asked });
    expect((await bound.events.list()).every(({ data }) => data.question !== 'Which drum?')).toBe(true);
  });
});
