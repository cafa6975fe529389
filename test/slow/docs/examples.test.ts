/** Each example of the orchestrator runs, and does what its head says. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../docs/markdown.ts';
import { newFolder } from '../../support/askonce.ts';
import { OPEN, orchestra } from '../cli/orchestrating.ts';

const example = (name: string) => join(ROOT, 'examples', name);

test('examples/orchestrator.ts: asked once, told to go on, complete, and what was assumed', () => {
  const { path } = newFolder();
  const ended = spawnSync(process.execPath, [example('orchestrator.ts')], { cwd: path, encoding: 'utf8' });
  expect({ code: ended.status, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  const lines = ended.stdout.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('the person is asked'))).toEqual([
    'the person is asked: Which format should the export write?',
  ]);
  expect(lines.slice(-2)).toEqual([
    'COMPLETE: The export writes JSON, with dates in UTC.',
    'assumed: Dates are in UTC; if wrong: Reports shift by a day',
  ]);
});

test('examples/orchestrate: a PM and a worker on the command line, answered from another process', async () => {
  const { start, run } = await orchestra();
  const running = start(
    ...['--pm', `node '${example('orchestrate/pm.mjs')}'`],
    ...['--worker', `sh '${example('orchestrate/worker.sh')}'`],
  );
  await run('answer', await running.stderrShows(OPEN), 'Customers');
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'The notes are written for customers.\n' });
  expect(stderr.match(/^question open:/gm)).toHaveLength(1);
  expect((await run('assumptions', 's1')).stdout).toContain('Dates are written as 2026-11-15');
});

test('examples/orchestrator.sh: the same protocol by askonce commands alone', async () => {
  const { run, sh } = await orchestra();
  const running = sh(`sh '${example('orchestrator.sh')}'`);
  const id = await running.stderrShows(/^\[parked\] (q-\S+)/m);
  await run('answer', id, 'JSON');
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('proceed: JSON\nfall back: Previous clarification was already provided.');
  expect(stdout).toContain('The export writes JSON, with dates in UTC.\npm\n  clarification_used: true\n');
  expect(stdout).toContain('  Dates are in UTC\n  Why: The logs are\n');
});
