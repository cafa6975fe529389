/** How long a new process takes to its first resumed answer. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../scripts/bundle.ts';
import { Child, type Where } from './child.ts';
import { median } from './report.ts';

/**
 * Milliseconds from the start of a process until its first ask is answered and the asker continues. The process runs what users install: a
 * bundle of the sources, whose compiled code is cached between starts, as the command does. In a checkout, finding 250 sources takes longer
 * than all the rest.
 */
export async function coldStart(where: Where): Promise<number> {
  const folder = join(where.project, 'bundled');
  const module = await bundledChild(folder);
  const rounds: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const start = Date.now();
    const child = Child.start<{ readonly round: number }>(module, where, join(folder, 'compiled'));
    rounds.push((await child.tell<number>({ round })) - start);
    await child.stop();
  }
  return median(rounds.slice(1));
}

/** Bundles the process as the package is bundled. Returns its address. */
async function bundledChild(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
  await bundle({ child: 'bench/cold-child.ts' }, folder);
  return pathToFileURL(join(folder, 'child.js')).href;
}
