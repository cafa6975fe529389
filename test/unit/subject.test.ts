import { describe, expect, it } from 'vitest';
import { isFileName, subjectNamedIn } from '../../src/text/subject.ts';

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
});

describe('isFileName', () => {
  it('knows paths by their beginning or their extension, and words, versions and addresses for what they are', () => {
    expect(['app.py', 'src/a.ts', './x', '/etc/passwd', '../../secret.md', '.env', 'Makefile'].every(isFileName)).toBe(
      true,
    );
    expect(['either/or', '2.0', 'e.g.', '...', '.', './', 'https://a.b/c.html', 'word'].some(isFileName)).toBe(false);
  });
});
