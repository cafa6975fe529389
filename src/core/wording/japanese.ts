/**
 * How a Japanese question may be put without asking anything else. Works on folded text without blanks. Polite, plain and
 * leading endings become one, verbs lose the ending that only those differ by, and "どのXを" becomes "Xは何を". What
 * parts meanings (negation, が and を, 前 and 後, may and should, しました and します) stays.
 */

type Rule = readonly [pattern: RegExp, by: string | ((...groups: string[]) => string)];

/** A question ends here: only there are endings looked at. */
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
  [/([ァ-ヴー]{2})ー(?![ァ-ヴー])/g, '$1'],
  [/ユニットテスト/g, '単体テスト'],
  [/(日付|ファイル|出力|データ|時刻|日時|画像)(の)?フォーマット(?=[はをにで])/g, '$1$2形式'],
  [/(?<=て|ても|で|が|ば|方|ほう|らい)(?:良|善|好|よ|い)い/g, 'いい'],
  [/方が(?=いい|よろ)/g, 'ほうが'],
  [/(?:とき|時|際)は/g, '場合は'],
  [/なに(?=を|に|で|が|か)/g, '何'],
  [/ど[のれ][くぐ]らい/g, 'どのくらい'],
  [/へ(?=[\p{Script=Han}\p{Script=Katakana}])/gu, 'に'],
  [/には(?=何|ど|.{1,40}どちら)/g, 'は'],
  [/いくつ(?=[にを])/g, '何'],
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
  [ending('(?:どれ|どちら|なん)ですか'), '何ですか'],
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

const bySound = (stem: string, last: string): string => `${stem}${SOUND.get(last) ?? last}ますか`;

/** After the stem that ます takes. */
const SHALL = '(?:ますか|ましょうか|たいですか|ておきますか|ておきましょうか)';
const BETTER = '(?:ほうがいいですか|らいいですか)';

/** "shall I", "should I", "do you want me to", "do I": all that an agent says for one and the same thing. */
const LEADING: readonly Rule[] = [
  [ending('(?:いた|致)し(?:ますか|ましょうか)'), 'しますか'],
  [ending('して(?:おきますか|おきましょうか|ほしいですか|欲しいですか|みますか|みましょうか)'), 'しますか'],
  [ending(`し(?:ますか|ましょうか|た${BETTER}|たいですか)`), 'しますか'],
  [ending('す(?:るべきですか|べきですか|ればいいですか|るといいですか|るか|るの|る)'), 'しますか'],
  [
    ending(`(${KANJI}[えけせてねめれげべ])(?:${SHALL}|た${BETTER}|るべきですか|ればいいですか|るか)`),
    (_whole, stem) => `${stem}ますか`,
  ],
  [
    ending(`(${KANJI})([いきしちにみりぎび])(?:ますか|ましょうか|たいですか)`),
    (_whole, stem, last) => bySound(stem!, last!),
  ],
  [ending(`(${KANJI})([うくすつぬむるぐぶ])(?:べきですか|か|の)?`), (_whole, stem, last) => bySound(stem!, last!)],
  [ending(`(${KANJI})([えけせてねめれげべ])ばいいですか`), (_whole, stem, last) => bySound(stem!, last!)],
  [ending(`(${KANJI})([っいしん])[ただ]${BETTER}`), (_whole, stem, last) => `${stem}${last}ますか`],
];

/** Different verbs for one act, once their endings are one. */
const SAME_ACT: readonly Rule[] = [
  [ending('(?:使用|利用)しますか'), '使っますか'],
  [ending('作成しますか'), '作っますか'],
  [ending('配置しますか'), '置いますか'],
  [ending('修正しますか'), '直しますか'],
  [ending('どちらがいいですか'), 'どちらにしますか'],
  [ending('(名前|名称|形式|バージョン|色)[はを]どうしますか'), '$1は何にしますか'],
  [ending('変更しますか'), '変えますか'],
  [ending('に設定しますか'), 'にしますか'],
  [ending('どのようにしますか'), 'どうしますか'],
];

/** "出力ファイルはどの形式に…" and "出力ファイルの形式は何に…". The noun has no particle in it. */
const WHICH = /^(?:([^はがをにでも、。]+)は)?(?:どの|どんな|何の)([^はがをにでもの、。]+)(を|に|で)(.+)$/u;

const EITHER = /([^はがをにでも、。のと]{1,40})と([^はがをにでも、。のと]{1,40})のどちら/u;

/**
 * A Japanese question in the one form that its wordings share.
 * @example
 * japanese('どの形式を使用しましょうか') === japanese('形式は何を使いますか'); // true
 */
export function japanese(text: string): string {
  let out = text;
  for (const [pattern, by] of [...SPELLINGS, ...POLITE, ...LEADING, ...SAME_ACT]) {
    out = out.replace(pattern, by as string);
  }
  if (!out.includes('どちら')) out = out.replace(/はどれ(?=[をにで])/g, 'は何');
  // Which of two is asked, whatever their order; an answer that counts on it ("the first") is not applied again.
  out = out.replace(EITHER, (_whole, one: string, other: string) => `${[one, other].sort().join('と')}のどちら`);
  const which = WHICH.exec(out);
  if (!which) return out;
  const [, topic, noun, particle, verb] = which;
  return `${topic === undefined ? '' : `${topic}の`}${noun}は何${particle}${verb}`;
}
