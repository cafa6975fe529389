/** A dispatcher in a process of its own, that can be killed. */

import { WebhookDispatcher } from '../../../src/notify/webhooks/dispatcher.ts';
import { openStore } from '../../../src/store/open.ts';

const [db, folder] = process.argv.slice(2) as [string, string];
const store = await openStore(db, folder);
const dispatcher = new WebhookDispatcher({
  access: store.access,
  events: (after, limit) => store.events(after, limit),
  watch: (listener, failed) => store.watch(listener, failed),
  clock: {
    now: Date.now,
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  },
  allowPrivate: true,
});
await dispatcher.start();
