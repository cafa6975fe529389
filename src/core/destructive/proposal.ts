/**
 * Finds what a speaker offers to do: "Shall I …", "Okay to …", "Put it …?". There are more euphemisms than any list holds,
 * so beside something of value (kinds `stake`, `live`, `data` …) every verb is an act, save those that only look or make.
 */

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const SPEAKER = list('i we');
const MAY = list('should shall can could may do must if will would might');
const LEAVE = list(
  'ok okay fine safe good time ready allowed cool alright want like prefer me us happy free cleared permission',
);
const ADVERBS = list(
  'just now also go ahead and then please really simply quickly first still maybe already finally actually instead to',
);
/** Verbs that look, make something new, or speak of style. */
const SAFE = list(
  'use add create write name call explain read check look format sort prefer include generate implement test document summarize ' +
    'summarise draft compare review analyze analyse describe split refactor follow assume support choose pick prepare calculate ' +
    'count investigate return treat design style order group rename indent lint type sketch outline explore research find search ' +
    'know be have need want think consider mention say ask see start begin plot measure benchmark profile mock stub translate ' +
    'proofread spell number label annotate cite wrap extract expect understand help continue keep focus target build cover ' +
    'parse handle validate separate define structure organize organise model round display print list log show store cache ' +
    'import depend rely stick place put go install set enable configure pin nest initialize initialise declare commit fix bump upgrade hash encrypt salt',
);
/** Verbs that may begin an order; at the beginning of a sentence they need no speaker. */
const ORDERS = list(
  'put take get go let keep move save hand make bring leave turn give pass run switch open close pick swap write shift ' +
    'bring place load lay hit apply change update settle sign grab pull stop hold free cut',
);
/** After these verbs it is the place that matters: putting a file into a folder is no act, putting it on the site is. */
const PLACING = list('put place go keep write store set print show log list display');

const endsSentence = (code: number): boolean => code === 46 || code === 63 || code === 33 || code === 10 || code === 59;

function opensSentence(text: string, start: number): boolean {
  for (let i = start - 1; i >= Math.max(0, start - 4); i -= 1) {
    const code = text.charCodeAt(i);
    if (endsSentence(code)) return true;
    if (code > 47) return false;
  }
  return start < 4;
}

/** What is offered, and by which word: nothing, to place something somewhere, or to act. */
export interface Offer {
  readonly act: boolean;
  readonly at: number;
}

const AROUND_A_VERB = new Set([...SPEAKER, ...ORDERS, 'to']);

/** What the word at `at` begins to offer, or null. Most words begin nothing, and cost one look-up. */
export function offerAt(text: string, words: readonly string[], starts: readonly number[], at: number): Offer | null {
  const word = words[at]!;
  if (!AROUND_A_VERB.has(word)) return null;
  if (ORDERS.has(word) && opensSentence(text, starts[at]!)) return { act: !PLACING.has(word), at };
  const before = words[at - 1] ?? '';
  if (!(SPEAKER.has(word) && MAY.has(before)) && !(word === 'to' && LEAVE.has(before))) return null;
  let verb = at + 1;
  while (verb < at + 4 && ADVERBS.has(words[verb] ?? '')) verb += 1;
  if (PLACING.has(words[verb] ?? '')) return { act: false, at: verb };
  return SAFE.has(words[verb] ?? 'be') ? null : { act: true, at: verb };
}
