import { expect, it } from 'vitest';
import { afterHearing, saidOtherwise } from '../../src/core/ask/said-since.ts';
import { ANSWERED, askOf, clarificationOf, heardOf, NOW, questionOf } from '../../src/testing/make.ts';

const DEPLOY = 'Deploy to production?';

function ends(question: string, said: string, more: object = {}): boolean {
  const asked = questionOf({ question, destructive: true });
  const yes = { ...ANSWERED, question, destructive: true, answer: 'Yes', source: 'user', ...more } as const;
  const heard = afterHearing(null, heardOf(said, { at: NOW + 1 }), true);
  return saidOtherwise(asked, clarificationOf(askOf('s'), yes), heard);
}

it.each([
  [DEPLOY, 'do not deploy any more today'],
  [DEPLOY, "Thanks. Don't touch production again, it is Friday."],
  [DEPLOY, 'stop deploying please'],
  [DEPLOY, 'no more deployments, deploy nothing'],
  ['Delete the old logs?', 'never delete a log without asking me'],
  ['本番にデプロイしますか？', '今日はもうデプロイしないで'],
])('a yes to “%s” ends with “%s”', (question, said) => {
  expect(ends(question, said)).toBe(true);
});

it.each([
  [DEPLOY, 'looks good, go on'],
  [DEPLOY, 'deploy it to staging too'],
  [DEPLOY, 'do not rename the variable'],
  [DEPLOY, 'Deploy it. The README is not up to date.'],
  [DEPLOY, 'the client wants the environment documented'],
])('a yes to “%s” does not end with “%s”', (question, said) => {
  expect(ends(question, said)).toBe(false);
});

it('a no does not end so, and nothing ends by what was said before it', () => {
  expect(ends(DEPLOY, 'do not deploy', { answer: 'No' })).toBe(false);
  expect(ends(DEPLOY, 'do not deploy', { settledAt: NOW + 1 })).toBe(false);
});

it('what was said is kept when other things are said, and how much is bounded', () => {
  const stopped = afterHearing(null, heardOf('do not deploy', { at: 1 }), true);
  const later = afterHearing(stopped, heardOf('thanks', { at: 2 }), true);
  expect(later).toMatchObject({
    text: 'thanks',
    recent: [
      { text: 'do not deploy', at: 1 },
      { text: 'thanks', at: 2 },
    ],
  });
  let heard = later;
  for (let at = 3; at < 60; at += 1) heard = afterHearing(heard, heardOf(`no ${at}. not ${at}`, { at }), true);
  expect(heard.recent).toHaveLength(20);
  expect(afterHearing(null, heardOf(`do not ${'x'.repeat(5_000)}`), true).recent![0]!.text).toHaveLength(500);
});

it('what a job brings again was said when it was first said; what the person says again is said anew', () => {
  const first = afterHearing(null, heardOf('do not deploy', { at: 1 }), true);
  const between = afterHearing(first, heardOf('thanks', { at: 2 }), true);
  expect(afterHearing(between, heardOf('do not deploy', { at: 3 }), false).recent).toEqual(between.recent);
  expect(afterHearing(between, heardOf('do not deploy', { at: 3 }), true).recent).toEqual([
    { text: 'thanks', at: 2 },
    { text: 'do not deploy', at: 3 },
  ]);
});

it.each([
  ['YAML', 'use JSON after all', true],
  ['YAML', 'no YAML please', true],
  ['YAML', 'ask me again', true],
  ['YAML', 'YAML works well', true],
  ['YAML', 'use YAML', false],
  ['YAML', 'thanks', false],
])('the answer “%s” after “%s”: reopened %s', (answer, said, reopened) => {
  const options = [{ label: 'YAML' }, { label: 'JSON' }];
  const asked = questionOf({ question: 'Which format should I use?', options });
  const stored = { ...ANSWERED, question: asked.question, options, answer, source: 'user' } as const;
  const heard = afterHearing(null, heardOf(said, { at: NOW + 1 }), true);
  expect(saidOtherwise(asked, clarificationOf(askOf('s'), stored), heard)).toBe(reopened);
});
