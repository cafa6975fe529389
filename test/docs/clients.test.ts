/** docs/clients.md and the cases of `npm run clients`: every case is on the page, in its cell, and none that is gone. */
import { describe, expect, it } from 'vitest';
import { CLIENTS, casesOf } from '../../scripts/clients/clients.ts';
import { pageWith, type Tried } from '../../scripts/clients/table.ts';
import { page } from './markdown.ts';

const tried: readonly Tried[] = CLIENTS.flatMap((client) =>
  casesOf(client).map(({ way, column, tried }) => ({ client, way, column, tried, happened: 'it works', held: true })),
);
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| '));
const cells = (row: string) => row.slice(2, -2).split(/(?<!\\) \| /);

it('belong to a way of their client', () => {
  for (const { client, way } of tried) expect(client.ways.map(({ name }) => name)).toContain(way);
});

describe.each(CLIENTS.filter(({ title }) => page('docs/clients.md').includes(`## ${title} `)))('$title', (client) => {
  const own = tried.filter((one) => one.client === client);

  it('has a row for each way, with the tested version and the number of cases in each cell', () => {
    const expected = rowsOf(pageWith(page('docs/clients.md'), own)).filter((row) =>
      row.startsWith(`| ${client.title}: `),
    );
    const actual = rowsOf(page('docs/clients.md')).filter((row) => row.startsWith(`| ${client.title}: `));
    expect(actual).toEqual(expected);
  });

  it('has a line for each case, and what happened', () => {
    const section = page('docs/clients.md').split(`## ${client.title} ${client.version}\n`)[1]!.split('\n## ')[0]!;
    const lines = rowsOf(section).slice(1).map(cells);
    expect(lines.map(([way, , what]) => `${way}: ${what}`)).toEqual(own.map(({ way, tried }) => `${way}: ${tried}`));
    for (const [, , , happened] of lines) expect(happened).toMatch(/\w/);
  });
});

describe('writing the results of one client', () => {
  const [first, second] = CLIENTS;
  const of = (client: typeof first) => tried.filter((one) => one.client === client);

  it('keeps those of the others, and says what does not hold', () => {
    const blank = page('docs/clients.md').split(/^## /m)[0]!;
    const both = pageWith(pageWith(blank, of(first)), of(second));
    expect(pageWith(both, of(first))).toBe(both);
    const [broken, ...rest] = of(second);
    const after = pageWith(both, [{ ...broken!, held: false, happened: 'it | fails' }, ...rest]);
    expect(after).toContain('**no** (1 of ');
    expect(after).toContain('it \\| fails');
    expect(rowsOf(after)).toHaveLength(rowsOf(both).length);
  });
});
