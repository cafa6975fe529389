/** Every port can be given to `openAskOnce`. */
import { expect, it } from 'vitest';
import { definePolicy } from '../../src/index.ts';
import { codeOf, only, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('a port of one’s own', (store) => {
  it('is asked in place of the built-in resolver of that name', async () => {
    const { open } = await setUp(store);
    const answer = { answer: 'tabs', source: 'best_practice', evidence: 'the house says so', confidence: 1 } as const;
    const askonce = await open({
      resolvers: { sentinel: ({ question }) => (/indent/i.test(question.question) ? answer : null) },
    });
    const session = askonce.session('s');
    expect(only(await session.ask('How should I indent?', { wait: false }))).toMatchObject({
      ...{ outcome: 'auto_resolved', answer: 'tabs', evidence: 'the house says so' },
    });
    const known = await session.ask('Should I use TypeScript strict mode?', { wait: false });
    expect(known.status).toBe('parked');
  });

  it('is asked what no resolver knows, where it is the sentinel', async () => {
    const { open } = await setUp(store);
    const asked: string[] = [];
    const askonce = await open({
      sentinel: async ({ question }) => {
        asked.push(question);
        return { answer: 'UTC', source: 'best_practice', evidence: 'times are stored in UTC', confidence: 0.9 };
      },
    });
    const result = await askonce.session('s').ask('Which time zone should timestamps be stored in?', { wait: false });
    expect([result.status, asked.length]).toEqual(['auto_resolved', 1]);
  });

  it('says where the project is, where it is the files', async () => {
    const { open, root } = await setUp(store);
    const files = { root, locate: (path: string) => ({ inside: `virtual/${path}` }), existing: () => [] };
    expect(await codeOf(open({ files, project: root }))).toBe('argument_invalid');
  });
});

describeOnStores('an answer of several options', (store) => {
  it('comes in its parts, too', async () => {
    const { askonce } = await setUp(store);
    const question = {
      question: 'Which ones?',
      options: ['Yes, always', 'lint', 'LINT, fast'],
      multiSelect: true,
    } as const;
    askonce.events.on('clarification.requested', ({ clarification }) => {
      void askonce.questions.answer(clarification!, ['lint', 'Yes, always']);
    });
    const result = await askonce.session('s').ask(question);
    if (result.status !== 'answered') throw new Error(result.status);
    expect(result.selected).toEqual(['lint', 'Yes, always']);
    expect(result.items[0].selected).toEqual(['lint', 'Yes, always']);
  });
});

it('definePolicy takes the rest from the policy that it extends', () => {
  const patient = definePolicy({ extends: 'orchestrator', cap: 3 });
  expect(patient).toMatchObject({ name: 'custom orchestrator', cap: 3, scope: 'asker', onCap: 'fallback' });
  expect(definePolicy({ extends: patient, name: 'open', cap: null })).toMatchObject({
    name: 'open',
    cap: null,
    scope: 'asker',
  });
});

it.each([{ caps: 3 }, { cap: -1 }, { extends: 'unknown' }])('definePolicy refuses %j', (wrong) => {
  expect(() => definePolicy({ extends: 'job', ...wrong } as never)).toThrow();
});
