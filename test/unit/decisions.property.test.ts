/** Properties of the pure decisions themselves, over states that no sequence of calls would lead to in reasonable time. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideCancel, decideExpire } from '../../src/core/answer/cancel.ts';
import { decideAnswer, decideDecline, decideRevoke } from '../../src/core/answer/decide.ts';
import { effectsOf } from '../../src/core/effects.ts';
import type { AskRecord, ClarificationRecord, ItemRecord } from '../../src/core/model/records.ts';
import { NO_FACTS } from '../../src/core/needs.ts';
import type { AskItemsState, ClarificationState, Waiting } from '../../src/core/states.ts';

const NOW = 1_000_000;
const STATUSES = ['pending', 'answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;
const TYPES = ['FREE_TEXT', 'CONFIRM', 'SELECT_ONE', 'TARGET_FILE'] as const;
const WHEN = ['wait', 'default', 'fallback', 'fail'] as const;

const clarification: fc.Arbitrary<ClarificationRecord> = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    type: fc.constantFrom(...TYPES),
    destructive: fc.boolean(),
    strictOptions: fc.boolean(),
  })
  .map((drawn) => ({
    ...drawn,
    id: 'q-1',
    session: 's',
    project: '/',
    agent: null,
    ask: 'a-0',
    job: null,
    token: null,
    question: 'Which?',
    questionHash: 'h',
    key: 'k',
    subject: '',
    options: [{ label: 'Yes' }, { label: 'No' }],
    multiSelect: false,
    checkedByAsker: false,
    offered: null,
    succeeds: null,
    answer: drawn.status === 'answered' ? 'Yes' : null,
    source: drawn.status === 'answered' ? 'user' : null,
    evidence: 'it was said',
    confidence: 1,
    capScope: null,
    rejected: false,
    by: null,
    surface: null,
    answerKey: null,
    decision: null,
    because: null,
    createdAt: 0,
    settledAt: drawn.status === 'pending' ? null : 1,
    snoozedUntil: null,
  }));

const waiting: fc.Arbitrary<Waiting & { readonly ask: AskRecord }> = fc
  .record({
    deadline: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
    onTimeout: fc.constantFrom(...WHEN),
    job: fc.constantFrom(null, 'j1', 'j2'),
  })
  .map(({ deadline, onTimeout, job }) => {
    const ask: AskRecord = {
      id: 'a-1',
      token: null,
      session: 's',
      job,
      asker: 'agent',
      capScope: null,
      askNumber: null,
      cap: null,
      deadline,
      onTimeout: deadline === null ? 'wait' : onTimeout,
      fallback: 'go on',
      createdAt: 0,
    };
    return { ask, item: itemOf(ask), jobWaits: job === null ? 0 : 1, asked: null };
  });

function itemOf(ask: AskRecord): ItemRecord {
  const { id, session, job } = ask;
  const identity = {
    ask: id,
    position: 0,
    session,
    job,
    expiresAt: ask.onTimeout === 'wait' ? null : ask.deadline,
    clarification: 'q-1',
    question: 'Which?',
    key: 'k',
    subject: '',
  };
  const settled = { answer: null, source: null, evidence: null, confidence: null, code: null, ref: null };
  return { ...identity, ...settled, type: 'FREE_TEXT', outcome: 'parked', default: 'Yes' };
}

/** A pending question has somebody who waits; any other has nobody. */
const state: fc.Arbitrary<ClarificationState> = fc
  .tuple(clarification, fc.array(waiting, { minLength: 1, maxLength: 4 }))
  .map(([one, waits]) => ({
    clarification: one,
    language: null,
    waiting: one.status === 'pending' ? waits : [],
    successor: null,
    preference: null,
  }));

const answer = fc.constantFrom('Yes', 'no', 'perhaps', '1', '7');
/** Whatever path the answer names leads into the project. */
const facts = (raw: string) => ({
  ...NO_FACTS,
  paths: new Map([
    [raw, { inside: 'a' }],
    ['Yes', { inside: 'a' }],
    ['No', { inside: 'a' }],
  ]),
});
const command = { id: 'q-1', by: null, surface: null, because: null };

function frozen<T>(value: T): T {
  if (value && typeof value === 'object') for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

const isOverdue = ({ ask }: Waiting) => ask?.onTimeout !== 'wait' && (ask?.deadline ?? NOW + 1) <= NOW;

// shows: R3
it('a question that does not wait is changed by no answer and by no refusal', () => {
  fc.assert(
    fc.property(state, answer, (given, raw) => {
      fc.pre(given.clarification!.status !== 'pending');
      expect(effectsOf(decideAnswer(given, { ...command, raw }, NOW, facts(raw)))).toEqual([]);
      expect(effectsOf(decideDecline(given, command, NOW))).toEqual([]);
    }),
  );
});

// shows: R4
it('a settlement and its event are decided together, and the same state decides the same, unchanged', () => {
  fc.assert(
    fc.property(state.map(frozen), answer, (given, raw) => {
      const decide = () => [
        decideAnswer(given, { ...command, raw }, NOW, facts(raw)),
        decideDecline(given, command, NOW),
        decideRevoke(given, command, NOW),
      ];
      const [first, second] = [decide(), decide()];
      expect(JSON.stringify(first)).toBe(JSON.stringify(second));
      for (const effects of first.map(effectsOf)) {
        for (const effect of effects) {
          if (effect.do !== 'settle_clarification') continue;
          const type = `clarification.${effect.to}`;
          expect(effects.some((other) => other.do === 'event' && other.event.type === type)).toBe(true);
        }
      }
    }),
  );
});

// shows: R6, R8
it('an answer that is taken is the person’s own, and one that is refused changes nothing', () => {
  fc.assert(
    fc.property(state, answer, (given, raw) => {
      const verdict = decideAnswer(given, { ...command, raw }, NOW, facts(raw));
      const effects = effectsOf(verdict);
      const taken = effects.filter((effect) => effect.do === 'settle_clarification' && effect.to === 'answered');
      for (const effect of taken) expect(effect).toMatchObject({ source: 'user' });
      expect(taken.length === 1).toBe('result' in verdict && verdict.result.status === 'accepted');
      const refused = 'error' in verdict && verdict.error.code === 'answer_refused';
      if (refused) expect(effects).toEqual([]);
    }),
  );
});

// shows: R5
it('silence settles exactly those who said what it should mean, and nobody at all before their time', () => {
  fc.assert(
    fc.property(waiting, fc.constantFrom(1, 2), (waits, waiters) => {
      const given: AskItemsState = {
        ask: waits.ask,
        items: [{ item: waits.item, clarification: null, waiters, jobWaits: waits.jobWaits, asked: null }],
      };
      expect(decideExpire(given, NOW).result.expired).toBe(isOverdue(waits) ? 1 : 0);
      if (waits.ask.onTimeout === 'wait') expect(decideExpire(given, Number.MAX_SAFE_INTEGER).effects).toEqual([]);
      expect(decideCancel(given, { ask: 'a-1', because: null }, NOW)).toMatchObject({ result: { cancelled: 1 } });
    }),
  );
});

it('those whose time has passed get no answer that comes after it', () => {
  fc.assert(
    fc.property(state, (given) => {
      fc.pre(given.clarification!.status === 'pending' && given.clarification!.type === 'CONFIRM');
      const verdict = decideAnswer(given, { ...command, raw: 'yes' }, NOW);
      const expired = effectsOf(verdict).filter((effect) => effect.do === 'settle_item').length;
      expect(expired).toBe(given.waiting.filter(isOverdue).length);
      expect('result' in verdict).toBe(given.waiting.some((waits) => !isOverdue(waits)));
    }),
  );
});
