/** The orchestrator's transition by itself: pure, so every case is a line of data. */
import { describe, expect, it } from 'vitest';
import { FALLBACK_TEXTS } from '../../src/core/model/policy.ts';
import type { Outcome } from '../../src/core/model/question.ts';
import { overlap } from '../../src/orchestrator/executor.ts';
import {
  contextOf,
  DEFAULTS,
  type Event,
  newOrchestration,
  type Orchestration,
  step,
} from '../../src/orchestrator/machine.ts';
import { statusFrom, statusIn } from '../../src/orchestrator/pm-status.ts';
import { NOTHING_ASKED } from '../../src/orchestrator/state.ts';

const FALLBACK = `Previous clarification was already provided. You MUST proceed with available information.
Make reasonable assumptions and document them. Do not request further clarification.`;

const says = (reply: object, ms = 0): Event => ({ type: 'status', status: statusFrom(reply), ms });
const asks = (question: string): Event => says({ status: 'NEEDS_CLARIFICATION', question });
const base = { question: 'Which?', type: 'FREE_TEXT', evidence: 'because', confidence: 1 } as const;
const settled = (outcome: Outcome): Event => ({ type: 'settled', outcome });
const answered = (answer: string, id = 'q-1') => settled({ ...base, outcome: 'answered', id, answer, source: 'user' });
const known = (answer: string, id = 'q-1') =>
  settled({ ...base, outcome: 'auto_resolved', id, answer, source: 'history' });
const fallback = settled({ ...base, outcome: 'fallback', answer: FALLBACK, source: 'fallback' });
const declined = settled({ ...base, outcome: 'declined', id: 'q-1' });

const runOf = (...events: readonly Event[]): Orchestration =>
  events.reduce(step, newOrchestration('the goal', DEFAULTS));
const contextAfter = (...events: readonly Event[]) => contextOf(runOf(...events), NOTHING_ASKED);

describe('the transition of an orchestrator', () => {
  it.each<[string, Event[], object]>([
    ['begins with the PM', [], { do: 'start' }],
    ['asks what the PM asks', [asks('Which?')], { do: 'ask', request: { question: 'Which?' } }],
    ['C: starts it with the response', [asks('Which?'), answered('red')], { do: 'start' }],
    ['starts it where nobody answered', [asks('Which?'), declined], { do: 'start' }],
    [
      'D: starts it with the fallback text',
      [asks('Which?'), answered('red'), asks('What?'), fallback],
      { do: 'start' },
    ],
    [
      'works at a plan',
      [says({ status: 'PLAN', tasks: ['a', { prompt: 'b' }] })],
      { do: 'work', tasks: [{ prompt: 'a' }, { prompt: 'b' }] },
    ],
    ['starts it again where there is nothing to work at', [says({ status: 'CONTINUE' })], { do: 'start' }],
    ['completes', [says({ status: 'COMPLETE', summary: 'all done' })], { do: 'complete', summary: 'all done' }],
    ['fails where the PM is blocked', [says({ status: 'BLOCKED' })], { do: 'fail', code: 'agent_blocked' }],
  ])('%s', (_, events, next) => {
    expect(runOf(...events).next).toMatchObject(next);
  });

  it('bounds how often a PM asks in vain where a limit is set, whatever it asks', () => {
    const settings = { ...DEFAULTS, insist: 2 };
    let run = [asks('Which?'), answered('red')].reduce(step, newOrchestration('the goal', settings));
    for (let insisted = 1; insisted <= 3; insisted += 1) {
      run = [asks(`What ${insisted}?`), fallback].reduce(step, run);
      expect(run.next).toEqual({ do: 'start' });
    }
    run = [asks('Why?'), fallback].reduce(step, run);
    expect(run.next).toMatchObject({ do: 'fail', code: 'agent_loops' });
    for (const question of ['Which?', 'What 1?', 'What 3?', 'Why?'])
      expect((run.next as { error: string }).error).toContain(question);
  });

  it('takes what was told before for asked in vain, and what is new for progress', () => {
    const same = Array.from({ length: 4 }, () => [asks('Which?'), known('red')]).flat();
    expect(runOf(asks('Which?'), known('red'), ...same).next).toMatchObject({ do: 'fail', code: 'agent_loops' });
    const anew = Array.from({ length: 20 }, (_, at) => [asks(`Which ${at}?`), known('red', `q-${at}`)]).flat();
    expect(runOf(...anew).next).toEqual({ do: 'start' });
    const on = Array.from({ length: 30 }, (_, at) => [asks(`What ${at}?`), known('red', `r-${at}`)]).flat();
    expect(runOf(...anew, ...on).next).toMatchObject({ do: 'fail', code: 'agent_loops' });
  });

  it('gives a PM whose replies cannot be read three tries in a row', () => {
    const odd = says({ status: 'PONDER' });
    expect(runOf(odd, odd).next).toEqual({ do: 'start' });
    expect(runOf(odd, odd, says({ status: 'CONTINUE' }), odd, odd).next).toEqual({ do: 'start' });
    expect(runOf(odd, odd, odd).next).toMatchObject({ do: 'fail', code: 'agent_unreadable' });
  });

  it('checks the scope between turns alone: a PM that is done is done', () => {
    const scope = { maxTurns: 2, maxMinutes: 1 };
    const within = (...events: Event[]) => events.reduce(step, newOrchestration('the goal', { scope, insist: 2 })).next;
    expect(within(says({ status: 'CONTINUE' }), says({ status: 'CONTINUE' }))).toMatchObject({
      code: 'scope_exceeded',
    });
    expect(within(says({ status: 'CONTINUE' }), says({ status: 'COMPLETE' }))).toMatchObject({ do: 'complete' });
    expect(within(says({ status: 'CONTINUE' }, 60_001))).toMatchObject({
      error: 'The job took 1.0 minutes; its limit is 1.',
    });
    expect(within(says({ status: 'CONTINUE' }, 60_000))).toEqual({ do: 'start' });
    expect(within(says({ status: 'COMPLETE' }, 99_999))).toMatchObject({ do: 'complete' });
    expect(newOrchestration('the goal', { scope: { maxTurns: 0 }, insist: 2 }).next).toMatchObject({
      code: 'scope_exceeded',
    });
  });
});

describe('the context of the next PM', () => {
  it('holds the goal, what the person said, what came of tasks, and in the end what it must do now', () => {
    const worked: Event = { type: 'worked', results: [{ task: 'a', done: true, text: 'ok' }], ms: 0 };
    const plan = says({ status: 'PLAN', tasks: ['a'], note: 'first a' });
    const text = contextAfter(asks('Which?'), answered('red'), plan, worked, asks('What?'), fallback);
    const order = ['the goal', 'Which?', 'Clarification Answer: red', 'first a', 'is done', 'What?', FALLBACK];
    expect(order.map((part) => text.indexOf(part))).toEqual(
      order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
    );
    expect(order.every((part) => text.includes(part))).toBe(true);
    expect(text.endsWith(FALLBACK)).toBe(true);
  });

  it('says that the person did not answer, and not that clarification was provided', () => {
    const text = contextAfter(asks('Which?'), declined);
    expect(text).toContain(FALLBACK_TEXTS.declined);
    expect(text).not.toContain('Previous clarification');
  });

  it('holds what the person told an earlier PM of the same asker', () => {
    const state = { ...NOTHING_ASKED, clarification_question: 'Which?', user_clarification_response: 'red' };
    expect(contextOf(newOrchestration('the goal', DEFAULTS), state)).toBe(
      'the goal\n\nYou asked: Which?\nClarification Answer: red',
    );
    // Not twice, where this PM was told it itself.
    const told = contextOf(runOf(asks('Which?'), answered('red')), state);
    expect(told.split('Clarification Answer: red')).toHaveLength(2);
  });

  it('holds of a long result the end, which says how it went', () => {
    const text = `${'x'.repeat(10_000)} the end`;
    const worked: Event = { type: 'worked', results: [{ task: 'a', done: false, text }], ms: 0 };
    const context = contextAfter(says({ status: 'PLAN', tasks: ['a'] }), worked);
    expect(context).toContain('failed');
    expect(context.endsWith('the end')).toBe(true);
    expect(context.length).toBeLessThan(5_000);
  });
});

describe('a status', () => {
  it.each([
    ['{"status":"PLAN","tasks":["a"]}', { status: 'PLAN', tasks: [{ prompt: 'a' }] }],
    ['thinking…\n{"status":"CONTINUE"}\nbye', { status: 'CONTINUE', tasks: [] }],
    ['{"status":"PLAN"}\n{"status":"COMPLETE","summary":null}', { status: 'COMPLETE', summary: '' }],
    ['  {"status":"BLOCKED","reason":"no key"}\r\n', { status: 'BLOCKED', reason: 'no key' }],
    ['{"other":1}\n{"status":"COMPLETE"}\n{"not": json}', { status: 'COMPLETE' }],
  ])('is the last line of JSON that holds one: %j', (output, status) => {
    expect(statusIn(output)).toMatchObject(status);
  });

  it.each([
    ['', 'it contains no line of JSON with a “status”.'],
    ['PLAN', 'it contains no line of JSON with a “status”.'],
    ['{"status":"plan"}', '“status” must be one of'],
    ['{"status":"NEEDS_CLARIFICATION"}', '“question”'],
    ['{"status":"NEEDS_CLARIFICATION","question":"  "}', '“question”'],
    ['{"status":"PLAN","assumptions":[{"decision":"a","confidence":7}]}', '“assumptions.0.confidence”'],
  ])('that cannot be read says why: %j', (output, problem) => {
    expect(statusIn(output)).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});

describe('the time in which a person was asked', () => {
  it.each<[readonly (readonly [number, number])[], number]>([
    [[], 0],
    [[[0, 5]], 0],
    [[[12, 15]], 3],
    [[[5, 15]], 5],
    [[[15, 99]], 5],
    [[[0, 99]], 10],
    [
      [
        [11, 14],
        [12, 16],
        [13, 15],
      ],
      5,
    ],
    [
      [
        [18, 30],
        [5, 12],
      ],
      4,
    ],
  ])('counts once, and only within the turn: %j of 10 to 20', (spans, ms) => {
    expect(overlap(spans, 10, 20)).toBe(ms);
  });
});
