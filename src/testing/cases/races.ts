/** Several openings that decide on the same thing at once: one wins, and the others decide on its result. */
import assert from 'node:assert/strict';
import type { Asked } from '../../core/ask/command.ts';
import { decideAsk } from '../../core/ask/decide.ts';
import { POLICIES, type Policy } from '../../core/model/policy.ts';
import type { Outcome } from '../../core/model/question.ts';
import type { AskState } from '../../core/states.ts';
import type { Store } from '../../ports.ts';
import { answer, ask, decide, mustBeAccepted, park, preferred, revoke, shown } from '../drive.ts';
import { askCommand, NOW, newId } from '../make.ts';
import { atOnce, casesAbout, trail } from '../store-under-test.ts';

/** Enough for a race to be lost both ways on any machine. */
export const ROUNDS = 25;

type Pair = [Store, Store];

function only({ items }: Asked): Outcome {
  assert.equal(items.length, 1);
  return items[0]!;
}

async function count(store: Store, type: string, session: string): Promise<number> {
  return (await trail(store)).filter((event) => event.type === type && event.session === session).length;
}

export const RACES = casesAbout('at once', {
  'a question that many ask is put to the person once, and all wait for the one': async ({ openings }) => {
    const stores = await openings(4);
    for (let round = 0; round < ROUNDS; round += 1) {
      // The session is new too, so it must also be created only once.
      const session = newId('s');
      const verdicts = await atOnce(
        ...Array.from({ length: 8 }, (_, index) => () => {
          return ask(stores[index % stores.length]!, askCommand(session, ['Which colour?']));
        }),
      );
      const outcomes = verdicts.map(only);
      assert.deepEqual([...new Set(outcomes.map(({ outcome }) => outcome))], ['parked']);
      assert.equal(new Set(outcomes.map(({ id }) => id)).size, 1);
      const { items } = await stores[0]!.list({ session, limit: 10 });
      assert.equal(items.length, 1);
      const { waiting } = await shown(stores[0]!, { of: 'clarification', id: items[0]!.id });
      assert.equal(waiting.length, 8);
    }
    const told = (await trail(stores[0]!)).map(({ type }) => type);
    assert.equal(told.filter((type) => type === 'clarification.requested').length, ROUNDS);
    assert.equal(told.filter((type) => type === 'clarification.joined').length, 7 * ROUNDS);
  },

  'whoever comes second has decided on what the first committed': async ({ openings }) => {
    const [left, right] = (await openings(2)) as Pair;
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const run = async (store: Store) => {
        const command = askCommand(session, ['Which colour?']);
        let last: AskState | undefined;
        await decide(store, { of: 'ask', command }, (state) => {
          last = state;
          const none = () => null;
          return decideAsk(state, command, { input: none, preference: none, sentinel: none }, NOW);
        });
        return { own: command.questions[0]!.id, live: last!.questions[0]!.live?.id ?? null };
      };
      const [first, second] = (await atOnce(
        () => run(left),
        () => run(right),
      )) as [{ own: string; live: string | null }, { own: string; live: string | null }];
      const [winner, loser] = first.live === null ? [first, second] : [second, first];
      assert.deepEqual([winner.live, loser.live], [null, winner.own]);
    }
  },

  'a new session is made once, and its policy is fixed by who made it': async ({ openings }) => {
    const [left, right] = (await openings(2)) as Pair;
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = newId('s');
      const under = (store: Store, policy: Policy) => ask(store, askCommand(session, [policy.name], { policy }));
      const ended = await Promise.allSettled([under(left, POLICIES.interactive), under(right, POLICIES.orchestrator)]);
      const [loser, ...others] = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      assert.equal(loser?.code, 'policy_mismatch', String(loser));
      assert.equal(others.length, 0);
      const made = await shown(left, { of: 'session', id: session });
      const won = ended[0].status === 'fulfilled' ? POLICIES.interactive : POLICIES.orchestrator;
      assert.deepEqual(made.session?.policy, won);
    }
  },

  'a new job is made once': async ({ openings }) => {
    const [left, right] = (await openings(2)) as Pair;
    const session = newId('s');
    await park(left, askCommand(session, ['What first?']));
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = newId('j');
      await atOnce(
        () => ask(left, askCommand(session, [`Left of ${job}?`], { job })),
        () => ask(right, askCommand(session, [`Right of ${job}?`], { job })),
      );
      assert.equal((await right.job(job))?.state, 'AWAITING_RESPONSE');
    }
    assert.equal(await count(left, 'job.created', session), ROUNDS);
    assert.equal(await count(left, 'job.awaiting', session), ROUNDS);
  },

  'no scope gets more asks than its cap, nor fewer': async ({ openings }) => {
    const stores = await openings(4);
    const policy: Policy = { ...POLICIES.interactive, name: 'three', cap: 3, onCap: 'fail' };
    for (let round = 0; round < 8; round += 1) {
      const session = newId('s');
      const commands = Array.from({ length: 12 }, (_, index) =>
        askCommand(session, [`Question ${index}?`], { policy }),
      );
      const verdicts = await atOnce(
        ...commands.map((command, index) => () => ask(stores[index % stores.length]!, command)),
      );
      const outcomes = verdicts.map((verdict) => only(verdict).outcome);
      assert.equal(outcomes.filter((outcome) => outcome === 'parked').length, 3);
      assert.equal(outcomes.filter((outcome) => outcome === 'failed').length, 9);
      const kept = await Promise.all(commands.map((command) => shown(stores[0]!, { of: 'ask_items', ...command })));
      const numbers = kept.flatMap((state) => state.ask?.askNumber ?? []);
      assert.deepEqual(new Set(numbers), new Set([1, 2, 3]));
      assert.equal(numbers.length, 3);
    }
  },

  'of 200 answers to one question one is accepted, and all others are told of it': async ({ openings }) => {
    const stores = await openings(4);
    const session = newId('s');
    const id = await park(stores[0]!, askCommand(session, ['Which colour?'], { job: newId('j') }));
    const verdicts = await atOnce(
      ...Array.from({ length: 200 }, (_, index) => () => answer(stores[index % stores.length]!, id, `answer-${index}`)),
    );
    const accepted = verdicts.flatMap((verdict, index) => ('status' in verdict ? [`answer-${index}`] : []));
    assert.equal(accepted.length, 1);
    const stored = await stores[1]!.clarification(id);
    assert.equal(stored?.answer, accepted[0]);
    for (const verdict of verdicts) {
      if (!('error' in verdict)) continue;
      assert.equal(verdict.error.code, 'already_answered');
      assert.equal((verdict.error.details.winner as { answer: string }).answer, accepted[0]);
    }
    assert.equal(await count(stores[2]!, 'clarification.answered', session), 1);
    assert.equal(await count(stores[2]!, 'job.resumed', session), 1);
    assert.equal((await preferred(stores[3]!, stored!))?.times, 1);
  },

  'the same answer is accepted once and replayed to all others': async ({ openings }) => {
    const stores = await openings(4);
    const id = await park(stores[0]!, askCommand(newId('s'), ['Which colour?']));
    const verdicts = await atOnce(
      ...Array.from({ length: 40 }, (_, index) => () => answer(stores[index % stores.length]!, id, 'blue')),
    );
    const said = verdicts.map((verdict) => ('status' in verdict ? verdict.status : 'error'));
    assert.deepEqual(said.toSorted(), ['accepted', ...Array.from({ length: 39 }, () => 'replayed')]);
  },

  'an answer that is taken back is taken back once, and asked anew once': async ({ openings }) => {
    const [left, right] = (await openings(2)) as Pair;
    const session = newId('s');
    for (let round = 0; round < ROUNDS; round += 1) {
      const question = `Which colour in round ${round}?`;
      const id = await park(left, askCommand(session, [question]));
      mustBeAccepted(await answer(right, id, 'blue'));
      const taken = await atOnce(
        () => revoke(left, id),
        () => revoke(right, id),
      );
      const said = taken.map((verdict) => ('status' in verdict ? verdict.status : verdict));
      assert.deepEqual(said.toSorted(), ['accepted', 'replayed']);
      const [one, another] = await atOnce(
        () => park(left, askCommand(session, [question])),
        () => park(right, askCommand(session, [question])),
      );
      assert.equal(one, another);
      assert.equal((await left.clarification(one!))?.succeeds, id);
    }
    assert.equal(await count(left, 'clarification.revoked', session), ROUNDS);
  },

  'an answer that two reject is stood in for by one question': async ({ openings }) => {
    const [left, right] = (await openings(2)) as Pair;
    const session = newId('s');
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await park(left, askCommand(session, [`Which colour in round ${round}?`]));
      mustBeAccepted(await answer(right, id, 'blue'));
      const rejecting = { rejects: id, because: 'there is no such colour' };
      const asked = await atOnce(
        () => park(left, askCommand(session, [`Which other colour on the left in round ${round}?`], rejecting)),
        () => park(right, askCommand(session, [`Which other colour on the right in round ${round}?`], rejecting)),
      );
      const standing = await Promise.all(asked.map((one) => left.clarification(one)));
      assert.deepEqual(standing.map((one) => one?.succeeds ?? 'none').toSorted(), ['none', id].toSorted());
      assert.equal((await right.clarification(id))?.status, 'revoked');
    }
    assert.equal(await count(left, 'clarification.revoked', session), ROUNDS);
  },

  'an answer that no longer fits is superseded once': async ({ openings }) => {
    const [left, right] = (await openings(2)) as Pair;
    const session = newId('s');
    for (let round = 0; round < ROUNDS; round += 1) {
      const offering = (...labels: string[]) => {
        const options = labels.map((label) => ({ label }));
        return askCommand(session, [{ question: `Which colour in round ${round}?`, type: 'SELECT_ONE', options }]);
      };
      const id = await park(left, offering('blue', 'red'));
      mustBeAccepted(await answer(right, id, 'blue'));
      const [one, another] = await atOnce(
        () => park(left, offering('green', 'white')),
        () => park(right, offering('green', 'black')),
      );
      assert.equal(one, another);
      assert.equal((await left.clarification(id))?.status, 'superseded');
      assert.equal((await right.clarification(one!))?.offered?.id, id);
    }
    assert.equal(await count(left, 'clarification.superseded', session), ROUNDS);
  },
});
