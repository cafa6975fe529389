/** Codex, run by AskOnce over its app server: its process waits for a person, and a thread that was interrupted goes on. */
import { expect, it } from 'vitest';
import { answerAll, atWorkWithCodex, change, command, question, withCodex } from '../support/codex/codex.ts';
import { executorOf } from '../support/codex/executor.ts';
import { living } from '../support/processes.ts';
import { reaches, startRunner } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

const MAKE = command('touch made');

describeOnStores('Codex as an executor', (store) => {
  it('that asks nothing ends with its last words, and its log is readable', async () => {
    const { askonce, codex } = await atWorkWithCodex(store, { calls: [], says: 'All is well.' });
    const { id } = await askonce.jobs.queue('Look around');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'All is well.', runs: 1 });
    expect((await askonce.jobs.log(id)).map(({ line }) => line)).toEqual(['All is well.']);
    expect(codex.starts()).toEqual(['-c features.default_mode_request_user_input=true app-server']);
    expect(codex.threads()).toEqual([['Look around']]);
  });

  it('waits for an approval in its process without a slot, and goes on with the answer', async () => {
    const { askonce, codex } = await atWorkWithCodex(store, { calls: [MAKE] });
    const { id } = await askonce.jobs.queue('Make it');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    expect(waiting[0]).toMatchObject({
      approval: { tool: 'Bash', input: { command: 'touch made' }, editable: false },
      reason: 'It is needed.',
    });
    expect(codex.deeds()).toEqual([]);
    // With one slot, another job runs meanwhile.
    const other = await askonce.jobs.queue('Make it as well');
    await reaches(askonce, other.id, 'AWAITING_RESPONSE');
    await askonce.approvals.decide(waiting[0]!.id, { decision: 'allow', by: 'Ada' });
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done', runs: 1 });
    expect(codex.deeds()).toEqual([MAKE.params.command]);
  });

  it('gets the answer to its question, and the words of a denial as a message of the same turn', async () => {
    const { askonce, codex } = await atWorkWithCodex(store, {
      calls: [question('Which colour?', 'Red', 'Blue'), MAKE],
    });
    const { id } = await askonce.jobs.queue('Paint it');
    const first = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await askonce.questions.answer(first.waiting[0]!.id, 'Blue');
    await expect.poll(async () => (await askonce.jobs.get(id))!.waiting[0]?.approval?.tool).toBe('Bash');
    const second = await askonce.jobs.get(id);
    await askonce.approvals.decide(second!.waiting[0]!.id, { decision: 'deny', message: 'Not today.' });
    const { result } = await reaches(askonce, id, 'COMPLETE');
    const answers = '{"answers":{"one":{"answers":["Blue"]}}}';
    expect(result).toBe(`${answers} | rejected by user | The person denied this call: Not today.`);
    expect(codex.deeds()).toEqual([]);
  });

  it('whose worker stops while it waits resumes its thread with the decision, and asks the person once', async () => {
    const { askonce, codex, db, runner } = await atWorkWithCodex(store, { calls: [MAKE] });
    const { id } = await askonce.jobs.queue('Make it');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await runner.stop();
    await askonce.approvals.decide(waiting[0]!.id, { decision: 'allow', by: 'Ada' });
    await startRunner(askonce, executorOf(askonce, codex.command, db));
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done', runs: 2 });
    expect(codex.threads()).toEqual([['Make it', expect.stringContaining('That call was not carried out.')]]);
    expect(codex.deeds()).toHaveLength(1);
    const requested = await askonce.events.list({ limit: 1_000 });
    expect(requested.filter(({ type }) => type === 'clarification.requested')).toHaveLength(1);
  });

  it('whose approved call was interrupted asks about its next call anew', async () => {
    const bench = await atWorkWithCodex(store, { calls: [MAKE] }, 'start after the deed');
    const { askonce, codex } = bench;
    const { id } = await askonce.jobs.queue('Make it');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await askonce.approvals.decide(waiting[0]!.id, { decision: 'allow', by: 'Ada' });
    process.kill(await codex.stopped(), 'SIGKILL');
    await expect
      .poll(async () => (await askonce.jobs.get(id))!.waiting[0]?.id ?? waiting[0]!.id)
      .not.toBe(waiting[0]!.id);
    expect(codex.deeds()).toHaveLength(1);
    expect(codex.threads()[0]![1]).toContain('may have been carried out');
    const again = (await askonce.jobs.get(id))!.waiting[0]!;
    await askonce.approvals.decide(again.id, { decision: 'deny' });
    await reaches(askonce, id, 'COMPLETE');
    expect(codex.deeds()).toHaveLength(1);
  });

  it('shows a change of files as a patch, and declines one that it cannot show', async () => {
    const add = { path: 'a.txt', kind: { type: 'add' }, diff: 'hello\n' };
    const hidden = { ...add, path: 'a\nb' };
    const { askonce, codex } = await atWorkWithCodex(store, { calls: [change(add), change(hidden)] });
    const { id } = await askonce.jobs.queue('Make it');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    const patch = '*** Begin Patch\n*** Add File: a.txt\n+hello\n*** End Patch';
    expect(waiting[0]!.approval).toMatchObject({ tool: 'apply_patch', input: { patch } });
    const { result } = await answerAll({ askonce }, id);
    expect(result).toContain('done | rejected by user | AskOnce could not show this to the person');
    expect(codex.deeds()).toHaveLength(1);
  });

  it('that reports an error fails its job with the text', async () => {
    const { askonce } = await atWorkWithCodex(store, { calls: [], fails: 'usage limit reached' });
    const { id } = await askonce.jobs.queue('Make it');
    expect((await reaches(askonce, id, 'ERROR')).error).toContain('usage limit reached');
  });

  it('ends with its job when that is cancelled, and its approval is withdrawn', async () => {
    const { askonce, codex, db } = await withCodex(store, { calls: [MAKE] }, 'start while it waits');
    await startRunner(askonce, executorOf(askonce, codex.command, db));
    const { id } = await askonce.jobs.queue('Make it');
    const pid = await codex.stopped();
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await askonce.jobs.cancel(id);
    await expect.poll(() => living([pid])).toEqual([]);
    expect(await askonce.questions.get(waiting[0]!.id)).toMatchObject({ status: 'withdrawn' });
    expect(codex.deeds()).toEqual([]);
  });
});
