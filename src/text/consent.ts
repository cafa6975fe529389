/**
 * Whether anything but the person may consent to a question: earlier words, a preference, a default, a model. Only acts and objects on the
 * short lists of `data/words.tsv` count as harmless, so anything unknown is asked. A list of harmful acts could never be complete; this one
 * need not be.
 */
import { pointsBeside, saysMore } from './context.ts';
import { fold } from './fold.ts';
import { wordList } from './lists.ts';
import { seeksPermission } from './permission.ts';
import { asksLeave, asksSeveral, asksWhich, isRead } from './question-form.ts';
import { remembering } from './remembering.ts';
import { isBareLeave, isDangerous, mentionsHarm, optionPerforms, type Shown } from './risk.ts';
import { contentStems, isJapanese, LETTERS } from './words.ts';

const WORDS = new RegExp(`[${LETTERS}][${LETTERS}'_-]*`, 'gu');
/** What a question proposes is short. */
const MAX_READ = 400;
const OPENER =
  /^.*?\b(?:(?:should|shall|may|can|could|must) (?:i|we)|(?:do you want|would you like|want) (?:me|us) to|(?:ok|okay|fine) (?:to|if i|if we)) (?:(?:also|just|first|then|now|still|always|instead|please|go ahead and) )*/u;
/** A second act, or a purpose that the words before it do not cover. */
const MORE = /\b(?:and then|then|before|after|so that|by|via|until|while|because|if|unless|from|without)\b|[;:`]/u;

function isHarmlessInEnglish(text: string): boolean {
  const last = text.split(/(?<=[.!?])\s+/u).at(-1)!;
  const act = last.replace(OPENER, '').replace(/[?!.\s]+$/u, '');
  const words = act.match(WORDS) ?? [];
  const [verb = '', ...objects] = words;
  const strong = wordList('harmless_acts').has(verb);
  if (!strong && !wordList('weak_acts').has(verb)) return false;
  if (objects.length === 0 || MORE.test(act)) return false;
  if (objects.some((word) => wordList('out_of_hand').has(word))) return false;
  if (strong) return true;
  return objects.some(
    (word) => wordList('parts').has(word) || word.split(/[_-]/u).some((part) => wordList('parts').has(part)),
  );
}

const JA_ACT =
  /(?:(?:テスト|リンタ|フォーマッタ|ベンチマーク)[^。、]{0,3}実行|追加|作成|書(?:き|く|い|け)|記載|記述|揃え|整形|命名|生成|実装|定義|説明|翻訳|足し|足す|付け|分け|作(?:り|る|れ)|並び替え|使用|利用|使(?:い|う|っ|え)|統一|採用|インストール|コメント)[^。、]{0,14}$/u;
const JA_PART =
  /テスト|ドキュメント|readme|コメント|変数|定数|関数|メソッド|クラス|モジュール|インデント|型|フォーマッタ|リンタ|文言|見出し|ボタン|アイコン|メニュー|テーマ|レイアウト|カバレッジ|typescript|json|yaml|改行|目次|絵文字|グラフ|ヘルパー|ライブラリ|依存|サンプル|ベンチマーク|strict|eslint|prettier/u;
const JA_OUT_OF_HAND =
  /本番|顧客|お客|ユーザー(?!名)|全員|外部|公開|鍵|キー|トークン|パスワード|認証|権限|\.env|サーバ|ディスク|クラスタ|バケット|データ(?!型|形式)|レコード|テーブル|db|履歴|ブランチ|カード|メール|既存|コミット|リリース|全部|課金|料金|社外|チーム|slack|pr|削除|上書き|消|送/u;

function isHarmlessInJapanese(text: string): boolean {
  const bare = text.replace(/\s/gu, '');
  return JA_ACT.test(bare) && JA_PART.test(bare) && !JA_OUT_OF_HAND.test(bare);
}

/**
 * Whether what a question proposes is known to be harmless.
 * @example
 * isHarmlessAct('Should I add tests?'); // true
 * isHarmlessAct('Should I let it rip?'); // false
 */
export function isHarmlessAct(question: string): boolean {
  if (question.length > MAX_READ || !isRead(question)) return false;
  const text = fold(question);
  if (!isJapanese(text)) return asksLeave(text) && !asksWhich(text) && isHarmlessInEnglish(text);
  return !asksSeveral(text) && isHarmlessInJapanese(text);
}

const LETS_GO_ON =
  /^(?:proceed|go ahead|continue|do it|go on|approve|confirm|accept|start|run it|execute|yes\b|ok\b|okay\b|sure\b)|^(?:進め|続け|実行|やる|はい|了解|承認)/u;

/** "Open it to the internet": an order to do something that is not known to be harmless. */
function isUnknownAct(label: string): boolean {
  if (isJapanese(label))
    return /(?:ます|して|[うくぐすつぬぶむる])$/u.test(label) && (!JA_ACT.test(label) || JA_OUT_OF_HAND.test(label));
  const [, verb] =
    /^([a-z-]+) (?:it|them|the|this|that|these|those|all|everything|everyone|my|your|our|his|her|their)\b/u.exec(
      label,
    ) ?? [];
  return (
    verb !== undefined &&
    !wordList('harmless_acts').has(verb) &&
    !wordList('weak_acts').has(verb) &&
    !wordList('function').has(verb)
  );
}

/** Whether an answer would permit an act, rather than choose how something should be. */
function consents({ options = [] }: Shown, isConfirm: boolean, answer: string | undefined): boolean {
  if (options.some(({ label }) => LETS_GO_ON.test(fold(label)) || isUnknownAct(fold(label)))) return true;
  if (answer !== undefined && LETS_GO_ON.test(fold(answer)) && !isConfirm) return true;
  return isConfirm;
}

/** Words for access, people outside and money: with one of them a choice is more than how something should be. */
function isGuarded(text: string): boolean {
  if (PRICE.test(fold(text))) return true;
  if (isJapanese(text)) return JA_GUARDED.test(text.toLowerCase());
  const words = fold(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).match(/[a-z\d]+/g) ?? [];
  return words.some((word) => wordList('guarded').has(word));
}

const PRICE =
  /[$€£¥]\s?\d|\d\s?(?:[€£¥円]|(?:usd|eur|gbp|dollars?|euros?)\b)|\d (?:a|per) (?:month|year|seat|user)\b|月額|年額/u;
const JA_GUARDED =
  /本番|顧客|お客|全員|外部|公開|鍵|キー|トークン|パスワード|認証|権限|管理者|\.env|課金|料金|支払|社外|削除|消去|破棄|送(?:信|る|付)/u;
const JA_ASKS_WHICH = /どの|どちら|どれ|何|なに|いつ|どこ|誰|いくつ|名前|は[?？]/u;
const JA_WHAT_TO_DO =
  /(?:どう|何を|なにを)(?!使|用い|採用|選|呼|よ[びぶ]|名付|命名|書|表)[^、。はが]{0,8}(?:ます|ましょ|べき|れば|たら)/u;
const WHAT_TO_DO =
  /\b(?:do|should|shall|can|could|may) (?:i|we) (?:do|go on|proceed|continue|handle|deal)\b|^(?:what|how) (?:now|next|about)\b/u;
/** "What shall I send?" asks for an act; "how should I name it?" does not. */
const WHAT_ACT = /^(?:what|how|who|whom) (?:do|should|shall|can|could|may) (?:i|we) (?!call\b)([a-z-]+)/u;
const FIRST_PERSON = /\b(?:do|should|shall|can|could|may) (?:i|we)\b/u;
/** A question of these words alone asks what to do. */
const BARE = /^(?:options?|next|now|which|choices?|thoughts?)$/u;

/** "Which port?", "Tabs or spaces?", "Date format?": its last sentence asks for a thing. */
function asksForName({ question, options = [] }: Shown): boolean {
  const text = fold(question);
  const last = text.split(/(?<=[.!?。])\s+|(?<=。)/u).findLast((part) => part !== '') ?? '';
  if (isJapanese(text)) return last.includes('はどう') || (JA_ASKS_WHICH.test(last) && !JA_WHAT_TO_DO.test(last));
  if (options.length > 1 && options.every(({ label }) => text.includes(fold(label)))) return true;
  if (FIRST_PERSON.test(last) && mentionsHarm(last)) return false;
  const act = WHAT_ACT.exec(last)?.[1];
  if (act !== undefined && !wordList('harmless_acts').has(act) && !wordList('weak_acts').has(act)) return false;
  if (WHAT_TO_DO.test(last) || [...contentStems(last)].every((stem) => BARE.test(stem))) return false;
  return asksWhich(last) || (last.endsWith('?') && (/ or /u.test(last) || !asksLeave(last)));
}

/** Whether an option is an act that is not known to be harmless, or is about access, people outside or money. */
const offersMore = ({ options = [] }: Shown): boolean =>
  options.some((option) => {
    const label = fold(option.label);
    return (
      LETS_GO_ON.test(label) ||
      isUnknownAct(label) ||
      isGuarded(option.label) ||
      optionPerforms({ label: option.label })
    );
  });

/** Whether it is known that no option does more than say how something should be. */
function isPlainChoice(shown: Shown & { readonly type: string }): boolean {
  const { question, options = [], type } = shown;
  if (type === 'TARGET_FILE') return true;
  if (isGuarded(question) || offersMore(shown)) return false;
  return options.length === 0 || asksForName(shown);
}

/** Answers that refrain from an act: a timeout may always choose them. */
const REFRAINS =
  /^(?:leave|keep|skip|wait|ask|stop|cancel|abort|hold|postpone|ignore|do nothing)\b|(?:しない|そのまま(?:に(?:する|しておく))?|待つ|待ち|待機|(?:スキップ|見送り|保留|中止)(?:に?する)?|見送る)[。]?$/u;

/**
 * Whether an answer permits something that is not known to be harmless: a timeout must not give it. For a question in an unsupported
 * language, a timeout means No at most.
 */
export function isRiskyYes(shown: Shown & { readonly type: string }, answer: string): boolean {
  if (shown.type === 'CONFIRM' && answer === 'No') return false;
  if (!isRead(shown.question)) return true;
  const text = fold(answer);
  if (shown.type !== 'CONFIRM' && !REFRAINS.test(text) && (isUnknownAct(text) || !isPlainChoice(shown))) return true;
  const yes = shown.type === 'CONFIRM' ? answer === 'Yes' : LETS_GO_ON.test(text);
  return yes && (seeksPermission(shown.question) || !mayConsent(shown, answer));
}

/** A confirmation of how something is or should be: "Should the app work offline?", "Is the API stable?". */
const STATES = /^(?:is|are|does|do (?:you|we|they|users)|has|have|should (?!i\b|we\b|you\b))\b/u;
/** A fact that an act depends on: "Are we done with them, so that I can clear them out?" */
const PROMISES = /\b(?:so|then|and|before|because) (?:that )?(?:i|we)\b/u;
const APPROVES =
  /\b(?:sure|confirm\w*|authori[sz]\w*|consent\w*|ready|time to|approv\w*|agree\w*|accept\w*|go ahead|proceed|sign\w*|ok|okay|fine|comfortable|happy|done|clear|safe|final|good to|right|good|everything|anyone)\b/u;

/**
 * Whether an answer that the person did not give to this question may be applied to it.
 * @param answer The answer, if it is already known.
 * @param from A preference that the person set for these words may confirm any fact, but no act that is not known to be harmless.
 */
export function mayConsent(
  shown: Shown & { readonly type: string },
  answer?: string,
  from: 'set' | 'learnt' | null = null,
): boolean {
  if (!isRead(shown.question) || isDangerous(shown)) return false;
  if (!consents(shown, shown.type === 'CONFIRM', answer))
    return isPlainChoice(shown) && (answer === undefined || !isGuarded(answer));
  const text = fold(shown.question);
  // The context of a question may be a plan, and a plan never counts as harmless.
  const tells = saysMore({ question: shown.question, context: shown.context });
  if (isHarmlessAct(shown.question)) return !tells || (from !== null && !mentionsHarm(shown.context ?? ''));
  if (seeksPermission(shown.question)) return shown.context === undefined && shown.header === undefined;
  if (!STATES.test(text) || asksLeave(text)) return false;
  if (tells && (isBareLeave(shown.question) || pointsBeside(shown.question))) return false;
  if (from === 'set') return !PROMISES.test(text);
  if (APPROVES.test(text)) return false;
  return !(text.match(WORDS) ?? []).some((word) => wordList('out_of_hand').has(word));
}

/**
 * Whether a person's consent to a question belongs to the job that asks it: it permits an act, and the act is not known to be harmless.
 * What is known to be harmful has a key of its own; this is for all that no list names.
 */
export const isJobsOwn: (shown: Shown & { readonly type: string }) => boolean = remembering(
  (shown) => {
    const { question, context, options = [], type } = shown;
    if (isBareLeave(question)) return true;
    if (type !== 'CONFIRM' && options.length === 0) return false;
    // A yes among the options is the same consent as a CONFIRM's.
    const isConsent = consents(shown, type === 'CONFIRM', undefined);
    if (isConsent ? !mayConsent(shown, undefined, 'set') : !isRead(question) || !isPlainChoice(shown)) return true;
    return isConsent && context !== undefined && mentionsHarm(context);
  },
  ({ question, options, header, context, type }) => JSON.stringify([question, header, context, options, type]),
);

const LIST_MARK = /^[ \t]*(?:[-*•>]|\d{1,3}[.)])[ \t]*/gmu;
const PLAN_LEAD =
  /^(?:(?:working on|plan|steps?|next|now|then|first|finally|todo|to do)[\s,:]+)*(?:(?:i|we)(?:'ll| will| am going to|'m going to| would|'d) )?(?:now |then |also |first )?/u;

/**
 * Whether every step of a plan or a goal is known to be harmless.
 * @example
 * isHarmlessPlan('I will add tests for the parser.'); // true
 * isHarmlessPlan('Add tests, then book the courier.'); // false
 */
export function isHarmlessPlan(plan: string): boolean {
  if (plan.length > MAX_READ || !isRead(plan) || mentionsHarm(plan)) return false;
  const steps = fold(plan.replace(LIST_MARK, '').replace(/\n+/gu, '. ')).split(
    /[.;,。、]+(?:\s|$)|[。、]|\s(?:and|then)\s/u,
  );
  return steps
    .map((step) => step.replace(PLAN_LEAD, '').trim())
    .filter((step) => step !== '')
    .every(isHarmlessStep);
}

const isHarmlessStep = (step: string): boolean =>
  isJapanese(step) ? isHarmlessInJapanese(step) : isHarmlessInEnglish(step);
