/**
 * How a Japanese question may be reworded without asking anything else. Works on folded text without blanks. Polite, plain and leading
 * endings are unified, verbs lose the ending that only those differ in, and "どのXを" becomes "Xは何を". What changes the meaning (negation, が
 * and を, 前 and 後, may and should, しました and します) stays.
 */

type Rule = readonly [pattern: RegExp, by: string | ((...groups: string[]) => string)];

/** The end of a question: endings are matched only there. */
const END = '(?=$|[。、?!])';
const ending = (pattern: string): RegExp => new RegExp(`${pattern}${END}`, 'gu');

const KANJI = '\\p{Script=Han}';

/** Spellings of one word. */
const SPELLINGS: readonly Rule[] = [
  [/全て/g, 'すべて'],
  [/既に/g, 'すでに'],
  [/他の/g, 'ほかの'],
  [/出来/g, 'でき'],
  [/下さい/g, 'ください'],
  [/([ァ-ヴー]{3})ー(?![ァ-ヴー])/g, '$1'],
  [/ユニットテスト/g, '単体テスト'],
  [/(日付|ファイル|出力|データ|時刻|日時|画像)(の)?フォーマット(?=[はをにで])/g, '$1$2形式'],
  [/(?<=て|ても|で|が|ば|方|ほう|らい)(?:良|善|好|よ|い)い/g, 'いい'],
  [/方が(?=いい|よろ)/g, 'ほうが'],
  [/(?:とき|時|際)は/g, '場合は'],
  [/なに(?=を|に|で|が|か)/g, '何'],
  [/ど[のれ][くぐ]らい/g, 'どのくらい'],
  [/へ(?=[\p{Script=Han}\p{Script=Katakana}])/gu, 'に'],
  [/、どちら/g, 'のどちら'],
];

const TELL_ME =
  '(?:教え|おしえ)て(?:ください(?:ませんか)?|いただけますか|頂けますか|もらえますか|くれますか|いただけませんか|もらえませんか|いただけないですか)';

/** The polite forms of "is it", "what is it" and "may I". */
const POLITE: readonly Rule[] = [
  [ending('(?:のでしょうか|んでしょうか|んですか|のですか)'), 'ですか'],
  [ending('でしょうか'), 'ですか'],
  [ending(`を${TELL_ME}`), 'は何ですか'],
  [ending('を(?:ご)?(?:指定|選択|入力)(?:して)?ください'), 'は何ですか'],
  [ending(`か(?:を)?(?:、)?${TELL_ME}`), 'か'],
  [ending('(?:どれ|なん)ですか'), '何ですか'],
  [ending('(?:よろしい|宜しい)ですか'), 'いいですか'],
  [ending('(?<=て|ても)(?:構いません|かまいません|大丈夫です|問題ありません|問題ないです)か'), 'いいですか'],
  [ending('ても?いいですか'), 'てもいいですか'],
];

/** A verb's last kana by the sound its た-form takes: 使い, 使う, 使え and 使っ are one. */
const SOUND: ReadonlyMap<string, string> = new Map(
  [
    ['っ', 'いうえおわちつてとりるれろ'],
    ['ん', 'みむめもびぶべぼにぬねの'],
    ['い', 'きくけこぎぐげご'],
    ['し', 'しすせそ'],
  ].flatMap(([sound, letters]) => [...letters!].map((letter) => [letter, sound!] as const)),
);

const bySound = (stem: string, last: string, end: string): string => `${stem}${SOUND.get(last) ?? last}${end}`;

const BETTER = '(?:ほうがいいですか|らいいですか)';

/** "shall I", "should I", "do you want me to": everything an agent says for the same thing, as ましょうか. */
const SHOULD: readonly Rule[] = [
  [ending('(?:いた|致)しましょうか'), 'しましょうか'],
  [ending('(?:いた|致)しますか'), 'しますか'],
  [ending('して(?:おきましょうか|ほしいですか|欲しいですか)'), 'しましょうか'],
  [ending(`した${BETTER}`), 'しましょうか'],
  [ending('す(?:るべきですか|べきですか|ればいいですか|るといいですか)'), 'しましょうか'],
  [ending('す(?:るか|るの|る)'), 'しますか'],
  [
    ending(`(${KANJI}[えけせてねめれげべ])(?:ましょうか|た${BETTER}|るべきですか|ればいいですか)`),
    (_whole, stem) => `${stem}ましょうか`,
  ],
  [ending(`(${KANJI}[えけせてねめれげべ])るか`), (_whole, stem) => `${stem}ますか`],
  [
    ending(`(${KANJI})([いきしちにみりぎび])(ますか|ましょうか)`),
    (_whole, stem, last, end) => bySound(stem!, last!, end!),
  ],
  [ending(`(${KANJI})([うくすつぬむるぐぶ])べきですか`), (_whole, stem, last) => bySound(stem!, last!, 'ましょうか')],
  [ending(`(${KANJI})([うくすつぬむるぐぶ])(?:か|の)?`), (_whole, stem, last) => bySound(stem!, last!, 'ますか')],
  [ending(`(${KANJI})([えけせてねめれげべ])ばいいですか`), (_whole, stem, last) => bySound(stem!, last!, 'ましょうか')],
  [ending(`(${KANJI})([っいしん])[ただ]${BETTER}`), (_whole, stem, last) => `${stem}${last}ましょうか`],
];

/**
 * Whether something other than the asker may act: "この関数は空の配列を返しますか" asks what it does, and 返すべきですか what it should do. A topic before a
 * question word is only the subject of the question.
 */
const HAS_SUBJECT = /が(?!いい)|は(?!何|ど|.{1,40}(?:何|どの|どれ|どちら|どこ|どう)[^、。]*$)/u;

/** Different verbs for one act, after their endings are unified. */
const SAME_ACT: readonly Rule[] = [
  [ending('(?:使用|利用)し(ますか|ましょうか)'), '使っ$1'],
  [ending('作成し(ますか|ましょうか)'), '作っ$1'],
  [ending('配置し(ますか|ましょうか)'), '置い$1'],
  [ending('修正し(ますか|ましょうか)'), '直し$1'],
  [ending('どちらがいいですか'), 'どちらにしますか'],
  [/には(?=(?:何|ど|[^、。]{1,40}どちら)[^、。]*使っ(?:ますか|ましょうか)$)/g, 'は'],
  [ending('(名前|名称|形式|バージョン|色)[はを]どうし(?:ますか|ましょうか)'), '$1は何にしますか'],
  [ending('変更し(ますか|ましょうか)'), '変え$1'],
  [ending('に設定し(ますか|ましょうか)'), 'にし$1'],
  [ending('どのようにし(ますか|ましょうか)'), 'どうし$1'],
];

/** "出力ファイルはどの形式に…" and "出力ファイルの形式は何に…", for verbs whose noun can only be what is chosen. */
const WHICH =
  /^(?:([^はがをにでも、。]+)は)?(?:どの|どんな|何の)([^はがをにでもの、。]+)(を(?=使っ|選)|に(?=し)|で(?=書|作|保存|出力|表示))(.+)$/u;

const RULES: readonly Rule[] = [...SPELLINGS, ...POLITE, ...SHOULD, ...SAME_ACT];
const SHALL = ending('ましょうか');
/** Acts that no program does by itself: は before them marks the object. */
const ONLY_THE_ASKER = /(?:にし|追加し|作っ|使っ|変え|直し|固定し|統一し|対応し|入れ|付け|置い)ましょうか$/;
/** Nothing comes before them that could belong to the first alone. */
const EITHER = /(?<=^|は|、)([^はがをにでも、。のとい]{1,40})と([^はがをにでも、。のと]{1,40})のどちら/u;

/**
 * A Japanese question in the one form that its wordings share.
 * @example
 * japanese('どの形式を使用しましょうか') === japanese('形式は何を使いますか'); // true
 */
export function japanese(text: string): string {
  let out = text;
  for (const [pattern, by] of RULES) {
    out = out.replace(pattern, by as string);
  }
  if (!HAS_SUBJECT.test(out) || ONLY_THE_ASKER.test(out)) out = out.replace(SHALL, 'ますか');
  if (!out.includes('どちら')) out = out.replace(/はどれ(?=[をにで])/g, 'は何');
  // Which of two is asked, in any order; an answer that depends on the order ("the first") is not applied again.
  out = out.replace(EITHER, (_whole, one: string, other: string) => `${[one, other].sort().join('と')}のどちら`);
  const which = WHICH.exec(out);
  if (!which) return out;
  const [, topic, noun, particle, verb] = which;
  return `${topic === undefined ? '' : `${topic}の`}${noun}は何${particle}${verb}`;
}
