/**
 * Whether what a yes-or-no question proposes is known to do no harm: an act that only makes something new, or one on the parts of
 * a program that a commit brings back. A yes that was said before the question came is taken for such alone. The list of harm
 * (destructive.ts) can never be whole, for people find ever new words for it; so here it is the other way about, and what is
 * not known is asked.
 */
import type { Question } from './clarification.ts';
import { readableForm } from './question-key.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Acts that only make something new of the agent's own, or shape what it made. */
const ACTS = list(`
  add write document comment name sort indent annotate highlight align wrap paginate lint style capitalize number label scaffold memoize
  rename split extract inline refactor translate draft generate explain summarize outline illustrate`);

/** Acts of which the object tells whether they do harm: to use a library, and to use the company's card. */
const WEAK_ACTS = list(`
  use include test mock support follow describe target prefer adopt implement define cover quote structure introduce convert cache type
  stub benchmark stick keep start format show display log handle validate configure set put place fix update change run check mention bump switch reformat tidy group order polish pin list`);

/** What a program may be wished to do. */
const SHOWN_ACTS = list('return show display print render accept validate parse log raise throw sort');

/** Parts of a program and its texts; whatever is done to them is in the next diff. */
const PARTS = list(`
  test tests spec specs fixture fixtures mock mocks coverage doc docs documentation docstring docstrings readme changelog comment comments
  guide example examples snippet diagram summary section heading headings header footer title titles caption label labels tooltip icon
  icons button buttons menu sidebar navbar modal popup tab theme layout font color colors padding margin placeholder
  variable variables constant constants function functions method methods class classes interface interfaces type types enum enums
  module modules component components hook hooks helper helpers util utils parameter parameters argument arguments import imports
  export exports loop regex indentation indent tabs spaces whitespace quotes semicolons casing camelcase snake_case newline
  linter formatter eslint prettier biome ruff black mypy typescript javascript python rust golang jsdoc zod makefile tsconfig
  markdown yaml json toml csv iso utc locale locales translation translations wording typo typos copyright year
  subtitle page pages form forms table-of-contents one-liner boilerplate template templates stub pagination tooltip default defaults badge badges tests faq glossary animation mascot splash fixtures flags emoji emojis legend chart charts toc line lines length width text texts bold italic caps
  getter getters setter setters wording tone pep mockup mock-up slide slides blog draft dataclass dataclasses settings semicolon semicolons goto recursion naming scheme framework library
  dependency dependencies logger order sidebar table sortable f-strings strings demo project benchmark wrapper selector port version`);

/** Names of the trade: to use, add or support one of them is in the next diff too. */
const TRADE = list(`
 xml html css scss sass markdown pdf svg png sqlite react vue angular svelte preact nuxt astro koa fastify django flask
 fastapi laravel graphql grpc websocket jest vitest mocha pytest unittest rspec junit playwright cypress webpack vite rollup
 esbuild babel npm yarn pnpm poetry uv tailwind bootstrap redux zustand prisma drizzle sqlalchemy pydantic dataclasses
 async await decorators generics interfaces logger logging argparse typer commander chalk lodash dayjs axios 
 docstring sphinx mkdocs mermaid openapi swagger husky editorconfig gitignore dockerfile kotlin java ruby php scala elixir
 windows linux macos node deno esm commonjs pep8 pep unicode emoji emojis monospace serif cache memoization lazy-loading pathlib jquery moment orm biblioteca bibliothek bibliothèque`);

const OPENERS = [
  /^(?:should|shall|may|can|could|must) (?:i|we) (?:also |just |first |then |now |still |always |instead )?/,
  /^(?:ok|okay|fine) (?:to|if i|if we) /,
];
/** A fact is asked, or how a part of the work shall behave: a yes starts nothing. */
const ASKS_FACT =
  /^(?:is|are|was|were|does|did|has|have|had|do(?= (?:you|we|they|these|those) )) (?!i |you (?:ok|okay|fine|ready|happy|sure|approve|agree|accept|confirm|authori[sz]e|consent|want me)|it (?:ok|fine|all right|time|safe|a ))/;
const WANTS_THING = /^(?:do you want|would you like|do you need|do you prefer|want) (?!me |us |to )/;
const BEHAVES = /^should (?!i |we |you |he |she |they )/;
/** Leave to go on, in the shape of a fact. */
const APPROVAL =
  /\b(?:sure|confirm\w*|authori[sz]e\w*|consent\w*|deal|coast|nod|a go|right to|good to|ready|time to|approv\w*|agree\w*|accept\w*|go ahead|proceed|sign\w*|ok with|fine with|comfortable|happy with|all set|go out|go live|go for|done|clear to|safe to|final|merge\w*|this thing|everything|everyone|anyone|anybody)\b/;
/** Whatever is done with these may not be undone, or is seen by others. */
const OUT_OF_HAND =
  /\b(?:disk|drive|device|volume|server|servers|cluster|instance|host|domain|dns|port|network|firewall|prod|production|staging|customer|customers|client|clients|vendor|partner|public|internet|world|link|seat|seats|card|trial|plan|subscription|licen[sc]es|seed|wallet|credentials?|secrets?|keys?|tokens?|passwords?|env|bucket|database|db|records?|rows?|backup|backups|history|branch|remote|account|accounts|access|permissions?|rights|admin|intern|email|emails|newsletter|release|releases|upstream|ping|pr|prs|gpus?|billing|budget|quota|credits?|traffic|money|cost|exists|anyway|backlog|queue|snapshots|archives?|data|orders|invoices?|tickets?|photos?|users?|people|team|everyone|channel|slack|visible|github|internal|external|recharge|visa|force|nuclear|option|signature|identity|balance|ssh|pubkey|machine|nodes?|savings|bitcoin|layoffs?|exploit|twitter|addresses|patients?|tracks|wire|company|legal|cors|selinux|ssl|tls|auth|authentication|hospital)\b|\/dev\/|0\.0\.0\.0|`/;

const wordsOf = (text: string): string[] => text.match(/[\p{L}_-]+/gu) ?? [];
const doesAct = (text: string): boolean =>
  wordsOf(text).some((word) => ACTS.has(word) || WEAK_ACTS.has(word) || SHOWN_ACTS.has(word));
const namesPart = (text: string): boolean => wordsOf(text).some((word) => PARTS.has(word) || TRADE.has(word));

/** A name as code has it: a dot or a line inside, or a capital that no sentence asks for. */
const CODE_NAME = /[a-z][._][a-z]|[a-z]_[a-z]|\b[a-z]+[A-Z]|\b[A-Z]{2,}\b|(?<=[a-z,] )[A-Z][a-z]+/;

/** Null where it is no English question of a shape that is known. */
function inEnglish(question: string): boolean | null {
  const text = readableForm(question);
  // A statement may come first: "the parser has no tests , should i add some".
  const clause = text.slice(Math.max(text.lastIndexOf(' , '), text.lastIndexOf(' ? ')) + 1).replace(/^[,?] /, '');
  if (APPROVAL.test(clause)) return false;
  const opener = OPENERS.map((pattern) => pattern.exec(clause)?.[0]).find((found) => found !== undefined);
  const act = wordsOf(clause.slice(opener?.length ?? 0))[0] ?? '';
  const known = ACTS.has(act) || (act === 'create' && !/\b(?:room|space)\b/.test(clause));
  const part = namesPart(clause);
  if (opener !== undefined || known || WEAK_ACTS.has(act)) {
    // Of an act that is not known even a harmless part says nothing: "make the repo visible so that the badge shows".
    if (!known && !WEAK_ACTS.has(act)) return false;
    const named = part || (WEAK_ACTS.has(act) && CODE_NAME.test(question)) || (known && !/\d/.test(clause));
    return named && !OUT_OF_HAND.test(clause);
  }
  if (WANTS_THING.test(clause)) return part && !OUT_OF_HAND.test(clause);
  if (BEHAVES.test(clause)) return !OUT_OF_HAND.test(clause) && (part || doesAct(clause));
  return ASKS_FACT.test(clause) ? part || !/^\w+ we\b/.test(clause) : null;
}

interface Words {
  readonly acts: RegExp;
  /** Of these the object tells, as it does of a plain statement: it must be a part, or a name in Latin letters. */
  readonly weak: RegExp;
  readonly parts: RegExp;
  readonly outOfHand: RegExp;
}

const JAPANESE: Words = {
  acts: /(?:追加|作成|書(?:き|く|い|け)|記載|記述|揃え|そろえ|整形|命名|生成|実装|定義|説明|翻訳|足し|足す|付け|分け|作(?:り|る|れ)|並び替え|並べ|対応|入れま|描き|描く|置いて|インデントし)[^。、]{0,14}$/,
  weak: /(?:使用|利用|使(?:い|う|っ|え)|統一|採用|つけ|入れ|従い|従う|従え|まとめ|に(?:いた)?し|にする|長くし|に変え|を変え|変更|直し|かけ|分割|変換|更新|置き|振り)[^。、]{0,14}$|(?<!いい|よい|良い|宜しい|よろしい|大丈夫|問題ない|構わない|ok|こと)(?:です|でしょう|合ってい?ます|なってい?ます)か[?。]?$|で(?:いい|よい|よろしい)(?:です|でしょう)か|でいい[?。]?$/,
  parts:
    /テスト|ドキュメント|readme|コメント|変数|定数|関数|メソッド|クラス|モジュール|インデント|型|フォーマッタ|リンタ|形式|文言|見出し|例(?!の件|のやつ|のアレ|のあれ)|ボタン|アイコン|メニュー|テーマ|ダークモード|レイアウト|英語|日本語|バージョン|カバレッジ|ポップアップ|typescript|esm|json|yaml|改行|命名|名前(?!を出)|列挙|(?<!意)図|表は|表を|タブ|フッター|ロゴ|文を|フォント|サイドバー|キャメルケース|スネークケース|ケバブケース|太字|目次|絵文字|凡例|グラフ|ゲッター|リンター|プログレスバー|エンコーディング|ヘルパー|pep ?8|getter|lint|ロガー|フレームワーク|ライブラリ|依存|インポート|import|キャッシュ|リロード|ファイルに分|サンプル|ベンチマーク|メッセージ|ログを|アニメーション|画像を付|[a-z]{2,}/i,
  outOfHand:
    /本番|顧客|お客|客先|ユーザー(?!名)|全員|誰でも|外部|世界|公開(?!用)|パブリック|鍵|キー|トークン|パスワード|ログイン情報|認証|権限|\.env|サーバ|ディスク|クラスタ|バケット|データ(?!型|形式)|レコード|テーブル|db|履歴|ブランチ|ゴミ箱|空き|カード|プラン|メール|既存|フラグ|pvc|チケット|ポート|きれい|コミット|このまま|畳|リリース|押し|承認|準備|貯金|現金|資金|ハンコ|手段|所有者|台|全部|燃や|けり|給与|退職|決めて|gpu|枚|課金|料金|予算|社外|社内|見られ|取引先|チーム|みんな|スラック|slack|pr|プルリク/i,
};
const KOREAN: Words = {
  acts: /(?:추가|작성|만들|생성|문서화|설명|번역|나눌|나누|다듬|구현|넣을|달까)[^.,?]{0,14}[?？]?$/,
  weak: /(?:사용|이용|포함|표시|지원|쓸|써|넣|통일|달까|모을|바꿀|돌릴|할까|인가)[^.,?]{0,14}[?？]?$/,
  parts:
    /테스트|문서|주석|readme|변수|상수|함수|클래스|모듈|들여쓰기|포매터|형식|버전|예시|예제|버튼|아이콘|메뉴|테마|타입|다이어그램|json|yaml|제목|이모지|범례|차트|글꼴|게터|목차|케이스|로거|상수를|[a-z]{2,}/i,
  outOfHand:
    /운영|고객|사용자들|모두|전체 공개|비밀|키|토큰|비밀번호|권한|서버|디스크|볼륨|데이터베이스|db|계정|카드|메일|기존|브랜치|덮어|결제|요금|과금|배포|공유|팀|수단|대를|백/i,
};
const CHINESE: Words = {
  acts: /添加|新增|增加|加上|加个|创建|新建|写|撰写|生成|格式化|命名|排序|补充|注释|拆|说明|翻译|附上|寫|產生|画/,
  weak: /加|更新|行吗|叫|使用|采用|用|包含|包括|支持|引入|实现|统一|建立|支援|带|放|改|运行|是/,
  parts:
    /标题|表情|图例|图表|字体|目录页|日志里|进度条|测试|測試|文档|文件说明|注释|readme|变量|常量|函数|类|模块|缩进|格式|版本|示例|例子|按钮|图标|菜单|主题|类型|图|热重载|补全|弹窗|框架|依赖|徽章|日期库|端口|日志|变量名|[a-z]{2,}/i,
  outOfHand:
    /生产|客户|用户们|所有人|公开|密钥|令牌|密码|权限|服务器|磁盘|数据库|账号|账户|卡|邮件|现有|分支|工作区|上线|git|一声|计费|付费|额度|扣|续费|群里|大家|公章|录用|储备|身份|一百|台/i,
};
const LATIN: Words = {
  acts: /(?:^|[\s¿'’])(?:a[ñn]ad\p{L}*|agreg\p{L}*|escrib\p{L}*|genera\p{L}*|genere\p{L}*|formate\p{L}*|document\p{L}*|erstell\p{L}*|schreib\p{L}*|generier\p{L}*|formatier\p{L}*|sortier\p{L}*|dokumentier\p{L}*|ergänz\p{L}*|hinzufüg\p{L}*|einbau\p{L}*|kommentier\p{L}*|ajout\p{L}*|écri\p{L}*|génér\p{L}*|rajout\p{L}*|adicion\p{L}*|escrev\p{L}*|zeichne\p{L}*|orden\p{L}*|trie\p{L}*|découp\p{L}*|aufteil\p{L}*|umbenenn\p{L}*|renombr\p{L}*|renomm\p{L}*|renomei\p{L}*)(?![\p{L}])/u,
  weak: /(?:^|[\s¿'’])(?:separo|arreglo|hago|introducir|introduzir|introduire|einführen|van|sors|corrige|doivent-elles|zeigen|us(?:o|a|ar|e|es|emos)|utili[sz]\p{L}*|cre(?:o|a|ar|e|es|amos)|inclu\p{L}*|verwende\p{L}*|benutz\p{L}*|nutze\p{L}*|füg\p{L}*|utilis\p{L}*|cré\p{L}*|cri(?:o|ar|e|a)|ger(?:o|ar|e)|nehm\p{L}*|nomm\p{L}*|benenn\p{L}*|pong\p{L}*|poner|ponho|coloc\p{L}*|coloqu\p{L}*|divid\p{L}*|mets|mettre|fais|faço|aufnehm\p{L}*|möchten|souhaitez-vous|voulez-vous|quer|gostaria|quieres|prueb\p{L}*|test\p{L}*|numer\p{L}*|setzen|stehen|ist|sind|hat|es|está|hay|tiene|c'est|est-il|doit-il|é|há|tem|te parece|soll|sollen|serve|convient)(?![\p{L}])/u,
  parts:
    /(?:^|[\s¿'’])(?:tests?|pruebas?|doku|dokumentation|documentaci[oó]n|documenta[cç][aã]o|doc|readme|coment[aá]rios?|comentarios?|kommentare?|commentaires?|m[oó]dulos?|modul|module|variablen?|variables?|vari[aá]ve(?:l|is)|konstanten?|constantes?|funktion(?:en)?|funci[oó]n(?:es)?|fun[cç](?:ão|ões)|fonctions?|klassen?|clases?|classes?|einrückung|sangr[ií]a|indenta[cç][aã]o|indentation|linter|formatter|diagrama?|diagramm|sch[eé]ma|thème|tema|theme|pop-up|beispiel\p{L}*|exemple|exemplo|ejemplo|versi[oó]n|versão|version|format[oe]?|iso|json|yaml|makefile|section|secci[oó]n|se[cç][aã]o|namen?|nombres?|nomes?|noms?|typescript|barra|import\p{L}*|abhängigkeit\p{L}*|python|redux|axios|pytest|api|logger|faq|badge|getters?|setters?|t[ií]tulos?|titres?|überschriften?|leyenda|légende|legende|legenda|emojis?|inhaltsverzeichnis|sommaire|[ií]ndice|schrift|maquette|markdown|informe|rapport|relat[oó]rio|bericht|tabelle|abhängigkeit|dependencia|dependência|dépendance|animaci[oó]n|animation|anima[cç][aã]o|imports?)(?![\p{L}])/u,
  outOfHand:
    /(?:^|[\s¿'’])(?:prod\p{L}*|kunden?|clientes?|clients?|öffentlich|p[uú]blico|public|alle|todos|tout le monde|schlüssel|clé|clave|chave|token|passwort|contraseña|senha|mot de passe|zugriff|vollzugriff|acceso|acesso|accès|server|servidor|serveur|cluster|datenbank|base|banco|konto|cuenta|conta|compte|karte|tarjeta|cartão|carte|mail|branch|entorno|port|puerto|porta|emergencia|notreserve|listo|pronto|parti|losgehen|go|fondo|equipo|equipe|équipe|team|factur\p{L}*|rechnung\p{L}*|kosten\p{L}*|crédit\p{L}*|cr[eé]dito\p{L}*|pag\p{L}*|bezahl\p{L}*|pay\p{L}*)(?![\p{L}])/u,
};

const fits = (text: string, { acts, weak, parts, outOfHand }: Words): boolean =>
  (acts.test(text) || (weak.test(text) && (parts.test(text) || namesPart(text)))) && !outOfHand.test(text);

/** What a person says to let something go on, beside a plain yes. */
const LETS_GO_ON =
  /^(?:proceed|go ahead|continue|do it|go on|approve|confirm|accept|start|run it|execute|yes\b|ok\b|okay\b|sure\b)|^(?:進め|続け|実行|やる|はい|了解|承認|ok)|^(?:继续|是|好|确认|执行|同意)|^(?:진행|네|예|확인|계속)|^(?:s[ií]\b|sim\b|ja\b|oui\b|continuar|weiter)/i;

/** Whether an answer to the question would let something go on: then it must be known to do no harm before anybody else gives it. */
export function mayBeConsented({ question, type, options }: Question, answer?: string): boolean {
  const consents =
    type === 'CONFIRM' ||
    options.some(({ label }) => LETS_GO_ON.test(label.trim())) ||
    (answer !== undefined && LETS_GO_ON.test(answer.trim()));
  return !consents || isHarmlessAct(question);
}

/** Whether an answer says yes to what a question proposes, and that is not known to do no harm: then only a person may give it. */
export function isRiskyYes({ question, type }: Question, answer: string): boolean {
  const consents = type === 'CONFIRM' ? answer === 'Yes' : LETS_GO_ON.test(answer.trim());
  return consents && !isHarmlessAct(question);
}

/**
 * @example
 * isHarmlessAct('Should I add tests?'); // true
 * isHarmlessAct('Should I let it rip?'); // false
 */
export function isHarmlessAct(question: string): boolean {
  const shown = question.normalize('NFKC').trim().slice(-LONGEST);
  const text = shown.toLowerCase();
  if (/[\u3040-\u30ff]/.test(text)) return fits(text.replace(/\s/g, ''), JAPANESE);
  if (/[\uac00-\ud7af]/.test(text)) return fits(text, KOREAN);
  if (/[\u4e00-\u9fff]/.test(text)) return fits(text, CHINESE);
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return false;
  return inEnglish(shown) ?? (!ENGLISH.test(text) && fits(text, LATIN));
}

/** Words that English shares with none of the others here. */
const ENGLISH =
  /\b(?:the|and|with|of|it|this|we|you|just|while|already|exists|anyway|should|shall|is|are|on|for|to|from|now|all|out|up|off)\b/;

/** What a question proposes stands at its end. */
const LONGEST = 400;
