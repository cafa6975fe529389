/** How a question is put: in the negative, or as more than one. A bare yes to either says nothing. */

const NEGATED_LATIN = new RegExp(
  '(?<![\\p{L}\\p{N}_-])(?:not|never|cannot|neither|nor|dont|shouldnt|isnt|doesnt|wouldnt|couldnt|arent|didnt|wont|cant|' +
    'nicht|nich|net|kein|keine|keinen|keinem|keiner|keines|nie|niemals|' +
    "ne|pas|jamais|aucun|aucune|n'(?=\\p{L})|" +
    'nunca|ningún|ninguna|ningun|não|nao|nem|nenhum|nenhuma|jamás|jamas)' +
    "(?![\\p{L}\\p{N}_])|n'(?:t(?!\\p{L})|(?<=(?<!\\p{L})n')\\p{L})",
  'iu',
);
/** Before a word; whether it is Spanish must be seen from the rest, since Portuguese "no" is "in the". */
const SPANISH_NO = /(?<![\p{L}\p{N}_.-])no(?=\s+\p{L})/iu;
const NEGATED_JAPANESE = /ない|ません|なくて|なくと|なくても|しなく|ずに|なしで|不要/;
/** "要不要", "有没有" offer both sides and are not negative. */
const BOTH_SIDES = /(\p{Script=Han})[不没沒](?=\1)/gu;
const NEGATED_CHINESE =
  /[不没沒勿甭莫]|无需|無需|无须|無須|毋须|(?<![分区區類类级級特识識個个判性差辨鉴鑑告离離])[别別](?![名的])|未(?=[被经經能曾])/u;
const NEGATED_KOREAN =
  /않|없|(?<!\p{L})안(?= |[하할해한합되될돼된쓰쓸써넣])|(?<!\p{L})못|지 ?못|지 ?[말마]|아니(?!면)/u;
const KANA = /[\u3040-\u30ff]/;
const HAN = /[\u3400-\u9fff]/;
const HANGUL = /[\uac00-\ud7af]/;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Whether a question is put in the negative, so that "yes" could mean either, and no positive answer may be applied.
 * @example
 * isNegated("Shouldn't I add tests?"); // true
 */
export function isNegated(question: string): boolean {
  if (SPANISH_NO.test(question) && SPANISH.test(question)) return true;
  if (!BEYOND_ASCII.test(question)) return NEGATED_LATIN.test(question);
  const plain = question.normalize('NFKC').replace(/[‘’ʼ]/g, "'");
  if (NEGATED_LATIN.test(plain)) return true;
  if (KANA.test(plain)) return NEGATED_JAPANESE.test(plain);
  if (HANGUL.test(plain)) return NEGATED_KOREAN.test(plain);
  return HAN.test(plain) && NEGATED_CHINESE.test(plain.replace(BOTH_SIDES, '$1'));
}

const CHOICE =
  /(?<![\p{L}\p{N}_])(?:or|oder|ou|bzw)(?![\p{L}\p{N}_])|それとも|または|又は|あるいは|もしくは|或|还是|還是|아니면|혹은|또는|どちら|どっち|どの|何を|何が|何に|何で|いくつ|どこ|いつ|誰|どう|なぜ|(?<=\p{L}) \/ (?=\p{L})|^(?:which|what|where|when|who|why|how)\b|どれ(?=を|に|で|が)|哪[个個种種一]|어느 쪽/iu;
const SPANISH_OR = /(?<![\p{L}\p{N}_])[ou](?![\p{L}\p{N}_])/iu;
/** "o" is Spanish for "or", and Portuguese for "the". */
const SPANISH = /[¿ñ]|(?<!\p{L})(?:el|los|las|una|y|con|del|en|hay|quieres|quiere que)(?!\p{L})/iu;

/** "…, and should I …": a second question under the same mark. */
const AND_ASKS =
  /(?<!\p{L})(?:and|und|et|y|e)\s+(?:(?:should|shall|can|could|may|do|would|is|are)\s+(?:i|we|you|it|that|this|they)|(?:soll|sollen|kann|darf|mochtest|möchtest)\s+(?:ich|wir|du|es)|est-ce|dois-je|puis-je|debo|debería|puedo|quieres|devo|posso|quer)(?!\p{L})/iu;
/** Scripts that mark a question by its verb: twice so marked is two questions. */
const ASKING_ENDS = /(?:ます|です|ましょう|でしょう)か|[吗嗎]|까요|나요|습니까/gu;

/** Two question marks with words between them or after the first. */
function hasTwoMarks(question: string): boolean {
  const first = question.search(/[?？]/);
  if (first < 0) return false;
  const next = question.slice(first + 1).search(/[?？]/);
  if (next < 0) return false;
  const last = Math.max(question.lastIndexOf('?'), question.lastIndexOf('？'));
  return /[\p{L}\p{N}]/u.test(question.slice(first + 1, last));
}

function asksTwice(question: string): boolean {
  ASKING_ENDS.lastIndex = 0;
  return ASKING_ENDS.test(question) && ASKING_ENDS.test(question);
}

/**
 * Whether a question is a choice, or more than one question: a yes to it would say nothing.
 * @param language The session's language (BCP 47), where known.
 * @example
 * asksSeveral('Add tests or docs?', null); // true
 */
export function asksSeveral(question: string, language: string | null): boolean {
  if (CHOICE.test(question) || AND_ASKS.test(question) || hasTwoMarks(question)) return true;
  if (HAN.test(question) || KANA.test(question) || HANGUL.test(question)) return asksTwice(question);
  if (!SPANISH_OR.test(question)) return false;
  return language === null ? SPANISH.test(question) : /^es\b/i.test(language);
}
