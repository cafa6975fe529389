/** docs/README.md leads to every page. */
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { page, ROOT } from './markdown.ts';

it('the index of the documentation links to every page, each once', () => {
  const linked = [...page('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => `docs/${file}`);
  const pages = globSync('docs/*.md', { cwd: ROOT }).filter((path) => path !== 'docs/README.md');
  expect(linked.toSorted()).toEqual(pages.toSorted());
});
