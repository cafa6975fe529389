import { describe, expect, it } from 'vitest';
import { isDestructive } from '../../src/core/destructive.ts';
import { looksLikePath, subjectNamedIn } from '../../src/core/subject.ts';

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

  it.each(['delete', 'clear ', 'make the a', '`', 'a ', 'show ', '消', '\n'])('reads 100 kB of %j quickly', (piece) => {
    const start = performance.now();
    isDestructive(piece.repeat(100_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(1000);
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

  it.each(['`', '"a', 'a.', '/', '「', 'x table ', 'a_'])('reads 100 kB of %j quickly', (piece) => {
    const start = performance.now();
    subjectNamedIn(piece.repeat(100_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('looksLikePath', () => {
  it('knows paths by their beginning or their extension, and words, versions and addresses for what they are', () => {
    expect(['app.py', 'src/a.ts', './x', '/etc/passwd', '../../secret.md', '.env'].every(looksLikePath)).toBe(true);
    expect(['either/or', '2.0', 'e.g.', '...', '.', './', 'https://a.b/c.html', 'word'].some(looksLikePath)).toBe(
      false,
    );
  });
});
