/** What a process keeps in mind of a shared store is bounded, however much is done in it. */
import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { capScope, POLICIES } from '../../src/core/model/policy.ts';
import type { JobRecord, SessionRecord } from '../../src/core/model/records.ts';
import { planOf } from '../../src/store/postgres/batch-member.ts';
import { Knowledge } from '../../src/store/postgres/guesses.ts';
import { readAs } from '../../src/testing/drive-submissions.ts';
import { askCommand, askOf, clarificationOf, itemOf, jobOf, newId, sessionOf } from '../../src/testing/make.ts';

const LONG = 'x'.repeat(100_000);
const MEGABYTE = 1_000_000;

/** Has it follow the making of these jobs, each with an ask that counts, one decision after another. */
function makeJobs(knowledge: Knowledge, session: SessionRecord, jobs: readonly JobRecord[]): void {
  const look = { of: 'session', id: session.id } as const;
  for (const job of jobs) {
    const versions = { heard: 0, clarifications: new Map(), jobs: new Map() };
    const seen = { state: { session }, session, versions };
    const counted = { capScope: capScope(POLICIES.job, session.id, job.id, ''), cap: 1, askNumber: 1 };
    const effects = [
      { do: 'insert_job', job },
      { do: 'insert_ask', ask: askOf(session.id, counted) },
    ] as const;
    knowledge.wrote(look, planOf(look, seen, null, { effects, result: null }));
  }
}

const bytes = (knowledge: Knowledge) => serialize(knowledge).length;

const guessed = (knowledge: Knowledge, { id, session }: JobRecord) =>
  knowledge.guess({ of: 'ask', command: askCommand(session, ['Which colour?'], { job: id }) });

describe('what is known of jobs', () => {
  it('does not hold those with a long prompt, a long conflict or a long result', () => {
    const knowledge = new Knowledge();
    const session = sessionOf();
    const conflict = { kind: 'vague', oppositions: [], words: [LONG] } as const;
    const long = [{ prompt: LONG }, { prompt: 'x', conflict }, { prompt: 'x', result: LONG }];
    makeJobs(
      knowledge,
      session,
      long.map((more) => jobOf(session.id, more)),
    );
    expect(bytes(knowledge)).toBeLessThan(MEGABYTE / 50);
  });

  it('is bounded in one session, and in all together', () => {
    const knowledge = new Knowledge();
    const one = sessionOf();
    makeJobs(
      knowledge,
      one,
      Array.from({ length: 2_000 }, () => jobOf(one.id, { prompt: 'x'.repeat(1_000) })),
    );
    expect(bytes(knowledge)).toBeLessThan(MEGABYTE / 4);
    for (let n = 0; n < 150; n += 1) {
      const session = sessionOf();
      makeJobs(
        knowledge,
        session,
        Array.from({ length: 100 }, () => jobOf(session.id, { prompt: 'x'.repeat(1_000) })),
      );
    }
    // 15,000 of them would be more.
    expect(bytes(knowledge)).toBeLessThan(10_000 * 1_700);
  });

  it('is told of as it was written, or not guessed at all', () => {
    const knowledge = new Knowledge();
    const session = sessionOf();
    const counted = { policy: POLICIES.job };
    const small = jobOf(session.id, { ...counted, prompt: 'Build it.' });
    const large = jobOf(session.id, { ...counted, prompt: LONG });
    makeJobs(knowledge, session, [small, large]);
    expect(guessed(knowledge, small)?.state).toMatchObject({ job: small, capUsed: 1 });
    // That there is none would be wrong each time.
    expect(guessed(knowledge, large)).toBeNull();
    expect(guessed(knowledge, { ...small, id: newId('j') })?.state).toMatchObject({ job: null });
  });

  it('is kept with the question about its prompt while that waits, unless it is long', () => {
    const knowledge = new Knowledge();
    for (const [prompt, isKept] of [
      ['hot frozen cheese', true],
      [LONG, false],
    ] as const) {
      const session = sessionOf();
      const job = jobOf(session.id, { state: 'AWAITING_RESPONSE', prompt, ...readAs('asked') });
      const command = askCommand(session.id, ['Hot or frozen?'], { job: job.id });
      const ask = askOf(session.id, { job: job.id });
      const clarification = clarificationOf(ask, { id: command.questions[0]!.id });
      const nothing = { live: null, own: [], revoked: null, successor: null, preference: null, alike: [] };
      const state = { session: null, job: null, capUsed: 0, questions: [nothing], rejected: null };
      const effects = [
        { do: 'insert_session', session },
        { do: 'insert_job', job },
        { do: 'insert_ask', ask },
        { do: 'insert_clarification', clarification },
        { do: 'insert_item', item: itemOf(ask, clarification) },
      ] as const;
      const look = { of: 'ask', command } as const;
      const versions = { heard: null, clarifications: new Map(), jobs: new Map() };
      const seen = { state, session: null, versions };
      knowledge.wrote(look, planOf(look, seen, null, { effects, result: null }));
      const guess = knowledge.guess({ of: 'clarification', id: clarification.id });
      if (isKept) expect(guess?.state).toMatchObject({ waiting: [{ asked: job }] });
      else expect(guess).toBeNull();
    }
  });
});
