import { describe, expect, it } from 'vitest';
import { durationWords } from '../../src/core/model/duration.ts';
import { agentFailed, firstWord } from '../../src/worker/agents/command/agent-errors.ts';

describe('an agent that failed', () => {
  it.each([
    [{ exitCode: 3, signal: null, errorTail: 'one\nno network\n' }, 'The agent exited with code 3: no network'],
    [{ exitCode: 1, signal: null, errorTail: '' }, 'The agent exited with code 1.'],
    [{ exitCode: null, signal: 'SIGKILL', errorTail: '' }, 'The agent was killed by SIGKILL.'],
  ])('is told with what it said last: %j', (result, message) => {
    const error = agentFailed(result);
    expect([error.code, error.message]).toEqual(['agent_failed', message]);
    expect(error.details).toEqual(result);
  });
});

it.each([
  ['claude -p', 'claude'],
  ['  A=1 B="2 3" C=\'4\' claude', 'claude'],
  ['"/opt/my agent/run" --yes', '/opt/my agent/run'],
  ['/opt/my\\ agent/run', '/opt/my agent/run'],
  ['agent|tee log', 'agent'],
  ['', ''],
])('the program of %j is %j', (command, word) => {
  expect(firstWord(command)).toBe(word);
});

it.each([
  [0, '0 seconds'],
  [250, '250 milliseconds'],
  [1000, '1 second'],
  [5_400_000, '1 hour 30 minutes'],
  [90_061_001, '1 day 1 hour 1 minute 1 second 1 millisecond'],
])('%d ms are %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});
