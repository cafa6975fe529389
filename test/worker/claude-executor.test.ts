/** Claude Code, run by AskOnce: its calls wait for a person with no process left, and it goes on from there. */
import { expect, it } from 'vitest';
import { atWorkWithClaude, bash, fakeClaude, hookReply, question, sayYes } from '../support/claude/claude.ts';
import { living } from '../support/processes.ts';
import { reaches } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';

const MAKE = bash('touch made');

describeOnStores('Claude Code as an executor', (store) => {
  it('that asks nothing ends with its last words, and its log is readable', async () => {
    const { askonce } = await atWorkWithClaude(store, { messages: [], says: 'All is well.' });
    const { id } = await askonce.jobs.queue('Look around');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'All is well.', runs: 1 });
    expect((await askonce.jobs.log(id)).map(({ line }) => line)).toEqual(['All is well.']);
  });

  it('waits for an approval with no process and no slot, and goes on with the same call', async () => {
    const started = await atWorkWithClaude(store, { messages: [[MAKE]] });
    const { askonce, claude, calls } = started;
    const { id } = await askonce.jobs.queue('Make it');
    const waiting = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await expect.poll(async () => (await askonce.jobs.get(id))!.worker).toBeNull();
    expect(claude.deeds()).toEqual([]);
    expect(claude.starts()).toEqual(['start told']);
    // With one slot, another job runs meanwhile.
    const other = await askonce.jobs.queue('Make it as well');
    await reaches(askonce, other.id, 'AWAITING_RESPONSE');
    await sayYes({ askonce }, waiting.waiting[0]!);
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done', runs: 2 });
    expect(claude.deeds()).toEqual(['touch made']);
    const own = calls.filter(({ job }) => job === id);
    expect(own).toHaveLength(2);
    expect(new Set(own.map((call) => call.id)).size).toBe(1);
  });

  it('is told the answers to its questions, and that a call was denied', async () => {
    const started = await atWorkWithClaude(store, { messages: [[question('Which colour?', 'Red', 'Blue')], [MAKE]] });
    const { askonce, claude } = started;
    const { id } = await askonce.jobs.queue('Paint it');
    const first = await reaches(askonce, id, 'AWAITING_RESPONSE');
    await askonce.questions.answer(first.waiting[0]!.id, 'Blue');
    await expect.poll(async () => (await askonce.jobs.get(id))!.waiting[0]?.approval?.tool).toBe('Bash');
    const second = await askonce.jobs.get(id);
    await askonce.approvals.decide(second!.waiting[0]!.id, { decision: 'deny', message: 'Not today.' });
    const { result } = await reaches(askonce, id, 'COMPLETE');
    expect(result).toBe('{"Which colour?":"Blue"} | The person denied this call: Not today.');
    expect(claude.deeds()).toEqual([]);
  });

  it('goes on at once if the answer comes before its process has ended', async () => {
    const decideAtOnce: typeof hookReply = async (askonce, call) => {
      const reply = await hookReply(askonce, call);
      for (const waiting of (await askonce.jobs.get(call.job))!.waiting) await sayYes({ askonce }, waiting);
      return reply;
    };
    const { askonce, claude } = await atWorkWithClaude(store, { messages: [[MAKE]] }, '', decideAtOnce);
    const { id } = await askonce.jobs.queue('Make it');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'done', runs: 2 });
    expect(claude.starts()).toEqual(['start told', 'resume']);
    expect(claude.deeds()).toEqual(['touch made']);
  });

  it('with two calls in one message is asked about both, and each is carried out once', async () => {
    const started = await atWorkWithClaude(store, {
      messages: [[question('Which colour?', 'Red'), question('Which size?', 'Big')]],
    });
    const { askonce, claude, calls } = started;
    const { id } = await askonce.jobs.queue('Paint it');
    await expect.poll(async () => (await askonce.jobs.get(id))!.waiting.length).toBe(2);
    const { waiting } = (await askonce.jobs.get(id))!;
    await askonce.questions.answer(waiting.find(({ question: text }) => text === 'Which colour?')!.id, 'Red');
    await askonce.questions.answer(waiting.find(({ question: text }) => text === 'Which size?')!.id, 'Big');
    const { result } = await reaches(askonce, id, 'COMPLETE');
    // The one that Claude dropped was asked again, and answered from history: the person was asked twice, not three times.
    expect(result).toBe('{"Which size?":"Big"} | {"Which colour?":"Red"}');
    expect(calls).toHaveLength(4);
    expect(claude.starts()).toEqual(['start told', 'resume']);
    expect(await askonce.questions.list({ status: 'pending' })).toMatchObject({ items: [] });
  });

  it('may defer the same call again, but not for ever', async () => {
    const reply = async () => ({ hookSpecificOutput: { permissionDecision: 'defer' } });
    const { askonce, claude } = await atWorkWithClaude(store, { messages: [[MAKE]] }, '', reply);
    const { id } = await askonce.jobs.queue('Make it');
    const { error } = await reaches(askonce, id, 'ERROR');
    expect(error).toBe('Claude Code deferred the same call of Bash 10 times. Its hook gets no answer.');
    expect(claude.deeds()).toEqual([]);
  });

  it('that reports an error fails its job with the text', async () => {
    const { askonce } = await atWorkWithClaude(store, { messages: [], says: 'API Error: overloaded', fails: true });
    const { id } = await askonce.jobs.queue('Make it');
    const { error } = await reaches(askonce, id, 'ERROR');
    expect(error).toContain('API Error: overloaded');
  });

  it('that asks in its last message is told the answer in the same conversation', async () => {
    const plan = { messages: [], says: 'NEEDS_CLARIFICATION: Which port should I use?' };
    const started = await atWorkWithClaude(store, plan);
    const { askonce, claude, root } = started;
    const { id } = await askonce.jobs.queue('Serve it');
    const { waiting } = await reaches(askonce, id, 'AWAITING_RESPONSE');
    fakeClaude(root, claude.home, { messages: [], says: 'Served.' });
    await askonce.questions.answer(waiting[0]!.id, '8080');
    expect(await reaches(askonce, id, 'COMPLETE')).toMatchObject({ result: 'Served.' });
    expect(claude.starts()).toEqual(['start told', 'resume told']);
  });

  it('ends with its job when that is cancelled, running or waiting', async () => {
    const started = await atWorkWithClaude(store, { messages: [[MAKE]] }, 'start before the hook');
    const { askonce, claude } = started;
    const { id } = await askonce.jobs.queue('Make it');
    const pid = await claude.stopped();
    await askonce.jobs.cancel(id);
    await expect.poll(() => living([pid])).toEqual([]);
    const next = await askonce.jobs.queue('Make it');
    const { waiting } = await reaches(askonce, next.id, 'AWAITING_RESPONSE');
    await askonce.jobs.cancel(next.id);
    expect(await askonce.questions.get(waiting[0]!.id)).toMatchObject({ status: 'withdrawn' });
    expect(claude.starts()).toHaveLength(2);
    expect(claude.deeds()).toEqual([]);
  });
});
