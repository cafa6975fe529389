/** Goals that run elsewhere and live at a server: the server decides, and stores what follows. */
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/core/model/policy.ts';
import type { AskOnce } from '../../src/index.ts';
import type { OrchestrateOptions, PmReply, PmTurn } from '../../src/orchestrator/index.ts';
import { remoteWorking } from '../../src/surfaces/remote/remote-working.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { codeOf, nextEvent } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import type { Who } from './serving.ts';
import { remote, serveAny } from './working.ts';

const COLOUR: PmReply & { question: string } = {
  ...{ status: 'NEEDS_CLARIFICATION', question: 'Which colour should it have?', options: ['red', 'blue'] },
  ...{ blocker: 'missing_external_data', tried: 'searched', fallback: 'take red', risk: 'it is painted again' },
};
const SIZE: PmReply = { ...COLOUR, question: 'Which size should it have?', options: ['small', 'large'] };
const DONE: PmReply = { status: 'COMPLETE', summary: 'done' };

function scripted(...says: readonly PmReply[]) {
  const turns: PmTurn[] = [];
  const pm = (turn: PmTurn) => {
    turns.push(turn);
    return says[Math.min(turn.number, says.length) - 1]!;
  };
  return { pm, turns };
}

async function served(who: Who = 'asker', store = sqlite) {
  const { askonce, clock, url } = await serveAny(store);
  const as = async (other: Who) => {
    const working = await remoteWorking({ ...remote({ url }, other), isPatient: true });
    return (goal: string, how: OrchestrateOptions) => working.orchestrate(goal, { id: 'j', session: 's', ...how });
  };
  return { askonce, clock, as, orchestrate: await as(who) };
}

async function asked(askonce: AskOnce) {
  for (;;) {
    const news = nextEvent(askonce, '*');
    const [one] = (await askonce.questions.list({ status: 'pending' })).items;
    if (one) return one;
    await news;
  }
}

describeOnStores('a goal at a server', (store) => {
  it('asks once, goes on with the answer given there, then with the fallback text, and keeps what its PM assumed', async () => {
    const { askonce, orchestrate } = await served('asker', store);
    const assumptions = ['Europe', 'Monday'].map((decision) => ({ decision, confidence: 'high' as const }));
    const { pm, turns } = scripted({ status: 'PLAN', tasks: ['look'] }, COLOUR, SIZE, { ...DONE, assumptions });
    const ended = orchestrate('Build it', { pm, worker: (task) => `did ${task}` });
    const question = await asked(askonce);
    expect(question).toMatchObject({ job: 'j', session: 's', reason: 'External data is missing.' });
    expect(turns).toHaveLength(2);
    await askonce.questions.answer(question.id, 'blue');
    expect(await ended).toMatchObject({ state: 'COMPLETE', result: 'done', policy: 'orchestrator', asker: 'pm' });
    expect(turns[1]!.prompt).toContain('Task “look” is done:\ndid look');
    expect(turns[2]!.prompt).toContain(`You asked: ${COLOUR.question}\nClarification Answer: blue`);
    expect(turns[3]!.prompt).toContain('Previous clarification was already provided. You MUST proceed');
    expect(turns[3]!.clarification).toEqual(await askonce.session('s').state('pm'));
    expect((await askonce.questions.list()).items).toHaveLength(1);
    const { items } = await askonce.session('s').assumptions();
    expect(items.map(({ decision, asker, job, confidence }) => [decision, asker, job, confidence]).toSorted()).toEqual([
      ['Europe', 'pm', 'j', 0.9],
      ['Monday', 'pm', 'j', 0.9],
    ]);
    expect((await askonce.jobs.log('j')).map(({ line }) => line)).toContainEqual(
      expect.stringMatching(/^\[assumed\] Eur/),
    );
  });

  it('that nobody answers in time goes on with its fallback, which the server stores once as assumed for that', async () => {
    const { askonce, clock, orchestrate } = await served('asker', store);
    const { pm, turns } = scripted(COLOUR, DONE);
    const ended = orchestrate('Build it', { pm, timeout: '30m', leaseMs: 60 * MINUTE });
    // The clock of the server is another one.
    const { deadline } = await asked(askonce);
    expect((deadline! - clock.now()) / MINUTE).toBeCloseTo(30, 0);
    clock.advance(30 * MINUTE);
    expect(await ended).toMatchObject({ state: 'COMPLETE' });
    expect(turns[1]!.prompt).toContain('The person did not answer.');
    const { items } = await askonce.session('s').assumptions();
    expect(items).toMatchObject([
      { decision: 'take red', timeoutAssumed: true, risk: 'it is painted again', job: 'j' },
    ]);
    const lines = (await askonce.jobs.log('j')).map(({ line }) => line);
    expect(lines).toContainEqual(
      expect.stringMatching(/^\[assumed: no answer in time\] take red \(.*painted again\)$/),
    );
  });
});

it('a request that lacks what its own policy demands is sent back by the server, and costs nothing', async () => {
  const { askonce, orchestrate } = await served();
  const { blocker: _, ...incomplete } = COLOUR;
  const { pm, turns } = scripted(incomplete, COLOUR, DONE);
  const policy = { ...POLICIES.orchestrator, name: 'strict', requires: ['blocker'] } as const;
  const ended = orchestrate('Build it', { pm, policy, asker: 'lead' });
  await askonce.questions.answer((await asked(askonce)).id, 'red');
  expect(await ended).toMatchObject({ state: 'COMPLETE', policy: 'strict', asker: 'lead' });
  expect(turns[1]!.prompt).toContain('the request is missing “blocker”');
  expect(turns).toHaveLength(3);
});

it('a question that no one can take goes back to the PM, and the job goes on', async () => {
  const { orchestrate } = await served();
  const { pm, turns } = scripted({ ...COLOUR, options: ['red', 'red'] }, DONE);
  expect(await orchestrate('Build it', { pm })).toMatchObject({ state: 'COMPLETE' });
  expect(turns[1]!.prompt).toContain('Duplicate option');
});

it('an answer that is taken back is marked so for the next turn', async () => {
  const { askonce, orchestrate } = await served();
  const { pm, turns } = scripted(COLOUR, { status: 'PLAN', tasks: ['look'] }, DONE);
  const ended = orchestrate('Build it', {
    pm,
    worker: async () => {
      await askonce.questions.revoke((await askonce.questions.list()).items[0]!.id, 'wrong');
      return 'looked';
    },
  });
  await askonce.questions.answer((await asked(askonce)).id, 'red');
  expect(await ended).toMatchObject({ state: 'COMPLETE' });
  expect(turns[1]!.prompt).toContain('Clarification Answer: red');
  expect(turns[2]!.prompt).toContain('The answer to this was revoked.');
});

it('the goal settles a question only with the token of a person, whose words it is', async () => {
  for (const [who, settled] of [
    ['answerer', true],
    ['asker', false],
  ] as const) {
    const { askonce, orchestrate } = await served(who);
    const { pm } = scripted({ ...COLOUR, question: 'Which format should I use?', options: ['YAML', 'JSON'] }, DONE);
    const ended = orchestrate('Write the settings. Please use YAML', { pm });
    if (!settled) await askonce.questions.answer((await asked(askonce)).id, 'JSON');
    expect(await ended).toMatchObject({ state: 'COMPLETE' });
    const { items } = await askonce.questions.list();
    expect(items).toMatchObject([{ answer: settled ? 'YAML' : 'JSON', source: settled ? 'input' : 'user' }]);
  }
});

it('a job belongs to its token, its folder and its goal', async () => {
  const { askonce, as, orchestrate } = await served();
  const { pm, turns } = scripted(COLOUR, DONE);
  const ended = orchestrate('Build it', { pm });
  await asked(askonce);
  expect(await codeOf((await as('other'))('Build it', { pm }))).toBe('owner_only');
  expect(await codeOf(orchestrate('Build another', { pm }))).toBe('job_exists');
  await askonce.jobs.queue('Build it', { id: 'theirs', session: 's2' });
  expect(await codeOf(orchestrate('Build it', { pm, id: 'theirs', session: 's2' }))).toBe('owner_only');
  expect(turns).toHaveLength(1);
  await askonce.jobs.cancel('j');
  expect(await ended).toMatchObject({ state: 'CANCELLED' });
});

it('while a question of its asker waits at the server, no PM is started', async () => {
  const { askonce, orchestrate } = await served();
  const first = await askonce
    .session('s', { policy: 'orchestrator' })
    .request({ question: COLOUR.question }, { wait: false });
  expect(first.decision).toBe('allow');
  const { pm, turns } = scripted(DONE);
  const ended = orchestrate('Build it', { pm });
  const log = async () => (await askonce.jobs.log('j').catch(() => [])).map(({ line }) => line);
  await expect.poll(log).toContain(`waiting for ${COLOUR.question}`);
  expect(turns).toHaveLength(0);
  await askonce.questions.answer((await asked(askonce)).id, 'red');
  expect(await ended).toMatchObject({ state: 'COMPLETE' });
  expect(turns[0]!.prompt).toContain('Clarification Answer: red');
});
