/** docs/cli.md is what `npm run docs` makes of the commands, and what it says beside them is true. */
import { globSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { cliPage } from '../../scripts/docs/cli-page.ts';
import { commandLine } from '../../src/surfaces/cli/command-line.ts';
import { EXIT } from '../../src/surfaces/terminal/output.ts';
import { page, ROOT, section, tableRows } from './markdown.ts';

const cli = page('docs/cli.md');

/** The first cells of a section's table, without their code marks. */
function listed(heading: string): string[] {
  return tableRows(section(cli, heading)).map(([cell]) => cell!.replaceAll('`', ''));
}

describe('docs/cli.md', () => {
  it('is up to date: run npm run docs where this fails', () => {
    expect(cli).toBe(cliPage());
  });

  it('lists the flags that --help prints', () => {
    const ask = commandLine(() => {}).commands.find((command) => command.name() === 'ask');
    const help = ask!.helpInformation();
    const printed = [...help.matchAll(/^ {2}((?:-\w, )?--[\w-]+(?: [<[][\w.]+[>\]])?)/gm)].map(([, flag]) => flag!);
    expect(printed.length).toBeGreaterThan(20);
    expect([...listed('askonce ask'), '-h, --help']).toEqual(printed);
  });

  it('speaks of no flag that does not exist', () => {
    const exist = new Set([...cli.matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag));
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

describe('the generated page of the commands', () => {
  const program = () => {
    const askonce = new Command('askonce').option('--db <store>', 'the store');
    askonce.command('greet').argument('<name>').description('say hello').option('--loud', 'shout');
    return askonce;
  };
  const head = '# Commands\n\n<!-- commands -->\n\n## Flags of every command\n\n<!-- flags -->\n';

  it('has every command with its arguments and flags, also one that is not explained', () => {
    const text = cliPage(head, program());
    expect(tableRows(text.slice(0, text.indexOf('\n## ')))).toEqual([['`askonce greet <name>`', 'say hello']]);
    expect(tableRows(section(text, 'askonce greet'))).toEqual([['`--loud`', 'shout']]);
    expect(tableRows(section(text, 'Flags of every command'))[0]).toEqual(['`--db <store>`', 'the store']);
  });

  it('adds an explanation to the flag that it belongs to', () => {
    const text = cliPage(
      `${head}\n## askonce greet\n\n<!-- flags -->\n- \`--loud\`: Wakes the cat.\n\nAfterwards.\n`,
      program(),
    );
    expect(section(text, 'askonce greet')).toContain('| `--loud` | shout. Wakes the cat |\n\nAfterwards.');
  });

  it('refuses explanations of a command or a flag that does not exist', () => {
    expect(() => cliPage(`${head}\n## askonce wave\n`, program())).toThrow('There is no command “askonce wave”.');
    expect(() => cliPage(`${head}\n## askonce greet\n\n<!-- flags -->\n- \`--soft\`: x\n`, program())).toThrow(
      '“askonce greet” has no flag --soft.',
    );
    expect(() => cliPage(`${head}\n## askonce greet\n`, program())).toThrow('does not say where its flags belong');
  });
});
