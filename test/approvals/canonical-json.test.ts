import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, MAX_INPUT_DEPTH, MAX_INPUT_LENGTH } from '../../src/core/approvals/canonical-json.ts';
import { AskOnceError } from '../../src/core/model/errors.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe('the canonical JSON of an input', () => {
  it('does not depend on the order of the keys', () => {
    expect(canonicalJson({ b: 1, a: { d: [], c: {} } })).toBe('{"a":{"c":{},"d":[]},"b":1}');
    expect(canonicalJson({ a: { c: {}, d: [] }, b: 1 })).toBe('{"a":{"c":{},"d":[]},"b":1}');
  });

  it.each([
    ['a space at the end', 'rm x', 'rm x '],
    ['the case', 'A', 'a'],
    ['composed and decomposed letters', '\u00e9', 'e\u0301'],
    ['a line break', 'a\nb', 'a\r\nb'],
    ['a zero-width character', 'ab', 'a\u200bb'],
    ['two lone surrogates', '\ud800', '\ud801'],
  ])('tells texts apart by %s', (_, one, other) => {
    expect(canonicalJson({ command: one })).not.toBe(canonicalJson({ command: other }));
  });

  it('tells a list from text that looks like it', () => {
    expect(canonicalJson(['a', 'b'])).not.toBe(canonicalJson(['a,b']));
    expect(canonicalJson('["a"]')).not.toBe(canonicalJson(['a']));
  });

  it('leaves out fields that are undefined, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}');
    expect(canonicalJson({ a: undefined })).toBe('{}');
  });

  it('keeps a field called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1}}');
  });

  it.each([
    ['undefined', undefined],
    ['undefined in a list', [undefined]],
    ['a hole in a list', new Array(1)],
    ['NaN', { a: Number.NaN }],
    ['Infinity', -Infinity],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['an object with toJSON of its own class', new URL('http://x')],
  ])('refuses %s', (_, value) => {
    expect(canonicalJson(value)).toBeInstanceOf(AskOnceError);
  });

  it('refuses what is nested too deeply, and what contains itself', () => {
    expect(canonicalJson(nested(MAX_INPUT_DEPTH))).toContain('[[[');
    expect(canonicalJson(nested(MAX_INPUT_DEPTH + 1))).toBeInstanceOf(AskOnceError);
    const loop: unknown[] = [];
    loop.push(loop);
    expect(canonicalJson(loop)).toMatchObject({ code: 'argument_invalid', details: { argument: 'input' } });
  });

  it('refuses what is too long', () => {
    expect(canonicalJson('x'.repeat(MAX_INPUT_LENGTH - 2))).toHaveLength(MAX_INPUT_LENGTH);
    expect(canonicalJson('x'.repeat(MAX_INPUT_LENGTH - 1))).toBeInstanceOf(AskOnceError);
    expect(canonicalJson(new Array(MAX_INPUT_LENGTH).fill(1))).toBeInstanceOf(AskOnceError);
  });

  it('reads back as the value that was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value) as string;
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});
