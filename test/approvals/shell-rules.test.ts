import { describe, expect, it } from 'vitest';
import { GENEROUS_RULES, NEVER_ALLOWED, NOT_COVERED } from './hostile-commands.ts';
import { allow, bash, decide, effectOf } from './make.ts';
import { ORDINARY } from './ordinary-commands.ts';

const everything = allow('Bash', 'Bash(*)', 'Bash(* *)', ...GENEROUS_RULES);

describe.each(Object.entries(NEVER_ALLOWED))('%s', (_, commands) => {
  it('is never allowed, not even by a rule for every command', () => {
    expect(commands.filter((command) => effectOf(bash(command), everything) !== 'ask')).toEqual([]);
  });

  it('is not allowed by a rule that says exactly this either', () => {
    const exact = (command: string) => allow(`Bash(${command})`, `Bash(${command.replace(/[\\*()]/g, '\\$&')})`);
    expect(commands.filter((command) => effectOf(bash(command), exact(command)) === 'allow')).toEqual([]);
  });

  it('is explained', () => {
    for (const command of commands) {
      const verdict = decide(bash(command), everything);
      expect(verdict, command).toMatchObject({
        effect: 'ask',
        rule: null,
        why: expect.stringMatching(/^No rule .*\.$/),
      });
    }
  });
});

it('hundreds of hostile commands are tried', () => {
  const commands = [...Object.values(NEVER_ALLOWED).flat(), ...NOT_COVERED];
  expect(new Set(commands).size).toBe(commands.length);
  expect(commands.length).toBeGreaterThanOrEqual(300);
});

it('a rule covers no command beside its own', () => {
  const rules = allow(...GENEROUS_RULES);
  expect(NOT_COVERED.filter((command) => effectOf(bash(command), rules) !== 'ask')).toEqual([]);
  // The control: they are clear, so a rule for everything allows each of them.
  expect(NOT_COVERED.filter((command) => effectOf(bash(command), everything) !== 'allow')).toEqual([]);
});

it.each(ORDINARY)('“%s” is allowed by %s', (command, ...rules) => {
  expect(decide(bash(command), allow(...rules))).toMatchObject({ effect: 'allow', rule: { effect: 'allow' } });
});

it('each ordinary command needs its rules', () => {
  for (const [command, ...rules] of ORDINARY) {
    const fewer = allow(...rules.slice(1), 'Bash(unrelated:*)');
    expect(effectOf(bash(command), fewer), command).toBe('ask');
  }
});
