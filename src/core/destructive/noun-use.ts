/** When a dangerous word only names something ("the delete button"), and when a text only asks for information. */

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const NAMED_THINGS = list(
  'button buttons label labels icon icons endpoint endpoints method methods function functions notes event events ' +
    'handler handlers page pages menu menus dialog dialogs modal modals name names naming format formats layout link links ' +
    'text wording colour color colours colors tooltip tooltips confirmation message messages form forms screen screens tab tabs ' +
    'field fields column columns flag option options action actions route routes hook hooks callback callbacks api class component ' +
    'components style styles state states status test tests module type types parameter parameters argument keyword verb notification ' +
    'notifications template templates policy strategy process workflow flow pipeline pattern convention conventions shortcut ' +
    'operation operations command commands feature features view views toast banner copy animation spinner prompt logic ' +
    'interval timeout schedule cycle cadence date dates file files script header heading title placeholder permission variable warning warnings hint hints chart charts ' +
    'shortcut shortcuts service services letter draft table dashboard widget checkbox toggle switch example diagram mock stub',
);
const BEFORE_A_NOUN = list('the a an our your my this that which what each every any its their whose of for new');
const AUXILIARY = list('should do does can could will would must may is are shall');
const STATE = list(
  'be look have show appear use return contain include need stay support come accept take read say sit open start begin fit live',
);
/** Verbs that make or describe the named thing, so that doing so is no act of its kind. */
const SHAPES = list(
  'add create name rename style design place label document implement build write color colour align show support have include ' +
    'position draw describe translate localize localise spell word format render localized',
);
const NAMES = list('call name label title');
const ASKING = list('what which how where whose');
const SPEAKER = list('i we me us lets');
const FUNCTION_WORD = list(
  'of to in on at for from with by and or the a an all my your our this that these those it them every from',
);

/** Where the thing that the word at `at` names stands, or -1. */
function namedThing(words: readonly string[], at: number): number {
  for (let i = at + 1; i <= at + 2; i += 1) {
    const word = words[i];
    if (word === undefined || FUNCTION_WORD.has(word)) return -1;
    if (NAMED_THINGS.has(word)) return i;
  }
  return -1;
}

function anyBefore(words: readonly string[], at: number, count: number, set: ReadonlySet<string>): boolean {
  for (let i = Math.max(0, at - count); i < at; i += 1) if (set.has(words[i]!)) return true;
  return false;
}

/** After "be": then the thing is not described but set going. */
const SET_GOING = list(
  'run executed triggered called invoked started applied used pressed clicked scheduled done fired performed enabled activated now ' +
    'live public ready finished completed processed confirmed approved',
);

/** Whether the verb at `at` says how a thing is, and does not set it going. */
const describes = (words: readonly string[], at: number): boolean =>
  STATE.has(words[at] ?? '') && (!SET_GOING.has(words[at + 1] ?? '') || words.includes('or', at));

/**
 * Whether the dangerous word at `at` is part of a name: "What should the delete button be called?". An article, or a
 * verb of being after it, must prove it: "delete test files" is an act. Pressing such a button is one too, so a speaker
 * who does something needs a verb that only shapes the thing.
 */
export function isNounUse(words: readonly string[], at: number): boolean {
  const thing = namedThing(words, at);
  if (thing < 0) return false;
  const before = words[at - 1] ?? '';
  const adjective = BEFORE_A_NOUN.has(words[at - 2] ?? '') && !FUNCTION_WORD.has(before);
  const described = describes(words, thing + 1);
  if (!BEFORE_A_NOUN.has(before) && !adjective && !(AUXILIARY.has(before) && described)) return false;
  if (!anyBefore(words, at, 8, SPEAKER)) return described || anyBefore(words, at, 8, ASKING);
  return anyBefore(words, at, 5, SHAPES) || (anyBefore(words, at, 5, NAMES) && anyBefore(words, at, 8, ASKING));
}

/**
 * Where the subject of a question like "Should the warning about deletion be a dialog?" ends, or 0. It names a thing of
 * a program and says how it should be; what follows the verb still counts.
 */
export function describedUntil(words: readonly string[]): number {
  if (!AUXILIARY.has(words[0] ?? '') || !BEFORE_A_NOUN.has(words[1] ?? '')) return 0;
  let named = false;
  for (let i = 2; i < Math.min(words.length, 14); i += 1) {
    const word = words[i]!;
    if (SPEAKER.has(word)) return 0;
    if (named && STATE.has(word)) return describes(words, i) ? i : 0;
    if (NAMED_THINGS.has(word)) named = true;
  }
  return 0;
}

/** The same in other languages: "botón de borrar", "кнопка «Купить»", "Löschbutton". */
const THING_BEFORE =
  /^(?:bot[oó]n|bot[aã]o|bouton|pulsante|bottone|icono|[ií]cone|icona|etiqueta|etichetta|libell[eé]|schaltfläche|knopf|button|symbol|knop|pictogram|кнопк|иконк|надпис|przycisk|ikon|knapp)/;
const THING_AT_THE_END =
  /(?:button|buttons|knopf|knop|knoppen|symbol|icon|schaltfläche|dialog|dienst|knappen|pictogram)$/;

export function isForeignNounUse(words: readonly string[], at: number): boolean {
  if (THING_AT_THE_END.test(words[at]!)) return true;
  return THING_BEFORE.test(words[at - 1] ?? '') || THING_BEFORE.test(words[at - 2] ?? '');
}

/** And in scripts without blanks: "削除ボタン", "删除按钮", "삭제 버튼", "「破棄」という語". */
const THING_AFTER =
  /[」』”"]? ?の?(?:ボタン|画面|アイコン|ダイアログ|メニュー|ラベル|欄|api|ページ|フォーム|関数|メソッド|イベント|タブ|項目|数|という(?:語|名|文|言葉|ラベル|表)|按钮|按鈕|图标|圖示|界面|页面|頁面|对话框|标签|函数|方法名|字段|文案|버튼|아이콘|화면|페이지|메뉴|라벨|함수|메서드|필드)/y;

export function nounAfter(text: string, at: number): boolean {
  THING_AFTER.lastIndex = at;
  return THING_AFTER.test(text);
}

/** Japanese, Chinese and Korean for "which", "what", "where", "how". */
const ASKING_SIGNS =
  /どの|どれ|どちら|どっち|どこ|どう|何|なに|いくつ|いつ|なぜ|誰|什么|什麼|哪|怎么|怎麼|如何|多少|几个|幾個|어떤|어느|무엇|무슨|어떻게|어디|얼마|왜/;
/** Asking for leave is asking for an act, whatever else is asked. */
const ASKING_LEAVE = /いい|よい|良い|大丈夫|しましょうか|ちゃ|可以|行吗|行嗎|好吗|好嗎|吧|할까|될까|괜찮|돼요|되나/;

const ASKS_FOR_WORDS =
  /^[\W\d_]*(?:(?:so|and|also|additionally|specifically|ok|okay|hi|hello|sorry|for example|for instance|to clarify),? )?(?:what|which|how|where|who|whose|why|(?:can|could|would|will) you (?:please |also )?(?:provide|describe|share|explain|clarify|confirm|elaborate|specify|give|tell)|(?:is|are) there|do you have)\b/;

/** The same beginnings in other languages. */
const ASKS_ELSEWHERE =
  /^[\s¿¡"«(]*(?:qu[eé]|cu[aá]l(?:es)?|c[oó]mo|d[oó]nde|cu[aá]ntos|quel(?:le)?s?|comment (?:dois|faut|veux|nommer|appeler|on|je|tu|vous)|o[uù]|combien|qual|quais|onde|quantos|che|quale|quali|come (?:si|devo|vuoi|dobbiamo|chiam\w{1,9})|dove|quanti|welche[rsnm]?|wie|was (?:soll|ist|für)|wo|wieviele|welke?|hoe (?:moet|heet|wil|noem)|wat|waar|какой|какая|какое|какие|как|где|сколько|який|яка|як|jaki|jaka|jakie|jak|gdzie|hangi|nasıl|vilken|vilket|hur) /;

/** Whether a text only asks for information: it begins so, and nobody in it acts. */
export function onlyAsks(text: string, words: readonly string[]): boolean {
  if (ASKING_SIGNS.test(text)) return !ASKING_LEAVE.test(text);
  if (ASKS_ELSEWHERE.test(text.slice(0, 40))) return true;
  return ASKS_FOR_WORDS.test(text.slice(0, 200)) && !words.some((word) => SPEAKER.has(word));
}
