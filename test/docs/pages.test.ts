/** What the pages name exists: files, scripts, and the indexes and triggers that hold the rules. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../src/store/migrations/sqlite.ts';
import { LAYERS } from '../meta/layers.ts';
import { page, ROOT, section, tableRows } from './markdown.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...globSync('docs/*.md', { cwd: ROOT })];

/** The files and folders of the project that a page links to or names. */
function filesIn(path: string, text: string): string[] {
  const linked = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, file]) => join(dirname(path), file!));
  const named = [
    ...text.matchAll(
      /\b(?<!frameworks\/)(?:test|docs|src|examples|frameworks|scripts|bench|bin)\/(?:[\w-]+\/)*(?:[\w-]+\.[\w.]*\w)?/g,
    ),
  ];
  return [...linked, ...named.map(([file]) => file)];
}

describe.each(pages)('%s', (path) => {
  const text = page(path);

  it('names only files and folders of the project that exist', () => {
    expect(filesIn(path, text).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('lets no word of a question pass for a flag of the command it is given to', () => {
    const commands = [...text.matchAll(/notify-send[^\n]*\$ASKONCE_/g)].map(([command]) => command);
    expect(commands.filter((command) => !/^notify-send(?: --?\w[\w=-]*)* -- /.test(command))).toEqual([]);
  });

  it('is written in plain words: the program does something, and the reader is you', () => {
    const stilted = /\b(?:whoever|anew|somebody|(?:is|was|are) told|(?:what|whatever) became of|goes on where)\b/gi;
    // Those of the commands come from their help.
    if (path !== 'docs/cli.md') expect(text.match(stilted) ?? []).toEqual([]);
  });

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(page('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script]) => script!);
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });
});

describe('the package', () => {
  const packed = new Set(
    (
      JSON.parse(
        execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { cwd: ROOT, encoding: 'utf8' }),
      ) as [{ files: { path: string }[] }]
    )[0].files.map(({ path }) => path),
  );
  const isPacked = (path: string) =>
    packed.has(path) || [...packed].some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  /** For those who work in a checkout; it is packed with the rest of the docs, and no user needs what it names. */
  const forDevelopers = ['docs/DESIGN.md'];

  it.each(globSync('docs/*.md', { cwd: ROOT }).filter((path) => !forDevelopers.includes(path)))(
    'holds every file that %s names',
    (path) => {
      const files = filesIn(path, page(path)).filter((file) => !/^(?:src|test)\//.test(file));
      expect(files.filter((file) => !isPacked(file))).toEqual([]);
    },
  );

  it('holds the hook and the examples that run without the sources', () => {
    const examples = globSync('examples/**/*.*', { cwd: ROOT });
    const needsSources = (path: string) => page(path).includes("'../src/");
    expect(examples.filter((path) => packed.has(path) === needsSources(path))).toEqual([]);
    expect(packed).toContain('examples/claude-code-hook.mjs');
  });
});

describe('docs/DESIGN.md', () => {
  const design = page('docs/DESIGN.md');

  it('has one line for each folder of the table of layers, in its order, and for no folder that does not exist', () => {
    const listed = tableRows(section(design, 'The tree')).map(([name]) => name!.replaceAll('`', '').replace(/\/$/, ''));
    expect(listed.filter((name) => Object.hasOwn(LAYERS, name))).toEqual(Object.keys(LAYERS));
    expect(listed.filter((name) => !existsSync(join(ROOT, 'src', name)))).toEqual([]);
  });

  it('names files by their path in src/, and only those that exist', () => {
    const named = [...design.matchAll(/`((?:[\w-]+\/)+[\w-]+\.(?:ts|tsv))`/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((file) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, 'src', file)))).toEqual([]);
  });

  const schema = SQLITE_MIGRATIONS.join('\n');

  it('says of each of the ten rules what holds it, and where it is shown', () => {
    const rules = tableRows(section(design, 'The ten rules, and what holds them'));
    expect(rules.map(([number]) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    for (const [number, , heldBy, shownIn] of rules) {
      expect(heldBy, `rule ${number}`).not.toBe('');
      expect(shownIn, `rule ${number}`).toMatch(/`test\/.+\.test\.ts`/);
    }
  });

  it('names the indexes, triggers, CHECKs and tables that the schema has', () => {
    const made = new Set(
      [...schema.matchAll(/CREATE (?:UNIQUE INDEX|INDEX|TRIGGER|TABLE) (\w+)/g)].map(([, name]) => name),
    );
    const rules = section(design, 'The ten rules, and what holds them');
    const named = [...rules.matchAll(/(?:index|trigger) `(\w+)`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThanOrEqual(4);
    expect(named.filter((name) => !made.has(name))).toEqual([]);
    const checks = [...rules.matchAll(/`(CHECK \([^`]+\))`/g)].map(([, check]) => check!);
    expect(checks.length).toBeGreaterThanOrEqual(3);
    expect(checks.filter((check) => !schema.includes(check))).toEqual([]);
    const tables = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name!);
    const described = tableRows(section(design, 'The tables')).map(([name]) => name!.replaceAll('`', ''));
    expect(described.toSorted()).toEqual(tables.toSorted());
  });
});
