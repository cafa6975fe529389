import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { printableJson } from '../../../src/surfaces/terminal/text.ts';
import { newFolder } from '../../support/askonce.ts';

test('an empty inbox says so, and looking makes no store', async () => {
  const folder = newFolder();
  expect(await folder.run(['inbox'])).toEqual({
    code: 0,
    stdout: 'No questions are waiting for you.\n',
    stderr: '',
  });
  expect((await folder.run(['inbox', '--json'])).stdout).toBe('{"items":[],"next":null}\n');
  expect(existsSync(join(folder.path, '.askonce'))).toBe(false);
});

test('inbox --json lists what waits, oldest first, in pages', async () => {
  const folder = newFolder();
  const first = await folder.park('Which format?', '--option', 'YAML', '--session', 's1', '--job', 'j1');
  const second = await folder.park('Which colour?', '--session', 's2', '--timeout', '1h', '--on-timeout', 'fail');
  const page = async (...args: string[]) => JSON.parse((await folder.run(['inbox', '--json', ...args])).stdout);
  const { items, next } = await page('--limit', '1');
  expect(items).toMatchObject([
    {
      id: first,
      question: 'Which format?',
      type: 'SELECT_ONE',
      options: [{ label: 'YAML' }],
      session: 's1',
      job: 'j1',
    },
  ]);
  expect(items[0]).not.toHaveProperty('answer');
  const rest = await page('--after', next);
  expect(rest).toMatchObject({ items: [{ id: second, session: 's2', deadline: expect.any(Number) }], next: null });
  expect((await page('--session', 's2')).items).toHaveLength(1);
});

test('the plain inbox fits into 80 columns and shows what a person needs to answer', async () => {
  const folder = newFolder();
  const long = 'Which of the databases that we looked at last week should the order service use from now on, if any?';
  const options = ['--option', 'PostgreSQL', '--option', 'SQLite', '--recommended', 'SQLite'];
  const id = await folder.park(long, ...options, '--session', 's1', '--timeout', '2h', '--on-timeout', 'fail');
  const drop = await folder.park('May I drop the table users?', '--type', 'CONFIRM', '--session', 's1');
  await folder.park(`${'データベース'.repeat(12)}？`, '--session', 's1', '--context', 'x'.repeat(300));
  // FORCE_COLOR is for terminals; whoever reads a pipe gets text.
  const { stdout } = await folder.run(['inbox'], { env: { FORCE_COLOR: '1' } });
  const lines = stdout.split('\n');
  expect(stdout).not.toContain('\x1b');
  for (const line of lines) {
    const wide = line.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0;
    expect(line.length + wide, line).toBeLessThanOrEqual(80);
  }
  expect(lines.slice(0, 9)).toEqual([
    expect.stringMatching(new RegExp(`^${id} {2}#1 {2}SELECT_ONE {2}(just now|\\d+ seconds? ago)$`)),
    '  Which of the databases that we looked at last week should the order service',
    '  use from now on, if any?',
    '   1 PostgreSQL',
    '   2 SQLite  (recommended)',
    `  ${basename(folder.path)}`,
    '  session s1, deadline in 120 minutes',
    `  askonce answer ${id} <1-2, or your own words>`,
    '',
  ]);
  expect(stdout).toContain('  ! DESTRUCTIVE: users\n');
  expect(stdout).toContain(`  askonce answer ${drop} <yes or no>\n`);
});

test('text that could deceive a terminal is written out', async () => {
  const folder = newFolder();
  const id = await folder.park('Is \u200fthis \u061csafe?', '--option', 'a\nb');
  const { stdout } = await folder.run(['inbox']);
  expect(stdout).toContain('Is \\u{200f}this \\u{61c}safe?');
  expect(stdout).toContain('   1 a\\nb\n');
  expect(await folder.run(['answer', id, 'one\ntwo \u202e'])).toMatchObject({
    stdout: `Answered ${id}: “one\\ntwo \\u{202e}”.\n`,
  });
});

// shows: S000-HISTORY-ENTRY
test('history --json has the seed’s fields, and who or what gave each answer', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?', '--session', 's1');
  await folder.run(['answer', id, 'blue'], { env: { ASKONCE_BY: 'Ada' } });
  await folder.run(['decline', await folder.park('Which size?', '--session', 's1')]);
  const history = async (...args: string[]) => JSON.parse((await folder.run(['history', '--json', ...args])).stdout);
  expect(await history('--session', 's1')).toEqual({
    items: [
      expect.objectContaining({
        id,
        questionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        clarificationType: 'FREE_TEXT',
        answer: 'blue',
        timestamp: expect.any(Number),
        source: 'user',
        by: 'Ada',
      }),
    ],
    next: null,
  });
  expect((await history('--all')).items.map(({ status }: { status: string }) => status)).toEqual([
    'answered',
    'declined',
  ]);
  expect((await history('--session', 's2')).items).toEqual([]);
  expect((await folder.run(['history'])).stdout).toContain('  → blue\n  by Ada (cli)\n');
});

test('history --all says what was gone on with where nobody answered, and that it is nobody’s answer', async () => {
  const folder = newFolder();
  const silent = ['--session', 's1', '--timeout', '1ms', '--wait'];
  await folder.run(['ask', 'Which colour?', '--on-timeout', 'default', '--default', 'blue', ...silent]);
  await folder.run(['ask', 'Which size?', '--on-timeout', 'fallback', '--fallback', 'Take any.', ...silent]);
  await folder.run(['ask', 'Which shape?', '--on-timeout', 'fail', ...silent]);
  expect((await folder.run(['history', '--session', 's1'])).stdout).toBe('No answers yet.\n');
  const { stdout } = await folder.run(['history', '--session', 's1', '--all']);
  const nobody = 'no answer by \\S+Z';
  const [colour, size, shape] = stdout.split('\n\n').map((entry) => entry.replaceAll(/\s+/g, ' '));
  expect(colour).toMatch(RegExp(`→ blue \\(withdrawn\\) \\[not answered\\] default: ${nobody}; the default applies$`));
  expect(size).toMatch(RegExp(`→ Take any\\. \\(withdrawn\\) \\[not answered\\] fallback: ${nobody}$`));
  expect(shape).toMatch(RegExp(`Which shape\\? withdrawn ${nobody}$`));
});

test('history --all says why an answer was taken back, and who had given it', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?');
  await folder.run(['answer', id, 'blue'], { env: { ASKONCE_BY: 'Ada' } });
  await folder.run(['revoke', id, '--because', 'We moved to red']);
  await folder.run(['decline', await folder.park('Which size?'), '--because', 'Later']);
  const { stdout } = await folder.run(['history', '--all']);
  expect(stdout).toContain('  → blue (revoked)\n  by Ada (cli)\n  revoked because: We moved to red\n');
  // Once is enough.
  expect(stdout).toContain('  declined\n  the person declined: “Later”\n\n');
});

// shows: S003-PREFERENCE
test('a preference is set, listed, applied without the person, and forgotten', async () => {
  const folder = newFolder();
  const question = 'Which test runner should I use?';
  expect(await folder.run(['prefs', 'set', question, 'vitest'])).toMatchObject({ code: 0, stderr: '' });
  expect((await folder.run(['prefs'])).stdout).toBe(`${question}\n  → vitest\n  set by hand\n\n`);
  expect(JSON.parse((await folder.run(['prefs', '--json'])).stdout)).toMatchObject({
    items: [{ question, answer: 'vitest', origin: 'set' }],
    next: null,
  });
  const asked = await folder.run(['ask', question]);
  expect(asked).toMatchObject({ code: 0, stdout: 'vitest\n' });
  expect(asked.stderr).toContain('[auto-resolved]');
  expect(await folder.run(['prefs', 'forget', question])).toMatchObject({ code: 0 });
  expect(await folder.run(['prefs', 'forget', question])).toMatchObject({ code: 1, stdout: '' });
  expect(await folder.run(['ask', question])).toMatchObject({ code: 2 });
});

test('events are listed from any number on', async () => {
  const folder = newFolder();
  const id = await folder.park('Which colour?', '--session', 's1');
  await folder.run(['answer', id, 'blue']);
  const { items, next } = JSON.parse((await folder.run(['events', '--json', '--after', '1'])).stdout);
  expect(items).toMatchObject([{ seq: 2, type: 'clarification.answered', clarification: id }]);
  expect(next).toBe(null);
  const { stdout } = await folder.run(['events', '--limit', '1']);
  expect(stdout).toMatch(
    /^ +1 {2}\S+ \S+ {2}clarification\.requested {2}q-\S+ {2}s1 {2}Which colour\?\nMore: .*--after 1\n$/,
  );
});

test('--json holds no control, direction or invisible character raw, and every program reads the same text', async () => {
  const folder = newFolder();
  const odd = 'It is \u202eevil\u202c \u2066x\u2069 \u200b\u{e0041} 日本 🎉';
  const id = await folder.park('Which name?');
  const printed = [
    (await folder.run(['answer', id, odd, '--json'])).stdout,
    (await folder.run(['history', '--json'])).stdout,
  ];
  for (const text of printed) {
    expect(text.trimEnd()).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u,
    );
    expect(text).toContain('\\u202eevil\\u202c');
    expect(text).toContain('日本 🎉');
  }
  expect(JSON.parse(printed[0]!).clarification.answer).toBe(odd);
  expect(JSON.parse(printed[1]!).items[0].answer).toBe(odd);
});

test('JSON escapes the controls of C0 and C1 as well, and reads back as it was', () => {
  const odd = { 'a\u009b': ['\u0000\u001b[31m\u007f\u0085\u009d8;;x\u009c', '\u061c\u2028\ufeff', 'é 日本'] };
  const text = printableJson(odd);
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u061c\u2028\ufeff]/);
  expect(text).toContain('é 日本');
  expect(JSON.parse(text)).toEqual(odd);
});
