/** docs/which-way-in.md: each row leads to a section with a few lines, and the entries for clients are those that AskOnce prints. */
import { expect, it } from 'vitest';
import { clientConfig } from '../../src/surfaces/cli/mcp-config.ts';
import { codeBlocks, page, section, tableRows } from './markdown.ts';

const text = page('docs/which-way-in.md');
const NPX = { command: 'npx', args: ['-y', 'askonce'] };

it('each row of the table leads to a section of its own, in order, with at most ten lines to type', () => {
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
  const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');
  const linked = tableRows(text).map(([, way]) => /\]\(#([\w-]+)\)/.exec(way!)?.[1]);
  expect(linked).toEqual(headings.map(anchorOf));
  for (const heading of headings) {
    const [first] = [...section(text, heading).matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);
    const lines = first!.split('\n').filter((line) => line !== '' && !/^(?:#|\/\/)/.test(line));
    expect(lines.length, heading).toBeLessThanOrEqual(10);
  }
});

it.each([
  ['Gemini CLI', 'gemini'],
  ['OpenCode', 'opencode'],
  ['Cursor', 'cursor'],
  ['VS Code', 'vscode'],
])('the entry for %s is the one that --print-config prints for an installed package', (heading, client) => {
  const [entry] = codeBlocks(section(text, heading), 'json');
  const printed = clientConfig(client, NPX);
  expect(JSON.parse(entry!)).toEqual(JSON.parse(printed.text));
  expect(section(text, heading)).toContain(`\`${printed.place.split(' ')[0]}\``);
});

it('the entry for Codex is the one that --print-config prints for an installed package', () => {
  const [entry] = codeBlocks(section(text, 'Codex'), 'toml');
  expect(entry).toBe(clientConfig('codex', NPX).text);
});
