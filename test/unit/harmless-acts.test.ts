import { describe, expect, it } from 'vitest';
import { isHarmlessAct } from '../../src/core/harmless-acts.ts';

describe('isHarmlessAct', () => {
  it.each([
    'Should I add tests?',
    'Do you want me to use TypeScript?',
    'The parser has no tests. Shall I write some?',
    'Should I rename the helper function?',
    'Is the indentation right?',
    'Does the API return dates?',
    'Should the helper be exported?',
    'Do you want comments?',
    'テストを追加しますか？',
    'コメントも直しますか？',
    '要添加测试吗？',
    '테스트를 추가할까요?',
    '¿Añado pruebas?',
    'Soll ich Tests schreiben?',
    "J'ajoute des tests ?",
    'Adiciono testes?',
  ])('knows that “%s” does no harm', (question) => {
    expect(isHarmlessAct(question)).toBe(true);
  });

  it.each([
    'Ship it?',
    'Let it rip?',
    'Should I go ahead?',
    'Continue?',
    'Ready?',
    'Are we good to go?',
    'Is it time to flip the switch?',
    'Should I make room?',
    'Should I hand the docs over?',
    'Should I burn the tests?',
    'Do you want me to pull the trigger?',
    'Should I add five seats to the plan?',
    'Should I use the card on file?',
    'Should I write the image to /dev/sdb?',
    'Should I add the intern to the admin accounts?',
    'このまま上げちゃいますか？',
    '整理しちゃっていいですか？',
    '要跟客户说一声吗？',
    '싹 정리할까요?',
    '¿Le doy acceso?',
    'Продолжить?',
    'Да?',
  ])('leaves “%s” to the person', (question) => {
    expect(isHarmlessAct(question)).toBe(false);
  });
});
