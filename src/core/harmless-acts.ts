/**
 * Whether what a yes-or-no question proposes is known to do no harm: an act that only makes something new, or one on the parts of
 * a program that a commit brings back. A yes that was said before the question came is taken for such alone. The list of harm
 * (destructive.ts) can never be whole, for people find ever new words for it; so here it is the other way about, and what is
 * not known is asked.
 */
import { readableForm } from './question-key.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Acts that only add, shape or say something. */
const ACTS = list(`
  use add write include generate name sort indent document comment test mock support follow explain describe translate target prefer adopt
  implement draft define annotate highlight align wrap paginate cover lint style capitalize quote number label structure scaffold introduce
  refactor extract inline memoize type stub benchmark summarize outline illustrate stick rename convert split cache`);

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
  getter getters setter setters wording tone pep mockup mock-up slide slides blog draft`);

/** Names of the trade: to use, add or support one of them is in the next diff too. */
const TRADE = list(`
  xml html css scss sass markdown pdf svg png sqlite react vue angular svelte preact next nuxt remix astro express koa fastify django flask
  fastapi rails laravel spring graphql grpc websocket jest vitest mocha pytest unittest rspec junit playwright cypress webpack vite rollup
  esbuild babel npm yarn pnpm bun pip poetry uv cargo tailwind bootstrap redux zustand prisma drizzle sqlalchemy pydantic dataclasses
  async await promises decorators generics interfaces logger logging argparse click typer commander chalk lodash dayjs axios fetch
  docstring sphinx mkdocs mermaid openapi swagger husky editorconfig gitignore dockerfile kotlin swift java ruby php go c scala elixir
  windows linux macos node deno esm commonjs pep8 pep unicode emoji emojis monospace serif retry timeout cache memoization lazy-loading`);

const OPENERS = [
  /^(?:should|shall|may|can|could|must) (?:i|we) (?:also |just |first |then |now |still |always |instead )?/,
  /^(?:ok|okay|fine) (?:to|if i|if we) /,
];
/** A fact is asked, or how a part of the work shall behave: a yes starts nothing. */
const ASKS_FACT = /^(?:is|are|was|were|does|did|has|have|had) (?!you |we |i |they |it |that |there |everyone |legal )/;
const WANTS_THING = /^(?:do you want|would you like|do you need|do you prefer|want) (?!me |us |to )/;
const BEHAVES = /^should (?!i |we |you |he |she |they )/;
/** Leave to go on, in the shape of a fact. */
const APPROVAL =
  /\b(?:good to|ready|time to|approv\w*|agree\w*|accept\w*|go ahead|proceed|sign\w*|ok with|fine with|comfortable|happy with|all set|go out|go live|go for|done|clear to|safe to|final|merge\w*|this thing|everything|everyone|anyone|anybody)\b/;
/** Whatever is done with these may not be undone, or is seen by others. */
const OUT_OF_HAND =
  /\b(?:disk|drive|device|volume|server|servers|cluster|instance|host|domain|dns|port|network|firewall|prod|production|live|staging|customer|customers|client|clients|vendor|partner|public|internet|world|link|seat|seats|card|trial|plan|subscription|licen[sc]es|seed|wallet|credentials?|secrets?|keys?|tokens?|passwords?|env|bucket|database|db|records?|rows?|backup|backups|history|branch|remote|account|accounts|access|permissions?|rights|admin|intern|email|emails|newsletter|release|releases|upstream|ping|pr|prs|pull|gpus?|billing|budget|quota|credits?|traffic|money|cost|exists|anyway|backlog|queue|snapshots?|archives?|data|orders?|invoices?|tickets?|photos?|users?|people|team|everyone|channel|slack)\b|\/dev\/|0\.0\.0\.0|`/;

const wordsOf = (text: string): string[] => text.match(/[\p{L}_-]+/gu) ?? [];
const doesAct = (text: string): boolean => wordsOf(text).some((word) => ACTS.has(word) || SHOWN_ACTS.has(word));
const namesPart = (text: string): boolean => wordsOf(text).some((word) => PARTS.has(word) || TRADE.has(word));

/** Null where it is no English question of a shape that is known. */
function inEnglish(question: string): boolean | null {
  const text = readableForm(question);
  // A statement may come first: "the parser has no tests , should i add some".
  const clause = text.slice(Math.max(text.lastIndexOf(' , '), text.lastIndexOf(' ? ')) + 1).replace(/^[,?] /, '');
  const opener = OPENERS.map((pattern) => pattern.exec(clause)?.[0]).find((found) => found !== undefined);
  const act = wordsOf(clause.slice(opener?.length ?? 0))[0] ?? '';
  const known = ACTS.has(act) || (act === 'create' && !/\b(?:room|space)\b/.test(clause));
  if (opener !== undefined || known) return namesPart(clause) && !OUT_OF_HAND.test(clause) && !APPROVAL.test(clause);
  if (WANTS_THING.test(clause)) return namesPart(clause) && !APPROVAL.test(clause) && !OUT_OF_HAND.test(clause);
  if (BEHAVES.test(clause))
    return !APPROVAL.test(clause) && !OUT_OF_HAND.test(clause) && (namesPart(clause) || doesAct(clause));
  if (ASKS_FACT.test(clause)) return namesPart(clause) && !APPROVAL.test(clause) && !OUT_OF_HAND.test(clause);
  return null;
}

interface Words {
  readonly acts: RegExp;
  readonly parts: RegExp;
  readonly outOfHand: RegExp;
}

const JAPANESE: Words = {
  acts: /(?:追加|使用|利用|使(?:い|う|っ|え)|作成|書(?:き|く|い|け)|記載|記述|対応|揃え|そろえ|統一|並べ|整形|命名|採用|生成|実装|定義|説明|翻訳|足し|足す|付け|つけ|入れま|分け|作(?:り|る|れ)|従い|従う|従え|並び替え|まとめ)[^。、]{0,14}$|(?<!いい|よい|良い|宜しい|よろしい|大丈夫|問題ない|構わない|ok)(?:です|でしょう|合ってい?ます|なってい?ます)か[?。]?$/,
  parts:
    /テスト|ドキュメント|readme|コメント|変数|定数|関数|メソッド|クラス|モジュール|インデント|型|フォーマッタ|リンタ|形式|文言|見出し|例|ボタン|アイコン|メニュー|テーマ|ダークモード|レイアウト|英語|日本語|バージョン|カバレッジ|ポップアップ|typescript|esm|json|yaml|改行|命名|名前|列挙|図|表は|表を|フォント|サイドバー|キャメルケース|スネークケース|ケバブケース|太字|目次|絵文字|凡例|グラフ|ゲッター|リンター|プログレスバー|エンコーディング|ヘルパー|pep ?8|getter|lint/i,
  outOfHand:
    /本番|顧客|お客|客先|ユーザー(?!名)|全員|誰でも|外部|世界|公開(?!用)|パブリック|鍵|キー|トークン|パスワード|ログイン情報|認証|権限|\.env|サーバ|ディスク|クラスタ|バケット|データ(?!型|形式)|レコード|テーブル|db|履歴|ブランチ|ゴミ箱|空き|カード|プラン|メール|既存|フラグ|pvc|チケット|ポート|きれい|コミット|このまま|畳|リリース|押し|gpu|枚|課金|料金|予算|社外|取引先|チーム|みんな|スラック|slack|pr|プルリク/i,
};
const KOREAN: Words = {
  acts: /(?:추가|사용|이용|작성|만들|생성|포함|표시|지원|쓸|써|넣|구현|문서화|설명|통일|번역|나눌|나누|다듬|달까|모을|바꿀)[^.,?]{0,14}[?？]?$/,
  parts:
    /테스트|문서|주석|readme|변수|상수|함수|클래스|모듈|들여쓰기|포매터|형식|버전|예시|예제|버튼|아이콘|메뉴|테마|타입|다이어그램|json|yaml|제목|이모지|범례|차트|글꼴|게터|목차|케이스|pytest/i,
  outOfHand:
    /운영|고객|사용자들|모두|전체 공개|비밀|키|토큰|비밀번호|권한|서버|디스크|볼륨|데이터베이스|db|계정|카드|메일|기존|브랜치|덮어|결제|요금|과금|배포|공유|팀/i,
};
const CHINESE: Words = {
  acts: /加(?!急|价|薪|载到)|添加|新增|增加|加上|加入|使用|采用|用|创建|新建|写|撰写|生成|包含|包括|格式化|命名|支持|排序|补充|引入|实现|统一|注释|拆|说明|翻译|附上|寫|建立|產生|画|支援/,
  parts:
    /标题|表情|图例|图表|字体|目录页|日志里|进度条|测试|測試|文档|文件说明|注释|readme|变量|常量|函数|类|模块|缩进|格式|版本|示例|例子|按钮|图标|菜单|主题|类型|图|json|yaml|端口是/i,
  outOfHand:
    /生产|客户|用户们|所有人|公开|密钥|令牌|密码|权限|服务器|磁盘|数据库|账号|账户|卡|邮件|现有|分支|工作区|上线|git|一声|计费|付费|额度|扣|续费|群里|大家/i,
};
const LATIN: Words = {
  acts: /(?:^|[\s¿'’])(?:a[ñn]ad\p{L}*|agreg\p{L}*|us(?:o|a|ar|e|es|emos)|utili[sz]\p{L}*|cre(?:o|a|ar|e|es|amos)|escrib\p{L}*|inclu\p{L}*|genera\p{L}*|genere\p{L}*|formate\p{L}*|document\p{L}*|verwende\p{L}*|benutz\p{L}*|nutze\p{L}*|erstell\p{L}*|schreib\p{L}*|generier\p{L}*|formatier\p{L}*|sortier\p{L}*|dokumentier\p{L}*|ergänz\p{L}*|hinzufüg\p{L}*|füg\p{L}*|einbau\p{L}*|kommentier\p{L}*|ajout\p{L}*|utilis\p{L}*|cré\p{L}*|écri\p{L}*|génér\p{L}*|rajout\p{L}*|adicion\p{L}*|cri(?:o|ar|e|a)|escrev\p{L}*|ger(?:o|ar|e)|zeichne\p{L}*|nehm\p{L}*|nomm\p{L}*|benenn\p{L}*|pong\p{L}*|poner|ponho|coloc\p{L}*|coloqu\p{L}*|orden\p{L}*|divid\p{L}*|mets|mettre|trie\p{L}*|découp\p{L}*|aufteil\p{L}*|aufnehm\p{L}*|umbenenn\p{L}*|renombr\p{L}*|renomm\p{L}*|renomei\p{L}*)(?![\p{L}])|^¿?(?:ist|sind|hat|es|está|hay|tiene|c'est|é|há|tem)(?![\p{L}])/u,
  parts:
    /(?:^|[\s¿'’])(?:tests?|pruebas?|doku|dokumentation|documentaci[oó]n|documenta[cç][aã]o|doc|readme|coment[aá]rios?|comentarios?|kommentare?|commentaires?|m[oó]dulos?|modul|module|variablen?|variables?|vari[aá]ve(?:l|is)|konstanten?|constantes?|funktion(?:en)?|funci[oó]n(?:es)?|fun[cç](?:ão|ões)|fonctions?|klassen?|clases?|classes?|einrückung|sangr[ií]a|indenta[cç][aã]o|indentation|linter|formatter|diagrama?|diagramm|sch[eé]ma|thème|tema|theme|pop-up|beispiel\p{L}*|exemple|exemplo|ejemplo|versi[oó]n|versão|version|format[oe]?|iso|json|yaml|makefile|section|secci[oó]n|se[cç][aã]o|namen?|nombres?|nomes?|noms?|typescript|faq|badge|getters?|setters?|t[ií]tulos?|titres?|überschriften?|leyenda|légende|legende|legenda|emojis?|inhaltsverzeichnis|sommaire|[ií]ndice|schrift|maquette|markdown|informe|rapport|relat[oó]rio|bericht|tabelle|abhängigkeit|dependencia|dependência|dépendance|animaci[oó]n|animation|anima[cç][aã]o|imports?)(?![\p{L}])/u,
  outOfHand:
    /(?:^|[\s¿'’])(?:prod\p{L}*|kunden?|clientes?|clients?|öffentlich|p[uú]blico|public|alle|todos|tout le monde|schlüssel|clé|clave|chave|token|passwort|contraseña|senha|mot de passe|zugriff|vollzugriff|acceso|acesso|accès|server|servidor|serveur|cluster|datenbank|base|banco|konto|cuenta|conta|compte|karte|tarjeta|cartão|carte|mail|branch|entorno|port|puerto|porta|equipo|equipe|équipe|team|factur\p{L}*|rechnung\p{L}*|kosten\p{L}*|crédit\p{L}*|cr[eé]dito\p{L}*|pag\p{L}*|bezahl\p{L}*|pay\p{L}*)(?![\p{L}])/u,
};

const fits = (text: string, { acts, parts, outOfHand }: Words): boolean =>
  acts.test(text) && parts.test(text) && !outOfHand.test(text);

/**
 * @example
 * isHarmlessAct('Should I add tests?'); // true
 * isHarmlessAct('Should I let it rip?'); // false
 */
export function isHarmlessAct(question: string): boolean {
  const text = question.normalize('NFKC').trim().slice(-LONGEST).toLowerCase();
  if (/[\u3040-\u30ff]/.test(text)) return fits(text.replace(/\s/g, ''), JAPANESE);
  if (/[\uac00-\ud7af]/.test(text)) return fits(text, KOREAN);
  if (/[\u4e00-\u9fff]/.test(text)) return fits(text, CHINESE);
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return false;
  return inEnglish(text) ?? (!ENGLISH.test(text) && fits(text, LATIN));
}

/** Words that English shares with none of the others here. */
const ENGLISH =
  /\b(?:the|and|with|of|it|this|we|you|just|while|already|exists|anyway|should|shall|is|are|on|for|to|from|now|all|out|up|off)\b/;

/** What a question proposes stands at its end. */
const LONGEST = 400;
