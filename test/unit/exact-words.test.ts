import { expect, it } from 'vitest';
import { exactWords } from '../../src/text/exact-words.ts';
import { identicalKey } from '../../src/text/question-key.ts';

const same = (a: string, b: string) => identicalKey(a, [], null) === identicalKey(b, [], null);

it.each([
  ['Overwrite config.yaml?', 'overwrite  config.yaml'],
  ['Overwrite config.yaml?', 'OVERWRITE config.yaml !!'],
  ['Should I overwrite config.yaml?', 'should i overwrite config.yaml.'],
  ['Drop the users table?', 'drop the users table'],
  ['Delete the old logs, please?', 'DELETE THE OLD LOGS, PLEASE'],
  ['Git push --force origin main?', 'git push --force origin main'],
  ['Run `rm -rf Data`?', 'run `rm -rf Data`'],
  ['本番にデプロイしますか？', '本番にデプロイしますか'],
])('“%s” and “%s” are one dangerous question', (a, b) => {
  expect(same(a, b)).toBe(true);
});

it.each([
  ['Overwrite config.yaml?', 'Overwrite Config.yaml?'],
  ['Run rm -rf Data?', 'Run rm -rf data?'],
  ['Run rm Data?', 'Run rm data?'],
  ['Run rm -rf .', 'Run rm -rf ..'],
  ['Run `rm -rf Data`?', 'Run `rm -rf data`?'],
  ['Delete "My Notes"?', 'Delete "my notes"?'],
  ['Delete the folder Data?', 'Delete the folder data?'],
  ['Delete the folder DATA?', 'Delete the folder data?'],
  ['Delete Logs?', 'Delete logs?'],
  ['Delete the Data folder?', 'Delete the data folder?'],
  ['Delete 10 rows?', 'Delete 100 rows?'],
  ['Delete v1.0?', 'Delete v1.1?'],
  ['Delete userTable?', 'Delete usertable?'],
  ['Delete $HOME?', 'Delete $Home?'],
  ['Delete a.txt?', 'Delete b.txt?'],
])('“%s” and “%s” are two', (a, b) => {
  expect(same(a, b)).toBe(false);
});

it('compares all that the person reads, and by which job it is asked', () => {
  const keys = [
    identicalKey('Delete it?', [], null),
    identicalKey('Delete it?', [], 'a'),
    identicalKey('Delete it?', [], 'b'),
    identicalKey('Delete it?', ['draft.txt'], null),
    identicalKey('Delete it?', ['', 'draft.txt'], null),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(identicalKey('Delete it?', ['The old draft'], null)).toBe(identicalKey('delete it', ['the old  draft'], null));
});

it('keeps a quotation whole, and of a sentence nothing', () => {
  expect(exactWords('Delete "My Notes" and the rest')).toEqual(['"My', 'Notes"']);
  expect(exactWords('Should I really delete all of it, then?')).toEqual([]);
});
