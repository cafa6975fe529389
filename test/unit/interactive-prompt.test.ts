import { describe, expect, it } from 'vitest';
import { interactivePrompt } from '../../src/worker/agents/output/interactive-prompt.ts';

describe('interactivePrompt', () => {
  it.each([
    'Do you want to continue? [Y/n] ',
    'Overwrite existing file? [y/N]',
    'Remove 3 packages (y/n)? ',
    'Are you sure you want to continue connecting (yes/no)? ',
    'Are you sure you want to continue connecting (yes/no/[fingerprint])? ',
    'Stage this hunk [y,n,q,a,d,?]? [y/n/a/q]: ',
    'Overwrite? (y)es/(n)o',
    'Password:',
    '[sudo] password for alex: ',
    "Enter passphrase for key 'id_ed25519': ",
    "Username for 'https://github.com': ",
    'Press any key to continue . . . ',
    'Press ENTER to continue',
    '? Pick one ›',
    '? Project name: › my-app',
    '  Enter a value: ',
    'Do you want to continue?',
    'Ok to proceed? (y) ',
    'Is this OK? (yes) ',
    '--More--',
  ])('sees that “%s” waits to be typed to', (line) => {
    expect(interactivePrompt(`npm notice\nreading files\n${line}`)).toBe(line.trim());
  });

  it.each(['Continue? [Y/n]', 'Are you sure (yes/no)?', 'Replace a.txt? [y/N]:', 'Overwrite? (y)es/(n)o'])(
    'sees “%s” behind a line break, too, while nothing follows',
    (line) => {
      expect(interactivePrompt(`${line}\r\n`)).toBe(line);
      expect(interactivePrompt(`${line}\nok, going on\n`)).toBeNull();
    },
  );

  it.each(['Password:', 'Do you want to continue?', 'Press ENTER to continue', 'Enter a value:', '? Pick one ›'])(
    'takes “%s” for finished once its line has ended',
    (line) => {
      expect(interactivePrompt(line)).toBe(line);
      expect(interactivePrompt(`${line}\n`)).toBeNull();
    },
  );

  it.each([
    'Which database should I use?',
    'Continue? [Y/n] y',
    'Done.',
    'Changed files:',
    'The password is checked in auth.ts',
    'Password: ********',
    'Listening on http://localhost:3000',
    'The installer asks (y/n) before it starts.',
    'Why does it fail?',
    '',
    '\n\n',
  ])('sees no prompt in “%s”', (line) => {
    expect(interactivePrompt(`Building\n${line}`)).toBeNull();
  });

  it('reads through colours and a line that was drawn again', () => {
    expect(interactivePrompt('\u001b[32m?\u001b[39m \u001b[1mPick one\u001b[22m \u001b[2m›\u001b[0m ')).toBe(
      '? Pick one ›',
    );
    expect(interactivePrompt('working…\rContinue? \u001b[1m[Y/n]\u001b[0m \u001b[?25h')).toBe('Continue? [Y/n]');
  });

  it('names the question above a list that is walked with the arrow keys', () => {
    const list = '? Pick a format (Use arrow keys)\n❯ YAML\n  JSON\n  TOML';
    expect(interactivePrompt(list)).toBe('? Pick a format (Use arrow keys)');
    expect(interactivePrompt(`${list}\nWrote config.yaml\nDone`)).toBeNull();
  });

  it('shows at most 200 characters, the end of a longer line', () => {
    const prompt = interactivePrompt(`Replace ${'x'.repeat(500)}? [Y/n]`);
    expect(prompt).toHaveLength(200);
    expect(prompt).toMatch(/\[Y\/n\]$/);
  });
});
