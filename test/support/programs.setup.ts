/**
 * Bundles the programs that tests start, once for a whole run and always anew, so that nothing stale is ever tested: the command as
 * it is published (bin/, dist/, package.json, and no sources), and the other programs of `PROGRAMS`.
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE } from '../../scripts/build-page.ts';
import { bundle, PACKAGE_ENTRIES } from '../../scripts/bundle.ts';
import { PROGRAMS } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export default async function setUpPrograms(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-programs-'));
  // Some programs run as another user.
  chmodSync(folder, 0o755);
  const inPackage = join(folder, 'package');
  const inPrograms = join(folder, 'programs');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(inPackage);
  mkdirSync(inPrograms);
  for (const name of ['bin', 'package.json']) cpSync(join(ROOT, name), join(inPackage, name), { recursive: true });
  // For the programs: without it Node would look into each file to see that it is a module.
  cpSync(join(ROOT, 'package.json'), join(inPrograms, 'package.json'));
  const programs = Object.fromEntries(PROGRAMS.map((name) => [name.replace(/\.ts$/, ''), name]));
  await Promise.all([bundle(PACKAGE_ENTRIES, join(inPackage, 'dist')), bundle(programs, inPrograms)]);
  // Where the page is not built yet, this leads nowhere until it is.
  symlinkSync(PAGE.out, join(inPackage, 'dist', 'web'));
  process.env.BUNDLED_PACKAGE = inPackage;
  process.env.BUNDLED_PROGRAMS = inPrograms;
  return () => rmSync(folder, { recursive: true, force: true });
}
