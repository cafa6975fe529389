/**
 * What a question is about that its own words do not say. "Is this plan OK?" is another question for another plan: a yes to the
 * one is none to the other. So what such a question points at (its header, its context, what its options stand for) is part of
 * its key. A question that says itself what it asks is the same one whatever stands around it: agents word that anew each time.
 */
import type { ClarificationType, Option } from './clarification.ts';
import { folded } from './matching.ts';
import { normaliseQuestion, readableForm } from './question-key.ts';
import { FORM } from './similar.ts';
import { words } from './wording/phrases.ts';

export interface Pointing {
  readonly question: string;
  readonly type: ClarificationType;
  readonly header?: string | undefined;
  readonly context?: string | undefined;
  readonly options: readonly Option[];
}

/** What the question points at, as it is compared; empty where its words say it all, or there is nothing to point at. */
export function referentsOf({ question, type, header, context, options }: Pointing): readonly string[] {
  const described = options.filter(({ description }) => description !== undefined);
  if (header === undefined && context === undefined && described.length === 0) return [];
  const blank = options.some(({ label }) => BLANK_LABEL.test(folded(label)));
  const around = blank || points(question, type) ? [header, context] : [];
  const meanings = blank ? options.map(({ label, description }) => `${label}: ${description ?? ''}`) : [];
  const said = [...around.map((text) => text ?? ''), ...(described.length > 0 ? meanings : [])];
  return said.some((text) => text.trim() !== '') ? said.map(normaliseQuestion) : [];
}

/** Labels that stand for what is said elsewhere. */
const BLANK_LABEL = new RegExp(
  [
    '(?:the )?(?:(?:option|choice|variant|version|alternative|approach|plan|proposal|solution|way|candidate|design)[ #:.-]*)?' +
      '(?:[a-z]|\\d{1,2}|one|two|three|four|first|second|third|fourth|former|latter|other)' +
      '(?: (?:one|option|choice|version|approach|plan|design))?[.)]?',
    '(?:yes|no|ok|okay|both|neither|this|that|current|proposed|suggested|original|alternative|same|keep|change|accept|reject|' +
      'approve|agree|disagree)(?: (?:it|this|that|one))?',
    '(?:案|選択肢|プラン|候補) ?[a-z\\d一二三四]{1,2}',
    '[a-z\\d一二三四]案|[①-⑳]|はい|いいえ',
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
  'iu',
);

/** Words that point, whatever stands beside them. What all of a session is about, such as "this project", is no news to it. */
const POINTS =
  /\b(?:this|these|those)\b(?! (?:whole )?(?:project|repo|repository|codebase|code base|workspace|session|conversation|machine|computer|app|application|package|site|website|product|program|library)\b)|\b(?:following|above|below|attached|aforementioned|here|such)\b|\bthe (?:same|other) (?:one|way|thing)\b/;
const POINTS_AT_THAT =
  /\b(?:is|was|does|do|did|about|with|like|to|for|of|on|from|by|use|keep|handle|change|fix|make|take|accept|approve|ship|merge|apply|add|run|go) that\b/;
/** Of a yes or no these are all that it is said to. "Which port should it use?" means the work itself. */
const PRONOUN = /\b(?:it|its|they|them|their|he|she|him|her)\b/;
const POINTS_ELSEWHERE =
  /\b(?:dies(?:e[rsmn]?)?|folgende[rsmn]?|cette|ces|cet|ceci|cela|est[eao]s?|questo|questa|queste|questi|siguientes?|suivante?s?)\b/;
const POINTS_CJK =
  /(?:この|その|あの|これ|それ|ここ|こちら|以下の|上記|下記|次の|このまま)(?!プロジェクト|リポジトリ|アプリ|セッション|サイト)|这|那个|以下|上述|이것|이 |위의|아래|다음/;

function points(question: string, type: ClarificationType): boolean {
  const text = normaliseQuestion(question);
  if (POINTS.test(text) || POINTS_AT_THAT.test(text) || POINTS_ELSEWHERE.test(text) || POINTS_CJK.test(text))
    return true;
  return (type === 'CONFIRM' && PRONOUN.test(text)) || namesNothing(question);
}

/** Words of which a question may consist and still name nothing: "What should the value be?", "Which approach?", "Does it look good?" */
const NAMES_NOTHING = words(
  'value values plan plans design designs number numbers figure figures approach approaches option options choice choices one ones ' +
    'thing things way ways solution solutions change changes edit edits fix fixes result results output outcome text message messages ' +
    'translation wording draft version versions proposal proposals idea ideas suggestion suggestions answer answers question questions ' +
    'problem problems issue issues error errors case cases step steps item items part parts content contents data list name names ' +
    'input setting entry field type kind sort right wrong correct incorrect good bad fine better best ' +
    'acceptable sensible alright sure true false next now first last more less look looks sound sounds seem seems mean means meant ' +
    'proceed continue go going ahead start begin stop wait choose chosen pick select take taken handle handled deal do agree approve ' +
    'accept confirm decide happen happens give say said call called show apply try work works set happy ready done everything anything ' +
    'something all each both either not no yes',
);
/** The same for Japanese: kana and these letters carry the form of a question. */
const CJK_NAMES_NOTHING =
  /[\p{Script=Hiragana}\p{P}\p{S}\p{Z}ー]|値|案|方法|方針|方|計画|内容|設計|数字|数値|選択肢|選択|変更|修正|結果|文章|文|翻訳|名前|問題|対応|処理|進|続|行|良|宜|正|合|使|決|選|何|誰|言|思|場合|他/gu;

function namesNothing(question: string): boolean {
  const form = readableForm(question);
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(form)) return form.replace(CJK_NAMES_NOTHING, '') === '';
  const all = form.match(/[\p{L}\p{N}'_-]+|[`"]/gu) ?? [];
  return all.every((word) => FORM.has(word) || NAMES_NOTHING.has(word));
}
