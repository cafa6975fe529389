/** The pages of the adapters: their code is checked against the real packages, and each leads to a program that is run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ADAPTERS } from '../../scripts/page-samples.ts';
import { codeBlocks, page, ROOT } from './markdown.ts';

const { exports, files } = JSON.parse(page('package.json')) as { exports: Record<string, unknown>; files: string[] };

it('there is a page for each adapter of a framework or an engine', () => {
  const others = ['.', './client', './orchestrator', './package.json', './testing', './webhooks', './worker'];
  const names = Object.keys(exports).filter((name) => !others.includes(name));
  expect(names.map((name) => name.slice(2)).toSorted()).toEqual(ADAPTERS.toSorted());
});

it.each(ADAPTERS)('%s: the code has its types checked, and the example is named and in the package', (name) => {
  const text = page(`docs/${name}.md`);
  expect(codeBlocks(text, 'ts').length).toBeGreaterThan(0);
  expect(codeBlocks(text, 'js')).toEqual([]);
  const examples = [...text.matchAll(/\]\(\.\.\/(frameworks\/examples\/[\w-]+\.ts)\)/g)].map(([, path]) => path!);
  expect(examples).toContain(`frameworks/examples/${name}.ts`);
  for (const path of examples) expect(existsSync(join(ROOT, path)), path).toBe(true);
  expect(files).toContain('frameworks/examples');
});

it('which-way-in.md has no code of a framework whose types are not checked', () => {
  expect(codeBlocks(page('docs/which-way-in.md'), 'js')).toEqual([]);
});
