/**
 * Whether a question only asks for leave to go on ("Should I proceed?"). Such a question has one useful answer, and no person
 * need give it. Precision first: whatever names an act, a choice or a condition besides going on is an ordinary question.
 */
import { fold } from './fold.ts';
import { isJapanese } from './words.ts';

/** Leave to go on is short; whatever is longer says more. */
const MAX_LENGTH = 160;

const any = (...words: readonly string[]): string => `(?:${words.join('|')})`;

/** Sentences of a language, matched whole: what may stand first, the forms, and what may stand last. */
const whole = (first: string, forms: readonly string[], last = ''): RegExp =>
  new RegExp(`^(?:${first})?${any(...forms)}(?:${last})?$`);

const ENGLISH = ((): RegExp => {
  const go = any(
    ...['proceed', 'continue', 'go ahead', 'go on', 'move on', 'move forward', 'carry on', 'keep going', 'resume'],
    ...['start', 'begin', 'get started', 'get going', 'press on'],
  );
  const plan = any('plan', 'approach', 'proposal', 'changes', 'steps', 'implementation', 'work', 'task', 'rest');
  const which = any('this', 'that', 'the', 'these', 'those', 'my', 'your');
  const kind = any('above', 'proposed', 'outlined', 'suggested', 'planned', 'described', 'remaining', 'current');
  const on = `(?: (?:with|on) (?:${which}(?: ${kind})? ${plan}|the next (?:steps?|phase)|(?:step|phase|part) \\d+|this|that|it|these|those))?`;
  const how = '(?: (?:now|then|as (?:planned|described|outlined|proposed|suggested)|from here|with your approval))?';
  const going = `${go}(?:(?: and)? ${go})?${on}${how}`;
  const fine = any('ok', 'okay', 'fine', 'alright', 'all right', 'good', 'acceptable');
  const leave = any('permission', 'approval', 'ok', 'okay', 'go ahead', 'consent', 'blessing', 'green light');
  const me = any('i', 'we');
  const wish = any(
    '(?:do |would )?you (?:want|like|wish|prefer) (?:me|us) to',
    'want (?:me|us) to',
    'you d like (?:me|us) to',
  );
  const told = `(?:please |just )*(?:let me know|tell me|say|confirm) (?:if|whether|when|that) `;
  return whole(
    '(?:(?:ok|okay|so|great|now|alright|all right|then|please|and) )*',
    [
      `(?:should|shall|may|can|could|might|must|do) ${me} (?:now |please |just )?${going}`,
      `${wish} (?:now )?${going}`,
      `(?:do|would) you (?:want|like|wish) to ${going}`,
      `(?:is|would|will) (?:it|that|this) (?:be )?${fine} (?:with you )?(?:if ${me}|for me to|to) ${going}`,
      `(?:are you )?${any(fine, 'ready', 'clear', 'cleared', 'free')} (?:for me )?(?:to|if ${me}) ${going}`,
      `(?:am i|are we) ${any(fine, 'ready', 'clear', 'cleared', 'free', 'allowed')} to ${going}`,
      `(?:do (?:i|we) have|may (?:i|we) have|can (?:i|we) (?:have|get)) (?:your|the) ${leave}(?: to ${going})?`,
      `${told}${me} (?:should|can|may|could) ${going}`,
      `${told}(?:you would like|you d like|you want) me to ${going}`,
      `${told}(?:you are|you re|it is|it s) (?:${fine}|ready) (?:for me )?to ${going}`,
      going,
    ],
    ' (?:please|yes no|y n)',
  );
})();

const JAPANESE = ((): RegExp => {
  const plan = '(?:計画|方針|内容|手順|プラン|案|方法|形|方向|流れ|やり方)';
  const first = any(
    ...[
      'では',
      'それでは',
      'このまま',
      'これで',
      'それで',
      '引き続き',
      '次に',
      '次へ',
      '先に',
      '先へ',
      '今から',
      '早速',
    ],
    ...[`(?:この|その|上記の|以上の)${plan}(?:どおり|通り)?(?:で|に沿って|のまま)?`, '(?:作業|処理|実装|タスク)を'],
  );
  const on = any('進めて', '続けて', '続行して', '進行して', '開始して', '始めて', '着手して', '進んで', '継続して');
  const good = any('よろしい', '宜しい', 'よい', '良い', 'いい', '大丈夫', 'ok', '結構');
  const fine = any(
    `${good}(?:です|でしょう)か`,
    `${good}(?=$)`,
    '(?:構い|かまい|問題あり|差し支えあり)ません(?:でしょう)?か',
  );
  const stems = any('進め', '続け', '続行し', '進行し', '開始し', '始め', '着手し', '進み', '継続し');
  return whole(`${first}{1,3}`, [
    `${on}も?${fine}`,
    `${on}も?(?:構わない|かまわない|問題ない)(?:です|でしょう)か`,
    `${stems}(?:ます|ましょう)か`,
  ]);
})();

/** Without accents, case and punctuation, so that one form stands for its spellings. */
function bare(sentence: string): string {
  return sentence
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ +/g, ' ');
}

const YES_NO_HINT = /\s*[([]\s*(?:y|yes)\s*\/\s*(?:n|no)\s*[)\]]\s*[:?？]?\s*$/i;

/** Sentences that ask without a mark: "Let me know if I should continue." */
const ASKS_WITHOUT_MARK =
  /^(?:(?:please |just )*(?:let me know|tell me|say|confirm)|should|shall|may|can|could|do|would|is it) /;

function isLeave(sentence: string, asked: boolean): boolean {
  const plain = bare(sentence);
  if (!isJapanese(sentence)) return (asked || ASKS_WITHOUT_MARK.test(plain)) && ENGLISH.test(plain);
  const together = plain.replaceAll(' ', '');
  return (asked || together.endsWith('か')) && JAPANESE.test(together);
}

/**
 * Whether a question asks for nothing but leave to go on.
 * @example
 * seeksPermission('Should I proceed?'); // true
 * seeksPermission('Should I proceed with deleting the tables?'); // false
 * seeksPermission('続けてもよろしいですか？'); // true
 */
export function seeksPermission(question: string): boolean {
  if (question.length > MAX_LENGTH) return false;
  const folded = fold(question.replace(YES_NO_HINT, ''));
  // What is quoted or written as code is named, and so is more than going on.
  if (/[`"“”«»„「」『』]/.test(folded)) return false;
  const sentences = folded.match(/[^.!?。]+[.!?。]*/g) ?? [];
  const spoken = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const hinted = YES_NO_HINT.test(question);
  return spoken.length > 0 && spoken.every((sentence) => isLeave(sentence.trim(), hinted || sentence.includes('?')));
}

const GOES_ON = /^(?:yes|y|ok|okay|sure|proceed|continue|go ahead|go on|carry on|はい|続ける|続行)[\s!.,:。]*/i;

/**
 * The answer that gives leave: the one option that goes on, where there are options; null where that is not plain.
 * @example
 * goingOn(['Proceed', 'Stop']); // 'Proceed'
 * goingOn([]); // 'continue'
 */
export function goingOn(labels: readonly string[]): string | null {
  if (labels.length === 0) return 'continue';
  const fits = labels.filter((label) => GOES_ON.test(label.trim()));
  return fits.length === 1 ? fits[0]! : null;
}
