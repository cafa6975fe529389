/** docs/cli.md and --help say the same. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/surfaces/terminal/output.ts';
import { page, ROOT, section, tableRows } from '../../docs/markdown.ts';
import { BIN } from '../../support/programs.ts';

const cli = page('docs/cli.md');

/** What --help of a command prints; asked for more than once, it is printed once. */
const helpTexts = new Map<string, string>();

function help(...command: string[]): string {
  const name = command.join(' ');
  const text = helpTexts.get(name) ?? execFileSync(process.execPath, [BIN, ...command, '--help'], { encoding: 'utf8' });
  helpTexts.set(name, text);
  return text;
}

/** The flags that a help text lists, with what they take. */
function flagsOf(text: string): string[] {
  const options = /^Options:\n((?:.+\n)+)/m.exec(text)?.[1] ?? '';
  return [...options.matchAll(/^ {2}((?:-\w, )?--[\w-]+(?: [<[][\w.]+[>\]])?)/gm)].map(([, flag]) => flag!);
}

/** The commands that a help text lists, below the one it belongs to. */
function commandsOf(text: string): string[] {
  const listed = text.split(/^Commands:\n/m)[1]?.split(/\n\n/)[0] ?? '';
  return [...listed.matchAll(/^ {2}([a-z]\S*)/gm)].map(([, name]) => name!).filter((name) => name !== 'help');
}

/** Every command that can be typed, and a control that the reading of the help works. */
const commands = commandsOf(help()).flatMap((name) => [
  [name],
  ...commandsOf(help(name)).map((below) => [name, below]),
]);

/** The first cells of a section's table, without their code marks. */
function listed(heading: string): string[] {
  return tableRows(section(cli, heading)).map(([cell]) => cell!.replaceAll('`', ''));
}

describe('docs/cli.md', () => {
  it('has a section and a line for every command, and for no other', () => {
    expect(commands.length).toBeGreaterThanOrEqual(11);
    const typed = commands.map((command) => `askonce ${command.join(' ')}`);
    const headings = [...cli.matchAll(/^## (askonce .+)$/gm)].map(([, heading]) => heading!);
    expect(headings.toSorted()).toEqual(typed.toSorted());
    const overview = cli.slice(0, cli.indexOf('\n## '));
    const lines = tableRows(overview).map(([cell]) => cell!.replaceAll('`', '').replace(/ [<[].*$/, ''));
    expect(lines.toSorted()).toEqual(typed.toSorted());
  });

  it.each(commands.map((command) => ({ command })))('lists the flags of $command as --help does', ({ command }) => {
    const text = help(...command);
    const printed = flagsOf(text).filter((flag) => flag !== '-h, --help');
    // One that only holds others has none.
    if (commandsOf(text).length === 0) expect(printed).not.toEqual([]);
    expect(listed(`askonce ${command.join(' ')}`).toSorted()).toEqual(printed.toSorted());
  });

  it('lists the flags of every command as --help does', () => {
    expect(listed('Flags of every command').toSorted()).toEqual(flagsOf(help()).toSorted());
  });

  it('speaks of no flag that does not exist', () => {
    const all = [[], ...commands].flatMap((command) => flagsOf(help(...command)));
    const exist = new Set(all.map((flag) => /--[\w-]+/.exec(flag)![0]));
    const spoken = [...cli.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => flag);
    expect(spoken.filter((flag) => !exist.has(flag))).toEqual([]);
  });

  it('lists every exit code', () => {
    expect(listed('Exit codes').map(Number)).toEqual(Object.values(EXIT));
  });

  it('lists every environment variable of ours that the sources read, and no other', () => {
    const read = globSync('src/**/*.ts', { cwd: ROOT }).flatMap((path) =>
      [...page(path).matchAll(/\benv\.((?:ASKONCE|NO)_\w+)|'(ASKONCE_\w+)'/g)].map(
        ([, read, named]) => (read ?? named)!,
      ),
    );
    expect(listed('Environment variables').toSorted()).toEqual([...new Set(read)].toSorted());
  });
});
