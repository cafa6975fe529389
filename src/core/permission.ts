/**
 * Whether a question only asks for leave to go on ("Should I proceed?"). Such a question has one useful answer, and no person
 * need give it. Precision first: whatever names an act, a choice or a condition besides going on is an ordinary question.
 */

/** Leave to go on is short; whatever is longer says more. */
const LONGEST = 160;

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

const GERMAN = ((): RegExp => {
  const go = any('fortfahren', 'weitermachen', 'weiter machen', 'loslegen', 'anfangen', 'beginnen', 'starten');
  const with_ = '(?:mit (?:diesem|dem|meinem) (?:plan|ansatz|vorschlag|vorgehen) )';
  const so = `(?:(?:damit|so|jetzt|nun|bitte|also|dann|wie (?:geplant|beschrieben|vorgeschlagen)) |${with_})*`;
  const wish = any('mochten sie', 'mochtest du', 'willst du', 'wollen sie', 'soll');
  return whole('(?:ok |okay |also |gut |so )*', [
    `(?:soll|sollen|sollte|sollten|darf|durfen|kann|konnen) (?:ich|wir) ${so}${go}`,
    `${wish} dass (?:ich|wir) ${so}${any('fortfahre', 'weitermache', 'loslege', 'anfange', 'beginne', 'starte', go)}`,
    `ist es (?:ok|okay|in ordnung) wenn ich ${so}${any('fortfahre', 'weitermache', 'loslege', 'anfange', 'beginne')}`,
    '(?:kann|soll|darf) es (?:jetzt |nun )?(?:losgehen|weitergehen)',
    'bereit (?:anzufangen|loszulegen|fortzufahren|weiterzumachen)',
    any('fortfahren', 'weitermachen', 'loslegen'),
  ]);
})();

const ROMANCE = ((): readonly RegExp[] => {
  const french = any('continuer', 'poursuivre', 'commencer', 'proceder', 'demarrer', 'y aller', 'avancer', 'me lancer');
  const frenchMay = any('dois je', 'puis je', 'pouvons nous', 'devons nous', 'est ce que je (?:peux|dois)', 'je peux');
  const frenchWish = any('voulez vous', 'veux tu', 'souhaitez vous', 'souhaites tu', 'tu veux', 'vous voulez');
  const spanish = any('continuar', 'seguir', 'proceder', 'avanzar', 'empezar', 'comenzar');
  const spanishWish = any('quieres', 'quiere', 'deseas', 'desea', 'te gustaria', 'le gustaria', 'prefieres');
  const portuguese = any('continuar', 'prosseguir', 'seguir', 'avancar', 'comecar', 'iniciar', 'proceder', 'ir');
  const portugueseWish = any('quer', 'queres', 'deseja', 'gostaria', 'voce quer', 'voce gostaria', 'voce deseja');
  return [
    whole(
      '(?:est ce que )?',
      [
        `${frenchMay} ${french}`,
        `${frenchWish} que (?:je|j) (?:continue|poursuive|commence|procede|demarre|avance|m y mette)`,
        'on (?:continue|commence|y va)',
      ],
      ' (?:ainsi|maintenant|comme prevu|avec (?:ce|le) plan|avec cette approche)',
    ),
    whole(
      '',
      [
        `(?:debo|deberia|puedo|podemos|debemos) ${spanish}(?: adelante)?`,
        `${spanishWish} que (?:continue|siga|proceda|avance|empiece|comience)(?: adelante)?`,
        '(?:continuo|sigo|procedo|empiezo|comienzo|seguimos|continuamos|empezamos)(?: adelante)?',
      ],
      ' (?:ahora|asi|con esto|con (?:este|el) plan|con este enfoque)',
    ),
    whole(
      '',
      [
        `(?:devo|posso|podemos|devemos) ${portuguese}(?: em frente)?`,
        `${portugueseWish} que eu (?:continue|prossiga|siga|avance|comece|inicie|proceda)(?: em frente)?`,
        '(?:continuo|prossigo|sigo|comeco|continuamos|seguimos)(?: em frente)?',
      ],
      ' (?:agora|assim|com isso|com (?:este|esse|o) plano)',
    ),
  ];
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

const CHINESE = ((): RegExp => {
  const may = any(
    ...['可以', '应该', '應該', '能', '能否', '可否', '需要', '要', '该', '可不可以', '要不要', '能不能', '是否'],
    ...['是否可以', '是否应该', '是否需要', '是否要', '现在', '現在', '就', '直接'],
  );
  const wish = '(?:[您你](?:希望|想|想要|需要|要|同意|允许)?(?:让|讓)?)?';
  const plan = '(?:按照?(?:此|这个|這個|该|上述|以上)(?:计划|計劃|方案|步骤)(?:来|來)?)?';
  const on = '(?:继续|繼續|开始|開始)(?:吧|下去|进行|進行|执行|執行|推进)?|往下(?:进行|做|走)';
  return whole(
    '(?:请问|請問|那么|那麼|那)?',
    [`${wish}(?:我们|我們|我)?${may}{0,2}(?:我)?${plan}(?:${on})`],
    '[吗嗎么]',
  );
})();

const KOREAN = ((): RegExp => {
  const first =
    '(?:(?:이대로|그럼|그러면|이제|계속|계속해서|바로|지금|다음 단계로|이 (?:계획|방식|방법)(?:대로|으로)) )*';
  const may = any(
    '할까요',
    '해도 (?:될까요|되나요|됩니까|돼요|괜찮을까요|괜찮나요|좋을까요)',
    '하시겠습니까',
    '하시겠어요',
  );
  return whole(first, [`(?:계속 ?|작업을 ?)?(?:진행|시작|계속)(?:${may}|해 ?드릴까요|하면 될까요|하길 원하시나요)`]);
})();

const LATIN: readonly RegExp[] = [ENGLISH, GERMAN, ...ROMANCE];
const OTHER: readonly RegExp[] = [JAPANESE, CHINESE, KOREAN];
const BEYOND_LATIN = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

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
  if (BEYOND_LATIN.test(sentence)) {
    const plain = bare(sentence).replace(/ /g, KOREAN_LETTERS.test(sentence) ? ' ' : '');
    return (asked || ASKING_END.test(plain)) && OTHER.some((pattern) => pattern.test(plain));
  }
  const plain = bare(sentence);
  return (asked || ASKS_WITHOUT_MARK.test(plain)) && LATIN.some((pattern) => pattern.test(plain));
}

const KOREAN_LETTERS = /[\uac00-\ud7af]/;
/** How a question ends in scripts that mark it by a word. */
const ASKING_END = /(?:か|吗|嗎|까요|나요|까|어요)$/;

/**
 * Whether a question asks for nothing but leave to go on.
 * @example
 * seeksPermission('Should I proceed?'); // true
 * seeksPermission('Should I proceed with deleting the tables?'); // false
 * seeksPermission('続けてもよろしいですか？'); // true
 */
export function seeksPermission(question: string): boolean {
  if (question.length > LONGEST) return false;
  const folded = question
    .replace(YES_NO_HINT, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase();
  // What is quoted or written as code is named, and so is more than going on.
  if (/[`"“”«»„「」『』]/.test(folded)) return false;
  const sentences = folded.match(/[^.!?。]+[.!?。]*/g) ?? [];
  const spoken = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const hinted = YES_NO_HINT.test(question);
  return spoken.length > 0 && spoken.every((sentence) => isLeave(sentence.trim(), hinted || sentence.includes('?')));
}

const GOES_ON =
  /^(?:yes|y|ok|okay|sure|proceed|continue|go ahead|go on|carry on|はい|続ける|続行|进行|继续|是)[\s!.,:。]*/i;

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
