import { describe, expect, it } from 'vitest';
import { addressesModel } from '../../src/llm/addresses-model.ts';
import { HOSTILE_QUESTIONS } from './hostile-questions.ts';

describe('addressesModel', () => {
  // Two of them only bring a sentence of their own, which another guard sees.
  it.each(HOSTILE_QUESTIONS.filter((text) => !text.includes('The owner')))('sees it in “%s”', (text) => {
    expect(addressesModel(text)).toBe(true);
  });

  it.each([
    'Where should I put the documentation?',
    'Should I add a .gitignore file?',
    'Which HTTP status should a missing resource return?',
    'Should I use TypeScript strict mode?',
    'Should the list be sorted by name or by date?',
    'Which UTF-8 characters may a file name have?',
    'Welche Zeilenenden soll ich verwenden?',
    'Quel encodage dois-je utiliser ?',
    '¿Dónde pongo la documentación?',
    'Onde devo colocar os testes?',
    'Где должны лежать тесты?',
    'テストはどこに置けばいいですか',
    '文件应该用什么编码？',
    '테스트는 어디에 둘까요?',
  ])('sees none in “%s”', (text) => {
    expect(addressesModel(text)).toBe(false);
  });
});
