/** Which commands are Codex, and what AskOnce adds to them. */
import { describe, expect, it } from 'vitest';
import { checkCodex, codexCommand, isCodex } from '../../src/worker/agents/codex/command-line.ts';

describe('a command', () => {
  it.each([
    'codex',
    '/opt/tools/codex',
    'codex -c model=gpt-5 --enable web_search',
    'codex --config=model="gpt-5"',
    'CODEX_HOME=/tmp/x codex',
    // Refused later with a reason, instead of being run as something else.
    'codex --full-auto',
  ])('%s is Codex', (line) => expect(isCodex(line)).toBe(true));

  it.each([
    'codex exec -',
    'codex -c model=gpt-5 exec -',
    'codex e -',
    'codex app-server',
    'codex | tee log',
    'codex-wrapper',
    'echo codex',
    'claude',
    '',
  ])('%j is not, and runs as it is typed', (line) => expect(isCodex(line)).toBe(false));

  it.each(['codex --full-auto', 'codex -m gpt-5', 'codex -c a=b --sandbox=read-only'])(
    '%s has an option that the app server would ignore, and is refused',
    (line) => expect(() => checkCodex(line)).toThrow(/--exec cannot contain it.*`-c name=value`/),
  );

  it('is run as the app server, with its question tool', () => {
    checkCodex('codex -c model=gpt-5');
    expect(codexCommand('codex -c model=gpt-5')).toBe(
      'codex -c model=gpt-5 -c features.default_mode_request_user_input=true app-server',
    );
  });
});
