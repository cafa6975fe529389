/** Approvals: a tool call that waits for a person, and the rules that people make with an answer. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import type { Approval, CallInput } from '../../src/library/approve.ts';
import { DAY, MINUTE } from '../../src/testing/fake-clock.ts';
import { codeOf, nextEvent, setUp, stateOf, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const bash = (command: string, more: Partial<CallInput> = {}): CallInput => ({
  tool: 'Bash',
  input: { command },
  ...more,
});
const NOW = { wait: false } as const;

function idOf(approval: Approval): string {
  expect(approval.decision).toBe('parked');
  return approval.id!;
}

async function parked(askonce: AskOnce, call: CallInput, session = 's'): Promise<string> {
  return idOf(await askonce.session(session).approve(call, NOW));
}

describeOnStores('an approval', (store) => {
  it('waits for a person, and says who allowed it', async () => {
    const { askonce, open } = await setUp(store);
    const requested = nextEvent(askonce, 'clarification.requested');
    const waiting = askonce.session('s').approve(bash('npm test', { callId: 'c1' }));
    const question = await askonce.questions.get((await requested).clarification!);
    expect(await stateOf(waiting)).toBe('waits');
    expect(question).toMatchObject({ type: 'CONFIRM', question: 'Allow Bash: npm test', destructive: false });
    expect(question!.approval).toMatchObject({
      tool: 'Bash',
      input: { command: 'npm test' },
      callId: 'c1',
      dangers: [],
    });
    const other = await open();
    await other.approvals.decide(question!.id, { decision: 'allow', by: 'ada', surface: 'page' });
    expect(await waiting).toMatchObject({
      ...{ decision: 'allow', scope: 'once', source: 'user', by: 'ada', surface: 'page', id: question!.id },
    });
  });

  it('is denied with a message to the agent', async () => {
    const { askonce } = await setUp(store);
    const id = await parked(askonce, bash('npm publish', { callId: 'c1' }));
    await askonce.approvals.decide(id, { decision: 'deny', message: 'Not on a Friday' });
    const again = await askonce.session('s').approve(bash('npm publish', { callId: 'c1' }), NOW);
    expect(again).toMatchObject({ decision: 'deny', message: 'Not on a Friday', source: 'user' });
  });

  it('is denied if the person declines, if its asker cancels, and if its time is up', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const declined = await parked(askonce, bash('a', { callId: 'c1' }));
    await askonce.questions.decline(declined, 'no idea');
    expect(await session.approve(bash('a', { callId: 'c1' }), NOW)).toMatchObject({
      decision: 'deny',
      message: 'no idea',
    });
    const asked = nextEvent(askonce, 'clarification.requested');
    const late = session.approve(bash('b', { callId: 'c2' }), { timeout: '5m' });
    await asked;
    clock.advance(6 * MINUTE);
    expect(await late).toMatchObject({ decision: 'deny', evidence: expect.stringContaining('no answer by') });
    const requested = nextEvent(askonce, 'clarification.requested');
    const left = session.approve(bash('c', { callId: 'c3' }));
    await askonce.questions.cancel({ ask: (await requested).ask! });
    expect(await left).toMatchObject({ decision: 'deny' });
  });

  it('is never decided by a plain answer, and a question by no decision', async () => {
    const { askonce } = await setUp(store);
    const id = await parked(askonce, bash('npm test'));
    expect(await codeOf(askonce.questions.answer(id, 'Yes'))).toBe('approval_needed');
    const asked = await askonce.session('s').ask('Which colour?', NOW);
    const question = asked.items[0] as { id: string };
    expect(await codeOf(askonce.approvals.decide(question.id, { decision: 'allow' }))).toBe('not_approval');
    expect((await askonce.questions.get(id))!.status).toBe('pending');
  });

  it('with a call id: replays the same call, and refuses another input', async () => {
    const { askonce, open } = await setUp(store);
    const id = await parked(askonce, bash('npm test', { callId: 'c1' }));
    expect(await parked(askonce, bash('npm test', { callId: 'c1' }))).toBe(id);
    await askonce.approvals.decide(id, { decision: 'allow' });
    const other = await open();
    expect(await other.session('s').approve(bash('npm test', { callId: 'c1' }), NOW)).toMatchObject({
      decision: 'allow',
      id,
    });
    for (const call of [bash('npm  test'), bash('npm test '), bash('NPM test'), { ...bash('npm test'), tool: 'Shell' }])
      expect(await codeOf(other.session('s').approve({ ...call, callId: 'c1' }, NOW))).toBe('call_changed');
    // Another call with the same input is a call of its own.
    expect(await parked(other, bash('npm test', { callId: 'c2' }))).not.toBe(id);
  });

  it('without a call id: waits with an equal call, and never replays a settled one', async () => {
    const { askonce } = await setUp(store);
    const id = await parked(askonce, bash('npm test'));
    expect(await parked(askonce, { tool: 'Bash', input: { command: 'npm test' } })).toBe(id);
    expect(await parked(askonce, bash('npm  test'))).not.toBe(id);
    await askonce.approvals.decide(id, { decision: 'allow' });
    expect(await parked(askonce, bash('npm test'))).not.toBe(id);
  });

  it('is no question that a policy counts, and no history of another', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s', { policy: 'orchestrator' });
    for (const n of [1, 2, 3]) {
      const id = idOf(await session.approve(bash(`make ${n}`, { callId: `c${n}` }), { ...NOW, job: 'j' }));
      await askonce.approvals.decide(id, { decision: 'allow' });
    }
    expect((await session.ask('Which colour should it have?', { ...NOW, job: 'j' })).status).toBe('parked');
  });

  it('is not offered as an earlier answer, and not recalled', async () => {
    const { askonce } = await setUp(store);
    const id = await parked(askonce, bash('npm test'));
    await askonce.approvals.decide(id, { decision: 'allow' });
    const next = await parked(askonce, bash('npm test'));
    expect((await askonce.questions.get(next))!.offered).toBeNull();
    expect(await askonce.recall('npm test')).toEqual([]);
  });

  it('moves its job to AWAITING_RESPONSE and back', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const id = idOf(await session.approve(bash('npm test', { callId: 'c1' }), { ...NOW, job: 'j' }));
    expect((await askonce.jobs.get('j'))!.state).toBe('AWAITING_RESPONSE');
    await askonce.approvals.decide(id, { decision: 'allow' });
    expect((await askonce.jobs.get('j'))!.state).toBe('RUNNING');
    const again = await session.approve(bash('npm test', { callId: 'c1' }), { ...NOW, job: 'j' });
    expect(again).toMatchObject({ decision: 'allow', id });
  });

  it('takes an edited input only where the host does', async () => {
    const { askonce } = await setUp(store, { approvals: { deny: ['Bash(git push)'] } });
    const plain = await parked(askonce, bash('ls', { callId: 'c1' }));
    const edit = { decision: 'allow', updatedInput: { command: 'ls -l' } } as const;
    expect(await codeOf(askonce.approvals.decide(plain, edit))).toBe('edit_refused');
    const id = await parked(askonce, bash('ls', { callId: 'c2', editable: true }));
    const denied = { decision: 'allow', updatedInput: { command: 'git push' } } as const;
    expect(await codeOf(askonce.approvals.decide(id, denied))).toBe('edit_refused');
    expect((await askonce.questions.get(id))!.status).toBe('pending');
    await askonce.approvals.decide(id, edit);
    const approved = await askonce.session('s').approve(bash('ls', { callId: 'c2', editable: true }), NOW);
    expect(approved).toMatchObject({ decision: 'allow', updatedInput: { command: 'ls -l' } });
  });

  it('keeps hostile inputs byte for byte', async () => {
    const { askonce, open } = await setUp(store);
    const command = `echo \u0000\u001b[31m\u202e ${'x'.repeat(300_000)} \ud800`;
    const id = await parked(askonce, bash(command, { callId: 'c1' }));
    const { question, approval } = (await (await open()).questions.get(id))!;
    expect((approval!.input as { command: string }).command).toBe(command);
    expect(question).not.toMatch(/[\u0000\u001b\u202e]/);
    for (const input of [null, 'x', ['a'], { a: Number.NaN }, { a: 1n }] as never[])
      expect(await codeOf(askonce.session('s').approve({ tool: 'Bash', input }, NOW))).toBe('argument_invalid');
    for (const callId of ['', 'a b', 'ä', 'x'.repeat(201), 'a\u0000'])
      expect(await codeOf(askonce.session('s').approve(bash('ls', { callId }), NOW))).toBe('id_invalid');
  });

  it('wakes the asker with its ref, once for each question that waited', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const first = idOf(await session.approve(bash('npm test', { callId: 'c1' }), { ...NOW, ref: 'host-1' }));
    idOf(await session.approve(bash('npm test', { callId: 'c1' }), { ...NOW, ref: 'host-2' }));
    await session.ask([{ question: 'Which colour?' }, { question: 'Which size?' }], {
      ...NOW,
      ref: 'host-3',
      timeout: '1d',
      onTimeout: 'fail',
    });
    await session.ask('Which shape?', NOW);
    await askonce.approvals.decide(first, { decision: 'allow' });
    const [colour] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(colour!.id, 'blue');
    clock.advance(2 * DAY);
    await askonce.questions.list({ status: 'pending' });
    const settled = (await trail(askonce)).filter(({ type }) => type === 'ask.settled');
    expect(settled.map(({ data }) => data)).toEqual([
      { ref: 'host-1', position: 0, outcome: 'answered' },
      { ref: 'host-2', position: 0, outcome: 'answered' },
      { ref: 'host-3', position: 0, outcome: 'answered' },
      { ref: 'host-3', position: 1, outcome: 'expired' },
    ]);
  });
});

describeOnStores('a rule', (store) => {
  it('that a person makes for the session decides equal calls there, and nowhere else', async () => {
    const { askonce, open } = await setUp(store);
    const id = await parked(askonce, bash('npm test'));
    await askonce.approvals.decide(id, { decision: 'allow', scope: 'session', by: 'ada' });
    const other = await open();
    const ruled = await other.session('s').approve(bash('npm test'), NOW);
    expect(ruled).toMatchObject({ decision: 'allow', source: 'rule', rule: id });
    expect(await parked(other, bash('npm test'), 'elsewhere')).not.toBe(id);
    expect(await other.approvals.rules({ session: 's' })).toEqual([
      {
        ...{ id, effect: 'allow', rule: 'Bash(npm test)', from: 'answer', session: 's', by: 'ada' },
        at: expect.any(Number),
      },
    ]);
    expect(await other.approvals.rules()).toEqual([]);
    expect(await other.approvals.rules({ everySession: true })).toMatchObject([{ id, session: 's' }]);
    const event = (await trail(askonce)).findLast(({ type }) => type === 'clarification.auto_resolved')!;
    expect(event.data).toMatchObject({
      source: 'rule',
      answer: 'Yes',
      evidence: expect.stringContaining('Bash(npm test)'),
    });
  });

  it('for the project holds in every session, until it is revoked', async () => {
    const { askonce } = await setUp(store);
    const id = await parked(askonce, bash('npm test'));
    await askonce.approvals.decide(id, { decision: 'deny', scope: 'project', message: 'never' });
    expect(await askonce.session('t').approve(bash('npm test'), NOW)).toMatchObject({
      decision: 'deny',
      source: 'rule',
    });
    await askonce.approvals.revoke(id);
    await parked(askonce, bash('npm test'), 't');
    expect(await askonce.approvals.rules()).toEqual([]);
    expect(await codeOf(askonce.approvals.revoke('q-none'))).toBe('rule_unknown');
  });

  it('is only made from what is offered, and never for a dangerous call', async () => {
    const { askonce } = await setUp(store);
    const id = await parked(askonce, bash('npm test'));
    const wide = { decision: 'allow', scope: 'project', rule: 'Bash' } as const;
    expect(await codeOf(askonce.approvals.decide(id, wide))).toBe('scope_refused');
    const dangerous = await parked(askonce, bash('rm -rf build'));
    expect((await askonce.questions.get(dangerous))!.approval!.scopes).toEqual([{ scope: 'once', rules: [] }]);
    for (const scope of ['session', 'project'] as const)
      expect(await codeOf(askonce.approvals.decide(dangerous, { decision: 'allow', scope }))).toBe('scope_refused');
  });

  it('of the configuration decides; deny wins, and a rule never allows a dangerous call', async () => {
    const approvals = { allow: ['Bash(npm test)', 'Bash(git push)', 'Bash(rm -rf build)'], deny: ['Bash(git push)'] };
    const { askonce } = await setUp(store, { approvals });
    const session = askonce.session('s');
    expect(await session.approve(bash('npm test'), NOW)).toMatchObject({ decision: 'allow', source: 'rule' });
    expect(await session.approve(bash('git push'), NOW)).toMatchObject({ decision: 'deny', source: 'rule' });
    expect((await session.approve(bash('rm -rf build'), NOW)).decision).toBe('parked');
  });

  it('of a project keeps its session from being pruned', async () => {
    const { askonce, clock } = await setUp(store);
    for (const session of ['kept', 'gone']) {
      const id = await parked(askonce, bash(`make ${session}`), session);
      await askonce.approvals.decide(id, { decision: 'allow', scope: session === 'kept' ? 'project' : 'session' });
    }
    clock.advance(100 * DAY);
    await askonce.preferences.set('Which licence should it have?', 'MIT');
    expect(await askonce.prune({ idle: '90d' })).toMatchObject({ sessions: 1 });
    expect((await askonce.approvals.rules()).map(({ rule }) => rule)).toEqual(['Bash(make kept)']);
  });

  it('that waits is decided by a rule that a person makes meanwhile, as it would be if it were asked now', async () => {
    const { askonce, open, outside } = await setUp(store);
    const test = (name: string, callId: string) =>
      bash(`npm test ${name}`, { callId, suggestions: ['Bash(npm test:*)'] });
    const first = await parked(askonce, test('unit', 'c1'));
    const waiting = nextEvent(askonce, 'clarification.requested');
    const equal = askonce.session('other').approve(test('unit', 'c2'));
    await waiting;
    const like = await parked(askonce, test('e2e', 'c3'), 'other');
    const unlike = await parked(askonce, bash('npm run build', { callId: 'c4' }));
    const theirs = await open({ project: outside });
    const elsewhere = await parked(theirs, test('unit', 'c5'));
    await askonce.approvals.decide(first, { decision: 'allow', scope: 'project', rule: 'Bash(npm test:*)', by: 'ada' });
    expect(await equal).toMatchObject({ decision: 'allow', source: 'rule', rule: first, scope: 'once' });
    const settled = { status: 'answered', answer: 'Yes', source: 'rule', by: null, decision: { decidedBy: first } };
    expect(await askonce.questions.get(like)).toMatchObject(settled);
    for (const id of [unlike, elsewhere])
      expect(await askonce.questions.get(id)).toMatchObject({ status: 'pending', answer: null });
    // Rules of another project's configuration are not known here, so its calls wait on.
    const also = await parked(theirs, test('unit', 'c6'), 'other');
    await askonce.approvals.decide(elsewhere, { decision: 'allow', scope: 'project', rule: 'Bash(npm test:*)' });
    expect(await theirs.questions.get(also)).toMatchObject({ status: 'pending' });
    // What it decided is no rule of its own.
    expect((await askonce.approvals.rules()).filter(({ from }) => from === 'answer')).toMatchObject([{ id: first }]);
  });

  it('that waits is decided by a rule of its session only, and denied by one that denies', async () => {
    const { askonce } = await setUp(store);
    const call = (callId: string) => bash('npm run deploy', { callId, suggestions: ['Bash(npm run deploy)'] });
    const [one, two] = [await parked(askonce, call('c1')), await parked(askonce, call('c2'))];
    const other = await parked(askonce, call('c3'), 'other');
    await askonce.approvals.decide(one, { decision: 'deny', scope: 'session' });
    expect(await askonce.questions.get(two)).toMatchObject({ answer: 'No', source: 'rule' });
    expect(await askonce.questions.get(other)).toMatchObject({ status: 'pending' });
  });

  it('that waits on another machine is decided by no rule made here, because the same path is another file there', async () => {
    const { askonce, root } = await setUp(store);
    const write = (callId: string) => ({
      ...{ tool: 'Write', input: { file_path: join(root, 'a.ts'), content: 'x' }, callId },
      suggestions: ['Write(*.ts)', 'Edit(*.ts)'],
    });
    const caller = { token: 't-1', name: 'agent', role: 'asker' } as const;
    // With a token an agent may be anywhere.
    const away = await askonce.session('s', { caller }).approve(write('c1'), NOW);
    const here = await parked(askonce, write('c2'));
    const first = await parked(askonce, write('c3'));
    const { scopes } = (await askonce.questions.get(first))!.approval!;
    await askonce.approvals.decide(first, { decision: 'allow', scope: 'project', rule: scopes[2]!.rules[0]! });
    expect(await askonce.questions.get(here)).toMatchObject({ status: 'answered', source: 'rule' });
    expect(await askonce.questions.get(idOf(away))).toMatchObject({ status: 'pending' });
  });
});
