/** One catalogue of errors, one page about it, and code that uses what it lists: all three agree. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/core/model/errors.ts';
import { page, ROOT, tableRows } from './markdown.ts';

const CATALOGUE = 'src/core/model/errors.ts';

const rows = tableRows(page('docs/errors.md')).map(([code, status, happened, next]) => ({
  code: /^`(\w+)`$/.exec(code!)?.[1] ?? code!,
  status: Number(status),
  happened: happened!,
  next: next!,
}));

const sources = globSync(['src/**/*.ts', 'bin/*.js'], { cwd: ROOT })
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  .filter(({ path }) => path !== CATALOGUE);

/** The codes that a source raises, by the one way there is. */
function raisedIn(text: string): string[] {
  return [...text.matchAll(/new AskOnceError\(\s*'([^']*)'/g)].map(([, code]) => code!);
}

describe('docs/errors.md', () => {
  it('has every code of the catalogue, each once, and no other', () => {
    expect(rows.map(({ code }) => code).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  it('gives each code the status of the catalogue', () => {
    const inCatalogue = Object.entries(ERRORS).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(rows.map(({ code, status }) => [code, status]))).toEqual(Object.fromEntries(inCatalogue));
  });

  it('says for each what happened, and what to do next', () => {
    expect(rows.filter(({ happened }) => happened === '').map(({ code }) => code)).toEqual([]);
    expect(rows.filter(({ next }) => next === '').map(({ code }) => code)).toEqual([]);
  });
});

describe('the sources', () => {
  it('are read', () => {
    expect(sources.length).toBeGreaterThan(30);
    expect(sources.flatMap(({ text }) => raisedIn(text)).length).toBeGreaterThan(40);
    expect(raisedIn("throw new AskOnceError(\n  'made_up', 'text')")).toEqual(['made_up']);
  });

  it('raise only what the catalogue has', () => {
    const unknown = sources.flatMap(({ path, text }) =>
      raisedIn(text)
        .filter((code) => !Object.hasOwn(ERRORS, code))
        .map((code) => `${path}: ${code}`),
    );
    expect(unknown).toEqual([]);
  });

  it('use all that the catalogue has', () => {
    const used = (code: string) => sources.some(({ text }) => new RegExp(`'${code}'|\\bcode: ${code}\\b`).test(text));
    expect(Object.keys(ERRORS).filter((code) => !used(code))).toEqual([]);
  });
});
