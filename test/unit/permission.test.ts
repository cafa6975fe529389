import { describe, expect, it } from 'vitest';
import { seeksPermission } from '../../src/text/permission.ts';

describe('seeksPermission', () => {
  it.each([
    'Should I proceed?',
    'Shall I continue?',
    'Do you want me to go ahead?',
    'Ready to proceed?',
    'Let me know if I should continue.',
    'May I start?',
    'Would you like me to proceed with this?',
    'Should I proceed with this plan?',
    'Okay, should I go ahead and start?',
    'Can I continue with the next step?',
    'Is it OK if I proceed?',
    'Is it okay to continue?',
    'Proceed?',
    'Would you like to continue?',
    'Do I have your approval to proceed?',
    'Please confirm that I should proceed.',
    'Let me know when you’re ready for me to start.',
    'Should I proceed? (y/n)',
    'SHOULD  I   PROCEED ?!',
    'Ready to proceed? Shall I continue?',
    'Should I continue with step 2?',
    'Want me to proceed with the proposed changes?',
  ])('takes “%s” for leave to go on', (question) => {
    expect(seeksPermission(question)).toBe(true);
  });

  it.each([
    '続けてもよろしいですか？',
    '進めてよいですか？',
    'このまま進めてもいいですか？',
    'この方針で進めてもよろしいでしょうか。',
    '続行しますか？',
    '始めても大丈夫ですか？',
  ])('takes “%s” for leave to go on in other languages', (question) => {
    expect(seeksPermission(question)).toBe(true);
  });

  it.each([
    'Should I proceed with deleting the tables?',
    'Should I proceed with the migration?',
    'Should I use tabs?',
    'Should I continue or stop?',
    'Should I proceed anyway?',
    'Should I start the server?',
    'How should I proceed?',
    'When should I start?',
    'Should I go ahead and push?',
    'Ready to merge?',
    'Do you mind if I continue?',
    'Should I not proceed?',
    'Should I continue without the tests?',
    'Should I continue using `npm`?',
    'Should I “continue”?',
    'I will drop the users table. Should I proceed?',
    'Should I proceed? Which database shall I take?',
    'Let me know if I should rename it.',
    'I will continue.',
    'continue',
    '',
    '?',
  ])('leaves “%s” to be asked', (question) => {
    expect(seeksPermission(question)).toBe(false);
  });

  it.each([
    '削除を進めてもよろしいですか？',
    'どのように進めますか？',
    'タブを使ってもいいですか？',
    '続けて削除してもいいですか？',
    'Soll ich mit dem Löschen fortfahren?',
    'Soll ich Tabs verwenden?',
    'Dois-je procéder à la suppression ?',
    '¿Debo continuar con el borrado?',
    'Posso continuar com a exclusão?',
    '我可以继续删除吗？',
    '应该如何继续？',
    '계속 삭제할까요?',
    '어떻게 진행할까요?',
  ])('leaves “%s” to be asked in other languages', (question) => {
    expect(seeksPermission(question)).toBe(false);
  });

  it('takes no long text for leave, nor a hostile one', () => {
    expect(seeksPermission(`${'ok '.repeat(400_000)}should I proceed?`)).toBe(false);
    const parts = ['ok ', '是否可以', 'それでは', '계속 ', 'go on ', 'please '];
    for (const part of parts) {
      expect(seeksPermission(`${part.repeat(Math.floor(150 / part.length))}x?`)).toBe(false);
    }
  });
});
