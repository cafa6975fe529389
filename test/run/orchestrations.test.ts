/** `askonce.orchestrate`: what it refuses before a PM is started, and what it takes where nothing is said. */
import { describe, expect, test } from 'vitest';
import { codeOf, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';

describe('orchestrating', () => {
  test('a limit in minutes leaves the turns bounded', async () => {
    const { askonce } = await setUp(sqlite);
    const ended = await askonce.orchestrate('Go round', {
      pm: () => ({ status: 'CONTINUE' }),
      scope: { maxMinutes: 5 },
    });
    expect(ended).toMatchObject({ state: 'ERROR', error: expect.stringContaining('the limit is 50') });
  });

  test('under the id of a job of the project that is not its own it refuses, instead of waiting for ever', async () => {
    const { askonce, open, outside } = await setUp(sqlite);
    const pm = () => ({ status: 'COMPLETE' as const });
    await askonce.session('s1').ask('Which colour?', { job: 'asks', wait: false });
    await askonce.jobs.queue('Build it', { id: 'queued' });
    await askonce.orchestrate('Build it', { id: 'ours', pm });
    expect(await codeOf(askonce.orchestrate('Build it', { id: 'asks', pm }))).toBe('job_exists');
    expect(await codeOf(askonce.orchestrate('Build it', { id: 'queued', pm }))).toBe('job_exists');
    expect(await codeOf(askonce.orchestrate('Build another', { id: 'ours', pm }))).toBe('job_exists');
    const elsewhere = await open({ project: outside });
    expect(await elsewhere.orchestrate('Build another', { id: 'ours', pm })).toMatchObject({
      state: 'COMPLETE',
      runs: 1,
    });
    expect(await askonce.orchestrate('Build it', { id: 'ours', pm })).toMatchObject({ state: 'COMPLETE', runs: 1 });
  });

  test.each([
    { name: 'a PM that is no function', options: { pm: 'claude -p' }, code: 'argument_invalid' },
    { name: 'no turn at all', options: { scope: { maxTurns: 0 } }, code: 'argument_invalid' },
    { name: 'no time at all', options: { scope: { maxMinutes: 0 } }, code: 'argument_invalid' },
    { name: 'half an insistence', options: { insist: 0.5 }, code: 'argument_invalid' },
    { name: 'a deadline that is none', options: { timeout: 'soon' }, code: 'duration_invalid' },
  ])('refuses $name, and starts no PM', async ({ options, code }) => {
    const { askonce, count } = await setUp(sqlite);
    const started: number[] = [];
    const pm = ({ number }: { number: number }) => {
      started.push(number);
      return { status: 'COMPLETE' };
    };
    const given = { pm, ...options } as unknown as Parameters<typeof askonce.orchestrate>[1];
    expect(await codeOf(askonce.orchestrate('Build it', given))).toBe(code);
    expect({ started, jobs: await count('jobs') }).toEqual({ started: [], jobs: 0 });
  });
});
