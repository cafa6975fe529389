/**
 * Whether a question would destroy, publish, pay or reveal (design, rule 6), and what it names as its subject. Broad on
 * purpose: a false alarm costs one question, a miss may cost the data. Each pattern is a list of words without nested
 * repeats, so that hostile text takes linear time.
 */

/** One of these words is enough. Endings are part of the stem where English bends it. */
const DESTROYS = new RegExp(
  `\\b(?:${[
    // destroy
    'delet(?:e|es|ed|ing|ion|ions)',
    'drop(?!-?down)(?:s|ped|ping)?',
    'overwr(?:ite|ites|iting|itten|ote)',
    'over-writ(?:e|ing|ten)',
    'remov(?:e|es|ed|ing|al)',
    'wip(?:e|es|ed|ing)',
    'purg(?:e|es|ed|ing)',
    'truncat(?:e|es|ed|ing|ion)',
    'eras(?:e|es|ed|ing|ure)',
    'destroy(?:s|ed|ing)?',
    'discard(?:s|ed|ing)?',
    'clobber(?:s|ed|ing)?',
    'nuk(?:e|es|ed|ing)',
    'obliterat(?:e|es|ed|ing)',
    'scrub(?:s|bed|bing)?',
    'shred(?:s|ded|ding)?',
    'prun(?:e|es|ed|ing)',
    'flush(?:es|ed|ing)?',
    'unlink(?:s|ed|ing)?',
    'clean(?:s|ed|ing)? ?-?(?:up|out)',
    'clear(?:s|ed|ing)? (?:out|all|the|every|everything|old|my|your|this|that|it|them)',
    'empty(?:ing)? (?:the|this|that|my|your|out)',
    '(?:get|gets|getting|got) rid',
    '(?:throw|throws|throwing|toss|tossing|chuck) (?:it |them |this |that |these |those )?(?:away|out)',
    'trash(?:es|ed|ing)?',
    'los(?:e|es|ing) (?:data|work|changes|history|everything|the|all|any|it|them)',
    'replac(?:e|es|ed|ing)',
    'reset(?:s|ting)?',
    'revert(?:s|ed|ing)?',
    'roll(?:s|ed|ing)? ?-?back',
    'rollback',
    'rebas(?:e|es|ed|ing)',
    'amend(?:s|ed|ing)?',
    'squash(?:es|ed|ing)?',
    'rewrit(?:e|es|ing) (?:the )?history',
    'uninstall(?:s|ed|ing)?',
    'decommission(?:s|ed|ing)?',
    'retir(?:e|es|ed|ing)',
    'sunset(?:s|ting)?',
    'tear(?:s|ing)? (?:it |them |this |that |everything )?down',
    'tak(?:e|es|ing) (?:it |them |this |that )?(?:down|offline)',
    'shut(?:s|ting)? (?:it |them |this |that )?(?:down|off)',
    'kill(?:s|ed|ing)?',
    'terminat(?:e|es|ed|ing|ion)',
    'migrat(?:e|es|ed|ing|ion|ions)',
    'alter table',
    'expung(?:e|es|ed|ing)',
    'evict(?:s|ed|ing)?',
    're-?initiali[sz](?:e|es|ed|ing)',
    'format (?:the |this |my |your )?(?:disk|drive|volume|partition|usb|card)',
    'blow(?:s|ing)? (?:[a-z]{1,20} ){0,3}away',
    'scrap(?:s|ped|ping)?',
    'zero(?:es|ed|ing)? (?:it |them |this |that )?out',
    're-?creat(?:e|es|ed|ing)',
    're-?format(?:s|ted|ting)?',
    're-?imag(?:e|es|ed|ing)',
    '(?:restor|writ|sav|copy|mov)(?:e|es|ing)? (?:[a-z]{1,20} ){0,4}over',
    'undo(?:es|ing)?',
    'stash(?:es|ed|ing)?',
    'detach(?:es|ed|ing)?',
    're-?start(?:s|ed|ing)?',
    're-?boot(?:s|ed|ing)?',
    'fail(?:s|ed|ing)? ?-?over',
    '(?:let|lets|letting) (?:[a-z]{1,20} ){1,3}go',
    // no way back
    'for good',
    'forever',
    'irrevers(?:ible|ibly)',
    'irrevocabl[ey]',
    'permanent(?:ly)?',
    'once and for all',
    'undone',
    'no way back',
    'point of no return',
    // publish
    'publish(?:es|ed|ing)?',
    'unpublish(?:es|ed|ing)?',
    'releas(?:e|es|ed|ing)',
    'deploy(?:s|ed|ing|ment|ments)?',
    'ship(?:s|ped|ping)?',
    'push(?:es|ed|ing)?',
    'go(?:es|ing)? live',
    'roll(?:s|ed|ing)? (?:it |this |them |that )?out',
    'rollout',
    'launch(?:es|ed|ing)?',
    'promot(?:e|es|ed|ing) (?:it|this|to|the)',
    'post(?:s|ed|ing)? (?:it|this|that|them|the|a|to|on)',
    'tweet(?:s|ed|ing)?',
    'announc(?:e|es|ed|ing)',
    'submit(?:s|ted|ting)?',
    'send(?:s|ing)?',
    'sent',
    'e-?mail(?:s|ed|ing)? (?:it|this|that|them|the|him|her|everyone|all|our|my|your|customers|users|out)',
    'notify(?:ing)? (?:all|every|everyone|customers|users|the)',
    'mak(?:e|es|ing) (?:it |this |that |them |the [a-z]{1,30} )?public',
    'open[- ]?sourc(?:e|es|ed|ing)',
    'upload(?:s|ed|ing)?',
    'shar(?:e|es|ed|ing) (?:it |this |that |them |the [a-z]{1,30} )?with',
    'invit(?:e|es|ed|ing)',
    '(?:reply|replies|text|call|contact|message)(?:ing)? (?:to )?(?:the |our |my |your )?(?:customers?|users?|clients?|team|everyone|them|him|her)',
    '(?:fir|trigger)(?:e|s|ing)? (?:the |this |that |a )?webhooks?',
    // pay
    'pay(?:s|ing|ment|ments)?',
    'paid',
    'charg(?:e|es|ed|ing)',
    'buy(?:s|ing)?',
    'purchas(?:e|es|ed|ing)',
    'refund(?:s|ed|ing)?',
    'invoic(?:e|es|ed|ing)',
    'subscrib(?:e|es|ed|ing)',
    'checkout|check out now',
    'order (?:it|them|the|a|an|more|another|\\d{1,9})',
    'plac(?:e|es|ing) (?:the |an |this )?order',
    'transfer(?:s|red|ring)?',
    'wir(?:e|es|ing) (?:the )?(?:money|funds)',
    'donat(?:e|es|ed|ing)',
    'spend(?:s|ing)?',
    'bill (?:the|them|him|her|it|this|my|your|our|customers?)',
    'cancel(?:s|ed|led|ing|ling)?',
    'clos(?:e|es|ing) (?:the |this |that |my |your |our )?(?:account|contract|subscription|issue|ticket)',
    'sign(?:s|ing)? (?:it|this|the|that|off)',
    'accept(?:s|ing)? (?:the |this |that )?(?:offer|terms|contract|quote|invoice)',
    '(?:up|down)grad(?:e|es|ing) (?:the |my |your |our |this )?(?:plan|account|subscription|tier)',
    'renew(?:s|ed|ing|al)?',
    'book(?:s|ing)? (?:it|the|a|an|this|that)',
    'void(?:s|ed|ing) ',
    // locks and keys
    'rotat(?:e|es|ed|ing|ion)',
    'revok(?:e|es|ed|ing)',
    'disabl(?:e|es|ed|ing)',
    'deactivat(?:e|es|ed|ing)',
    'bypass(?:es|ed|ing)?',
    'turn(?:s|ed|ing)? (?:it |this |that )?off',
    'expos(?:e|es|ed|ing)',
    'leak(?:s|ed|ing)?',
    'disclos(?:e|es|ed|ing|ure)',
    'reveal(?:s|ed|ing)?',
    'decrypt(?:s|ed|ing)?',
    'grant(?:s|ed|ing)?',
    'sudo',
    'unlock(?:s|ed|ing)?',
    '(?:giv|mak)(?:e|es|ing) (?:[a-z]{1,20} ){1,3}(?:admin|root|owner)',
    'ban(?:s|ned|ning)? (?:the|this|that|him|her|them|it)',
    'block(?:s|ed|ing)? (?:the|this|that|him|her|them) (?:user|account|customer|ip|port)',
  ].join('|')})\\b`,
  'i',
);

/** Commands whose danger stands in their flags, where a word boundary does not end. */
const COMMANDS =
  /\brm [-\w.~/*]|\/dev\/null\b|--hard\b|--force\b|\bforce[- ]push|\bgit clean\b|\bchmod 777\b|\bmkfs|\bdd if=|--no-verify\b/i;

/** Two halves that together are an act; where in the text they stand does not matter. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:show|print|display|echo|log|share|paste|output|dump|copy|export|commit|cat|read|include|embed|hard-?code|give|tell|store|save|put|write|upload|what|which|enter|provide|need)(?:s|ed|ing|ted|ting|ped|ping)?\b/i,
    /\b(?:passwords?|passphrases?|passcodes?|secrets?|credentials?|(?:api|private|secret|access|signing|ssh|encryption|license)[- _]?keys?|(?:access|auth|api|bearer|refresh|session)[- _]?tokens?|card numbers?|cvv|ssn)\b|\.env\b|\.pem\b/i,
  ],
  [
    /\b(?:show|print|display|echo|log|share|paste|output|dump|copy|export|commit)(?:s|ed|ing|ted|ting|ped|ping)?\b/i,
    /\b(?:keys?|tokens?|certificates?)\b/i,
  ],
  [
    /\bmerg(?:e|es|ed|ing)\b/i,
    /\b(?:main|master|trunk|prod|production|develop|release|branch|branches|pr|prs|pull request|it|this|them|now)\b/i,
  ],
  [
    /\b(?:skip|ignore|weaken|loosen|relax|without)(?:s|ed|ing|ping|ped)?\b/i,
    /\b(?:security|auth|authentication|authorization|verification|signature|backup|backups|tls|ssl|certificate|firewall|encryption)\b/i,
  ],
];

const DESTROYS_CJK = new RegExp(
  [
    '削除|消去|消し|消す|消える|抹消|破棄|廃棄|捨て|上書き|初期化|リセット|クリア|空にし|一掃|掃除|片付け|片づけ|整理|取り除|除去|外して',
    'ドロップ|置き換え|置換|差し替え|巻き戻|ロールバック|元に戻|戻せな|戻らな|取り消|取消|完全に|永久|移行|マイグレ|停止|終了|強制|落とし',
    '公開|リリース|デプロイ|出荷|配布|配信|本番に|本番へ|本番環境に|本番環境へ|マージ|プッシュ|投稿|発表|送信|送って|送り|送る|送付|メールを|通知を',
    '作り直|退会|メールし|共有し|アップロード|招待|キャンセル|再起動|更新プラン|アップグレードプラン',
    '支払|払い|払う|決済|課金|購入|買い|買う|買って|注文|発注|請求|返金|送金|振込|振り込|契約|解約',
    '失効|無効|ローテーション|ローテート|解除|回避|バイパス|オフに|暴露|漏ら|復号',
    '删除|刪除|覆盖|覆蓋|清空|清除|移除|发布|發布|發佈|部署|上线|上線|付款|支付|购买|購買|发送|發送|推送|合并到|合併到|重置|撤销|撤銷|禁用',
  ].join('|'),
);
const SHOWS_CJK = /表示|出力|見せ|教え|共有|書き出|ログに|貼|印刷|コピー|コミット|何です|入力|显示|打印|输出/;
const SECRET_CJK =
  /パスワード|パスフレーズ|秘密|シークレット|鍵|トークン|キー|認証情報|資格情報|暗証|カード番号|密码|密碼|密钥|令牌/;

/**
 * Whether a text (a question, its options and context joined) speaks of destroying, publishing, paying or revealing.
 * @example
 * isDestructive('Should I overwrite config.json?'); // true
 * isDestructive('Which format should I use?'); // false
 */
export function isDestructive(text: string): boolean {
  const folded = text.normalize('NFKC').replace(/\s+/g, ' ');
  if (DESTROYS.test(folded) || COMMANDS.test(folded) || DESTROYS_CJK.test(folded)) return true;
  if (SHOWS_CJK.test(folded) && SECRET_CJK.test(folded)) return true;
  return PAIRS.some(([act, object]) => act.test(folded) && object.test(folded));
}

/** A file's ending: short, and not a number alone, so that "2.0" and "e.g." are no files. */
const EXTENSION = /^(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i;
const ABBREVIATION = /^(?:e\.g|i\.e|a\.m|p\.m|vs|etc|u\.s|no)\.?$/i;

/**
 * Whether a token can be the path of a file: it has an extension, begins like a path, or is a dot file.
 * @example
 * looksLikePath('src/a.ts'); // true
 * looksLikePath('either/or'); // false
 */
export function looksLikePath(token: string): boolean {
  if (token.length < 2 || token.length > 400 || token.includes('://') || ABBREVIATION.test(token)) return false;
  if (/^(?:\.{0,2}|~)\//.test(token)) return /[^./~]/.test(token);
  const name = token.slice(Math.max(token.lastIndexOf('/'), token.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return false;
  if (dot === 0) return /^\.[a-z][\w-]*$/i.test(name);
  return EXTENSION.test(name.slice(dot + 1)) && /\w/.test(name.slice(0, dot));
}

const NAMED = [
  /`([^`]{1,200})`/g,
  /["“]([^"”]{1,200})["”]/g,
  /「([^」]{1,200})」/g,
  /(?<![\w./-])([a-z_][\w./-]{0,80}) (?:table|branch|bucket|schema|database|namespace|cluster|index|collection|topic)\b/gi,
  /\b(?:drop|truncate|alter|delete|purge) (?:the )?table ([a-z_][\w.-]{0,80})/gi,
  // After "branch" only what is written like a name: "branch naming" and "bucket public" name nothing.
  /\b(?:table|branch|bucket|schema|database|namespace|cluster|collection|topic) ([a-z]{1,40}[-_/.\d][\w./-]{0,80})/gi,
  /([a-z_][\w.-]{0,80}) ?(?:テーブル|ブランチ|バケット|データベース)/gi,
  /\b(production|prod|staging|main|master|trunk)\b/gi,
];
/** Words that stand before "table" or after "branch" without naming one. */
const NO_NAME =
  /^(?:drop|truncate|alter|delete|purge|merge|create|empty|the|a|an|this|that|these|those|my|your|our|any|each|every|new|old|existing|current|whole|entire|which|what|database|feature|and|or|in|on|to|from|for|is|it|of|with|now|first|before|after|if|as|at|by|i|we|you|table|branch|same|right|remote|local|default|temporary|empty|all|some|no)$/i;

/**
 * The one thing a question names: a path, a table, a branch, a quoted or backquoted name, an environment. Null where it
 * names none, or several.
 * @example
 * subjectNamedIn('Should I drop the users table?'); // 'users'
 */
export function subjectNamedIn(question: string): string | null {
  // A subject stands in a sentence, not in a page: the limit keeps a hostile question cheap.
  const text = question.slice(0, 2000);
  const found = new Map<string, string>();
  for (const pattern of NAMED) {
    for (const match of text.matchAll(pattern)) {
      const name = match[1]!.trim().replace(/[.,]+$/, '');
      if (name !== '' && !NO_NAME.test(name)) found.set(name.toLowerCase(), name);
    }
  }
  for (const match of text.matchAll(/[\w./~@+-]+/g)) {
    const token = match[0].replace(/[.,]+$/, '');
    if (looksLikePath(token)) found.set(token.toLowerCase(), token);
  }
  const names = [...found.values()];
  return names.length === 1 ? names[0]! : null;
}
