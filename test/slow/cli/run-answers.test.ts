/** Answers in advance: `--answer question=answer` and `--answers file`, which the engine may refuse like any other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';

const QUESTION = 'Which format should I use?';
const OPTIONS = { question: QUESTION, header: 'Format', options: ['YAML', 'JSON'], strictOptions: true };

/** Asks these one after the other, and prints the resolved prompt in one line once all are answered. */
function asking(...asks: readonly (string | object)[]): string {
  const turns = asks.map(
    (ask, n) => `[ $n -eq ${n} ] && echo 'NEEDS_CLARIFICATION: ${typeof ask === 'string' ? ask : JSON.stringify(ask)}'`,
  );
  return `p=$(cat); n=$(echo "$p" | grep -c "Clarification Answer"); ${turns.join('; ')}; [ $n -eq ${asks.length} ] && echo "$p" | sed -n '/^Go$/,$p' | tr '\\n' ' '; exit 0`;
}

const run = (folder: Folder, agent: string, ...args: string[]) => folder.run(['run', 'Go', '--exec', agent, ...args]);
const TOLD = (...answers: string[]) =>
  `${['Go', ...answers.map((one) => `Clarification Answer: ${one}`)].join('  ')}\n`;

test.each([
  ['by its text', `${QUESTION}=JSON`],
  ['by its text in other letters', 'which format should i use=JSON'],
  ['by its header', 'format=JSON'],
  ['by the number of an option', 'Format=2'],
])('answers the question when it comes: %s', async (_name, answer) => {
  const folder = newFolder();
  const ended = await run(folder, asking(OPTIONS), '--answer', answer);
  expect(ended).toMatchObject({ code: 0, stdout: TOLD('JSON') });
  const { items } = JSON.parse((await folder.run(['history', '--json'])).stdout);
  expect(items).toMatchObject([{ answer: 'JSON', source: 'user', surface: 'advance' }]);
});

test('answers several questions, each with its own, and the answer may hold equals signs', async () => {
  const agent = asking(OPTIONS, 'Which flags should the build get?');
  const ended = await run(
    newFolder(),
    agent,
    '--answer',
    'Format=YAML',
    '--answer',
    'Which flags should the build get?=a=1 b=2',
  );
  expect(ended).toMatchObject({ code: 0, stdout: TOLD('YAML', 'a=1 b=2') });
});

test.each([0, 1])('answers an agent that asks by itself and ends with %s, once it has ended', async (code) => {
  const ask = `'${process.execPath}' '${BIN}' ask '${QUESTION}'`;
  const agent = `answer=$(${ask} 2>/dev/null) || { exec >/dev/null 2>&1; sleep 0.3; exit ${code}; }; echo "Used $answer."`;
  const ended = await run(newFolder(), agent, '--answer', `${QUESTION}=YAML`);
  expect(ended).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
});

test('answers an agent that asks by itself and waits', async () => {
  const agent = `'${process.execPath}' '${BIN}' ask '${QUESTION}' --wait 2>/dev/null`;
  const ended = await run(newFolder(), agent, '--answer', `${QUESTION}=YAML`);
  expect(ended).toMatchObject({ code: 0, stdout: 'YAML\n' });
});

test('an answer that nobody asked for does nothing, and a question without one is open', async () => {
  const ended = await run(newFolder(), asking(OPTIONS), '--answer', 'Colour=red');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
});

test('an answer that is refused leaves the question open, with exit 2, and it is said why', async () => {
  const folder = newFolder();
  const { code, stderr } = await run(folder, asking(OPTIONS), '--answer', 'Format=TOML');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^The answer supplied for “Which format should I use\?” was rejected: .*YAML.*$/m);
  expect(await folder.pending()).toMatchObject([{ question: QUESTION }]);
});

// shows: R6
test('what would destroy is answered in advance only by its own text, never by its header', async () => {
  const drop = { question: 'Should I drop the users table?', header: 'Drop', type: 'CONFIRM' };
  const folder = newFolder();
  expect(await run(folder, asking(drop), '--answer', 'Drop=yes')).toMatchObject({ code: 2 });
  expect(await run(folder, asking(drop), '--answer', 'Shall we drop the users table?=yes')).toMatchObject({ code: 2 });
  expect(await run(folder, asking(drop), '--answer', 'Should I drop the users table?=yes')).toMatchObject({
    code: 0,
    stdout: TOLD('Yes'),
  });
});

test('--answers reads them from a file, and --answer comes before it', async () => {
  const folder = newFolder();
  writeFileSync(join(folder.path, 'answers.json'), JSON.stringify({ Format: 'JSON', 'Who owns it?': 'Ada' }));
  const agent = asking(OPTIONS, 'Who owns it?');
  expect(await run(folder, agent, '--answers', 'answers.json')).toMatchObject({ code: 0, stdout: TOLD('JSON', 'Ada') });
  const both = await run(folder, agent, '--answers', 'answers.json', '--answer', 'Format=YAML');
  expect(both).toMatchObject({ code: 0, stdout: TOLD('YAML', 'Ada') });
});

test.each([
  ['no such file', null, 'cannot be read'],
  ['no JSON', '{ "Format": ', 'cannot be read'],
  ['a list', '["YAML"]', 'it does not contain an object'],
  ['an answer that is no text', '{ "Format": 2 }', 'the answer to “Format” is not a string'],
  ['an empty answer', '{ "Format": "" }', 'the answer to “Format” is not a string'],
])('a file of answers that cannot be used is an error, before anything runs: %s', async (_name, content, problem) => {
  const folder = newFolder();
  if (content !== null) writeFileSync(join(folder.path, 'answers.json'), content);
  const { code, stderr } = await run(folder, 'touch ran', '--answers', 'answers.json');
  expect(code).toBe(1);
  expect(stderr).toContain(problem);
  expect(stderr).toMatch(/^code: usage$/m);
  expect(stderr).not.toContain('task:');
});

test.each(['Format', '=JSON', 'Format=', ' =JSON'])(
  '--answer without a question or an answer is refused: %j',
  async (given) => {
    const { code, stderr } = await run(newFolder(), 'true', '--answer', given);
    expect({ code, usage: stderr.includes('--answer takes question=answer') }).toEqual({ code: 1, usage: true });
  },
);

test('an agent may not give answers in advance: it would answer its own questions', async () => {
  const folder = newFolder();
  const env = { ASKONCE_JOB: 'task-1' };
  for (const how of [
    ['run', 'Go', '--answer', 'Format=YAML'],
    ['resume', '--answers', 'answers.json'],
  ]) {
    const { code, stderr } = await folder.run([...how, '--exec', 'true'], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^code: person_only$/m);
  }
});
