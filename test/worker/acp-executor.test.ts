/** An agent that speaks ACP, run by AskOnce: its permissions and forms wait for a person, and it goes on after a kill. */
import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/index.ts';
import { atWorkWithAgent, type WithAgent } from '../support/acp/acp.ts';
import { living } from '../support/processes.ts';
import { reaches } from '../support/runners.ts';
import { sqlite as store } from '../support/stores.ts';

const MAKE = { run: 'touch made' };

async function waiting({ askonce }: WithAgent, id: string): Promise<Task['waiting'][number]> {
  const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
  return waiting[0]!;
}

async function requested({ askonce }: WithAgent): Promise<number> {
  const events = await askonce.events.list({ after: 0, limit: 1_000 });
  return events.filter(({ type }) => type === 'clarification.requested').length;
}

// What the agent's runs store goes through `once` alone, so one store is enough.
describe('an agent that speaks ACP', () => {
  it('ends with its last words, has AskOnce’s MCP server, and its log is readable', async () => {
    const { askonce, agent } = await atWorkWithAgent(store, { steps: [], says: 'All is well.' });
    const { id } = await askonce.jobs.queue('Look around');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'All is well.', runs: 1 });
    expect((await askonce.jobs.log(id)).map(({ line }) => line)).toEqual(['All is well.']);
    expect(agent.told()).toEqual(['Look around']);
    expect(agent.servers()).toMatchObject([{ name: 'askonce', args: ['mcp'] }]);
    expect(living(agent.pids())).toEqual([]);
  });

  it('runs a command once it is allowed in the inbox, in the same process', async () => {
    const bench = await atWorkWithAgent(store, { steps: [MAKE] });
    const { askonce, agent } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { id: asked, approval } = await waiting(bench, id);
    expect(approval).toMatchObject({ tool: 'Bash', input: { command: 'touch made' }, editable: false });
    expect(approval!.scopes).toContainEqual(expect.objectContaining({ scope: 'project' }));
    expect(agent.deeds()).toEqual([]);
    await askonce.approvals.decide(asked, { decision: 'allow', by: 'Ada', surface: 'page' });
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'id of allow_once', runs: 1 });
    expect(agent.deeds()).toEqual(['touch made']);
    expect((await askonce.jobs.log(id)).map(({ line }) => line)).toContain('execute: touch made');
  });

  it('does not run a command that is denied, and reads why', async () => {
    const bench = await atWorkWithAgent(store, { steps: [MAKE] });
    const { askonce, agent } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { id: asked } = await waiting(bench, id);
    await askonce.approvals.decide(asked, { decision: 'deny', message: 'Use the script.' });
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'id of reject_once' });
    expect(agent.deeds()).toEqual([]);
    expect(agent.told()).toEqual(['Make it', 'About “touch made”: The person denied this call: Use the script.']);
  });

  it('allows no more than one call at a time, and a rule of AskOnce decides the next', async () => {
    const bench = await atWorkWithAgent(store, { steps: [MAKE, MAKE] });
    const { askonce, agent } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { id: asked } = await waiting(bench, id);
    await askonce.approvals.decide(asked, { decision: 'allow', scope: 'session' });
    const { result } = await reaches(askonce, id, 'COMPLETE');
    expect(result).toBe('id of allow_once | id of allow_once');
    expect(agent.deeds()).toEqual(['touch made', 'touch made']);
    expect(await requested(bench)).toBe(1);
  });

  it.each([
    ['where the agent would not remember it', { ...MAKE, options: ['allow_once', 'reject_once'] as const }],
    ['for a call that does not show its input', { ...MAKE, bare: true }],
  ])('offers no rule %s', async (_where, step) => {
    const bench = await atWorkWithAgent(store, { steps: [step] });
    const { askonce } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { id: asked, approval } = await waiting(bench, id);
    expect(approval!.scopes.map(({ scope }) => scope)).toEqual(['once']);
    await askonce.approvals.decide(asked, { decision: 'allow' });
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'id of allow_once' });
  });

  it('gets the answers to its form', async () => {
    const properties = { colour: { type: 'string', enum: ['Red', 'Blue'] }, count: { type: 'integer' } } as const;
    const bench = await atWorkWithAgent(store, { steps: [{ form: { message: 'About the paint', properties } }] });
    const { askonce } = bench;
    const { id } = await askonce.jobs.queue('Paint it');
    await waiting(bench, id);
    const { waiting: asked } = (await askonce.jobs.get(id))!;
    for (const { id: one, question } of asked)
      await askonce.questions.answer(one, question === 'colour?' ? 'Blue' : '3');
    const { result } = await reaches(askonce, id, 'COMPLETE');
    expect(JSON.parse(result!)).toEqual({ colour: 'Blue', count: 3 });
  });

  it.each([
    ['loads its session', true],
    ['begins again with what was answered', false],
  ])('killed while a call waits, %s, and the person is asked once', async (_what, canLoad) => {
    const first = { run: 'touch first' };
    const bench = await atWorkWithAgent(store, { steps: [first, MAKE] }, { canLoad });
    const { askonce, agent } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { id: asked } = await waiting(bench, id);
    await askonce.approvals.decide(asked, { decision: 'allow' });
    await expect.poll(async () => (await askonce.jobs.get(id))!.waiting[0]?.approval?.input.command).toBe('touch made');
    const { waiting: then } = (await askonce.jobs.get(id))!;
    process.kill(agent.pids()[0]!, 'SIGKILL');
    // It waits with no process and no worker. A decision that came sooner might have reached the agent, so it would count as used up.
    await expect.poll(async () => (await askonce.jobs.get(id))!.worker).toBeNull();
    await askonce.approvals.decide(then[0]!.id, { decision: 'allow' });
    if (!canLoad) {
      // What was carried out in an earlier session is asked about anew.
      await expect
        .poll(async () => (await askonce.jobs.get(id))!.waiting[0]?.approval?.input.command)
        .toBe('touch first');
      const { waiting: again } = (await askonce.jobs.get(id))!;
      await askonce.approvals.decide(again[0]!.id, { decision: 'deny' });
    }
    await reaches(askonce, id, 'COMPLETE');
    expect(agent.deeds()).toEqual(['touch first', 'touch made']);
    expect(await requested(bench)).toBe(canLoad ? 2 : 3);
    expect(agent.starts()).toEqual(['new', canLoad ? 'load' : 'new']);
    const told = agent.told()[1]!;
    if (canLoad) expect(told).toMatch(/Make exactly the same call again/);
    else
      expect(told).toMatch(/interrupted[\s\S]*permission: touch first\nAnswer: The person allowed[\s\S]*\n\nMake it$/);
  });

  it('is told to stop when its job is cancelled, and nothing waits any longer', async () => {
    const bench = await atWorkWithAgent(store, { steps: [MAKE] });
    const { askonce, agent } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { id: asked } = await waiting(bench, id);
    await askonce.jobs.cancel(id);
    await expect.poll(() => agent.starts()).toEqual(['new', 'cancelled']);
    await expect.poll(() => living(agent.pids())).toEqual([]);
    expect((await askonce.questions.get(asked))!.status).toBe('withdrawn');
    expect(agent.deeds()).toEqual([]);
  });
});
