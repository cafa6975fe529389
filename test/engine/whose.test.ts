import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { checkOut, codeOf, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const HOUR = 3_600_000;

async function waiting(askonce: AskOnce, project?: string): Promise<number> {
  return (await askonce.questions.count({ status: 'pending', ...(project !== undefined && { project }) })).count;
}

describeOnStores('a question', (store) => {
  it('says which program asked it, and on which branch', async () => {
    const { open, root } = await setUp(store);
    checkOut(root, 'ref: refs/heads/fix/prices\n');
    const askonce = await open();
    const session = askonce.session('s', { agent: 'Claude\nCode' });
    const id = parkedId(await session.ask('Which size?', { wait: false }));
    expect(await askonce.questions.get(id)).toMatchObject({
      project: root,
      agent: 'Claude Code',
      branch: 'fix/prices',
    });
    const call = await askonce.approve({ tool: 'Bash', input: { command: 'ls' } }, { agent: 'codex', wait: false });
    expect(await askonce.questions.get(call.id!)).toMatchObject({ agent: 'codex', branch: 'fix/prices' });
    // By default the name that it asks under; nothing where that says nothing.
    const named = parkedId(await session.ask('Which colour?', { job: 'j', asker: 'builder', wait: false }));
    expect(await askonce.questions.get(named)).toMatchObject({ agent: 'Claude Code' });
    const plain = parkedId(await askonce.session('t', { asker: 'planner' }).ask('Which font?', { wait: false }));
    expect(await askonce.questions.get(plain)).toMatchObject({ agent: 'planner' });
    const bare = parkedId(await askonce.session('u').ask('Which tree?', { wait: false }));
    expect(await askonce.questions.get(bare)).toMatchObject({ agent: null });
  });

  it('of a detached or a bare folder has no branch', async () => {
    const { open, root } = await setUp(store);
    checkOut(root, 'b5cdbf60b5cdbf60b5cdbf60b5cdbf60b5cdbf60\n');
    const askonce = await open();
    const id = parkedId(await askonce.session('s').ask('Which size?', { wait: false }));
    expect(await askonce.questions.get(id)).not.toHaveProperty('branch');
  });

  it('is found by its project, program, kind and age', async () => {
    const { askonce, open, outside, clock } = await setUp(store);
    const theirs = await open({ project: outside });
    const old = parkedId(await askonce.session('s').ask('Which size?', { agent: 'codex', wait: false }));
    clock.advance(2 * HOUR);
    const other = parkedId(await theirs.session('s').ask('Which size?', { agent: 'codex', wait: false }));
    const call = await askonce.approve({ tool: 'Bash', input: { command: 'ls' } }, { wait: false });
    const ids = async (query: object) =>
      (await askonce.questions.list({ status: 'pending', ...query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([old, other, call.id]);
    expect(await ids({ project: theirs.project })).toEqual([other]);
    expect(await ids({ agent: 'codex' })).toEqual([old, other]);
    expect(await ids({ kind: 'approval' })).toEqual([call.id]);
    expect(await ids({ since: '1h' })).toEqual([other, call.id]);
    expect(await ids({ before: '1h', kind: 'question' })).toEqual([old]);
    expect(await ids({ text: ' SIZE  which', agent: 'codex' })).toEqual([old, other]);
    expect(await ids({ text: 'ls bash' })).toEqual([call.id]);
    expect(await ids({ text: '' })).toEqual([old, other, call.id]);
    expect(await codeOf(ids({ text: 'a '.repeat(21) }))).toBe('argument_invalid');
    expect(await askonce.projects()).toEqual([askonce.project, theirs.project]);
    const [mine, its] = [askonce.project, theirs.project];
    // Also as the later project counts, whose ids the store keeps in another form, and as one that sees nothing else.
    for (const from of [askonce, theirs])
      expect([await waiting(from), await waiting(from, mine), await waiting(from, its)]).toEqual([3, 2, 1]);
    for (const from of [askonce, theirs])
      expect([await waiting(await from.only(mine)), await waiting(await from.only(its))]).toEqual([2, 1]);
  });
});
