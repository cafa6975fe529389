/** docs/orchestrator.md shows lines that are read, and what a PM is told on stdin says the same. */
import { describe, expect, it } from 'vitest';
import { FALLBACK_TEXT } from '../../src/core/model/policy.ts';
import { pmPrompt } from '../../src/orchestrator/command-pm.ts';
import { statusIn } from '../../src/orchestrator/pm-status.ts';
import { missingIn } from '../../src/orchestrator/request.ts';
import { NOTHING_ASKED } from '../../src/orchestrator/state.ts';
import { codeBlocks, page, section } from './markdown.ts';

const text = page('docs/orchestrator.md');
const STATUSES = ['PLAN', 'CONTINUE', 'NEEDS_CLARIFICATION', 'COMPLETE', 'BLOCKED'];

/** The lines of JSON in a text, as they are read. */
const read = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => statusIn(line));

describe('docs/orchestrator.md', () => {
  it('shows one line of each status, all of which are read, and a request that lacks nothing', () => {
    const statuses = read(codeBlocks(section(text, 'On the command line'), 'json')[0]!);
    expect(statuses.map((one) => ('status' in one ? one.status : one.problem))).toEqual(STATUSES);
    const asks = statuses.find((one) => 'request' in one)!;
    expect('request' in asks && missingIn(asks.request as Parameters<typeof missingIn>[0])).toEqual([]);
  });

  it('has the fallback text word for word', () => {
    expect(text).toContain(FALLBACK_TEXT);
  });
});

describe('what a PM is told on stdin', () => {
  const told = pmPrompt({ prompt: 'Build it', clarification: NOTHING_ASKED });

  it('shows one line of each status, all of which would be read', () => {
    expect(read(told).map((one) => ('status' in one ? one.status : one.problem))).toEqual(STATUSES);
  });

  it('holds nothing that a PM by rules could take for an answer or an order to go on', () => {
    expect(told).not.toMatch(/Clarification Answer|You MUST|is done|The person did not answer/);
  });
});
