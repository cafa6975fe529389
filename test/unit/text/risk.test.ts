import { describe, expect, it } from 'vitest';
import { isDangerous } from '../../../src/text/risk.ts';

const labels = (...names: string[]) => names.map((label) => ({ label }));

describe('isDangerous', () => {
  // shows: R6
  it.each([
    'Should I drop the users table?',
    'Delete the old branch?',
    'Overwrite config.yaml?',
    'The file exists. Overwrite it?',
    'Shall I force-push to main?',
    'Is it ok if I wipe the disk?',
    'Do you want me to publish the package?',
    'Do you want to reset the database and rerun all migrations?',
    'Proceed with the deletion?',
    'Should the old table be dropped?',
    'I will delete all the logs. OK?',
    'Pay the invoice now?',
    'Should I merge the PR?',
    'Should I roll it out to everyone?',
    'Should I print the database password?',
    'Can I share the customer list with the vendor?',
    'Should I make the repository public?',
    'Should I grant him admin access?',
    '本番にデプロイしてもよろしいですか？',
    'ファイルを削除しますか？',
    'メールを送信していいですか？',
  ])('sees leave for a harmful act in “%s”', (question) => {
    expect(isDangerous({ question })).toBe(true);
  });

  it.each([
    ['What should I do with the existing file?', ['Overwrite it', 'Keep both']],
    ['How should I proceed?', ['Drop the table', 'Rename it']],
    ['What about the logs?', ['Keep them', 'Delete them']],
    ['既存のファイルがあります。', ['上書きする', '別名で保存']],
  ])('sees an option that performs a harmful act: %s %j', (question, options) => {
    expect(isDangerous({ question, options: labels(...options) })).toBe(true);
  });

  it('sees what an option would do in the first words of its description', () => {
    const options = [
      { label: 'Clean start', description: 'Deletes the database and makes it anew' },
      { label: 'Keep' },
    ];
    expect(isDangerous({ question: 'How should I go on?', options })).toBe(true);
  });

  it('takes “Stop” for a no where leave is asked for, and for an act elsewhere', () => {
    expect(isDangerous({ question: 'Should I proceed?', options: labels('Proceed', 'Stop') })).toBe(false);
    expect(isDangerous({ question: 'Should I proceed?', options: labels('Proceed', 'Stop the server') })).toBe(true);
    expect(isDangerous({ question: 'What should I do with the server?', options: labels('Wait', 'Stop') })).toBe(true);
  });

  it('takes a choice of what to destroy for dangerous, whatever is offered', () => {
    expect(isDangerous({ question: 'Which branch should I delete?', options: labels('a', 'b') })).toBe(true);
  });

  it.each(['Shall I proceed?', 'Is this plan OK?', 'このまま進めてよろしいですか？'])(
    'reads the plan beside “%s” for what would be done',
    (question) => {
      expect(isDangerous({ question, context: '1. Back up\n2. Drop the users table' })).toBe(true);
      expect(isDangerous({ question, context: '1. Add tests\n2. Update the README' })).toBe(false);
    },
  );

  it.each(['Run `rm -rf build`?', 'Next: `git push --force`', 'Should I run `terraform destroy`?'])(
    'knows a harmful command: %s',
    (question) => {
      expect(isDangerous({ question })).toBe(true);
    },
  );

  it.each(['What is the API key for Stripe?', 'Please enter your password', 'パスワードを教えてください'])(
    'takes a question for a secret for dangerous: %s',
    (question) => {
      expect(isDangerous({ question })).toBe(true);
    },
  );

  // shows: R6
  it.each([
    'Soft or hard delete?',
    'CSS reset?',
    'Invoice PDF: A4 or Letter?',
    'Should I add a delete button?',
    'Should I remove unused imports?',
    'How should deletion work?',
    'Should expired tokens be deleted after 30 days?',
    'What should happen when a user deletes their account?',
    'Should the app send emails on signup?',
    'Which password hashing algorithm should I use?',
    'Which platform should we deploy to?',
    'Do you want to deploy to Vercel or Netlify?',
    'どのデータベースを使いますか？',
    '削除ボタンの色は赤でいいですか？',
    'constructor',
  ])('leaves a question about design alone: %s', (question) => {
    expect(isDangerous({ question })).toBe(false);
  });

  it('leaves a choice of design alone whose options and descriptions hold words of harm', () => {
    const database = [
      { label: 'PostgreSQL', description: 'Needs a server; drop-in backups' },
      { label: 'SQLite', description: 'One file, easy to delete' },
    ];
    expect(isDangerous({ question: 'Which database should I use?', header: 'Database', options: database })).toBe(
      false,
    );
    const deletion = labels('Soft delete', 'Hard delete', 'Cascade delete');
    expect(isDangerous({ question: 'How should deletes work?', options: deletion })).toBe(false);
  });

  it.each(['Should I dеlete the table?', 'Should I ｄｅｌｅｔｅ the table?', 'Should I de\u200blete the table?'])(
    'is not fooled by letters that look alike: %s',
    (question) => {
      expect(isDangerous({ question })).toBe(true);
    },
  );
});
