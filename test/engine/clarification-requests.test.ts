/** Seed 002 on the store: a PM's requests, what they are told, and the state that is a view over them. */
import { expect, it } from 'vitest';
import { FALLBACK_TEXTS, POLICIES } from '../../src/core/model/policy.ts';
import type { ClarificationRequest, RequestReply } from '../../src/orchestrator/index.ts';
import { BLOCKERS } from '../../src/orchestrator/request.ts';
import { DAY, MINUTE } from '../../src/testing/fake-clock.ts';
import { codeOf, endOf, nextEvent, setUp, stateOf, typesOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FALLBACK = `Previous clarification was already provided. You MUST proceed with available information.
Make reasonable assumptions and document them. Do not request further clarification.`;

const FORM = {
  blocker: 'exclusive_requirements',
  tried: ['read the brief', 'looked at the tickets'],
  fallback: 'take the first one',
  risk: 'work to be done again',
} as const;
const colour: ClarificationRequest = {
  question: 'Which colour should the logo have?',
  options: ['red', 'blue'],
  ...FORM,
};
const size: ClarificationRequest = {
  question: 'Which size should the logo have?',
  options: ['small', 'large'],
  ...FORM,
};
const NOW = { wait: false } as const;
/** Demands all that a policy may. */
const STRICT = {
  ...POLICIES.orchestrator,
  name: 'strict',
  requires: ['blocker', 'tried', 'options', 'fallback'],
} as const;

const NONE = {
  clarification_used: false,
  clarification_resolved: false,
  clarification_question: null,
  user_clarification_response: null,
};
const PENDING = { ...NONE, clarification_used: true, clarification_question: colour.question };
const RESOLVED = { ...PENDING, clarification_resolved: true, user_clarification_response: 'blue' };

const idOf = (reply: RequestReply): string => ('id' in reply ? reply.id : '');

describeOnStores('the transitions of seed 002', (store) => {
  // shows: S002-TRANSITIONS, S002-STATE-FIELDS, S002-B-SAME-QUESTION, S002-D-FALLBACK-TEXT
  it('hold row by row: what the PM says, the state after it, and what it is told', async () => {
    const { askonce, open } = await setUp(store);
    const session = askonce.session('s');
    let asked = '';
    const table: [before: object, event: () => Promise<unknown>, after: object, action: object][] = [
      [NONE, () => session.request(colour, NOW), PENDING, { decision: 'allow', question: colour.question }],
      // Case B: asked again in the same words, or in others, the stored question itself comes back.
      [PENDING, () => session.request(colour, NOW), PENDING, { decision: 'wait', question: colour.question }],
      [PENDING, () => session.request(size, NOW), PENDING, { decision: 'wait', question: colour.question }],
      [PENDING, () => askonce.questions.answer(asked, 'blue'), RESOLVED, { status: 'accepted' }],
      [RESOLVED, () => session.request(size, NOW), RESOLVED, { decision: 'fall_back', text: FALLBACK }],
      [RESOLVED, () => session.request(size, NOW), RESOLVED, { decision: 'fall_back', text: FALLBACK }],
      [RESOLVED, () => session.request(colour, NOW), RESOLVED, { decision: 'proceed', response: 'blue' }],
    ];
    for (const [before, event, after, action] of table) {
      expect(await session.state('pm')).toEqual(before);
      const told = await event();
      expect(told).toMatchObject(action);
      if ((action as { decision?: string }).decision === 'allow') asked = idOf(told as RequestReply);
      else if ((action as { decision?: string }).decision === 'wait') expect(idOf(told as RequestReply)).toBe(asked);
      expect(await session.state('pm')).toEqual(after);
      // Nobody keeps it beside the store: another process sees the same.
      expect(await (await open()).session('s').state('pm')).toEqual(after);
    }
    expect((await askonce.questions.list()).items).toHaveLength(1);
  });
});

describeOnStores('a clarification request', (store) => {
  it('waits where it is told to, and goes on with the response', async () => {
    const { askonce, open } = await setUp(store);
    const asked = nextEvent(askonce, 'clarification.requested');
    const reply = askonce.session('s').request(colour);
    const { clarification } = await asked;
    await (await open()).questions.answer(clarification!, 'blue');
    expect(await endOf(reply)).toMatchObject({ decision: 'proceed', response: 'blue', source: 'user' });
  });

  it('that comes while another of its PM waits is told to go on once that is settled, and not before', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const first = idOf(await session.request(colour, NOW));
    const second = session.request(size);
    expect(await stateOf(second)).toBe('waits');
    await askonce.questions.answer(first, 'blue');
    expect(await endOf(second)).toMatchObject({ decision: 'fall_back', text: FALLBACK });
  });

  it('shows the person why it is asked, what was tried, and what happens without an answer', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s').request(colour, NOW);
    const [shown] = (await askonce.questions.list({ status: 'pending' })).items;
    expect(shown).toMatchObject({
      reason: 'The requirements conflict.',
      context: 'Tried: read the brief; looked at the tickets\nWithout an answer: take the first one',
      options: [{ label: 'red' }, { label: 'blue' }],
    });
  });

  // shows: S002-A-ALLOW
  it('with nothing but its question is put to the person: case A has no conditions', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    expect(await session.request({ question: colour.question }, NOW)).toMatchObject({ decision: 'allow' });
    expect(await session.state('pm')).toEqual(PENDING);
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { question: colour.question, status: 'pending' },
    ]);
  });

  it('that lacks what its policy demands is sent back once, then told to go on; neither uses the one chance', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s', { policy: STRICT });
    const back = await session.request({ question: colour.question }, NOW);
    expect(back).toMatchObject({ decision: 'send_back' });
    for (const part of STRICT.requires) expect((back as { text: string }).text).toContain(`“${part}”`);
    const told = await session.request({ ...size, tried: '' }, NOW);
    expect(told).toMatchObject({ decision: 'fall_back', text: FALLBACK_TEXTS.incomplete });
    expect(await session.state('pm')).toEqual(NONE);
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    expect(await session.request(size, NOW)).toMatchObject({ decision: 'allow' });
  });

  it.each([
    ['blocker', { blocker: 'I am curious' }],
    ['tried', { tried: [' '] }],
    ['options', { options: ['red'] }],
    ['fallback', { fallback: '  ' }],
  ])('is sent back for its %s alone where the policy demands it', async (part, without) => {
    const { askonce } = await setUp(store);
    const reply = await askonce.session('s', { policy: STRICT }).request({ ...colour, ...without }, NOW);
    expect(reply).toMatchObject({ decision: 'send_back' });
    const named = STRICT.requires.filter((name) => (reply as { text: string }).text.includes(`“${name}”`));
    expect(named).toEqual([part]);
  });

  it('need bring only what the policy demands', async () => {
    const { askonce } = await setUp(store);
    const curt = { ...STRICT, name: 'curt', requires: ['fallback'] } as const;
    const reply = await askonce.session('t', { policy: curt }).request({ question: 'Why?' }, NOW);
    expect(reply).toMatchObject({ decision: 'send_back', text: expect.stringContaining('“fallback”') });
    const enough = await askonce.session('t', { policy: curt }).request({ question: 'Why?', fallback: 'Wait' }, NOW);
    expect(enough).toMatchObject({ decision: 'allow' });
    const odd = { ...curt, requires: ['a bribe'] } as never;
    expect(await codeOf((async () => askonce.session('u', { policy: odd }))())).toBe('policy_invalid');
  });

  it('is told that clarification was provided only where somebody answered; whatever it asks, every time', async () => {
    const { askonce } = await setUp(store);
    const plain = (question: string) => ({ question });
    const more = ['Which font?', 'Which paper?', 'Which ink?', 'Which shop?', 'Which day?', 'Which hour?'].map(plain);
    const answered = askonce.session('answered');
    await askonce.questions.answer(idOf(await answered.request(plain('Which colour?'), NOW)), 'blue');
    for (const request of more)
      expect(await answered.request(request, NOW)).toMatchObject({ decision: 'fall_back', text: FALLBACK });
    const declined = askonce.session('declined');
    await askonce.questions.decline(idOf(await declined.request(plain('Which colour?'), NOW)));
    for (const request of more)
      expect(await declined.request(request, NOW)).toMatchObject({ text: FALLBACK_TEXTS.unanswered });
    // A plain ask is told the same, and does not wait for the question before it.
    const asker = askonce.session('waits', { policy: 'orchestrator' });
    await asker.ask('Which colour?', NOW);
    expect(await asker.ask('Which font?', NOW)).toMatchObject({
      status: 'fallback',
      answer: FALLBACK_TEXTS.unanswered,
    });
  });

  it('whose deadline makes it fall back is told that nobody answered', async () => {
    const { askonce, clock } = await setUp(store);
    const waits = askonce.session('s').ask('Which colour?', { timeout: '1m', onTimeout: 'fallback' });
    await nextPending(askonce);
    clock.advance(MINUTE);
    expect(await endOf(waits)).toMatchObject({ status: 'fallback', answer: FALLBACK_TEXTS.declined });
  });

  it('whose answer is known costs nothing and reaches nobody: history, the person’s words, a preference, best practice', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const { question, options } = colour;
    const told = await session.ask({ question, options: options! }, { asker: 'dev', job: 'j', wait: false });
    await askonce.questions.answer((told.items[0] as { id: string }).id, 'red');
    expect(await session.request(colour, NOW)).toMatchObject({
      decision: 'proceed',
      response: 'red',
      source: 'history',
    });
    expect(await session.request(size, { ...NOW, userMessage: 'large' })).toMatchObject({
      decision: 'proceed',
      response: 'large',
      source: 'input',
    });
    await askonce.preferences.set('Which test runner should I use?', 'vitest');
    // Even in no form at all: what needs no person needs no form.
    const runner = await session.request({ question: 'Which test runner should I use?' }, NOW);
    expect(runner).toMatchObject({ decision: 'proceed', response: 'vitest', source: 'preference' });
    expect(await session.state('pm')).toEqual(NONE);
    expect(await session.request({ ...colour, question: 'Which font should the logo have?' }, NOW)).toMatchObject({
      decision: 'allow',
    });
  });

  // shows: R6
  it('for leave to go on is told to continue only if all it says that it would do is known to be harmless', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const leave = { question: 'Should I proceed?', type: 'CONFIRM' } as const;
    expect(await session.request(leave, NOW)).toMatchObject({ decision: 'proceed', response: 'continue' });
    const harm = { ...leave, context: 'Next I drop the table orders.' };
    expect(await session.request(harm, { ...NOW, asker: 'other' })).toMatchObject({ decision: 'allow' });
    const tests = { ...leave, ...FORM, context: 'I will add tests for the parser.' };
    expect(await session.request(tests, NOW)).toMatchObject({ decision: 'proceed', response: 'continue' });
    const unknown = { ...leave, context: 'I pick the cheapest courier, and the pickup goes to your account.' };
    expect(await session.request(unknown, { ...NOW, asker: 'third' })).toMatchObject({ decision: 'allow' });
    expect(await session.state('pm')).toEqual(NONE);
  });

  // shows: R6
  it('that might do harm reaches the person in any form, and at the cap it is told not to do it', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const harm = { question: 'Should I delete the table orders?' };
    expect(await session.request(harm, NOW)).toMatchObject({ decision: 'allow' });
    const other = askonce.session('t');
    await askonce.questions.answer(idOf(await other.request(colour, NOW)), 'red');
    const reply = await other.request(harm, NOW);
    expect(reply).toMatchObject({ decision: 'fall_back', text: expect.stringContaining('Do not do it') });
    expect((reply as { text: string }).text.endsWith(FALLBACK)).toBe(true);
  });

  it.each([
    ['declines', (askonce, id) => askonce.questions.decline(id)],
    ['leaves it to its asker, who leaves', (askonce, id) => askonce.questions.cancel(id)],
  ] satisfies [string, (askonce: Awaited<ReturnType<typeof setUp>>['askonce'], id: string) => Promise<unknown>][])(
    'whose person %s is told that nobody answered, and to go on',
    async (_, close) => {
      const { askonce } = await setUp(store);
      const session = askonce.session('s');
      const reply = session.request(colour);
      const id = (await nextPending(askonce)).id;
      await close(askonce, id);
      expect(await endOf(reply)).toMatchObject({
        decision: 'fall_back',
        text: FALLBACK_TEXTS.declined,
      });
      expect(await session.state('pm')).toMatchObject({
        clarification_resolved: true,
        user_clarification_response: null,
      });
      expect((await session.assumptions()).items).toEqual([]);
    },
  );

  it('whose deadline passes is told so, and its safe fallback is kept as assumed by timeout, once', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const reply = session.request(colour, { timeout: '2h' });
    const { id } = await nextPending(askonce);
    clock.advance(DAY);
    expect(await endOf(reply)).toMatchObject({
      decision: 'fall_back',
      text: FALLBACK_TEXTS.declined,
    });
    await session.request(colour, NOW);
    expect((await session.assumptions()).items).toMatchObject([
      { decision: 'take the first one', risk: FORM.risk, timeoutAssumed: true, clarification: id, asker: 'pm' },
    ]);
    expect(await session.state('pm')).toMatchObject({ clarification_used: true, clarification_resolved: true });
  });

  it('waits for ever where it has no deadline', async () => {
    const { askonce, clock } = await setUp(store);
    const reply = askonce.session('s').request(colour);
    reply.catch(() => {});
    await nextPending(askonce);
    clock.advance(1000 * DAY);
    expect(await stateOf(reply)).toBe('waits');
  });

  it('of each PM of a session has a chance of its own, and one that asks the same waits with the first at no cost', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const first = await session.request(colour, { ...NOW, asker: 'pm-1' });
    expect(await session.request(colour, { ...NOW, asker: 'pm-2' })).toMatchObject({
      decision: 'wait',
      id: idOf(first),
    });
    expect(await session.request(size, { ...NOW, asker: 'pm-2' })).toMatchObject({ decision: 'allow' });
    expect(Object.keys(await session.states())).toEqual(['pm-1', 'pm-2']);
    expect(await session.state('pm-2')).toMatchObject({ clarification_question: size.question });
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(2);
  });

  it('under a key is the same request when it is sent again', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const once = await session.request(colour, { ...NOW, idempotencyKey: 'k' });
    await askonce.questions.answer(idOf(once), 'blue');
    expect(await session.request(colour, { ...NOW, idempotencyKey: 'k' })).toMatchObject({
      decision: 'proceed',
      response: 'blue',
    });
    expect((await typesOf(askonce)).filter((type) => type === 'clarification.requested')).toHaveLength(1);
  });
});

describeOnStores('an assumption', (store) => {
  it('is kept with all that was said of it, and told to whoever listens', async () => {
    const { askonce, open } = await setUp(store);
    const heard = nextEvent(askonce, 'assumption.recorded');
    const session = askonce.session('s', { asker: 'pm' });
    const said = {
      decision: ' Dates are in UTC ',
      reasoning: 'The logs are',
      confidence: 'high',
      risk: 'a day off',
    } as const;
    const kept = await session.assume(said);
    expect(kept).toMatchObject({ decision: 'Dates are in UTC', confidence: 0.9, risk: 'a day off', asker: 'pm' });
    expect((await heard).data).toMatchObject({ id: kept.id, decision: 'Dates are in UTC', timeoutAssumed: false });
    expect((await (await open()).session('s').assumptions()).items).toEqual([kept]);
  });

  it('under a key is kept once, whoever says it again', async () => {
    const { askonce, open } = await setUp(store);
    const first = await askonce.session('s').assume({ decision: 'A', idempotencyKey: 'k' });
    expect(await (await open()).session('s').assume({ decision: 'B', idempotencyKey: 'k' })).toEqual(first);
    const elsewhere = await askonce.session('t').assume({ decision: 'B', idempotencyKey: 'k' });
    expect(elsewhere.decision).toBe('B');
    expect((await typesOf(askonce)).filter((type) => type === 'assumption.recorded')).toHaveLength(2);
  });

  it.each([
    { decision: '' },
    { decision: 'a', confidence: 2 },
    { decision: 'a', confidence: 'quite' },
    { decision: 3 },
  ])('that makes no sense is refused: %j', async (said) => {
    const { askonce } = await setUp(store);
    expect(await codeOf((async () => askonce.session('s').assume(said as never))())).toBe('argument_invalid');
  });
});

/** The question that waits, once one does. */
async function nextPending(askonce: Awaited<ReturnType<typeof setUp>>['askonce']) {
  for (;;) {
    const asked = nextEvent(askonce, '*');
    const [one] = (await askonce.questions.list({ status: 'pending' })).items;
    if (one) return one;
    await asked;
  }
}

describeOnStores('the blockers of a request', (store) => {
  it.each(BLOCKERS)('are no words of harm themselves: %s', async (blocker) => {
    const { askonce } = await setUp(store);
    await askonce.session('s').request({ ...colour, blocker }, NOW);
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ destructive: false }]);
  });
});
