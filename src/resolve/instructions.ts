/**
 * Whether a sentence tells the agent to take what it names: an order, a wish, or the name with little around it. A statement, a
 * report of how things were or what others do, and a question only mention a name. Word lists, all linear.
 */
import { stemOf } from '../core/similar.ts';
import type { Place } from './named-words.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** May stand before an order without changing it; taken off again and again. */
const LEAD_IN = [
  /^(?:please|pls|plz|ok|okay|k|sure|yes|yeah|yep|right|well|so|and|then|now|also|just|hey|hi|hello|thanks|great|good|cool|perfect|fine|alright|simply|maybe just)\b[\s,.!:-]*/,
  /^(?:can|could|would|will|should) (?:you|we)\b(?: please)?\s*/,
  /^(?:you|we) (?:can|could|may|should|will|might as well|shall)\b(?: just)?\s*/,
  /^(?:we'll|we’ll|i'll|i’ll|let's|let’s|lets|let us|go ahead and|feel free to|i think (?:you|we) should|i'd say|i’d say|i would say|i say)\b[\s,]*/,
  /^(?:i|we)(?: would|'d|’d)? (?:want|like|love|prefer|need|rather have|choose|pick|vote for|go with|go for|would go with)\b(?: (?:you|it|this|that|them))?(?: to)?(?: be| have)?(?: it| this)?\s*/,
  /^(?:my (?:choice|preference|vote|pick) (?:is|would be)|definitely|absolutely|preferably|ideally)\b[\s,:]*/,
  // Spanish, Portuguese, German, French
  /^(?:por favor|prefiero|quiero|mejor|prefiro|quero|pode|vamos de|vamos com|bitte|ich (?:möchte|will|hätte gerne?|nehme)|lieber|nehmen wir|wir nehmen|je (?:préfère|veux|voudrais)|plutôt|on prend|s'il (?:te|vous) plaît)(?![\p{L}])[\s,]*/u,
];

/** Verbs that an order begins with. Looking, comparing and asking point at a thing without choosing it. */
const ORDERS = list(
  'use using choose pick take go select set make keep put add write save place store insert append edit change update modify fix patch ' +
    'refactor rewrite extend convert export import format generate create build render print log output dump load parse implement ' +
    'define document describe move switch stick start run target include return name call translate port bump configure draft fill ' +
    'adjust improve correct simplify split extract open do give have be apply adopt install do style code handle work touch finish ' +
    'usa usar utiliza utilice pon ponlo escribe escríbelo añade añádelo guarda guárdalo edita cambia actualiza elige ' +
    'coloca coloque escreve escreva salva salve edita edite muda mude atualize adicione escolha ' +
    'nimm nehme benutze benutz verwende nutze schreib schreibe leg lege speichere ändere bearbeite wähle mach ' +
    'utilise utilisez prends prenez mets mettez écris écrivez enregistre modifie modifiez choisis choisissez ajoute ajoutez',
);
const LOOKS_AT = /^(?:look|have a look) (?:at|into)$/;

/** A fragment that answers "where" or "how": "in the Makefile", "with Postgres", "en YAML". */
const AT = list('in into to with as on at inside under within en con em com mit nach auf dans avec');

/** What may follow a name that opens the sentence. */
const AFTER_NAME =
  /^["'`’”]?\s*(?:$|[.,;!)\]—–-]|\p{Extended_Pictographic}|(?:please|pls|plz|thanks|thx|thank you|for|it is|is (?:fine|good|ok|okay|best|better|perfect|great|the one)|would be|sounds|works|then|and|everywhere|format|file|style|all the way|por favor|bitte|svp|stp|s'il|merci|obrigad[oa]|gracias|danke|吧|부탁)(?![\p{L}]))/iu;

/** How a name is ordered: first of all words, right after the verb, or further on. */
export type Order = 'open' | 'direct' | 'loose';

const wordOf = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? '';

/** English and its neighbours: the words before the name make an order of it. */
function orderBefore(lead: string, tail: string, asked: string): Order | null {
  let rest = lead.toLowerCase().trim();
  for (let again = true; again; ) {
    again = false;
    for (const pattern of LEAD_IN) {
      const without = rest.replace(pattern, '');
      if (without !== rest) [rest, again] = [without, true];
    }
  }
  rest = rest
    .replace(/["'`“‘(]+$/, '')
    .replace(/(?:^| )(?:the|a|an|bitte|el|la|le|die|das|den|o)$/, '')
    .trim();
  if (rest === '') return AFTER_NAME.test(tail) ? 'open' : null;
  const first = wordOf(rest, /^[\p{L}'’]+/u);
  const last = wordOf(rest, /[\p{L}'’]+$/u);
  if (AT.has(first) && rest.split(' ').length <= 2) return AFTER_NAME.test(tail) ? 'open' : null;
  if (ORDERS.has(first) || LOOKS_AT.test(rest)) return ORDERS.has(last) ? 'direct' : 'loose';
  if (!stemsOf(asked).includes(stemOf(first)) && !GOES_INTO.test(rest)) return null;
  return AT.has(last) && isEcho(rest, asked) ? 'loose' : null;
}

/** "the flag goes into x": a sentence of the question's own words. */
const GOES_INTO = /\b(?:go|goes|should go|belongs|should be|must go)\b/;

function isEcho(words: string, asked: string): boolean {
  const known = new Set(stemsOf(asked));
  return stemsOf(words).every((word) => known.has(word) || word === 'belong' || word === 'goe');
}

/** How a Japanese order, wish or short choice ends. */
const JA_ENDS =
  /(?:て|で|てください|でください|て下さい|てね|てよ|てくれ|てほしい|て欲しい|たい|たいです|お願い|お願いします|おねがいします|お願いいたします|よろしく|宜しく|よろしくお願いします|ましょう|しよう|頼む|頼みます|いい|いいです|いいよ|良い|良いです|よい|かな)[。!！.\s]*$/;
const JA_PARTICLE =
  /^["'`」』]?\s*(?:ファイル|形式|形式の|フォーマット)?(?:を|に|へ|で|が|の(?:方|ほう|やつ)(?:で|が|を|に))/;
const JA_TOPIC = /([^はがをにでも、。\s]{1,20})は/;

/** Chinese and Korean: a verb of choosing just before, or a closing of choice just after. */
const ZH_BEFORE =
  /(?:就?用|使用|选|选择|選擇|改成|换成|写到|写进|写在|放到|放在|放进|保存到|存到|要|改|修改|编辑|更新)\s*["'`“]?$/;
const KO_AFTER =
  /^["'`”]?\s*(?:으로|로|을|를|에)\s*(?:해|하|부탁|가|써|사용|쓰|쓸|넣|저장|추가|수정|고쳐|작성|바꿔|변경)/;

/**
 * How a sentence tells the agent to take the name that stands at a place in it, or null where it does not.
 * @param asked The question, for what the sentence may be about.
 */
export function orderOf(sentence: string, { start, end }: Place, asked: string): Order | null {
  const lead = sentence.slice(0, start);
  const tail = sentence.slice(end);
  if (/[\u3040-\u30ff]/.test(lead + tail)) {
    const topic = JA_TOPIC.exec(lead)?.[1];
    if (topic !== undefined && !asked.includes(topic)) return null;
    return JA_PARTICLE.test(tail) && JA_ENDS.test(tail) ? 'loose' : null;
  }
  if (KO_AFTER.test(tail)) return 'open';
  if (/[\u4e00-\u9fff]/.test(lead + tail)) {
    return ZH_BEFORE.test(lead) && !/[过過了][^,，。]*$/.test(tail) ? 'direct' : null;
  }
  const clause = lead.slice(clauseStart(lead));
  return isAboutTheSame(clause + untilClauseEnd(tail), asked) ? orderBefore(clause, tail, asked) : null;
}

/** Orders follow one another: "fix the login, then use YAML". */
function clauseStart(lead: string): number {
  let at = 0;
  for (const match of lead.matchAll(/[,;:]\s+|\s(?:and|then|y|und|et|e)\s+/g)) at = match.index + match[0].length;
  // "put the notes and the log into x": the verb stands before the "and".
  return at > 0 && ORDERS.has(/^[\p{L}'’]+/u.exec(lead.slice(at).toLowerCase())?.[0] ?? '')
    ? at
    : startsWithLeadIn(lead, at);
}

function startsWithLeadIn(lead: string, at: number): number {
  return LEAD_IN.some((pattern) => pattern.test(lead.slice(at).toLowerCase())) || lead.slice(at).trim() === '' ? at : 0;
}

function untilClauseEnd(tail: string): string {
  return /^[^,;:]*?(?=[,;:]|\s(?:and|then)\s|$)/.exec(tail)?.[0] ?? '';
}

const SMALL = list(
  'a an the it its this that them these those all everything please pls plz thanks thank you i we me my our your is are be to in into on at as with ' +
    'for of by from and or then now just only instead too also here there ok okay so would will can could should do does file files ' +
    'want like love prefer need rather choose pick vote choice preference definitely go goes bitte por favor quero quiero pode mejor format one option style way works fine good best better great perfect everywhere throughout directory folder new',
);
const ASKED_NOUN =
  /\b(?:which|what)\s+(?:[\p{L}-]+\s+){0,3}?([\p{L}-]+)(?=\s+(?:should|shall|do|does|would|will|is|are|can|must|to|for|in|gets?)\b|\s*[?？]|$)/iu;

/** The words that carry a subject. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !SMALL.has(word) && !ORDERS.has(word)).map(stemOf);
}

/** A clause with a subject of its own ("write the report in JSON") is no answer to a question about another ("which config format?"). */
function isAboutTheSame(clause: string, asked: string): boolean {
  const said = stemsOf(clause);
  const noun = ASKED_NOUN.exec(asked)?.[1];
  const about = new Set(
    stemsOf(noun === undefined ? asked : asked.replace(noun, ' ')).filter((word) => !ASKING.has(word)),
  );
  return said.length === 0 || about.size === 0 || said.some((word) => about.has(word) || word === stemOf(noun ?? ''));
}

const ASKING = list('which what where how who when why i shall must want like prefer need get go goe');
