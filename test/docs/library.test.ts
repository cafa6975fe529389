/** docs/library.md names methods that exist, and leaves out no namespace. */
import { expect, it } from 'vitest';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { page, section } from './markdown.ts';

const methods = section(page('docs/library.md'), 'Methods');

/** Follows `questions.get` from an object; undefined where there is nothing of that name. */
function follow(from: object, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown>)?.[name], from);
}

it('docs/library.md names only methods and namespaces that exist, and every namespace', async () => {
  const { askonce } = await setUp(sqlite);
  const named = [...methods.matchAll(/`askonce\.([\w.]+)/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((path) => !['function', 'object'].includes(typeof follow(askonce, path)))).toEqual([]);
  const namespaces = ['questions', 'jobs', 'preferences', 'events', 'access', 'webhooks', 'files'];
  expect(namespaces.filter((name) => !named.some((path) => path.startsWith(`${name}.`)))).toEqual([]);
});

it('docs/library.md names only methods of a session that exist', async () => {
  const { askonce } = await setUp(sqlite);
  const sentence = /^A session has (.+)\.$/m.exec(methods)![1]!;
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(named).toContain('ask');
  expect(named.filter((name) => typeof follow(askonce.session('s-1'), name) !== 'function')).toEqual([]);
});
