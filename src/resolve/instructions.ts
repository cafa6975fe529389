/**
 * Whether a sentence tells the agent to use what it names: an order, a wish, or the name with almost nothing around it. A statement, a
 * report, a comparison and a question only mention a name, and an order to do something else with it does not choose it.
 */
import { stemOf } from '../text/words.ts';
import type { Sentence } from './named-words.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** May come before an order without changing it; removed repeatedly. */
const LEAD_IN = [
  /^(?:please|pls|plz|ok|okay|k|sure|yes|yeah|yep|right|well|so|and|then|now|also|just|hey|hi|hello|thanks|great|good|cool|perfect|fine|alright|simply|help me)\b[\s,.!:-]*/,
  /^(?:can|could|would|will|should) (?:you|we)\b(?: please)?\s*/,
  /^(?:you|we) (?:can|could|may|should|will|might as well|shall)\b(?: just)?\s*/,
  /^(?:we'll|we’ll|i'll|i’ll|let's|let’s|lets|let us|go ahead and|feel free to|i think (?:you|we) should|i'd say|i’d say|i would say|i say)\b[\s,]*/,
  /^(?:i|we)(?: would|'d|’d)? (?:want|like|love|prefer|need|rather have|vote for|go with|go for|choose|pick|take)\b(?: (?:you|it|this|that|them))?(?: to)?(?: be| have)?(?: it| this)?\s*/,
  /^(?:my (?:choice|preference|vote|pick) (?:is|would be)|definitely|absolutely|preferably|ideally|it's|it’s|it is)\b[\s,:]*/,
];

function withoutLeadIn(lead: string): string {
  let rest = lead.toLowerCase().trim();
  for (let again = true; again; ) {
    again = false;
    for (const pattern of LEAD_IN) {
      const without = rest.replace(pattern, '');
      if (without !== rest) [rest, again] = [without, true];
    }
  }
  return rest
    .replace(/["'`“‘(@]+$/, '')
    .trim()
    .replace(/(?:^| )(?:the|a|an|our|my|this|file)$/, '')
    .trim();
}

/** What may follow a name without making it part of something else, or changing the choice. */
const ENDS_THERE =
  /^["'`’”)]*\s*(?:$|[.!;)\n]|,\s*(?:please|pls|thanks|thx|then|so|and\b)|[—–]|\p{Extended_Pictographic}|(?:please|pls|plz|thanks|thx|thank you|then|everywhere|throughout|format|style|it is)(?![\p{L}])|(?:is|sounds|works|looks|would be) (?:fine|good|ok|okay|best|better|perfect|great|well|enough|for me)(?![\p{L}])(?! for nothing)|(?:for|and then|and|because|since|so that|so) )/iu;

const SAYS = /\b(?:is|are|was|were|has|have|will|would|sucks?)\b/;

/** Verbs that choose what they name, with at most an article between. */
const CHOOSES = /^(?:use|using|do|choose|pick|take|select|go with|go for|stick with|stick to|switch to|prefer)$/;
/** Verbs that make something in, as or with what they name; what is made comes between. */
const MAKES_IN =
  /^(?:write|put|save|store|output|export|print|generate|create|render|format|convert|build|implement|do|code|make|turn|change|switch|set|deliver|return|keep|package|ship|deploy|host|run)\b(?!.*\b(?:away|parser|careful)\b)(?: [\w'’-]+){0,5} (?:in|as|to|into|with|using|on)$/;
const MAKES_IT = /^(?:make|keep|set) (?:it|this|that|everything|them)$/;
/** A fragment that answers "where" or "how": "in the Makefile", "with Postgres", "en YAML". */
const AT = list('in into to with as on at inside under within');

/** Orders follow one another: "fix the login, then use YAML". The order of the name starts after the last of these. */
function clauseOf(lead: string): string {
  let at = 0;
  for (const match of lead.matchAll(/[,;:]\s+|\s(?:and|then)\s+/g)) at = match.index + match[0].length;
  const clause = lead.slice(at);
  return at > 0 && !/^(?:the|a|an|my|our|its)\b/.test(clause) ? clause : lead;
}

const JA = /[\u3040-\u30ff]/;
const JA_POLITE =
  '(?:ください|下さい|ほしい(?:です)?|欲しい(?:です)?|くれ|ね|よ|お願いします|もらえますか|いただけますか)?[。!！.\\s]*$';
const JA_TOPIC = /([^はがをにでも、。\s]{1,20})は/;
/** May come before a Japanese name. */
const JA_LEAD =
  /^(?:(?:じゃあ|では|やっぱり?|とりあえず|すみません|はい|うん|ええと|それじゃあ|[^はがをにでも、。\s]{1,20}は)[、,\s]*)*["'`「]?$/;
const JA_OPTION = new RegExp(
  `^["'\`」]?(?:形式|フォーマット)?(?:の(?:方|ほう|やつ))?(?:を(?:使って|使いましょう|使おう|使用して|選んで|選択して|採用して|使いたい(?:です)?)|に(?:して|しましょう|したい(?:です)?|決め(?:て|ました|ます)|します)|で(?:お願い(?:します)?|よろしく|いい(?:です)?|良い(?:です)?|行き(?:ます|ましょう)|いき(?:ます|ましょう)|行こう|書いて|作って|出力して|書き出して|統一して|集計して)?|がいい(?:です)?|が良い(?:です)?)${JA_POLITE}`,
);
const JA_EDIT =
  '(?:直し|修正し|編集し|変更し|更新し|書い|追記し|追加し|書き換え|足し|置い|記録し|設定し|入れとい|リファクタ(?:リング)?し|整え|改善し|まとめ|入れ|保存し)て';
const JA_FILE = new RegExp(
  `^["'\`」]?(?:(?:を|に|へ)${JA_EDIT}${JA_POLITE}|(?:に|の)[^、。]{1,20}を${JA_EDIT}${JA_POLITE}|の(?:修正|更新|編集)をお願いします[。\\s]*$|で(?:お願いします)?[。\\s]*$)`,
);

/** Whether the words around a name have the same subject as the question, if they have one. */
function inJapanese({ text, name }: Sentence, tail: RegExp, asked: string): boolean {
  const lead = text.slice(0, name.start);
  const topic = JA_TOPIC.exec(lead)?.[1];
  if (topic !== undefined && !asked.includes(topic) && !/^(?:形式|対象|ファイル|出力)$/.test(topic)) return false;
  return JA_LEAD.test(lead) && tail.test(text.slice(name.end));
}

/** Whether a sentence chooses the option it names. */
export function choosesOption(sentence: Sentence, asked: string): boolean {
  const { text, name } = sentence;
  const [lead, tail] = [text.slice(0, name.start), text.slice(name.end)];
  if (JA.test(lead + tail)) return inJapanese(sentence, JA_OPTION, asked);
  const order = /^\s*(?:please )?(?:can|could|would|will) you\b/i.test(lead) ? tail.replace(/[?？]\s*$/, '') : tail;
  // "YAML for config is a pain" mentions it but does not choose it.
  if (!ENDS_THERE.test(order) || (/^\s*for\b/.test(tail) && SAYS.test(tail))) return false;
  const clause = clauseOf(lead);
  if (!isAboutTheSame(clause + untilClauseEnd(tail), asked)) return false;
  const rest = withoutLeadIn(clause);
  if (rest === '') return true;
  return CHOOSES.test(rest) || MAKES_IN.test(rest) || MAKES_IT.test(rest) || AT.has(rest) || isEcho(rest, asked);
}

const EDITS =
  'edit|change|update|modify|fix|patch|refactor|rewrite|extend|improve|correct|simplify|adjust|debug|tidy|clean up|tidy up|optimi[sz]e|work on|look at|have a look at';
const PUTS = 'put|set|declare|add|write|save|insert|append|place|store|move|implement|define|document|note|parse';
const EDITS_IT = new RegExp(`^(?:${EDITS})$`);
const PUTS_IN = new RegExp(
  `^(?:${EDITS}|${PUTS})\\b(?!.*\\b(?:nothing|next|close|similar|according|template|callers|files)\\b)(?: [\\p{L}\\p{N}'’-]+){1,9} (?:in|into|to|inside)$`,
  'u',
);

/** Whether a sentence chooses the file it names as the one to work on. */
export function choosesFile(sentence: Sentence, asked: string): boolean {
  const { text, name } = sentence;
  const [lead, tail] = [text.slice(0, name.start), text.slice(name.end)];
  if (JA.test(lead + tail)) return inJapanese(sentence, JA_FILE, asked);
  const clause = clauseOf(lead);
  if (!isAboutTheSame(clause, asked)) return false;
  const rest = withoutLeadIn(clause);
  if (rest === '' || AT.has(rest)) return ENDS_THERE.test(tail) || /^:\s/.test(tail);
  return EDITS_IT.test(rest) || PUTS_IN.test(rest) || isEcho(rest, asked);
}

/** "the flag goes into x", "package it with x": up to the name, the sentence consists of the question's own words. */
function isEcho(rest: string, asked: string): boolean {
  if (!AT.has(/[\p{L}]+$/u.exec(rest)?.[0] ?? '')) return false;
  const known = new Set(stemsOf(asked));
  const said = stemsOf(rest);
  const goes = /\b(?:goes?|should go|belongs|should be|must go)\b/.test(rest);
  return said.length > 0 && (goes || known.has(said[0]!)) && said.every((word) => known.has(word) || word === 'belong');
}

function untilClauseEnd(tail: string): string {
  return /^[^,;:]*?(?=[,;:]|\s(?:and|then|because|since|so)\s|$)/.exec(tail)?.[0] ?? '';
}

const SMALL = list(`
  a an the it its us this that them these those all everything please pls plz thanks thank you i we me my our your is are be to in into on at as
  with for of by from and or then now just only too also here there ok okay so would will can could should do does file files want like love
  prefer need rather choose pick vote choice preference definitely go goes format one option style
  way works fine good best better great perfect everywhere throughout directory folder new use using take put write save store edit change
  update modify fix make keep set add insert export convert output create build`);
const ASKED_NOUN =
  /\b(?:which|what)\s+(?:[\p{L}-]+\s+){0,3}?([\p{L}-]+)(?=\s+(?:should|shall|do|does|would|will|is|are|can|must|to|for|in|gets?)\b|\s*[?？]|$)/iu;
const ASKING = list('which what where how who when why shall must want like prefer need get go goe');

/** Verbs of choosing and working say nothing about the subject. */
const VERBS = new Set([CHOOSES.source, MAKES_IN.source, EDITS, PUTS].join(' ').match(/[a-z]{2,}/g));

/** The words that carry a subject. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !SMALL.has(word) && !VERBS.has(word)).map(stemOf);
}

/** A clause with another subject ("write the report in JSON") does not answer a question about something else ("which config format?"). */
function isAboutTheSame(clause: string, asked: string): boolean {
  const said = stemsOf(clause);
  const noun = ASKED_NOUN.exec(asked)?.[1];
  const about = new Set(
    stemsOf(noun === undefined ? asked : asked.replace(noun, ' ')).filter((word) => !ASKING.has(word)),
  );
  return said.length === 0 || about.size === 0 || said.some((word) => about.has(word) || word === stemOf(noun ?? ''));
}
