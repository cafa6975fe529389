/**
 * docs/cli.md: the commands and flags as commander knows them, with the explanations of scripts/docs/cli.md. There, `<!-- flags -->` marks
 * the place of a command's table of flags, and a list right below it adds a sentence to some of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { commandLine } from '../../src/surfaces/cli/command-line.ts';

const NOTICE = '<!-- Generated from the commands by `npm run docs`. Do not edit. -->';
const GLOBAL = 'Flags of every command';

interface Described {
  readonly flags: string;
  readonly description: string;
}

const HELP: Described = { flags: '-h, --help', description: 'display help for the command' };

/** The up-to-date page. Throws if the explanations name a command or a flag that does not exist. */
export function cliPage(
  explanations: string = readFileSync(join(import.meta.dirname, 'cli.md'), 'utf8'),
  program: Command = commandLine(() => {}),
): string {
  const commands = new Map(allOf(program).map((command) => [nameOf(command), command]));
  const [head = '', ...sections] = explanations.trimEnd().split(/^(?=## )/m);
  const explained = new Set(sections.map(headingOf));
  for (const heading of explained) {
    if (heading.startsWith('askonce ') && !commands.has(heading)) throw new Error(`There is no command “${heading}”.`);
  }
  const missing = [...commands.keys()]
    .filter((name) => !explained.has(name))
    .map((name) => `## ${name}\n\n<!-- flags -->\n`);
  const pages = [...sections, ...missing].map((section) => {
    const command = commands.get(headingOf(section));
    if (headingOf(section) === GLOBAL) return withFlags(section, [...program.options, HELP]);
    return command === undefined ? section : withUsage(withFlags(section, command.options), command);
  });
  const overview = table(
    ['command', 'does'],
    [...commands.values()].map((one) => [`\`${usageOf(one)}\``, one.description()]),
  );
  return [
    head.replace(/\n/, `\n\n${NOTICE}\n`).replace('<!-- commands -->', overview),
    ...pages.map((text) => `${text.trim()}\n`),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

function allOf(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allOf(one)]);
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function usageOf(command: Command): string {
  const args = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [nameOf(command), ...args].join(' ');
}

function headingOf(section: string): string {
  return /^## (.+)$/m.exec(section)?.[1] ?? '';
}

function withUsage(section: string, command: Command): string {
  const usage = command.registeredArguments.length === 0 ? '' : `Usage: \`${usageOf(command)}\`\n\n`;
  return section.replace(/\n\n/, () => `\n\n${usage}`);
}

/** Inserts the table. A command that only groups others has no flags, and no marker. */
function withFlags(section: string, options: readonly (Option | Described)[]): string {
  const notes = new Map(
    [...section.matchAll(/^- `(--[\w-]+)`: (.+)$/gm)].map(([, flag, note]) => [flag!, note!] as const),
  );
  const rows = options.map(({ flags, description }) => {
    const long = /--[\w-]+/.exec(flags)![0];
    const note = notes.get(long);
    notes.delete(long);
    return [`\`${flags}\``, note === undefined ? description : `${description}. ${note.replace(/\.$/, '')}`];
  });
  for (const flag of notes.keys()) throw new Error(`“${headingOf(section)}” has no flag ${flag}.`);
  if (options.length > 0 && !section.includes('<!-- flags -->')) {
    throw new Error(`“${headingOf(section)}” does not say where its flags belong.`);
  }
  const place = /<!-- flags -->\n?(?:- `--.*\n?)*/;
  return section.replace(place, () => `${table(['flag', 'means'], rows)}\n`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
