/** Webhooks are told of events: all, in order, and by one process at a time. */
import { expect, it } from 'vitest';
import type { AuditEvent } from '../../src/index.ts';
import { endOf, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';
import { hooks, storeBehind } from './dispatching.ts';
import { startReceiver } from './receiver.ts';

const HOLD_MS = 60_000;

describeOnStores('a webhook', (store) => {
  it('is told of every event, those before and those to come, in order and as the audit trail has them', async () => {
    const { askonce, happen, register, reaches, dispatch, expectedIds } = await hooks(store);
    const receiver = await startReceiver();
    await happen(3);
    const id = await register(receiver);
    await dispatch();
    await receiver.has(3);
    await askonce.jobs.queue('Build it');
    const expected = await expectedIds();
    await receiver.has(expected.length);
    expect(receiver.ids()).toEqual(expected);
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    const events = await trail(askonce);
    expect(receiver.received.map(({ json }) => json)).toEqual(
      events.map((event: AuditEvent) => ({
        type: event.type,
        timestamp: new Date(event.at).toISOString(),
        data: event,
      })),
    );
    expect(await reaches(id, ({ seq }) => seq === events.at(-1)!.seq)).toMatchObject({ failures: 0, lastError: null });
  });

  it('learns that an answer was corrected, with both answers and who corrected it', async () => {
    const { askonce, register, dispatch } = await hooks(store);
    const receiver = await startReceiver();
    await register(receiver, { events: ['clarification.corrected'] });
    await dispatch();
    const { items } = await askonce.session('s').ask('Which colour?', { job: 'j', wait: false });
    const { id } = items[0] as { id: string };
    await askonce.questions.answer(id, 'green');
    const { clarification } = await askonce.questions.correct(id, 'blue', { because: 'misread', by: 'ana' });
    await receiver.has(1);
    expect(receiver.received.map(({ json, isSigned }) => [json.type, isSigned, json.data])).toMatchObject([
      [
        'clarification.corrected',
        true,
        {
          ...{ session: 's', job: 'j', clarification: id },
          data: { was: 'green', answer: 'blue', because: 'misread', by: 'ana', correctedBy: clarification.id },
        },
      ],
    ]);
  });

  it('that wakes bridges gets one event for each asker that waited, with its ref and its outcome', async () => {
    const { askonce, register, dispatch } = await hooks(store);
    const receiver = await startReceiver();
    await register(receiver, { events: ['ask.settled'] });
    await dispatch();
    const session = askonce.session('s');
    const call = { tool: 'Bash', input: { command: 'npm test' } };
    const approvals = ['host-1', 'host-2'].map((ref) => session.approve(call, { wait: false, ref }));
    await Promise.all(approvals);
    const left = await session.ask('Which colour?', { wait: false, ref: 'host-3' });
    await session.ask('Which colour?', { wait: false, ref: 'host-4', job: 'j' });
    await session.ask('Which size?', { wait: false });
    await askonce.questions.cancel({ ask: left.ask! });
    for (const { id, approval } of (await askonce.questions.list({ status: 'pending' })).items)
      await (approval ? askonce.approvals.decide(id, { decision: 'deny' }) : askonce.questions.decline(id));
    await receiver.has(4);
    const settled = receiver.received.map(({ json }) => json.data.data as AuditEvent['data']);
    const byRef = settled.toSorted((a, b) => String(a.ref).localeCompare(String(b.ref)));
    expect(byRef.map(({ ref, outcome }) => [ref, outcome])).toEqual([
      ['host-1', 'answered'],
      ['host-2', 'answered'],
      ['host-3', 'cancelled'],
      ['host-4', 'declined'],
    ]);
  });

  it('is told only of what it wants; the rest is passed over many at a time', async () => {
    const { askonce, happen, register, reaches, dispatch, expectedIds, store: opened } = await hooks(store);
    const receiver = await startReceiver();
    await happen(230);
    const passed = (await trail(askonce)).at(199)!.seq;
    await askonce.jobs.queue('Build it');
    const id = await register(receiver, { events: ['job.queued'] });
    let moves = 0;
    const moveWebhook: typeof opened.access.moveWebhook = (...given) => {
      moves += 1;
      return opened.access.moveWebhook(...given);
    };
    const dispatcher = await dispatch({ access: { ...opened.access, moveWebhook } });
    await receiver.has(1);
    await dispatcher.stop();
    expect(receiver.ids()).toEqual(await expectedIds('job.queued'));
    const last = (await trail(askonce)).at(-1)!.seq;
    expect((await reaches(id, ({ seq }) => seq > passed)).seq).toBeLessThanOrEqual(last);
    // Two full pages, the one that was told, and the letting go.
    expect(moves).toBe(4);
  });

  it('that was registered or dropped by another process is seen within seconds, by this one at once', async () => {
    const { askonce, clock, happen, register, dispatch, expectedIds, store: opened } = await hooks(store);
    const [early, late] = [await startReceiver(), await startReceiver()];
    const dispatcher = await dispatch();
    await happen(1);
    const dropped = await register(early);
    dispatcher.refresh();
    await early.has(1);
    await register(late);
    clock.advance(5_000);
    await late.has(1);
    await opened.access.dropWebhook(dropped);
    dispatcher.refresh();
    await askonce.jobs.queue('Build it');
    const expected = await expectedIds();
    await late.has(expected.length);
    expect(late.ids()).toEqual(expected);
    // One may have been under way to it.
    expect(early.received.length).toBeLessThanOrEqual(2);
  });

  it('that hangs holds up no other', async () => {
    const { happen, register, dispatch, expectedIds } = await hooks(store);
    const [hanging, quick] = [await startReceiver(() => {}), await startReceiver()];
    await register(hanging);
    await register(quick);
    await dispatch();
    await happen(5);
    await quick.has(5);
    expect(quick.ids()).toEqual(await expectedIds());
    expect(hanging.received.length).toBe(1);
  });

  it('whose address is not public is called only where the operator allows it, and says why', async () => {
    const { happen, register, reaches, dispatch } = await hooks(store);
    const receiver = await startReceiver();
    await happen(1);
    const id = await register(receiver, { url: `https://127.0.0.1:${receiver.port}/` });
    await dispatch({ allowPrivate: false });
    expect(await reaches(id, ({ failures }) => failures === 1)).toMatchObject({
      lastError: expect.stringContaining('not public'),
    });
    expect(receiver.received).toEqual([]);
  });
});

describeOnStores('two dispatchers', (store) => {
  it('tell each event once', async () => {
    const { open, happen, register, dispatch, expectedIds } = await hooks(store);
    const receivers = [await startReceiver(), await startReceiver(), await startReceiver()];
    for (const receiver of receivers) await register(receiver);
    await Promise.all([dispatch(), dispatch({}, await open())]);
    await Promise.all([happen(20), happen(20)]);
    const expected = await expectedIds();
    expect(expected.length).toBe(40);
    for (const receiver of receivers) {
      await receiver.has(expected.length);
      expect(receiver.ids()).toEqual(expected);
    }
  });

  it('take over from one another at once when one stops, and in a minute when one is gone', async () => {
    const { open, clock, happen, register, webhook, reaches, dispatch, expectedIds } = await hooks(store);
    const receiver = await startReceiver();
    const id = await register(receiver);
    const first = await dispatch();
    await happen(1);
    await receiver.has(1);
    await first.stop();
    expect(await webhook(id)).toMatchObject({ holder: null, heldUntil: null });

    // This one hears of nothing after its first event, and keeps nothing: it is as good as dead.
    const other = storeBehind(await open());
    const gone = () => new Promise<never>(() => {});
    let alive = true;
    const dead = await dispatch({
      clock: { now: () => clock.now(), after: (ms, then) => clock.after(ms, () => alive && then()) },
      events: (after, limit) => (alive ? other.events(after, limit) : gone()),
      access: { ...other.access, moveWebhook: (...given) => (alive ? other.access.moveWebhook(...given) : gone()) },
      watch: (listener, failed) => other.watch((events) => alive && listener(events), failed),
    });
    // Its calls never come back; nobody waits for them.
    Object.assign(dead, { stop: async () => {} });
    await happen(1);
    await receiver.has(2);
    const second = (await expectedIds()).at(-1);
    const { holder } = await reaches(id, ({ seq }) => `evt-${seq}` === second);
    alive = false;
    await dispatch({}, await open());
    await happen(1);
    clock.advance(HOLD_MS - 1);
    expect(await webhook(id)).toMatchObject({ holder });
    expect(receiver.received.length).toBe(2);
    clock.advance(1);
    await receiver.has(3);
    expect(receiver.ids()).toEqual(await expectedIds());
    expect((await webhook(id)).holder).not.toBe(holder);
  });

  it('do not both go on where one was held up for longer than its hold', async () => {
    const { open, clock, happen, register, reaches, dispatch, expectedIds } = await hooks(store);
    const replies: (() => void)[] = [];
    const receiver = await startReceiver((response) => void replies.push(() => response.writeHead(204).end()));
    const id = await register(receiver);
    await happen(2);
    await dispatch();
    await receiver.has(1);
    clock.advance(HOLD_MS);
    await dispatch({}, await open());
    await receiver.has(2);
    receiver.reply(204);
    for (const reply of replies) reply();
    const expected = await expectedIds();
    await reaches(id, ({ seq }) => `evt-${seq}` === expected.at(-1));
    // The first event twice, since nobody could know; from then on only the second dispatcher tells.
    await happen(1);
    await receiver.has(4);
    expect(receiver.ids()).toEqual([expected[0], ...(await expectedIds())]);
  });
});

describeOnStores('a dispatcher', (store) => {
  it('keeps what it holds for as long as nothing happens', async () => {
    const { clock, register, reaches, dispatch } = await hooks(store);
    const id = await register(await startReceiver());
    await dispatch();
    let { holder, heldUntil } = await reaches(id, (now) => now.holder !== null);
    for (let round = 0; round < 4; round += 1) {
      clock.advance(HOLD_MS / 3);
      const before = heldUntil!;
      ({ heldUntil } = await reaches(id, (now) => now.heldUntil! > before));
    }
    expect(await reaches(id, (now) => now.heldUntil! > clock.now())).toMatchObject({ holder });
  });

  it('that stops lets a receiver reply that is being told, and does not tell it again', async () => {
    const { happen, register, dispatch, webhook, expectedIds } = await hooks(store);
    let reply = () => {};
    const receiver = await startReceiver((response) => {
      reply = () => void response.writeHead(204).end();
    });
    await happen(2);
    const id = await register(receiver);
    const dispatcher = await dispatch();
    await receiver.has(1);
    const stopped = dispatcher.stop();
    reply();
    await endOf(stopped);
    const [first] = await expectedIds();
    expect(await webhook(id)).toMatchObject({ seq: Number(first!.slice('evt-'.length)), holder: null, failures: 0 });
    receiver.reply(204);
    await dispatch();
    await receiver.has(2);
    expect(receiver.ids()).toEqual(await expectedIds());
  });

  it('that stops waits for nobody who hangs; that is no failure, and the event is told again', async () => {
    const { clock, happen, register, dispatch, webhook } = await hooks(store);
    const receiver = await startReceiver(() => {});
    await happen(1);
    const id = await register(receiver);
    const dispatcher = await dispatch();
    await receiver.has(1);
    const stopped = dispatcher.stop();
    clock.advance(3_000);
    await endOf(stopped);
    expect(await webhook(id)).toMatchObject({ seq: 0, holder: null, failures: 0, retryAt: null });
    receiver.reply(204);
    await dispatch();
    const [first, second] = await receiver.has(2);
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
  });

  it('whose store fails after a receiver was told does not tell it again', async () => {
    const { clock, happen, register, dispatch, reaches, expectedIds, store: opened } = await hooks(store);
    const receiver = await startReceiver();
    await happen(2);
    const id = await register(receiver);
    const log: string[] = [];
    const { promise: said, resolve } = Promise.withResolvers<void>();
    let fails = true;
    await dispatch({
      log: (line) => {
        log.push(line);
        resolve();
      },
      access: {
        ...opened.access,
        moveWebhook: (...given) => {
          if (!fails) return opened.access.moveWebhook(...given);
          fails = false;
          return Promise.reject(new Error('the disk is full'));
        },
      },
    });
    await endOf(said);
    expect(log).toEqual([expect.stringContaining('the disk is full')]);
    clock.advance(1_000);
    await receiver.has(2);
    const expected = await expectedIds();
    await reaches(id, ({ seq }) => `evt-${seq}` === expected.at(-1));
    expect(receiver.ids()).toEqual(expected);
  });
});
