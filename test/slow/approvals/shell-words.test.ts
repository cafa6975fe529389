/** What rules allow is read as real shells read it: random commands that the reader takes as clear are run, and their words compared. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusedProgram } from '../../../src/core/approvals/programs.ts';
import { readShell, type Words } from '../../../src/core/approvals/shell.ts';

const CHARS = [...'abAB01 _.:/@%+,=-~;&|\t^#!{}[]*?$\\()<>`é'];
const PIECES = [
  ' ',
  ' ',
  ' ab',
  "'x y'",
  '"z w"',
  "''",
  ' && p',
  ' || p',
  ' ; p',
  '|p',
  "'",
  '"',
  ' ~a',
  ' =a',
  'HEAD~1',
  "'*'",
  "'&;'",
];

interface Clear {
  readonly text: string;
  readonly parts: readonly Words[];
  readonly operators: readonly string[];
}

const clear = fc
  .array(
    fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...CHARS) }, { weight: 2, arbitrary: fc.constantFrom(...PIECES) }),
    {
      minLength: 1,
      maxLength: 14,
    },
  )
  .map((list): Clear | null => {
    const text = `p${list.join('')}`;
    const reading = readShell(text);
    return 'unclear' in reading || reading.parts.some(refusedProgram) ? null : { text, ...reading };
  })
  .filter((one) => one !== null);

const SHELLS = ['bash', 'dash', 'sh', 'zsh'].filter((shell) => spawnSync(shell, ['-c', ':']).status === 0);
const SAMPLES = fc.sample(clear, { numRuns: 3_000, seed: 21 });
const line = (words: Words): string => words.map((word) => `\u0001${word}`).join('');

it('this machine has a shell', () => {
  expect(SHELLS).toContain('sh');
});

it.each(SHELLS)('%s sees the same words', (shell) => {
  const single = SAMPLES.filter(({ operators }) => operators.length === 0);
  expect(single.length).toBeGreaterThan(500);
  const script = single.map(({ text }) => `printf '\\001%s' ${text}; printf '\\n'`).join('\n');
  const { stdout, stderr } = spawnSync(shell, ['-s'], { input: script, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.split('\n').slice(0, -1)).toEqual(single.map(({ parts }) => line(parts[0]!)));
});

it.runIf(SHELLS.includes('bash'))('bash runs the same commands', () => {
  const joined = SAMPLES.filter(
    ({ operators, parts }) =>
      operators.length > 0 && !operators.includes('||') && parts.every(([name]) => !name!.includes('/')),
  );
  expect(joined.length).toBeGreaterThan(100);
  // No program is found, so bash hands each command to this function.
  const script = [
    `command_not_found_handle() { local s="$N" a; for a in "$@"; do s+=$'\\001'"$a"; done; printf '%s\\n' "$s" >&3; }`,
    'PATH=/nonexistent; exec 3>&1 1>/dev/null',
    ...joined.map(({ text }, index) => `N=${index}; ${text}`),
  ].join('\n');
  const { stdout } = spawnSync('bash', ['-s'], { input: script, encoding: 'utf8' });
  const expected = joined.flatMap(({ parts }, index) => parts.map((words) => `${index}${line(words)}`));
  expect(stdout.split('\n').slice(0, -1).sort()).toEqual(expected.sort());
});
