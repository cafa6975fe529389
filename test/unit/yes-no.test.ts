import { describe, expect, it } from 'vitest';
import { asksSeveral, isNegated, readYesNo } from '../../src/core/yes-no.ts';
import { fasterThanInput } from '../support/growth.ts';

describe('readYesNo', () => {
  it.each([
    ['never not add tests', 'Should I add tests?'],
    ['不能不加', '要加测试吗？'],
    ['不加不行', '要加测试吗？'],
    ['追加しないとダメ', 'テストを追加しますか？'],
    ['no digo que no', '¿Añado pruebas?'],
    ['não digo que não', 'Adiciono testes?'],
  ])('reads nothing into the double negation of “%s”', (text, question) => {
    expect(readYesNo(text, null, question)).toBeNull();
  });

  // shows: S000-PATTERN-YES
  it.each(['y', 'Y', 'yes', 'はい', 'ＹＥＳ'])('reads the seed’s “%s” as yes', (text) => {
    expect(readYesNo(text, null)).toBe('Yes');
  });

  // shows: S000-PATTERN-NO
  it.each(['n', 'N', 'no', 'いいえ', 'No.'])('reads the seed’s “%s” as no', (text) => {
    expect(readYesNo(text, null)).toBe('No');
  });

  // shows: O1-09
  it.each([
    'yes!',
    'Yes, please.',
    'yeah sure',
    'yep',
    'OK',
    'okay, go ahead',
    'sure, thanks',
    'of course',
    'うん、お願いします',
    'はい！お願いします。',
    'はいお願いします',
    'もちろんです',
  ])('reads the spoken “%s” as yes', (text) => {
    expect(readYesNo(text, null)).toBe('Yes');
  });

  it.each([
    'nope',
    'no thanks',
    'No, thank you!',
    'nah',
    "please don't",
    'no, don’t do that',
    'いいえ、結構です',
    'やめてください',
  ])('reads the spoken “%s” as no', (text) => {
    expect(readYesNo(text, null)).toBe('No');
  });

  // shows: O1-10
  it.each(['notes.md', 'src/normalize.ts', "don't overwrite, use a different file", 'yes.txt', 'n/a', 'no.md'])(
    'reads neither in “%s”',
    (text) => {
      expect(readYesNo(text, null)).toBeNull();
    },
  );

  it.each([
    'no, oh yes I have',
    'absolutely not',
    'ok no',
    'no problem',
    'no worries',
    'no way',
    'yes?',
    'yes...',
    'yes but only the tests',
    'not yes',
    'not sure',
    '結構です',
    'いいです',
    'はい、いいえ',
    '',
    '   ',
    '!',
    'please',
  ])('abstains on “%s”', (text) => {
    expect(readYesNo(text, null)).toBeNull();
  });

  it('abstains where the session’s language turns the letter around', () => {
    expect(readYesNo('y', 'az')).toBeNull();
    expect(readYesNo('No!', 'pl-PL')).toBeNull();
    expect(readYesNo('y', 'ja')).toBe('Yes');
    expect(readYesNo('n', 'en-GB')).toBe('No');
  });

  it.each(['hostile', 'こんにちは', 'ναι', 'nai', 'да', 'evet', 'tak', 'ý', 'ne', 'jo', 's', 'j', 'o', 'k'])(
    'abstains on “%s” as long as no language is known',
    (text) => {
      expect(readYesNo(text, null)).toBeNull();
    },
  );

  it.each([
    ['s', 'es', 'Yes'],
    ['s', 'pt-BR', 'Yes'],
    ['o', 'fr', 'Yes'],
    ['j', 'de-AT', 'Yes'],
    ['jo', 'de', 'Yes'],
    ['ne', 'de', 'No'],
    ['nan', 'fr', 'No'],
    ['hai', 'ja', 'Yes'],
    ['ne', 'ko', 'Yes'],
    ['si', 'fr', null],
    ['si', 'es', 'Yes'],
    ['ja', 'es', null],
    ['ja', 'nl', 'Yes'],
    ['no', 'cs', null],
    ['no thanks', 'pl', 'No'],
    ['n', 'sw', null],
    ['oui', 'en', 'Yes'],
    ['はい', 'en', 'Yes'],
  ])('reads “%s” in a session in %s as %s', (text, language, reading) => {
    expect(readYesNo(text, language)).toBe(reading);
  });

  it('abstains on a “no” to a question in a language where it may be a yes', () => {
    expect(readYesNo('no', null, 'Czy mam dodać testy?')).toBeNull();
    expect(readYesNo('no', null, 'Should I add tests?')).toBe('No');
  });
});

describe('readYesNo in eight languages', () => {
  // shows: O1-09
  it.each([
    [
      'en',
      "yes I do|yes, that's right|sounds good to me|go for it|yesss|okkk|👍|✅|+1|(yes)|sure, why not|yeah yeah, do it",
    ],
    ['es', 'sí|claro que sí|por supuesto|vale, hazlo|dale|sí, me parece bien|de acuerdo|siii'],
    ['pt', 'sim|claro|com certeza|pode sim|tá bom|acho que sim|pode fazer isso, por favor'],
    ['fr', "oui|d'accord|bien sûr|mais oui|vas-y|oui, s'il vous plaît|ça marche|avec plaisir"],
    ['de', 'ja|ja, gerne|na klar|natürlich|natuerlich|mach das bitte|auf jeden Fall|passt|los geht’s'],
    ['ja', 'はい、そうしてください|はーい|それで大丈夫です|いいですよ|ぜひお願いします|OKです|はい👍|御願い致します'],
    ['zh', '好的，谢谢|是的|可以|沒問題|當然|麻煩您了，好的|就这么办|嗯嗯'],
    ['ko', '네, 부탁드립니다|응|좋아요|그렇게 해 주세요|그렇게해주세요|ㅇㅇ|물론이죠|넵 감사합니다'],
  ])('reads what people say for yes in %s, with the tag and without', (language, replies) => {
    for (const reply of replies.split('|')) {
      expect([reply, readYesNo(reply, language)]).toEqual([reply, 'Yes']);
      expect([reply, readYesNo(reply, null)]).toEqual([reply, 'Yes']);
    }
  });

  // shows: O1-09
  it.each([
    [
      'en',
      "no we don't|no, that won't be necessary|no need|I'd rather not|no, I'm good|noooo|👎|no, thanks for asking",
    ],
    ['es', 'no, gracias|no hace falta|claro que no|mejor no|para nada|creo que no|no, no lo es'],
    ['pt', 'não|nao, obrigado|não precisa|de jeito nenhum|acho que não|melhor não'],
    ['fr', 'non merci|pas la peine|certainement pas|bien sûr que non|je ne pense pas|non, ça va'],
    ['de', 'nein danke|nee|nö|nicht nötig|auf keinen Fall|lieber nicht|nein, passt schon|mach das nicht'],
    ['ja', 'いいえ、大丈夫です|いりません|不要です|遠慮しておきます|やめておきます|しなくていいです'],
    ['zh', '不用了，谢谢|不要|不是|沒必要|算了|不同意|別'],
    ['ko', '아니요, 괜찮아요|아뇨|하지 마세요|필요 없어요|안 돼요|ㄴㄴ'],
  ])('reads what people say for no in %s, with the tag and without', (language, replies) => {
    for (const reply of replies.split('|')) {
      expect([reply, readYesNo(reply, language)]).toEqual([reply, 'No']);
      expect([reply, readYesNo(reply, null)]).toEqual([reply, 'No']);
    }
  });

  // shows: O1-10
  it.each([
    [
      'en',
      'yes if it is quick|ok but later|I guess|yeah right|yes wait no|no-op|noon|it is|I do|yes, unless|don’t stop',
    ],
    ['es', 'bueno|quizás|sí, pero luego|no sé|sí y no|como quieras|no importa|todavía no'],
    ['pt', 'talvez|pois não|sei lá|sim, mas depois|tanto faz|ainda não'],
    ['fr', 'si|bof|oui mais|pourquoi pas|comme tu veux|pas encore|oui et non|c’est bon'],
    ['de', 'doch|ja ja|jein|ja, aber später|wenn Zeit ist|vielleicht|noch nicht|na ja'],
    ['ja', '結構です|大丈夫です|いいです|うーん|はい、でも|時間があればお願いします|いいですけど|はいはい|はい.md'],
    ['zh', '好吧|随便|可能|好的，不过|如果有时间|还没|好久不见|呵呵'],
    ['ko', '글쎄요|괜찮아요|알아서 하세요|나중에|네 그런데|네이버|됐어요'],
  ])('abstains on what may mean either in %s', (language, replies) => {
    for (const reply of replies.split('|')) expect([reply, readYesNo(reply, language)]).toEqual([reply, null]);
  });
});

describe('readYesNo with the question', () => {
  const TESTS = 'Should I add tests for the parser?';

  it.each([
    ['yes, add the tests', TESTS, 'Yes'],
    ['Yes please, go ahead and add them', TESTS, 'Yes'],
    ["no, don't add tests", TESTS, 'No'],
    ['please don’t add any tests', TESTS, 'No'],
    ['ja, füge Tests hinzu', 'Soll ich Tests hinzufügen?', 'Yes'],
    ['ja, füge Tests hinzu', 'Soll ich Tests für den Parser hinzufügen?', 'Yes'],
    ['füge keine Tests hinzu', 'Soll ich Tests hinzufügen?', 'No'],
    ['Sí, agrégalas', '¿Agrego pruebas?', 'Yes'],
    ['No las agregues', '¿Agrego pruebas?', 'No'],
    ['Sim, pode usar', 'Uso pnpm?', 'Yes'],
    ['oui, ajoute-les', "J'ajoute des tests ?", 'Yes'],
    ['Ne le renomme pas', 'Je renomme le module ?', 'No'],
    ['はい、テストを追加してください', 'テストを追加しますか？', 'Yes'],
    ['追加しないでください', 'テストを追加しますか？', 'No'],
    ['好的，请添加测试', '要添加测试吗？', 'Yes'],
    ['不，不要添加测试', '要添加测试吗？', 'No'],
    ['네, 테스트를 추가해 주세요', '테스트를 추가할까요?', 'Yes'],
  ])('reads “%s” to “%s” as %s, since it only repeats the question', (text, question, reading) => {
    expect(readYesNo(text, null, question)).toBe(reading);
  });

  it.each([
    ['yes, and use tabs', TESTS],
    ['yes, only the tests', TESTS],
    ['yes, if the tests pass', TESTS],
    ['no, add tests', TESTS],
    ['yes, not the tests', TESTS],
    ['no tests', 'Should I skip the tests?'],
    ['no problem', 'Should I fix the problem?'],
    ['yes, add tests', 'Should I add tests and docs?'],
    ['yes, add tests', "Shouldn't I add tests?"],
    ['yes, add tests', 'Should I add tests or docs?'],
    ['add tests', TESTS],
    ['yes, deploy to production', 'Should I deploy to staging before production?'],
    ['yes, use the new API', 'Should I use the old API in the new client?'],
    ['yes, just the tests', TESTS],
    ['ja, auf Produktion deployen', 'Soll ich auf Staging vor Produktion deployen?'],
    ['I will do it', TESTS],
    ['I don’t like tests', TESTS],
    ['no pruebas', '¿Omito las pruebas?'],
    ['keine Tests', 'Soll ich die Tests überspringen?'],
    ['no, agrega pruebas', '¿Agrego pruebas?'],
    ['いいえ、追加してください', 'テストを追加しますか？'],
    ['テストだけ追加してください', 'テストを追加しますか？'],
    ['テストして', 'テストを追加しますか？'],
    ['不，添加测试', '要添加测试吗？'],
    ['네, 전부 탭으로 바꿔주세요', '파일을 정리할까요?'],
  ])('abstains on “%s” to “%s”', (text, question) => {
    expect(readYesNo(text, null, question)).toBeNull();
  });

  it.each(['yes ', 'no, ', 'はい', '好', '네 ', '([{', '👍', 'add tests ', '\u200b', 'ー'])(
    'has no more work with “%s” over and over, on either side, than there is text',
    (piece) => {
      expect(readYesNo(piece.repeat(100_000), null, TESTS)).toBeNull();
      const read = (hostile: string) => {
        readYesNo(hostile, null, TESTS);
        readYesNo('yes, add it', null, hostile);
        readYesNo(hostile.slice(0, 200), null, hostile);
        isNegated(hostile);
        asksSeveral(hostile, null);
      };
      expect(fasterThanInput(read, [piece])).toEqual([]);
    },
  );
});

describe('isNegated', () => {
  it.each([
    "Shouldn't I add tests?",
    'Should I not add tests?',
    'Don’t you want tests?',
    '追加しないのですか？',
    'テストを追加しませんか？',
    '¿No debería agregar pruebas?',
    '¿Entonces no documento nada?',
    'Não quer testes?',
    'Tu ne veux pas de tests ?',
    "N'ajoute-t-on pas de tests ?",
    'Soll ich keine Tests schreiben?',
    'Soll ich das nicht umbenennen?',
    '不需要测试吗？',
    '还没添加测试吗？',
    '별로 필요하지 않나요?',
    '문서는 안 고쳐도 되나요?',
    '추가하지 말까요?',
  ])('finds “%s” put in the negative', (question) => {
    expect(isNegated(question)).toBe(true);
  });

  it.each([
    'Should I add tests?',
    'Use a notebook?',
    'Add the no-op driver?',
    'テストを追加しますか？',
    '不具合を修正しますか？',
    '¿Agrego pruebas?',
    'Escrevo no changelog?',
    "J'ajoute des tests ?",
    'Soll ich Tests schreiben?',
    '要不要添加测试？',
    '是不是应该添加测试？',
    '有没有测试？',
    '要修改类别吗？',
    '테스트를 추가할까요?',
    '안전 모드를 켤까요?',
  ])('finds “%s” put in the positive', (question) => {
    expect(isNegated(question)).toBe(false);
  });
});

describe('asksSeveral', () => {
  it.each([
    'Add tests or docs?',
    'Add tests? Add docs?',
    'テストを追加しますか？名前も変えますか？',
    'Use Vite, and should I keep webpack as well?',
    'Tabs oder Leerzeichen?',
    'Tabulations ou espaces ?',
    '¿Tabuladores o espacios?',
    '用制表符还是空格？',
    '탭 아니면 공백?',
    'タブですか、それともスペースですか？',
    '要加测试吗，名字保持吗',
  ])('takes “%s” for more than one question', (question) => {
    expect(asksSeveral(question, null)).toBe(true);
  });

  it.each([
    'Should I add tests?',
    'Really??',
    'Atualizo o arquivo?',
    '¿Agrego pruebas?',
    'Où est-il ?',
    '要加测试吗？',
  ])('takes “%s” for one', (question) => {
    expect(asksSeveral(question, null)).toBe(false);
  });

  it('knows by the session’s language what “o” is', () => {
    expect(asksSeveral('Tabs o espacios?', 'es-MX')).toBe(true);
    expect(asksSeveral('Atualizo o arquivo em uso?', 'pt')).toBe(false);
  });
});
