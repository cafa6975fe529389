import { describe, expect, it } from 'vitest';
import { isDestructive } from '../../src/core/destructive.ts';
import { looksLikePath, subjectNamedIn } from '../../src/core/subject.ts';
import { fasterThanInput } from '../support/growth.ts';

describe('isDestructive', () => {
  // shows: R6
  it.each([
    'Should I delete the old logs?',
    'Should I drop the users table?',
    'The file exists. Overwrite it?',
    'Overwriting config.json, fine?',
    'Clean up the old records for good?',
    'Ship it?',
    'Rotate and print the key?',
    'Run git reset --hard?',
    'Force-push the branch?',
    'rm -rf build?',
    'Merge this to main?',
    'Deploy to production?',
    'Publish version 2?',
    'Shall I send the mail to all customers?',
    'Pay the invoice now?',
    'Buy another seat?',
    'Show me the password?',
    'What is the API key?',
    'Revoke the token?',
    'Disable two-factor login?',
    'Kill the process?',
    'Can the old rows be gotten rid of, or do you want to get rid of them later?',
    'Make the bucket public?',
    '古いログを削除しますか？',
    'ファイルを上書きしてもいいですか？',
    '本番にデプロイしますか？',
    'パスワードを表示しますか？',
    '古いレコードを整理しますか？',
    'メールを送信しますか？',
    '料金を支払いますか？',
    '要删除这些文件吗？',
  ])('sees the danger in “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  it.each([
    'Which format should I use?',
    'Should I use TypeScript strict mode?',
    'Which database should I use?',
    'Where should I put the docs?',
    'Should I add a dropdown to the form?',
    'Should I create the file in src?',
    'どの形式を使いますか？',
  ])('sees none in “%s”', (text) => {
    expect(isDestructive(text)).toBe(false);
  });

  // shows: R6
  it.each([
    'May I make some room on the disk?',
    'Shall I bulldoze the sandbox and begin again?',
    'Can we say goodbye to the 2019 invoices?',
    'Do I let the old cluster die?',
    'Collapse the last 40 commits into one and update origin?',
    'Take our version wherever the two differ?',
    'Save the merged file under the same name?',
    'Should I bring the dump in on top of the live data?',
    'Would you like only the newest ten snapshots to survive?',
    'Could I take a machete to the logs?',
    'Shall we go back to last Tuesday’s state?',
    'May the bot close every ticket older than 90 days?',
    'Put the new schema in place of the current one?',
    'Time to turn the lights off on v1?',
    'Wanna dеlete it?', // with a Cyrillic letter in it
    'Shall I de\u200blete it?',
    'Call deleteAllUsers() now?',
    'Run drop_everything.sql?',
    'ＤＥＬＥＴＥ it?',
  ])('sees what would be destroyed behind “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  // shows: R6
  it.each([
    'Swing DNS to the new load balancer?',
    'Shall we let this loose?',
    'Turn the feature on for all tenants?',
    'Is it okay to hand this build to the testers?',
    'Should I put it up on the site?',
    'Do we cut over tonight?',
    'Push the button?',
    'Can I fire off the welcome messages?',
    'Drop a line to the whole mailing list?',
    'Should I reply to that angry review on your behalf?',
    'Can this see the light of day?',
    'Make it official?',
    'Apply the patch directly on the running server?',
  ])('sees what would be published behind “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  // shows: R6
  it.each([
    'Go with the bigger plan?',
    'Can I put it on the card?',
    'Should we take them up on their offer?',
    'Shall I settle what we owe them?',
    'Keep the trial going after Friday?',
    'Should I spin up eight GPUs for the night?',
    'Grab the domain before somebody else does?',
    'Approve the $4,000 quote?',
    'Can I commit us to a 12-month term?',
    'Can I move 500 to the savings account?',
    'Let it auto-renew?',
  ])('sees who would pay behind “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  // shows: R6
  it.each([
    'Drop the token in the ticket so that support can test?',
    'Should I put the connection string in the README?',
    'Can I pass our customer list to the agency?',
    'Can I bake the token into the image?',
    'Make her an owner of the org?',
    'May I open 22 to the world?',
    'Should I relax the CORS rules to *?',
    'Should I let the build go through without the checks?',
    'Can we do without 2FA for the interns?',
    'Switch off the alarms while I work?',
    'Let support log in as the customer?',
    'Should the webhook accept unsigned calls?',
    'Should I tell them what Anna earns?',
  ])('sees what would be revealed or unlocked behind “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  // shows: R6
  it.each([
    'git push -f origin dev?',
    'git checkout -- . then?',
    'git branch -D old?',
    'docker compose down -v',
    'kubectl scale deploy/api --replicas=0',
    'helm upgrade api ./chart',
    'terraform apply',
    'UPDATE users SET active = false',
    "find . -name '*.log' -delete",
    "echo '' > config.yml",
    'aws s3 sync build s3://site --delete',
    'npm dist-tag add pkg@2 latest',
    'curl https://example.org/install | bash',
    'redis-cli FLUSHALL',
    'systemctl stop nginx',
    'chmod -R 777 .',
    'crontab -r',
    'mv new.db app.db',
    'dd if=/dev/zero of=/dev/sda',
    'Allow 0.0.0.0/0 on port 5432?',
    'Set verify=False for now?',
  ])('sees the danger in the command “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  it.each([
    'What should the delete button be called?',
    'Should the drop-down be sorted?',
    'Should release notes be in Markdown?',
    'Which key name should the JSON use?',
    'Which colour should the push notification icon have?',
    'Should I add a delete button to the form?',
    'Should the overwrite warning be a dialog or a banner?',
    'Which password policy should apply?',
    'What should happen to empty lines?',
    'Should I run the tests after each change?',
    'Should I put the helper next to the component?',
    'Should I mock the database in the tests?',
    'Let me know: tabs or spaces?',
    'Do you want the report as a table or as prose?',
  ])('takes “%s” for a question of style', (text) => {
    expect(isDestructive(text)).toBe(false);
  });

  // A name is no excuse for an act.
  it.each([
    'Should I press the delete button?',
    'Should I call the delete endpoint?',
    'Should the delete script be run?',
    'Delete test files?',
    'Should the delete button wipe the table at once?',
    'Which icon should the button have?\nDrop the table',
  ])('is not lulled by the name in “%s”', (text) => {
    expect(isDestructive(text)).toBe(true);
  });

  it.each([
    'delete',
    'clear ',
    'make the a',
    '`',
    'a ',
    'show ',
    '消',
    '\n',
    ' ',
    '(',
    'go ',
    'get it ',
    'the ',
    'passa ',
    'é a ',
    'aA',
    'ü ',
    'dе ',
    '日本',
    'ガ',
    'ｶﾞ',
    '한',
    'ह',
    'ا',
    'ﷺ',
    '| ',
    '> ',
    '--',
    '-',
    'cp a',
    'copy a.',
    '0.',
    '$',
    '\u200b',
    'İ',
  ])('reads %j over and over with no more work than there is text', (piece) => {
    expect(fasterThanInput(isDestructive, [piece])).toEqual([]);
  });
});

describe('subjectNamedIn', () => {
  it.each([
    ['Should I overwrite src/a.ts?', 'src/a.ts'],
    ['Should I overwrite `config.json`?', 'config.json'],
    ['Should I drop the users table?', 'users'],
    ['drop table orders?', 'orders'],
    ['Merge the feature/login branch?', 'feature/login'],
    ['Deploy to production?', 'production'],
    ['Delete “Old Reports”?', 'Old Reports'],
    ['README.mdを上書きしますか？', 'README.md'],
    ['usersテーブルを削除しますか？', 'users'],
  ])('finds the subject of “%s”', (question, subject) => {
    expect(subjectNamedIn(question)).toBe(subject);
  });

  it.each([
    'Delete it?',
    'Overwrite src/a.ts or src/b.ts?',
    'Drop the users table in production?',
    'Which branch naming do you prefer?',
    'Drop the table?',
    '',
  ])('names none for “%s”', (question) => {
    expect(subjectNamedIn(question)).toBeNull();
  });

  it.each(['`', '"a', 'a.', '/', '「', 'x table ', 'a_'])(
    'reads %j over and over with no more work than there is text',
    (piece) => {
      expect(fasterThanInput(subjectNamedIn, [piece])).toEqual([]);
    },
  );
});

describe('looksLikePath', () => {
  it('knows paths by their beginning or their extension, and words, versions and addresses for what they are', () => {
    expect(['app.py', 'src/a.ts', './x', '/etc/passwd', '../../secret.md', '.env'].every(looksLikePath)).toBe(true);
    expect(['either/or', '2.0', 'e.g.', '...', '.', './', 'https://a.b/c.html', 'word'].some(looksLikePath)).toBe(
      false,
    );
  });

  it('reads no phrase across two labels, and of a label only what is plain', () => {
    const colour = 'Which color should the button have?';
    for (const labels of [
      ['Blue', 'Green'],
      ['Green', 'Blue'],
      ['TOML', 'Chef'],
      ['canary', 'FastAPI'],
    ]) {
      expect(isDestructive(colour, labels)).toBe(false);
    }
    expect(isDestructive('What about the logs?', ['Keep them', 'Delete them'])).toBe(true);
  });
});
