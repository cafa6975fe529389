/** The page is built when it must be, and only then; what is served is never half of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildPage, buildPageIfOld, canBuild, isOld, type PageBuild } from '../../../scripts/build-page.ts';
import { smallPage } from '../../support/small-page.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-page-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What `npm start` says while it builds. */
function saidBy(page: PageBuild): string[] {
  const said: string[] = [];
  buildPageIfOld(page, (line) => said.push(line));
  return said;
}

test('a page that is missing or older than its sources is built, and said so in one line', () => {
  const page = smallPage(scratch());
  expect([canBuild(page), isOld(page)]).toEqual([true, true]);
  expect(saidBy(page)).toEqual([expect.stringMatching(/^The page was built in \d+\.\d s\.$/)]);
  expect(isOld(page)).toBe(false);
  expect(saidBy(page)).toEqual([]);

  const assets = readdirSync(join(page.out, 'assets'));
  const script = assets.find((name) => name.endsWith('.js'))!;
  expect(gunzipSync(readFileSync(join(page.out, 'assets', `${script}.gz`)))).toEqual(
    readFileSync(join(page.out, 'assets', script)),
  );
  expect(readFileSync(join(page.out, 'index.html'), 'utf8')).not.toMatch(/<script(?![^>]* src=)|<style| style=/);
  expect(readdirSync(join(page.out, '..'))).toEqual(['web']);
  expect(statSync(page.out).mode & 0o777).toBe(0o755);

  // A source that is changed, a new one, one that went, and one that the page uses from elsewhere.
  const later = new Date(Date.now() + 60_000);
  const before = new Date(Date.now() - 3_600_000);
  const quiet = () => {
    for (const name of ['.', ...readdirSync(page.web)]) utimesSync(join(page.web, name), before, before);
  };
  quiet();
  expect(isOld(page)).toBe(false);
  utimesSync(join(page.web, 'main.css'), later, later);
  expect(isOld(page)).toBe(true);
  quiet();
  rmSync(join(page.web, 'main.css'));
  utimesSync(page.web, later, later);
  expect(isOld(page)).toBe(true);
  quiet();
  mkdirSync(join(page.web, '..', 'client'));
  const uses = join(page.web, '..', 'client');
  utimesSync(uses, before, before);
  expect(isOld({ ...page, uses: [uses] })).toBe(false);
  utimesSync(uses, later, later);
  expect(isOld({ ...page, uses: [uses] })).toBe(true);
});

test('a build that fails says why, and leaves the page that was there', () => {
  const page = smallPage(scratch());
  mkdirSync(page.out, { recursive: true });
  writeFileSync(join(page.out, 'index.html'), 'the one before');
  writeFileSync(join(page.web, 'main.ts'), 'this is {{ no script');
  expect(buildPage(page)).toContain('main.ts');
  expect(readFileSync(join(page.out, 'index.html'), 'utf8')).toBe('the one before');
  expect(readdirSync(join(page.out, '..'))).toEqual(['web']);
  const later = new Date(Date.now() + 60_000);
  utimesSync(page.web, later, later);
  expect(saidBy(page)).toEqual([expect.stringContaining('npm run build says why')]);
});

test('without sources nothing is built, and what is there is used', () => {
  const page: PageBuild = { web: join(scratch(), 'web'), uses: [], out: '/nowhere' };
  expect(canBuild(page)).toBe(false);
  expect(saidBy(page)).toEqual([]);
});

/** A checkout whose command only says that it runs. */
function checkout(): string {
  const folder = scratch();
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(join(ROOT, 'scripts', 'build-page.ts'), join(folder, 'scripts', 'build-page.ts'));
  mkdirSync(join(folder, 'src', 'surfaces', 'cli'), { recursive: true });
  mkdirSync(join(folder, 'src', 'surfaces', 'client'));
  mkdirSync(join(folder, 'src', 'util'));
  writeFileSync(join(folder, 'src', 'util', 'compared-lines.ts'), '');
  writeFileSync(
    join(folder, 'src', 'surfaces', 'cli', 'main.ts'),
    'export const main = () => (console.log("it runs"), 0);\n',
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  smallPage(folder);
  return folder;
}

async function run(folder: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(folder, 'bin', 'askonce.js'), 'serve'], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
    });
  const [code] = await once(child, 'close');
  return { code, ...seen };
}

test('npm start and npx askonce serve build the page of a checkout; other ways to start it do not', async () => {
  const folder = checkout();
  const index = join(folder, 'dist', 'web', 'index.html');
  expect(await run(folder, {})).toEqual({ code: 0, stdout: 'it runs\n', stderr: '' });
  const npx = (script: string) => run(folder, { npm_lifecycle_event: 'npx', npm_lifecycle_script: script });
  await npx('vitest');
  expect(existsSync(index)).toBe(false);
  expect((await npx('askonce')).stderr).toMatch(/^The page was built/);
  rmSync(join(folder, 'dist'), { recursive: true });
  expect(await run(folder, { npm_lifecycle_event: 'start' })).toEqual({
    code: 0,
    stdout: 'it runs\n',
    stderr: expect.stringMatching(/^The page was built in \d+\.\d s\.\n$/),
  });
  expect(existsSync(index)).toBe(true);
  // A second start finds it up to date.
  expect(await run(folder, { npm_lifecycle_event: 'start' })).toEqual({ code: 0, stdout: 'it runs\n', stderr: '' });
});

test('npm start runs with the page that is there where vite is not installed', async () => {
  const folder = checkout();
  rmSync(join(folder, 'node_modules'));
  expect(await run(folder, { npm_lifecycle_event: 'start' })).toEqual({ code: 0, stdout: 'it runs\n', stderr: '' });
});
