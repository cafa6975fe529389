import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

// shows: R3
test('an answer is accepted once, replayed when given again, and refused with the winner’s name when it is another', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?');
  const env = { ASKONCE_BY: 'Ada' };
  expect(await folder.run(['answer', id, 'dark', 'blue'], { env })).toMatchObject({
    code: 0,
    stdout: `Answered ${id}: “dark blue”.\n`,
  });
  expect(await folder.run(['answer', id, 'dark blue'])).toMatchObject({ code: 0, stderr: '' });
  const beaten = await folder.run(['answer', id, 'red']);
  expect(beaten).toMatchObject({ code: 5, stdout: '' });
  expect(beaten.stderr).toMatch(/^error: .*Ada.*“dark blue”.*\ncode: already_answered\n$/);
  expect(await folder.run(['decline', id])).toMatchObject({ code: 5, stdout: '' });
});

// shows: R3
test('of two answers at the same time one is taken, and the other process ends with 5 and names it', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?');
  const given = await Promise.all(
    ['blue', 'red'].map(async (colour) => ({
      colour,
      ...(await folder.run(['answer', id, colour], { env: { ASKONCE_BY: `who-likes-${colour}` } })),
    })),
  );
  const [winner, loser] = given.toSorted((a, b) => a.code! - b.code!);
  expect([winner!.code, loser!.code]).toEqual([0, 5]);
  expect(loser!.stderr).toContain(`who-likes-${winner!.colour}: “${winner!.colour}”`);
});

test('a refused answer ends with 1 and leaves the question open', async () => {
  const folder = newFolder();
  const id = await folder.park('Go on?', '--type', 'CONFIRM');
  const refused = await folder.run(['answer', id, 'perhaps']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('code: answer_refused');
  expect(await folder.pending()).toHaveLength(1);
  expect(await folder.run(['answer', id, 'y'])).toMatchObject({ code: 0, stdout: `Answered ${id}: “Yes”.\n` });
});

// shows: O1-05
test('an id that does not exist is an error: exit 1, and nothing is answered', async () => {
  const folder = newFolder();
  await folder.park('Which colour?');
  const unknown = await folder.run(['answer', 'q-nothing', 'blue']);
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toContain('code: clarification_unknown');
  expect(await folder.pending()).toHaveLength(1);
});

test('a question that is closed takes no answer: exit 3', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?', '--session', 's1');
  expect(await folder.run(['decline', id])).toMatchObject({ code: 0 });
  const late = await folder.run(['answer', id, 'blue']);
  expect(late).toMatchObject({ code: 3, stdout: '' });
  expect(late.stderr).toContain('code: clarification_closed');
  expect(await folder.run(['ask', 'Which colour?', '--session', 's1'])).toMatchObject({ code: 3, stdout: '' });
});

test('several options of a multi-select question are given as several words, by number or by name', async () => {
  const folder = newFolder();
  const options = ['--option', 'lint', '--option', 'all types', '--option', 'tests', '--multi-select'];
  const id = await folder.park('Which checks should run?', ...options);
  const answered = await folder.run(['answer', id, '1', 'all types', '--json']);
  expect(answered.code).toBe(0);
  expect(JSON.parse(answered.stdout)).toMatchObject({
    status: 'accepted',
    clarification: { id, answer: 'lint, all types', surface: 'cli' },
  });
});

test('an answer nobody gave is listed as such and revoked in one step; then the person is asked', async () => {
  const folder = newFolder();
  const asks = ['ask', 'Should I use TypeScript strict mode?', '--session', 's1'];
  const id = /revoke (q-\S+)\)/.exec((await folder.run(asks)).stderr)![1]!;
  expect((await folder.run(['history'])).stdout).toMatch(/→ Yes\n {2}\[auto-resolved\] best practice: /);
  expect(await folder.run(['revoke', id, '--because', 'not here'])).toMatchObject({ code: 0, stderr: '' });
  expect(await folder.run(['revoke', id])).toMatchObject({ code: 0 });
  expect(await folder.run(asks)).toMatchObject({ code: 2, stdout: '' });
  expect((await folder.run(['history'])).stdout).toBe('No answers yet.\n');
  expect((await folder.run(['history', '--all'])).stdout).toContain('→ Yes (revoked)');
  const [waiting] = await folder.pending();
  expect(await folder.run(['revoke', waiting!.id])).toMatchObject({ code: 1, stdout: '' });
});

test('a process with ASKONCE_JOB set may ask and look, and is refused whatever only a person may do', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?');
  const env = { ASKONCE_JOB: 'j1' };
  const forbidden = [
    ['answer', id, 'blue'],
    ['decline', id],
    ['revoke', id],
    ['prefs', 'set', 'Which colour?', 'blue'],
    ['prefs', 'forget', 'Which colour?'],
    ['ask', 'Should the report have an index?', '--type', 'confirm', '--user-message', 'yes'],
    ['request', 'Should the report have an index?', '--user-message', 'yes', '--session', 's1'],
  ];
  for (const refused of await Promise.all(forbidden.map((args) => folder.run(args, { env })))) {
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^error: .*keeps agents from answering their own questions\.\ncode: person_only\n$/);
  }
  expect(await folder.run(['prefs'], { env })).toMatchObject({ code: 0, stderr: '' });
  expect(await folder.run(['inbox'], { env })).toMatchObject({ code: 0 });
  expect(await folder.pending()).toHaveLength(1);
});
