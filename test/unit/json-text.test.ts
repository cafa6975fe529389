/** Single values of a JSON text are changed, and every other byte stays. */
import { describe, expect, it } from 'vitest';
import { valueAt, withElement, withMember, without, withValue } from '../../src/util/json-text.ts';

const VALUE = { list: [1, 'a'], of: [{}] };

describe.each([
  ['two spaces', '  ', '\n'],
  ['four spaces', '    ', '\n'],
  ['tabs', '\t', '\n'],
  ['line ends of Windows', '  ', '\r\n'],
])('a text with %s', (_, unit, eol) => {
  const text = (...lines: string[]) => lines.join(eol).replaceAll('>', unit);

  it('gets a member in the same style', () => {
    const before = text('{', '>"a": {', '>>"b": 1', '>}', '}', '');
    expect(withMember(before, ['a'], 'c', VALUE)).toBe(
      text(
        ...['{', '>"a": {', '>>"b": 1,', '>>"c": {', '>>>"list": [1, "a"],', '>>>"of": [', '>>>>{}', '>>>]', '>>}'],
        ...['>}', '}', ''],
      ),
    );
  });

  it('gets an element in the same style, also in an empty array', () => {
    const before = text('{', '>"a": []', '}');
    const one = withElement(before, ['a'], 'x');
    expect(one).toBe(text('{', '>"a": [', '>>"x"', '>]', '}'));
    expect(withElement(one, ['a'], 'y')).toBe(text('{', '>"a": [', '>>"x",', '>>"y"', '>]', '}'));
  });

  it('gets another value in place of one', () => {
    const before = text('{', '>"a": {', '>>"b": 1', '>},', '>"c": 2', '}');
    expect(withValue(before, ['a'], { d: { e: 1 } })).toBe(
      text('{', '>"a": {', '>>"d": {', '>>>"e": 1', '>>}', '>},', '>"c": 2', '}'),
    );
  });
});

describe('a text on one line', () => {
  it('stays on one line', () => {
    expect(withMember('{"a":1}', [], 'b', VALUE)).toBe('{"a":1, "b": {"list":[1,"a"],"of":[{}]}}');
    expect(withValue('{"a":{"b":1}}', ['a'], { c: 1 })).toBe('{"a":{"c":1}}');
  });
});

describe('removing', () => {
  const text = '{\n  "a": 1,\n  "b": [1, 2, 3],\n  "c": { "d": 1 }\n}\n';

  it.each([
    ['the first', ['a'], '{\n  "b": [1, 2, 3],\n  "c": { "d": 1 }\n}\n'],
    ['the last', ['c'], '{\n  "a": 1,\n  "b": [1, 2, 3]\n}\n'],
    ['one of several elements', ['b', 1], text.replace('2, ', '')],
    ['the only one', ['c', 'd'], text.replace('{ "d": 1 }', '{}')],
  ] as const)('takes %s out with its comma', (_, path, after) => {
    expect(without(text, path)).toBe(after);
  });

  it('means the last of two equal keys, as JSON.parse does', () => {
    expect(without('{"a": 1, "a": 2}', ['a'])).toBe('{"a": 1}');
  });
});

describe('what is hard to read', () => {
  it('brackets, quotes and commas inside texts are text', () => {
    const text = '{ "{\\"[": "]}\\\\", "b": [","] }';
    expect(JSON.parse(withElement(text, ['b'], ':'))).toEqual({ '{"[': ']}\\', b: [',', ':'] });
  });

  it('a path that is not there has no value, also if every object has something of that name', () => {
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
    expect(valueAt({ a: 'text' }, ['a', 'length', 'x'])).toBeUndefined();
  });
});
