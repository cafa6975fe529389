/** The clauses of a prompt in Japanese: what each is about, under which condition, and what it says of it. */

/** What a clause names, with the particle behind it: 設定ファイル を. */
export interface Named {
  readonly what: string;
  readonly as: string;
}

export interface JapaneseClause {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly sentence: number;
  /** Conditions that stand before it in its sentence: 期限が過ぎたら、. */
  readonly under: string;
  /** Whether it goes on from the clause before, and how: つつ, かつ. */
  readonly opener: string;
}

const BREAKS = /[、。！？!?,\n;；]|(?<=つつ|ながら)(?=も?[^も、。])|(?<=.)(?=かつ(?!て))/g;
/** Who wishes for it is no case of its own: 営業:…。経理:…. */
const OPENER =
  /^\s*(?:(?:[-*•・●○◦◯]|[(（]?\d{1,2}[.)）．:]|[①-⑳])\s*)?(?:(?:営業|経理|法務|広報|開発|人事|総務|企画|運用|情シス|セキュリティ|デザイン|デザイナー|マーケ|マーケティング|品質管理|上司|社長|部長|課長|クライアント|先方)(?:部|チーム|担当|側|さん)?(?:より|から)?[:：]\s*)?(?:また|あと|それから|そして|さらに|しかも|かつ|なお|同時に|加えて|しかし|でも|けど|だけど|ただし|ただ|それと|それに|なおかつ|その上|一方(?=[で、])|次に|その後|最後に(?!し|す)|まず|例えば)?/;
/** A clause that only says when, whether or why. */
const CONDITION =
  /(?:たら|だら|なら|れば|ても|場合(?:は|に(?:は)?)?|とき(?:は|に(?:は)?)?|時(?:は|に(?:は)?)?|際(?:は|に(?:は)?)?|[るくすうつむぶぐぬい]と|(?<![最午])後(?:は|に(?:は)?)?|あと(?:は|に)?|(?<![午手])前(?:は|に(?:は)?)?|まで(?:は|に)?|ので|ため(?:に)?|間(?:は|に)?|中(?:は|に)?|から|では|ごとに|にて|[でに]は)$/;
const MOST_CLAUSES = 40;

export function clausesOf(prose: string): JapaneseClause[] {
  const clauses: JapaneseClause[] = [];
  let [start, sentence, under, carried] = [0, 0, '', ''];
  const add = (end: number) => {
    const text = prose.slice(start, end);
    if (text.trim() === '') return;
    const before = carried.length;
    const opener = carried + OPENER.exec(text)![0];
    carried = '';
    // あと、: the clause comes behind the comma.
    if (opener.length - before === text.length && prose[end] === '、') carried = `${opener}、`;
    else if (CONDITION.test(text) && prose[end] === '、') under += caseOf(text.trim().replace(/[はもに]$/, ''));
    else
      clauses.push({
        start: end - text.length + (opener.length - before),
        end,
        text: text.slice(opener.length - before),
        sentence,
        under,
        opener,
      });
  };
  for (const { index, 0: mark } of prose.matchAll(BREAKS)) {
    add(index);
    start = index + mark.length;
    if (/[。！？!?\n]/.test(mark)) {
      sentence += 1;
      under = '';
    }
    if (clauses.length >= MOST_CLAUSES) return clauses;
  }
  add(prose.length);
  return clauses;
}

/** They stress what is said, and name nothing. */
const STRESS =
  /(?:常に|必ず|絶対に?|いつも|ずっと|全部|すべての?|全ての?|毎回|確実に|同時に|とても|すごく|非常に|完全に|もっと|一切|決して|きちんと|ちゃんと|それぞれ|その|この|あの|同じ|上記の|必要に応じて|デフォルトで|初期状態で|できるだけ|なるべく)/g;
const PARTICLE =
  /を|(?<=[\p{Script=Han}々ァ-ヶーA-Za-z0-9」』)）%}_れこ])(?:については|について|に関しては?|には|では|からは|へは|にも|でも|とも|からも|は|が|も|に|から|へ|で|と(?=[^う]))|(?<=\p{Script=Han}[しきりいえせけみびわげめ])(?:は|が)|(?<=[ぁ-ん])は(?=[\p{Script=Han}ァ-ヶ\d])/u;
const CONDITIONAL =
  /^(.*?(?:たら|だら|なら|れば|ても|まで|限り|場合は?|ときは?|(?<=[のた])際は?|(?<=[るくすうつむぶぐぬ])と|てから|ながら|ので|だけ|のみ))(?=.)/;
const POINTS_BACK = /^(?:それ|これ|あれ|そちら|こちら|同じもの)$/;

/** 起きたら and 起きても, 退会後 and 退会すると are one case. */
const caseOf = (what: string): string =>
  what.replace(/(?:し?た)?の?後$|[ぁ-ん]{0,2}(?:たら|ても)$|[るすくむぶぐうつ]{1,2}と$|し?た(?:場合|とき|時)$/, 'たら');

/** What stands before a word of a clause, piece by piece; the last may lack its particle, and is then how it is done. */
export function namedIn(lead: string): Named[] {
  const found: Named[] = [];
  let rest = lead.replace(STRESS, '').trim();
  const condition = CONDITIONAL.exec(rest);
  if (condition !== null) {
    found.push({ what: caseOf(condition[1]!), as: '' });
    rest = rest.slice(condition[1]!.length);
  }
  for (let match = PARTICLE.exec(rest); match !== null; match = PARTICLE.exec(rest)) {
    const what = rest.slice(0, match.index).trim();
    if (what !== '' && !POINTS_BACK.test(what)) found.push({ what: caseOf(what), as: match[0] });
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest.trim() !== '') found.push({ what: rest.trim(), as: '' });
  return found;
}
