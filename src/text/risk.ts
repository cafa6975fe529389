/**
 * Whether a question is dangerous: it asks leave for an act that destroys, publishes, pays, reveals or takes control, or offers an
 * option that performs one. The form decides first (leave to act, a choice among acts, a choice of design), then verb and object, from
 * `data/acts.tsv`. A question about design is not dangerous, whatever words it holds. What this misses is still not granted
 * automatically: consent.ts only knows what is harmless.
 */
import { fold, undisguised } from './fold.ts';
import { lazy, rowsOf, wordList } from './lists.ts';
import { asksLeave, asksWhich, isRead } from './question-form.ts';
import { namesSecret } from './secrets.ts';
import { isJapanese, stemOf } from './words.ts';
import { readYesNo } from './yes-no.ts';

interface Choice {
  readonly label: string;
  readonly description?: string | undefined;
}

/** What the person sees of a question. */
export interface Shown {
  readonly question: string;
  readonly options?: readonly Choice[];
  readonly header?: string | undefined;
  readonly context?: string | undefined;
}

type Kind = 'destroy' | 'publish' | 'pay' | 'reveal' | 'control';

interface Act {
  readonly kind: Kind;
  /** Null: whatever it is done to. */
  readonly needs: ReadonlySet<string> | null;
  readonly unless: ReadonlySet<string>;
}

/** Keys: stems of one word, or of two parted by a blank. */
const acts = lazy(() => {
  const table = new Map<string, Act[]>();
  for (const [verbs = '', kind = '', needs = '*', unless = ''] of rowsOf('acts')) {
    const stems = (field: string): Set<string> =>
      new Set(
        field
          .split(' ')
          .flatMap((word) => (word.startsWith('@') ? [...wordList(word.slice(1))] : [word]))
          .filter((word) => word !== '')
          .map((word) => stemOf(word.replaceAll('_', ' '))),
      );
    const act: Act = { kind: kind as Kind, needs: needs === '*' ? null : stems(needs), unless: stems(unless) };
    for (const verb of verbs.split(' ')) {
      const key = verb.split(/[_-]/).map(stemOf).join(' ');
      table.set(key, [...(table.get(key) ?? []), act]);
    }
  }
  return table;
});

/** Text beyond this is not read: a question that long is nobody's automatic answer either. */
const MAX_READ = 8_000;
/** Of a question so much is read for its form; the rest for any mention of harm. */
const MAX_QUESTION = 1_500;
/** How far an object may stand from its verb, in words. */
const MAX_OBJECT = 10;
const MAX_LABEL_WORDS = 14;

interface Token {
  readonly word: string;
  readonly stem: string;
  /** It begins a clause: a verb may stand here. */
  readonly opens: boolean;
}

/** After these a verb may follow. */
const OPENS = new Set(
  'and then or to by before after first also now just please ahead with finally will ll would go immediately simply directly permanently automatically manually both either fully completely'.split(
    ' ',
  ),
);
const DETERMINERS = new Set(
  'the a an this that these those all my your our its any every each existing old current'.split(' '),
);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let opens = true;
  for (const match of text.matchAll(/[\p{L}\p{N}/.@][\p{L}\p{N}'_/.@]*|[,;:.!?()\n•*→–—-]/gu)) {
    const word = match[0].replace(/[.']+$/, '');
    if (word === '' || !/[\p{L}\p{N}]/u.test(word)) {
      opens = match[0] !== '-' || opens || /\s$/.test(text.slice(0, match.index));
      continue;
    }
    tokens.push({ word, stem: stemOf(word), opens });
    opens = OPENS.has(word);
  }
  return tokens;
}

/** The act that the words at a place perform on an object of the table. */
function actAt(tokens: readonly Token[], at: number): Act | undefined {
  const { word, stem } = tokens[at]!;
  // "roll it out": the particle of a verb may stand behind its object.
  const two = tokens.slice(at + 1, at + 5).flatMap((next) => acts().get(`${stem} ${next.stem}`) ?? []);
  const found = two.length > 0 ? two : (acts().get(stem) ?? acts().get(word));
  if (found === undefined) return undefined;
  const objects = tokens.slice(at + 1, at + 1 + MAX_OBJECT);
  return found.find(({ needs, unless }) => {
    // Only what stands close to the verb is its object: "delete the unused import".
    if (objects.slice(0, 4).some(({ stem: object }) => unless.has(object))) return false;
    return needs === null || objects.some((object) => namesOf(object).some((name) => needs.has(name)));
  });
}

/** An object by its stem, its word and, of a path, its parts. */
function namesOf({ word, stem }: Token): string[] {
  return /[/._@]/.test(word) ? [word, ...word.split(/[/._@]+/)] : [stem, word];
}

/** The first such act of a phrase that is to be carried out, where a verb can stand. */
function performed(phrase: string): Act | undefined {
  const tokens = tokensOf(phrase);
  for (const [at, { opens, word }] of tokens.entries()) {
    const before = tokens[at - 1];
    const isVerb = opens || word.endsWith('ing') || (before?.opens === true && DETERMINERS.has(before.word));
    const act = isVerb && !DETERMINERS.has(word) ? actAt(tokens, at) : undefined;
    if (act !== undefined) return act;
  }
  return undefined;
}

const performs = (phrase: string): boolean => performed(phrase) !== undefined;

/** Whether any word of a folded text is such an act, wherever it stands. */
function mentionsAct(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.some((_, at) => actAt(tokens, at) !== undefined);
}

/**
 * Whether a text that is no question speaks of harm at all: a plan, a prompt, an answer in words of one's own. Broad on purpose; a text in a
 * language that is not read counts as harm.
 * @example
 * mentionsHarm('1. Back up\n2. Drop the users table'); // true
 */
export function mentionsHarm(text: string): boolean {
  const read = text.slice(0, MAX_READ);
  const folded = fold(read.replace(/\s*\n\s*/gu, '. '));
  if (COMMAND.test(read) || MONEY.test(read) || namesSecret(read) || !isRead(read)) return true;
  return mentionsAct(folded) || JA_ANY_ACT.test(folded) || text.length > MAX_READ;
}

const ADVERBS =
  '(?:(?:also|now|just|then|first|still|really|please|simply|instead|go ahead and|go ahead with|start by|actually|again|already) )*';
/** Leave for what the agent would do next. What follows is the act. */
const LEAVE = new RegExp(
  [
    `\\b(?:should|shall|may|can|could|must|might|do|will|would) (?:i|we) (?:go ahead |proceed )?${ADVERBS}`,
    `\\b(?:want|like|need|prefer|wish|allow|authorize|authorise|permit|trust|let|ask|happy for|ok for|okay for|fine for) (?:me|us) ${ADVERBS}(?:to )?${ADVERBS}`,
    `\\b(?:ok|okay|fine|safe|good|ready|alright|all right|cool|time|cleared|clear|green light|permission|approval|go-ahead|happy|comfortable) (?:for me |for us )?(?:to|if i|if we|with me|with us|with) ${ADVERBS}`,
    `^(?:(?:so|ok|okay|and|then)[, ]+)*(?:do you want|would you like|want) to ${ADVERBS}`,
    `\\b(?:proceed|continue|go ahead|move forward|carry on|start|begin) (?:with|by|and|to) ${ADVERBS}`,
    `\\b(?:mind if i|mind if we|approve|confirm|confirming|confirm that i should|confirm that you want to|sure you want(?: me)? to|i am about to|i'm about to|about to|i'll|i will|we'll|i am going to|i'm going to|going to|i'd like to|i would like to|i want to|i would|i'd|this will|it will|that will|which will|let me) ${ADVERBS}`,
  ].join('|'),
  'gu',
);
/** "Deletion strategy?" names a thing, and orders nothing. */
const NOUN = /^[\p{L}-]+(?:tion|sion|ment|oval|ewal)s?\b/u;
/** The agent asks what to do: the options are the acts. */
const ASKS_WHAT_TO_DO =
  /\b(?:what|how|which|where|when|who|whom|whose)\b[^?.!]*\b(?:should|shall|can|could|do you want|would you like|want|may) (?:i|me)\b|\b(?:what|how) (?:now|next|about|to (?:do|proceed))\b|\bhow (?:should|shall|do) we (?:proceed|go|continue)\b|\bwhat (?:should|shall) we do\b/u;
/** How a program or a rule is meant to be: the asker would do nothing now. */
const DESIGN =
  /\b(?:what|how|which|when|where|who)\b[^?.!]*\b(?:should|shall|must|will|does|do|would|can) (?!i\b|me\b|you\b|we\b)[\p{L}'-]+|^(?:does|do(?! you)|did|is|are|was|were|has|have|had)\b(?! (?:it|this|that) (?:ok|okay|fine|safe|alright))|\bshould (?:the |a |an |each |every |all )?(?:app|application|system|service|api|endpoint|page|button|user|users|admins?|client|server|tool|script|program|command|cli|ui|library|component|feature|site|website|bot|agent|job|worker|plugin|model|test|tests|form|list|search|report|dashboard|game|player|function|method|module|class|config|workflow|pipeline|editor|extension|widget|customers?|members?|visitors?|orders?|items?|records?|sessions?|tokens?|entries|deleted \p{L}+|expired \p{L}+|archived \p{L}+) (?!be (?:deleted|wiped|dropped|removed|purged|deployed|published) (?:now|today|immediately))|\b(?:we|you) (?:use|store|handle|support|name|call|model|represent|implement|treat|manage|want the|want to (?:use|support|store|name))\b/u;
/** What holds always is a rule, not an act: "deleted automatically after 30 days". */
const AS_A_RULE =
  /\b(?:automatically|by default|after \d+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|attempts?|failures?)|every (?:second|minute|hour|day|night|week|month|time)|whenever|when (?:a|an|users?|the user)|on (?:logout|delete|exit|startup|save)|per (?:user|project|page)|nightly|periodically)\b/u;
/** "Right now" is no rule. */
const AT_ONCE = /\b(?:right now|now|at once|immediately|today|tonight)\b/u;
const PASSIVE =
  /\b(?:should|shall|can|may|must|could|will) (?:the|this|these|those|my|your|our|all|it|they|that) [^?.!]{0,80}?\bbe ([\p{L}-]+(?: (?:back|down|off|live|public))?)/gu;

/** Commands that destroy, publish or take control, wherever they stand. */
const COMMAND =
  /\brm\s+-\w*[rf]|\bgit\s+(?:push\b|reset\s+--hard|clean\s+-\w*f|branch\s+-D|checkout\s+--|filter-branch|filter-repo|stash\s+(?:drop|clear)|rebase\s+-i|tag\s+-d)|--force\b|--hard\b|--no-verify\b|--auto-approve\b|\b(?:drop|truncate)\s+(?:table|database|schema|column|index|view)\b|\bdelete\s+from\b|\bupdate\s+\w+\s+set\b|\bterraform\s+(?:apply|destroy|state\s+rm)|\bkubectl\s+(?:delete|apply|drain|scale|replace|patch)|\bhelm\s+(?:upgrade|uninstall|rollback|delete)|\b(?:npm|pnpm|yarn|cargo|twine|gem|poetry|docker|podman)\s+(?:publish|unpublish|push|upload|yank|system\s+prune|rmi?\b|volume\s+rm)|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bmkfs|\bdd\s+(?:if|of)=|\bchmod\s+(?:-R\s+)?(?:777|a\+)|\bchown\s+-R|\bsudo\b|\bkill(?:all)?\s+-9|\bshutdown\s+-|\bredis-cli\s+flush|\bflushall\b|\b(?:aws|gcloud|az|gsutil|heroku|fly|flyctl|vercel|netlify|firebase|wrangler)\s+[\w\s-]*\b(?:rm|rb|delete|destroy|deploy|terminate|publish|promote|release)\b|\bdropdb\b|\bcrontab\s+-r|\bmv\s+\S+\s+\/|>\s*\/(?:etc|dev)|\bdb:(?:drop|reset|migrate)|\bmigrate\s+(?:reset|deploy|fresh)|\bprisma\s+db\s+push/iu;
const OVERRIDE = /[\u202d\u202e]/u;
const MONEY = /[$€£¥]\s?\d|\d\s?(?:usd|eur|gbp|dollars?|euros?|円|ドル)(?![\p{L}])/iu;

/** Japanese: a harmful act right before the end of a sentence that asks leave. */
const JA_ACT =
  '(?:削除|消去|消し|消す|消して|上書き|破棄|廃棄|初期化|抹消|全消し|クリア|ドロップ|切り捨て|公開|デプロイ|リリース|配信|投稿|送信|送っ|送り|送付|メール|通知|支払|払い|払っ|購入|買い|買っ|課金|請求|チャージ|アップグレード|決済|返金|送金|振り込|振込|契約|解約|共有|開示|渡し|渡して|アップロード|停止|止め|再起動|シャットダウン|強制|プッシュ|マージ|リセット|ロールバック|巻き戻|取り消|捨て|空に|片付け|畳ん|置き換え|差し替え|作り直|元に戻|パブリックに|ツイート|無効|オフに|解除|付与|権限|剥奪|本番|適用|流し|切り替え|フォーマット|アンインストール|退会|キャンセル|発注|注文|確定|予約|署名|承認|申請|提出)';
const JA_LEAVE = new RegExp(`${JA_ACT}[ぁ-ん良宜問題大丈夫構ok]{0,16}[?？。]?\\s*$`, 'iu');
const JA_ASKS = /(?:ますか|ましょうか|ていい|てもいい|てよい|てもよい|てよろしい|てもよろしい)/u;
const JA_DESIGN =
  /入力欄|ラベル|ボタン|どの|どちら|どれ|どう|何|なに|いつ|どこ|誰|方式|方針|仕様|設計|べきですか|論理削除|物理削除|場合は/u;
const JA_ANY_ACT = new RegExp(JA_ACT, 'u');
const JA_LABEL = new RegExp(
  `^(?:はい[、,]?)?[^。]{0,16}${JA_ACT}[^。、]{0,10}(?:する|します|して|送る|出す|消す|払う|渡す|止める|捨てる|直す|流す|押す|買う)$`,
  'u',
);
/** A choice of how something shall be, also where the options are verbs. "どうしますか" asks what to do. */
const JA_CHOICE = /どの|どちら|どれ|何|なに|いつ|どこ|誰|方式|方針|仕様|設計|文言|名前|ラベル|場合は/u;

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？])\s+|(?<=[。！？])|\n+/u).filter((part) => part.trim() !== '');
}

function asksLeaveToHarm(text: string): boolean {
  for (const sentence of sentencesOf(text)) {
    if (isJapanese(sentence)) {
      const asks = JA_LEAVE.test(sentence) || (JA_ASKS.test(sentence) && namesSecret(sentence));
      if (asks && !JA_DESIGN.test(sentence)) return true;
      continue;
    }
    // "Which platform should we deploy to?" chooses; choosesAct reads it.
    if (asksWhich(sentence)) continue;
    for (const match of sentence.matchAll(LEAVE)) {
      const act = sentence.slice(match.index + match[0].length);
      // "Do you want to deploy to X or Y?" chooses a place, and starts nothing.
      const chooses = / to $/u.test(match[0]) && / or /u.test(act);
      if (chooses || AS_A_RULE.test(act)) continue;
      if (performs(act) || MONEY.test(act) || namesSecret(act)) return true;
    }
    for (const match of sentence.matchAll(PASSIVE)) {
      const object = match[0];
      if (performs(`${match[1]} ${object}`) && !AS_A_RULE.test(sentence)) return true;
    }
    // "Delete the old branch?", "Deploy now?"
    const isOrder = !/[.!。！]\s*$/u.test(sentence) && !/^(?:does|do|is|are)\b/u.test(sentence) && !NOUN.test(sentence);
    if (isOrder && performs(sentence) && !AS_A_RULE.test(sentence)) return true;
  }
  return false;
}

/** Whether an option carries out a harmful act: by its label, or by the first words of its description. */
export function optionPerforms({ label, description }: Choice): boolean {
  const folded = fold(label);
  if (isJapanese(folded)) return JA_LABEL.test(folded) && !/しない|せず|ない$/.test(folded);
  const order = folded.replace(/^(?:yes|ok|okay|sure|y)\b[\s,:;–—-]*/u, '');
  if (/^(?:no|don't|do not|never|skip|keep|cancel)\b/u.test(order)) return false;
  const words = order.split(/\s+/u).length;
  if (words <= MAX_LABEL_WORDS && performs(order)) return true;
  // "Clean start": what it does stands below it.
  return description !== undefined && startsWithAct(fold(description));
}

/** "Deletes the database and makes it anew": the description says first what the option does. */
function startsWithAct(description: string): boolean {
  const tokens = tokensOf(description.split(/[.;]/u)[0] ?? '').slice(0, 14);
  const verbs = [0, ...tokens.flatMap(({ word }, at) => (word === 'and' || word === 'then' ? [at + 1] : []))];
  return verbs.some(
    (at) => tokens[at] !== undefined && !DETERMINERS.has(tokens[at].word) && actAt(tokens, at) !== undefined,
  );
}

/**
 * Whether the question is dangerous, by the rule above.
 * @example
 * isDangerous({ question: 'Should I drop the users table?' }); // true
 * isDangerous({ question: 'Soft or hard delete?', options: [{ label: 'Soft delete' }, { label: 'Hard delete' }] }); // false
 */
export function isDangerous(shown: Shown): boolean {
  // What is turned round does not read as it is shown.
  if (OVERRIDE.test(shown.question)) return true;
  if (isDangerousAsRead(shown)) return true;
  // "d e l e t e" and "de1ete": read once more without the disguise.
  const bare = undisguised(fold(shown.question.slice(0, MAX_QUESTION)));
  return bare !== fold(shown.question.slice(0, MAX_QUESTION)) && isDangerousAsRead({ ...shown, question: bare });
}

function isDangerousAsRead({ question, options = [], header, context }: Shown): boolean {
  const text = fold(question.slice(0, MAX_QUESTION).replace(/\r?\n/g, '. '));
  if (question.length > MAX_QUESTION && mentionsHarm(question.slice(MAX_QUESTION))) return true;
  const labels = options.map(({ label }) => label).join('\n');
  if (COMMAND.test(question) || COMMAND.test(labels) || asksForSecret(text)) return true;
  if (asksLeaveToHarm(text)) return true;
  const beside = [header, context].filter((part) => part !== undefined).join('\n');
  if (beside !== '' && isBareLeave(text) && mentionsHarm(beside)) return true;
  if (COMMAND.test(beside) && asksLeave(question) && !asksWhich(text)) return true;
  const asksWhatToDo = ASKS_WHAT_TO_DO.test(text);
  if (asksWhatToDo && choosesAct(text, fold(labels))) return true;
  if ((!asksWhatToDo && isDesign(text)) || NAMES_A_THING.test(text)) return false;
  // "Proceed" or "Stop": where leave is asked for, a no stops nothing but the asker.
  const refuses = ({ label, description }: Choice) =>
    description === undefined && asksLeave(text) && !asksWhich(text) && readYesNo(label, null) === 'No';
  return options.some((option) => optionPerforms(option) && !refuses(option));
}

/** "Which branch should I delete?": whatever is chosen, the act is done to it. Where to publish is a choice of design until a live place is named. */
function choosesAct(text: string, labels: string): boolean {
  const phrase = /\b(?:should|shall|can|could|may|want|like) (?:i|me) (?:to )?(.*)$/u.exec(text)?.[1];
  const act = phrase === undefined || AS_A_RULE.test(phrase) ? undefined : performed(phrase);
  return act !== undefined && (act.kind !== 'publish' || LIVE.test(`${text} ${labels}`));
}

const LIVE = /\b(?:production|prod|live|staging|main|master|customers?|everyone|subscribers?)\b/u;

/** A question for how something shall be. A statement with options below it is none. */
function isDesign(text: string): boolean {
  if (AT_ONCE.test(text) || !/[?？]|か[。\s]*$/u.test(text)) return false;
  return (
    DESIGN.test(text) || AS_A_RULE.test(text) || (isJapanese(text) && JA_CHOICE.test(text)) || NAMES_A_THING.test(text)
  );
}

/** "What should I call the test?": whatever the label says, it is only a name. */
const NAMES_A_THING = /\b(?:call|name|title|label|wording|text|message|word|phrase)\b/u;

/**
 * Whether a question consists of words of leave to go on, with no act of its own: what stands beside it is what would be done.
 * @example
 * isBareLeave('Shall I do it?'); // true
 */
export function isBareLeave(question: string): boolean {
  const text = fold(question.slice(0, MAX_QUESTION));
  if (isJapanese(text)) return text.replace(JA_BARE, '') === '';
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.length > 0 && words.every((word) => wordList('bare_leave').has(word));
}

const JA_BARE =
  /それでは|このまま|以上の?|上記の?|よろしい|でしょう|ましょう|これで|ません|大丈夫|では|この|内容|計画|手順|変更|続行|続け|進め|実行|開始|適用|して|よい|いい|良い|作業|です|ます|問題|あり|ない|ok|で|を|に|の|、|て|も|次|か|[?？。\s]/gu;

const ASKS_FOR =
  /\b(?:what|enter|provide|paste|type|give|share|send|tell|supply|need|input|which)\b|教えて|入力|貼り付け|ください/u;

/** A question whose answer would be a secret. */
function asksForSecret(text: string): boolean {
  return (
    ASKS_FOR.test(text) &&
    namesSecret(text) &&
    !DESIGN.test(text) &&
    !/\b(?:where|how|should|store|hash|format|length|rotat)/u.test(text)
  );
}
