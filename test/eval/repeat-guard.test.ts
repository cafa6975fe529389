/** The project's own pairs of questions: no two different ones may meet in one key, in the languages that are read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { questionKey } from '../../src/text/question-key.ts';

const FILE = join(import.meta.dirname, '..', '..', 'eval', 'cases', 'repeat-pairs.tsv');
const [head, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
const columns = head!.split('\t');
const pairs = lines.map((line) => {
  const fields = line.split('\t');
  const field = (name: string) => fields[columns.indexOf(name)]!;
  return { same: field('label') === '1', lang: field('lang'), one: field('q1'), other: field('q2') };
});
const meet = ({ one, other }: (typeof pairs)[number]): boolean => questionKey(one) === questionKey(other);

it('no two different questions have one key', () => {
  const different = pairs.filter(({ same }) => !same);
  expect(different.length).toBeGreaterThan(200);
  expect(different.filter(meet)).toEqual([]);
});

it.each([
  ['en', 0.5],
  ['ja', 0.4],
])('of the usual rewordings in “%s” at least %f have one key', (lang, share) => {
  const same = pairs.filter((pair) => pair.same && pair.lang === lang);
  expect(same.length).toBeGreaterThan(50);
  expect(same.filter(meet).length / same.length).toBeGreaterThan(share);
});
