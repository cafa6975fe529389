import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as exported from '../../src/index.ts';
import { checkable, documentedNames, valueExports } from '../support/doc-examples.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...given: unknown[]) => Promise<void>;

describe('the public names', () => {
  it('are the ones that the library really exports', () => {
    expect(
      valueExports()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(exported).toSorted());
  });

  it('include the methods that the issue names', () => {
    const names = documentedNames().map(({ name }) => name);
    const promised = {
      AskOnce: 'session history recall stats close',
      Questions: 'get list count answer decline revoke cancel wait outcome',
      Events: 'list on last',
      Session: 'ask observe history',
    };
    const all = Object.entries(promised).flatMap(([of, methods]) => methods.split(' ').map((name) => `${of}.${name}`));
    expect(names).toEqual(expect.arrayContaining([...all, 'openAskOnce']));
  });

  it('have a doc comment with an example each', () => {
    const without = documentedNames().filter(({ example }) => example === null || example.trim() === '');
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

/** An approval that waits, and a rule that a person made. */
async function approvalAndRule(session: exported.Session, { approvals }: exported.AskOnce) {
  const call = { tool: 'Bash', input: { command: 'npm test' } };
  const { id } = await session.approve(call, { wait: false });
  await approvals.decide(id!, { decision: 'allow', scope: 'project' });
  const approval = await session.approve({ tool: 'Bash', input: { command: 'npm run build' } }, { wait: false });
  return { approval, rule: (await approvals.rules())[0] };
}

describeOnStores('the examples', (store) => {
  const examples = documentedNames().flatMap(({ name, example }) => (example === null ? [] : [{ name, example }]));

  it.each(examples)('run as they are printed: $name', async ({ name, example }) => {
    const { askonce, root, open } = await setUp(store);
    const session = askonce.session('checkout-redesign');
    const given = /^(Questions|AnswerLinks|AccessControl|Notifications)\./.test(name)
      ? await session.ask('Which file format?', { wait: false })
      : { items: [] };
    const [question] = given.items;
    if (name === 'Questions.revoke') await askonce.questions.answer(question!.id!, 'YAML');
    const { approval, rule } = name.startsWith('Approvals.') ? await approvalAndRule(session, askonce) : {};
    // What an example asks is answered, so that no example waits for a person.
    askonce.events.on('clarification.requested', ({ clarification }) => {
      if (name === 'Session.ask') void askonce.questions.answer(clarification!, 'YAML');
      if (name.endsWith('.approve')) void askonce.approvals.decide(clarification!, { decision: 'allow' });
    });
    const runner = askonce.runner({ executor: async () => 'done' });
    onTestFinished(() => runner.stop());
    const task = name.startsWith('Jobs.') ? await askonce.jobs.queue('Write the changelog') : null;
    const openAskOnce: typeof exported.openAskOnce = (options) => open({ ...options, project: root });
    const same = (got: unknown, promised: unknown) => expect(got).toEqual(promised);
    const console = { log: () => {} };
    const scope = { ...exported, openAskOnce, askonce, session, question, approval, rule, runner, task, same, console };
    const code = stripTypeScriptTypes(checkable(example));
    // A block of its own, because an example may declare what it is given here.
    await new AsyncFunction(...Object.keys(scope), `{\n${code}\n}`)(...Object.values(scope));
  });

  it('are checked: a promise that is not kept fails', () => {
    expect(checkable(`typeOfReason('x'); // 'CONFIRM'`)).toBe(`same(typeOfReason('x'), 'CONFIRM');`);
    expect(checkable(`if (a) console.log(b.code); // 'c'`)).toBe(`if (a) same(b.code, 'c');`);
    expect(checkable(`const a = 1; // 'c'`)).toBe(`const a = 1; // 'c'`);
  });
});
