/**
 * A custom store: it wraps another one, and reports every slow call. In the same way a store could keep an encrypted copy, write to a
 * second place, or use no database at all. `storeConformance` of `askonce/testing` checks that a store behaves as required:
 * test/store/timed-store.test.ts runs it on this one.
 *
 * In a checkout: node examples/timed-store.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// In your own project: from 'askonce'.
import { openAskOnce, openStore, type Store } from '../src/index.ts';

export interface Call {
  /** Such as `decide` or `access.tokens`. */
  readonly name: string;
  readonly ms: number;
}

/** The same store, with each call measured. */
export function timedStore(store: Store, told: (call: Call) => void): Store {
  const parts = { runs: '', access: '', keys: '' };
  const timed = <Part extends object>(part: Part, prefix: string): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (Object.hasOwn(parts, name) && typeof value === 'object' && value !== null)
          return timed(value, `${String(name)}.`);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const started = performance.now();
          const result: unknown = Reflect.apply(value, target, given);
          if (!(result instanceof Promise)) return result;
          const tell = () => told({ name: prefix + String(name), ms: performance.now() - started });
          return result.finally(tell);
        };
      },
    });
  return timed(store, '');
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-store-'));
  const calls = new Map<string, number>();
  const store = timedStore(await openStore(join(folder, 'askonce.db')), ({ name }) => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  const askonce = await openAskOnce({ store, project: folder });
  const { items } = await askonce.session('demo').ask('Which colour should the button have?', { wait: false });
  await askonce.questions.answer(items[0].id!, 'blue');
  const again = await askonce.session('demo').ask('Which colour should the button have?');
  console.log(`${again.status}: ${again.answer}`);
  console.log(`decisions: ${calls.get('decide')}`);
  await askonce.close();
  rmSync(folder, { recursive: true });
}
