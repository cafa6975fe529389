import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { dangersOf } from '../../src/core/approvals/dangers.ts';
import type { ApprovalView } from '../../src/core/model/views.ts';
import { callRows, dangerText } from '../../src/surfaces/terminal/approval-view.ts';
import { typedDecision } from '../../src/surfaces/terminal/typed-decision.ts';

const PLAIN = picocolors.createColors(false);
const COLOURED = picocolors.createColors(true);

function call(tool: string, input: Record<string, unknown>): ApprovalView {
  return { tool, input, callId: null, editable: true, scopes: [], dangers: dangersOf({ tool, input }) };
}

function rows(view: ApprovalView, most = 20, colours = PLAIN): string[] {
  return callRows(view, { width: 60, rows: most, colours, seeAll: 'v shows all' });
}

describe('a call on a terminal', () => {
  it('shows a command with what is dangerous in it marked, with and without colours', () => {
    const view = call('Bash', { command: 'ls && rm -rf build', timeout: 5 });
    expect(rows(view)).toEqual(['$ ls && rm -rf build', '        ^^^^^^', 'timeout: 5']);
    const [coloured] = rows(view, 20, COLOURED);
    expect(coloured).toContain(`ls && ${COLOURED.bold(COLOURED.red('rm -rf'))} build`);
    expect(dangerText(view)).toBe('DANGEROUS: deletes files for good (rm -rf)');
  });

  it('marks a command that is given as words where its words are shown', () => {
    const view = call('shell', { command: ['bash', '-lc', 'ls; rm -rf build'] });
    expect(rows(view)).toEqual(["$ bash -lc 'ls; rm -rf build'", '                ^^^^^^']);
    const quoted = call('shell', { command: ['sh', '-c', "rm -rf 'a b'"] });
    expect(rows(quoted)[1]).toBe(`        ${'^'.repeat(rows(quoted)[0]!.length - 8)}`);
  });

  it('lets no text look like another field, and shows characters that cannot be seen', () => {
    const view = call('Bash', { command: 'ls\ntimeout: 1\u001b[2K\u202e\u00a0\r' });
    expect(rows(view).filter((row) => !/^ *\^/.test(row))).toEqual([
      '$ ls',
      '| timeout: 1\\u{1b}[2K\\u{202e}\\u{a0}\\u{d}',
    ]);
    const padded = call('Bash', { command: `${'x'.repeat(58)}timeout: 1` });
    expect(rows(padded)).toEqual([`$ ${'x'.repeat(58)}`, '  timeout: 1']);
  });

  it('shortens a long command to its ends, counts what is hidden, and still tells what is dangerous there', () => {
    const command = `echo ${'a'.repeat(400)}; rm -rf ~; echo ${'b'.repeat(400)}; ls`;
    const view = call('Bash', { command });
    const shown = rows(view, 6);
    expect(shown).toHaveLength(6);
    const shownLetters = shown.filter((row) => !row.startsWith('…')).reduce((sum, row) => sum + row.length - 2, 0);
    expect(shown).toContain(`… ${command.length - shownLetters} characters hidden (v shows all) …`);
    expect(shown.at(-1)).toMatch(/; ls$/);
    expect(shown.join('\n')).not.toContain('rm -rf');
    expect(dangerText(view)).toContain('(rm -rf)');
    expect(
      rows(view, Number.POSITIVE_INFINITY)
        .filter((row) => !/^ *\^+$/.test(row))
        .map((row) => row.slice(2))
        .join(''),
    ).toBe(command);
  });

  it('shows an edit as a diff, a new file as added lines, and a patch as it is', () => {
    const edit = { file_path: 'a.ts', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree', replace_all: true };
    expect(rows(call('Edit', edit))).toEqual(['file_path: a.ts', ' one', '-two', '+2', ' three', 'replace_all: true']);
    expect(rows(call('Write', { file_path: 'a.ts', content: 'x\ny' }))).toEqual(['file_path: a.ts', '+x', '+y']);
    const edits = [{ old_string: 'a', new_string: 'b' }];
    expect(rows(call('MultiEdit', { file_path: 'a.ts', edits }))).toEqual(['file_path: a.ts', '-a', '+b']);
    expect(rows(call('apply_patch', { patch: '*** Update File: a\n-a\n+b' }))).toContain('+b');
    const coloured = rows(call('Edit', edit), 20, COLOURED);
    expect(coloured).toContain(COLOURED.dim('') + COLOURED.red('-two'));
  });

  it('shows a URL whole, with the host that it really leads to, and anything else as JSON', () => {
    const url = `https://github.com@evil.example/${'p'.repeat(80)}`;
    const shown = rows(call('WebFetch', { url }));
    expect(shown.map((row) => row.replace(/^ {2}|^url: /, '')).join('')).toBe(`${url}host: evil.example`);
    expect(rows(call('mcp__db__run', { list: [1, { a: 'b' }], on: null }))).toEqual([
      'list: [1,{"a":"b"}]',
      'on: null',
    ]);
  });

  it('fits any input into its rows, also one of a megabyte or of a thousand fields', () => {
    const huge = call('Write', { file_path: 'a', content: 'x\n'.repeat(500_000) });
    expect(rows(huge, 12).length).toBeLessThanOrEqual(12);
    const edit = { file_path: 'a', old_string: 'a\n'.repeat(200_000), new_string: 'b\n'.repeat(200_000) };
    expect(rows(call('Edit', edit), 12).length).toBeLessThanOrEqual(12);
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, 'x'.repeat(100)]));
    const shown = rows(call('mcp__a__b', fields), 12);
    expect(shown).toHaveLength(12);
    expect(shown.at(-1)).toBe('… 989 fields hidden (v shows all) …');
  });
});

describe('a typed decision', () => {
  it.each([
    ['yes', { decision: 'allow' }],
    ['no', { decision: 'deny' }],
    ['no, use the staging database', { decision: 'deny', message: 'use the staging database' }],
    ['no use tabs', { decision: 'deny', message: 'use tabs' }],
  ])('%s', (typed, decision) => {
    expect(typedDecision('q-1', typed)).toEqual(decision);
  });

  it.each(['yes, but only once', 'yes?', '1', 'always', '', 'nothing'])('%j decides nothing', (typed) => {
    expect(() => typedDecision('q-1', typed)).toThrow(expect.objectContaining({ code: 'answer_refused' }));
  });
});
