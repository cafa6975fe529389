import { expect, it } from 'vitest';
import type { AuditEvent } from '../../src/index.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { askOf, codeOf, nextEvent, parkedId, setUp, trail, typesOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const SIZE = 'Which size?';

describeOnStores('the audit trail', (store) => {
  it('names every path a question may take', async () => {
    const { askonce, clock } = await setUp(store, { policy: 'orchestrator' });
    const heard: string[] = [];
    const off = askonce.events.on('*', ({ type }) => heard.push(type));
    const told = nextEvent(askonce, 'preference.forgotten');
    const soon = { wait: false, timeout: '1m' } as const;
    const size = (...options: string[]) => ({ question: SIZE, options });

    const one = askonce.session('one', { policy: 'interactive' });
    const id = parkedId(await one.ask(size('S', 'L'), { job: 'a', wait: false }));
    await one.ask(size('S', 'L'), { job: 'b', wait: false });
    await askonce.questions.answer(id, 'S');
    await one.ask(size('S', 'L'), { job: 'c' });
    const anew = parkedId(await one.ask(size('small', 'large'), { job: 'd', wait: false }));
    await askonce.questions.decline(anew);
    await askonce.questions.revoke(anew);
    await askonce.questions.cancel({ ask: askOf(await one.ask('Which colour?', { wait: false })) });
    await one.ask('Which shape?', { ...soon, onTimeout: 'fail' });
    await one.ask('Which weight?', { ...soon, onTimeout: 'fallback' });
    clock.advance(MINUTE);
    await askonce.questions.list({ status: 'pending' });
    await one.ask('Which x?', { job: 'e', policy: 'job', wait: false });
    await one.ask('Which y?', { job: 'e', policy: 'job', wait: false });
    await askonce.preferences.set('Which z?', 'none');
    await askonce.preferences.forget('Which z?');
    await told;
    off();

    const steps = [
      ['job.created', 'clarification.requested', 'job.awaiting'],
      ['job.created', 'clarification.joined', 'job.awaiting'],
      ['clarification.answered', 'job.resumed', 'job.resumed'],
      ['job.created', 'clarification.auto_resolved'],
      ['job.created', 'clarification.superseded', 'clarification.requested', 'job.awaiting'],
      ['clarification.declined', 'job.resumed'],
      ['clarification.revoked'],
      ['clarification.requested', 'ask.cancelled', 'clarification.withdrawn'],
      ['clarification.requested', 'clarification.requested'],
      ['ask.expired', 'clarification.withdrawn', 'ask.fallback', 'clarification.withdrawn'],
      ['job.created', 'clarification.requested', 'job.awaiting', 'ask.failed'],
      ['preference.set', 'preference.forgotten'],
    ];
    expect(heard).toEqual(steps.flat());
    expect(await typesOf(askonce)).toEqual(heard);
  });

  it('is numbered in rising order without a number twice, also when several write and some fail', async () => {
    const { askonce, open, refuse } = await setUp(store);
    const other = await open();
    const ask = (n: number) => (n % 2 ? askonce : other).session(`s-${n % 5}`).ask(`What is ${n}?`, { wait: false });
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
    const allow = await refuse('ask_items');
    await Promise.allSettled(Array.from({ length: 10 }, (_, n) => ask(100 + n)));
    await allow();
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(200 + n)));
    const seqs = (await trail(askonce)).map(({ seq }) => seq);
    expect(seqs).toHaveLength(80);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    // One after the other where one file orders all commits; PostgreSQL's transactions number their events apart.
    if (store.name === 'SQLite') expect(seqs).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  });

  it('is read from any number on, in pages', async () => {
    const { askonce } = await setUp(store);
    for (let n = 0; n < 10; n += 1) await askonce.session('s').ask(`What is ${n}?`, { wait: false });
    const all = await askonce.events.list();
    expect(all).toHaveLength(10);
    const after = (n: number) => all[n - 1]!.seq;
    expect(await askonce.events.list({ after: after(7) })).toEqual(all.slice(7));
    expect(await askonce.events.list({ after: after(3), limit: 2 })).toEqual(all.slice(3, 5));
    expect(await askonce.events.list({ after: after(10) })).toEqual([]);
  });

  it('can only be appended to', async () => {
    const { askonce, sql } = await setUp(store);
    await askonce.session('s').ask(SIZE, { wait: false });
    const before = await trail(askonce);
    await expect(sql(`UPDATE events SET type = 'job.created'`)).rejects.toThrow('append-only');
    await expect(sql('DELETE FROM events')).rejects.toThrow('append-only');
    expect(await trail(askonce)).toEqual(before);
  });

  // shows: R4
  it('is written in the transaction of the change: where the event is refused, nothing has changed', async () => {
    const { askonce, count, refuse } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask(SIZE, { job: 'j', wait: false }));
    const heard: AuditEvent[] = [];
    askonce.events.on('*', (event) => heard.push(event));
    const tables = ['sessions', 'jobs', 'asks', 'ask_items', 'clarifications', 'preferences', 'events'];
    const counts = () => Promise.all(tables.map((table) => count(table)));
    const before = await counts();

    const allow = await refuse('events');
    expect(await codeOf(askonce.session('t').ask('Which colour?', { job: 'k', wait: false }))).toBe('store_failed');
    expect(await codeOf(askonce.questions.answer(id, 'small'))).toBe('store_failed');
    expect(await codeOf(askonce.questions.decline(id))).toBe('store_failed');
    expect(await codeOf(askonce.preferences.set('Which z?', 'none'))).toBe('store_failed');
    expect(await counts()).toEqual(before);
    expect((await askonce.questions.get(id))?.status).toBe('pending');
    await allow();

    const told = nextEvent(askonce, 'job.resumed');
    await askonce.questions.answer(id, 'small');
    await told;
    expect(heard.map(({ type }) => type)).toEqual(['clarification.answered', 'job.resumed']);
  });

  // shows: R4
  it('holds nothing of a change that was refused', async () => {
    const { askonce, refuse } = await setUp(store);
    const allow = await refuse('ask_items');
    expect(await codeOf(askonce.session('s').ask(SIZE, { wait: false }))).toBe('store_failed');
    expect(await trail(askonce)).toEqual([]);
    await allow();
    expect((await askonce.session('s').ask(SIZE, { wait: false })).status).toBe('parked');
  });

  // shows: R4
  it('lets only the guilty one of a batch fail', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const ended = await Promise.allSettled([
      session.ask('Which a?', { wait: false }),
      session.ask('Which b?', { wait: false, rejects: 'q-none' }),
      session.ask('Which c?', { wait: false }),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(2);
  });

  // shows: R4
  it('is told in order and complete, from this process and others, and only what can be read', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open();
    const heard: AuditEvent[] = [];
    const done = new Promise<void>((resolve) => {
      askonce.events.on('*', (event) => {
        heard.push(event);
        if (heard.length === 60) resolve();
      });
    });
    // A call that ends after `on` ends when it listens to others too.
    await askonce.questions.list({ status: 'pending' });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? askonce : other).session('s').ask(`What is ${n}?`, { wait: false }),
      ),
    );
    await done;
    expect(heard).toEqual(await trail(askonce));
  });

  it('is told to a listener until it is ended, and by type', async () => {
    const { askonce } = await setUp(store);
    const heard: string[] = [];
    const off = askonce.events.on('clarification.answered', ({ type }) => heard.push(type));
    const answer = async (question: string) => {
      const told = nextEvent(askonce, 'clarification.answered');
      await askonce.questions.answer(parkedId(await askonce.session('s').ask(question, { wait: false })), 'x');
      await told;
    };
    await answer('Which a?');
    off();
    await answer('Which b?');
    expect(heard).toEqual(['clarification.answered']);
  });

  it('says that a client did not show a question, which waits on as it was, and nothing of one that has ended', async () => {
    const { askonce } = await setUp(store);
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = askonce.session('one').ask(SIZE);
    const { clarification: id, session } = await asked;
    await askonce.questions.notShown(id!, 'headless', 'the client did not show it');
    const data = { client: 'headless', because: 'the client did not show it' };
    expect((await trail(askonce)).at(-1)).toMatchObject({
      ...{ type: 'clarification.not_shown', session, job: null, ask: null, clarification: id },
      data,
    });
    expect(await askonce.questions.get(id!)).toMatchObject({ status: 'pending', by: null });
    await askonce.questions.answer(id!, 'S');
    expect(await waiting).toMatchObject({ status: 'answered', answer: 'S' });
    await askonce.questions.notShown(id!, 'headless', 'the client did not show it');
    await askonce.questions.notShown('q-00000000000000', 'headless', 'the client did not show it');
    expect((await typesOf(askonce)).filter((type) => type === 'clarification.not_shown')).toHaveLength(1);
  });
});
