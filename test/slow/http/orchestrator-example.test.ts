/** The orchestrator of examples/ over plain HTTP: a server, an orchestrator and a person, each a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'orchestrator-http.mjs');

/** The example, once it waits for the person, with what it has printed; `lines` goes on with the rest. */
async function waiting(url: string) {
  const child = spawn(process.execPath, [EXAMPLE, url, 'export'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await lines.next();
  expect(first.value).toBe('turn 1: NEEDS_CLARIFICATION');
  return { child, lines, asked: (await lines.next()).value as string };
}

it('asks once, waits over a restart, goes on with the answer, falls back, and tells what it assumed', async () => {
  const folder = newFolder();
  const url = await folder.start(['serve', '--port', '0']).stderrShows(/AskOnce is listening on (\S+)/);
  const killed = await waiting(url);
  const [, id] = /^asked: Should the export hold personal data\? \((q-\S+)\)$/.exec(killed.asked)!;
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');

  const { lines, asked } = await waiting(url);
  expect(asked).toBe(`still ${killed.asked}`);
  expect((await folder.run(['answer', id!, 'No, leave it out'])).code).toBe(0);
  const printed: string[] = [];
  for await (const line of { [Symbol.asyncIterator]: () => lines }) printed.push(line);
  expect(printed.slice(0, 6)).toEqual([
    'told: The person answered: No, leave it out',
    'turn 2: PLAN',
    'turn 3: NEEDS_CLARIFICATION',
    'told: Previous clarification was already provided. You MUST proceed with available information.',
    'turn 4: COMPLETE',
    'assumed: The file is separated by commas (if wrong: It is read wrongly)',
  ]);
  expect(JSON.parse(printed.slice(6).join('\n'))).toEqual({
    asker: 'pm',
    clarification_used: true,
    clarification_resolved: true,
    clarification_question: 'Should the export hold personal data?',
    user_clarification_response: 'No, leave it out',
  });
});
