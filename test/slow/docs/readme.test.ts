/** The README and the first pages keep their word: what they show runs, and what they name exists. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PACKAGE_ENTRIES } from '../../../scripts/bundle.ts';
import { POLICIES } from '../../../src/index.ts';
import { EXIT } from '../../../src/surfaces/terminal/output.ts';
import { codeBlocks, page, ROOT, section, tableRows } from '../../docs/markdown.ts';
import { Console, typedIn } from './console.ts';

const readme = page('README.md');

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What each entry of the package stands for: `askonce`, `askonce/worker` and the others. */
const SOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PACKAGE_ENTRIES).map(([name, file]) => [join('askonce', name, '..').replace(/\/$/, ''), file]),
);

/** A folder in which 'askonce' is this checkout, so that a sample needs no build. */
function folderWith(sample: string): { folder: string; file: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'sample.ts');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const source = (name: string) => pathToFileURL(join(ROOT, SOURCES[name]!)).href;
  writeFileSync(
    file,
    sample.replaceAll(/from '(askonce(?:\/\w+)?)'/g, (_, name: string) => `from '${source(name)}'`),
  );
  return { folder, file };
}

/** What a sample says it prints: the comment behind each console.log, in order. */
function promisedBy(sample: string): string[] {
  return [...sample.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, promised]) => promised!);
}

const samples = [
  readme,
  ...['concepts', 'library', 'runner', 'configuration', 'webhooks', 'orchestrator'].map((name) =>
    page(`docs/${name}.md`),
  ),
  // Those for frameworks need them: `npm run test:frameworks` checks their types.
  section(page('docs/which-way-in.md'), 'TypeScript or JavaScript'),
].flatMap((text) => codeBlocks(text, 'ts'));
const sessions = codeBlocks(page('docs/getting-started.md'), 'console').map(typedIn);

describe('the TypeScript samples of the README and of the pages about running', () => {
  it('are there: the first is about ten lines, and it says what it prints', () => {
    const [first] = samples;
    const code = first!.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
    expect(code.length).toBeLessThanOrEqual(11);
    expect(promisedBy(first!).length).toBeGreaterThanOrEqual(2);
  });

  it.each(samples.map((sample, index) => ({ sample, number: index + 1 })))(
    'run, print what they say, and end by themselves: sample $number',
    ({ sample }) => {
      const { folder, file } = folderWith(sample);
      const ended = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
      expect({ code: ended.status, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
      expect(ended.stdout.split('\n').filter(Boolean)).toEqual(promisedBy(sample));
    },
  );

  it('pass the strict type check', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [index, sample] of samples.entries()) writeFileSync(join(folder, `sample-${index + 1}.ts`), sample);
    const paths = Object.fromEntries(Object.entries(SOURCES).map(([name, file]) => [name, [join(ROOT, file)]]));
    const typeRoots = [join(ROOT, 'node_modules', '@types')];
    const config = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { paths, typeRoots },
      include: ['sample-*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const checked = spawnSync(tsc, ['-p', folder], { encoding: 'utf8', timeout: 60_000 });
    expect({ code: checked.status, said: checked.stdout }).toEqual({ code: 0, said: '' });
  });
});

describe('the terminal sessions of the first page', () => {
  it('are there, and call askonce', () => {
    expect(sessions.flat().filter(({ command }) => command.startsWith('askonce ')).length).toBeGreaterThanOrEqual(4);
  });

  it.each(sessions.map((session, index) => ({ session, number: index + 1 })))(
    'print what they show: session $number',
    ({ session }) => {
      const terminal = new Console(temporaryFolder());
      const printed = session.map((typed) => ({ command: typed.command, shown: ageless(terminal.type(typed)) }));
      expect(printed).toEqual(session.map((typed) => ({ ...typed, shown: ageless(typed.shown) })));
    },
  );
});

/** How long ago a question was asked depends on how quickly one types. */
function ageless(text: string): string {
  return text.replace(/just now|\d+ seconds? ago/g, '(a moment ago)');
}

describe('the README', () => {
  it('has the two commands, and .ci/run runs its test command with the slow tests, then the adapters with their frameworks', () => {
    const [commands] = codeBlocks(readme, 'sh');
    const [start, test] = commands!
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/ +#.*$/, ''));
    expect([start, test]).toEqual(['npm ci && npm start', 'npm ci && npm test']);
    const steps = page('.ci/run')
      .split('\n')
      .filter((line) => line !== '' && !/^(#|set |cd )/.test(line));
    expect(steps).toEqual([
      `${test!.replace('npm test', 'npm run test:all')} && npm run test:frameworks -- --no-build`,
    ]);
  });

  it('leaves the guarantees to their page, which names for each a test file that exists', () => {
    const guarantees = tableRows(section(page('docs/guarantees.md'), 'What AskOnce guarantees'));
    expect(guarantees.length).toBeGreaterThan(20);
    for (const [guarantee, shownBy] of guarantees) {
      const files = [...shownBy!.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!);
      expect(files, `“${guarantee}” is shown by no test`).not.toEqual([]);
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    }
  });

  it('leaves the exit codes to the page of the command line, which has all of them', () => {
    const listed = tableRows(section(page('docs/cli.md'), 'Exit codes')).map(([code]) => Number(code));
    expect(listed).toEqual(Object.values(EXIT));
  });

  it('leaves the policies to the page of concepts, which has those of the library', () => {
    const listed = tableRows(section(page('docs/concepts.md'), 'Policies')).map(([name]) => /`(\w+)`/.exec(name!)?.[1]);
    expect(new Set(listed)).toEqual(new Set(Object.keys(POLICIES)));
  });

  it('names the Node version that the package needs', () => {
    const { engines } = JSON.parse(page('package.json')) as { engines: { node: string } };
    expect(section(readme, 'Install')).toContain(`Node.js ${engines.node.replace('>=', '')} or newer`);
  });

  it('shows two pictures, each below 300 kB', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file!);
    expect(pictures).toEqual(['docs/images/inbox.png', 'docs/images/prompt.png']);
    for (const picture of pictures) expect(statSync(join(ROOT, picture)).size).toBeLessThan(300_000);
  });

  it('is one screen, and links to the index of the documentation', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(readme).toContain('](docs/README.md)');
  });
});

describe('the demo', () => {
  it('ends by itself with 0 where there is no terminal, within 80 columns, and leaves nothing behind', () => {
    const folder = temporaryFolder();
    const env = { ...process.env, TMPDIR: folder };
    const demo = join(ROOT, 'examples', 'demo.ts');
    const ended = spawnSync(process.execPath, [demo], { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
    expect({ code: ended.status, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('nobody is at a terminal, so the demo answers');
    expect(ended.stdout).toContain('[auto-resolved] history');
    expect(ended.stdout).toContain('✗ “How many years should the report cover?” was not asked');
    const wide = ended.stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('The store is'));
    expect(wide).toEqual([]);
    expect(ended.stdout).not.toContain('\u001b');
    expect(existsSync(/The store is (.+)/.exec(ended.stdout)![1]!)).toBe(false);
  });

  it('keeps the store that it is given, with what was answered', () => {
    const folder = temporaryFolder();
    const demo = join(ROOT, 'examples', 'demo.ts');
    for (const _run of [1, 2, 3, 4]) {
      const ended = spawnSync(process.execPath, [demo, '--db', 'kept.db'], { cwd: folder, encoding: 'utf8' });
      expect(ended.stdout).toContain('so the demo answers “PostgreSQL”');
    }
    expect(readFileSync(join(folder, 'kept.db')).length).toBeGreaterThan(0);
  });

  it('is what npm run demo runs; npm start runs the server', () => {
    const { scripts } = JSON.parse(page('package.json')) as { scripts: Record<string, string> };
    expect(scripts).toMatchObject({ demo: 'node examples/demo.ts', start: 'node bin/askonce.js serve' });
  });
});
