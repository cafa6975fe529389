/** Dispatchers for tests: on a real store with a clock that stands still, stopped when the test ends. */
import { onTestFinished } from 'vitest';
import type { Access, WebhookRecord } from '../../src/core/access.ts';
import type { AskOnce, Clock } from '../../src/index.ts';
import { type DispatcherOptions, WebhookDispatcher } from '../../src/notify/webhooks/dispatcher.ts';
import type { Store } from '../../src/ports.ts';
import { type Bench, endOf, setUp, trail } from '../support/open.ts';
import type { StoreKind } from '../support/stores.ts';
import type { Receiver } from './receiver.ts';

export interface Hooks extends Bench {
  readonly store: Store;
  /** Registers a receiver; of all that ever happened, unless said otherwise. */
  readonly register: (receiver: Receiver, more?: Partial<WebhookRecord>) => Promise<string>;
  readonly webhook: (id: string) => Promise<WebhookRecord>;
  /** The webhook as soon as it is so; looked at whenever a dispatcher here has kept something. */
  readonly reaches: (id: string, isSo: (webhook: WebhookRecord) => boolean) => Promise<WebhookRecord>;
  /** A dispatcher that has begun; `on` another opening of the store. */
  readonly dispatch: (more?: Partial<DispatcherOptions>, on?: AskOnce) => Promise<WebhookDispatcher>;
  /** Makes events: so many preferences. */
  readonly happen: (count: number) => Promise<void>;
  /** What a receiver of all events, or of one type, must have got by now. */
  readonly expectedIds: (type?: string) => Promise<string[]>;
}

export function storeBehind(askonce: AskOnce): Store {
  return (askonce as unknown as { engine: { store: Store } }).engine.store;
}

export async function hooks(kind: StoreKind): Promise<Hooks> {
  const bench = await setUp(kind);
  const { askonce, clock } = bench;
  const store = storeBehind(askonce);
  const looks = new Set<() => void>();
  let made = 0;
  const webhook = async (id: string) => {
    const found = (await store.access.webhooks()).find((one) => one.id === id);
    if (!found) throw new Error(`no webhook ${id}`);
    return found;
  };
  return {
    ...bench,
    store,
    webhook,
    async register({ url, secret }, more = {}) {
      made += 1;
      const fresh = { seq: 0, failures: 0, retryAt: null, lastError: null, disabledAt: null };
      const record = { id: `h-${made}`, url, secret, events: null, createdAt: clock.now() + made, ...fresh };
      await store.access.addWebhook({ ...record, holder: null, heldUntil: null, ...more });
      return record.id;
    },
    async reaches(id, isSo) {
      const { promise, resolve, reject } = Promise.withResolvers<WebhookRecord>();
      const look = () => void webhook(id).then((now) => isSo(now) && resolve(now), reject);
      looks.add(look);
      look();
      return endOf(promise)
        .catch(async () => {
          throw new Error(`the webhook stays ${JSON.stringify(await webhook(id))}`);
        })
        .finally(() => looks.delete(look));
    },
    async dispatch(more = {}, on = askonce) {
      const opened = storeBehind(on);
      const dispatcher = new WebhookDispatcher({
        events: (after, limit) => opened.events(after, limit),
        watch: (listener, failed) => opened.watch(listener, failed),
        clock: clock as Clock,
        log: () => {},
        allowPrivate: true,
        random: () => 0.5,
        ...more,
        access: telling(more.access ?? opened.access, () => {
          for (const look of looks) look();
        }),
      });
      onTestFinished(() => {
        const stopped = dispatcher.stop();
        // Nobody need wait for a receiver that hangs.
        clock.advance(3_000);
        return stopped;
      });
      await dispatcher.start();
      return dispatcher;
    },
    async happen(count) {
      for (let n = 0; n < count; n += 1) await askonce.preferences.set(`Which colour for part ${n}?`, `blue ${made++}`);
    },
    async expectedIds(type) {
      const events = await trail(askonce);
      return events.filter((event) => type === undefined || event.type === type).map(({ seq }) => `evt-${seq}`);
    },
  };
}

/** Says so whenever something was kept or taken. */
function telling(access: Access, told: () => void): Access {
  const after =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A) =>
      call(...args).finally(told);
  return {
    ...access,
    holdWebhook: after(access.holdWebhook.bind(access)),
    moveWebhook: after(access.moveWebhook.bind(access)),
  };
}
