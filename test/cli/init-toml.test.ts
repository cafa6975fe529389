/** One table in a TOML file of a person: added, replaced, taken out; everything else stays byte for byte. */
import { describe, expect, it } from 'vitest';
import { withoutTable, withTable } from '../../src/surfaces/cli/init/toml-table.ts';

const PATH = ['mcp_servers', 'askonce'] as const;
const BLOCK = '[mcp_servers.askonce]\ncommand = "askonce"\n';
const added = (text: string | null) => withTable(text, PATH, BLOCK, null);

describe('a table of a TOML file', () => {
  it.each([
    null,
    '',
    'model = "x"',
    'model = "x"\n',
    '# [mcp_servers.askonce]\n',
    'note = """\n[mcp_servers.askonce]\n"""\n',
    "note = '''\n[mcp_servers.askonce]\n'''\n",
    'args = [\n  "a", # ]\n  ["b"],\n]\n[projects."/a.b"]\ntrust_level = "trusted"\n',
    '[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.other.env]\nA = "[mcp_servers.askonce]"\n',
    '[mcp_servers]\nother = { command = "x" }\n',
    'a = 1\r\n[b]\r\nc = 2\r\n',
  ])('is added at the end of %j, and taken out without a trace', (text) => {
    const { text: after, written, kept } = added(text);
    expect(kept).toEqual([]);
    expect(after!.startsWith(text ?? '')).toBe(true);
    expect(after!.replaceAll('\r\n', '\n').endsWith(BLOCK)).toBe(true);
    expect(withTable(after, PATH, BLOCK, written)).toMatchObject({ text: after });
    expect(withoutTable(after, PATH, BLOCK, written)).toMatchObject({ text, kept: [] });
  });

  it.each([
    '[mcp_servers.askonce]\ncommand = "mine"\n',
    '[ mcp_servers . "askonce" ]\ncommand = "mine"\n',
    '[mcp_servers]\naskonce = { command = "mine" }\n',
    '[mcp_servers]\naskonce.command = "mine"\n',
    '[mcp_servers.askonce.env]\nA = "1"\n',
  ])('of your own is kept: %j', (text) => {
    expect(added(text)).toMatchObject({ text, written: null, kept: [expect.stringContaining('of your own')] });
    expect(withoutTable(text, PATH, BLOCK, null)).toMatchObject({ text, kept: [expect.stringContaining('is kept')] });
  });

  it.each([
    'mcp_servers = { other = { command = "x" } }\n',
    'mcp_servers.other.command = "x"\n',
    '[[mcp_servers]]\nname = "x"\n',
    'a = "no end\n',
    'a = """no end\n',
    'a = [1, 2\n',
    'not toml\n',
  ])('is not added where that is not certain to be right: %j', (text) => {
    expect(() => added(text)).toThrow();
  });

  it('that an earlier release wrote is replaced where it is', () => {
    const { text, written } = added('a = 1\n');
    const grown = `${text}\n[b]\nc = 2\n`;
    const block = BLOCK.replace('"askonce"', '"/new/askonce"');
    const again = withTable(grown, PATH, block, written);
    expect(again.text).toBe(`a = 1\n\n${block}\n[b]\nc = 2\n`);
    expect(withoutTable(again.text, PATH, block, again.written).text).toBe('a = 1\n\n[b]\nc = 2\n');
  });
});
