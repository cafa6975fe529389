/**
 * Whether a sentence that names a stored answer, or the subject of a yes, only mentions it: an order that works with it, a report that
 * all is well, a question about a fact, thanks. Each form must cover the sentence as the comments say; anything else may be a change of
 * mind. The caller has excluded sentences that negate, and those that name another option.
 */
import { fold } from './fold.ts';
import { isCjk } from './words.ts';

/** A longer sentence says more than a mention. */
const MAX_MENTION = 300;

/** A comparison, a condition, a doubt, a wish or another time: then it is no plain mention. */
const OPEN =
  /\b(?:than|too|only|though|although|however|until|unless|if|better|worse|more|most|other|or|versus|vs|maybe|perhaps|should|would|could|might|must|need|needs|want|wants|wish|prefer|first|later|after|before|when|once|temporarily|almost|nearly|supposed|ever|even|as|into|from|by|out|away|off|old|any)\b/u;

const LEAD = /^(?:(?:please|now|then|and|so|ok|okay|thanks|great|good|nice|cool|perfect|next|also|just)[\s,!.]+)+/u;
/** Verbs that work with what they name, and change no choice. */
const WORKS =
  /^(?:use|keep|run|start|install|add|write|build|create|generate|implement|finish|continue|extend|test|document|fix|update|open|load)\s+/u;
/** Verbs whose object may be the answer itself. */
const TAKES = /^(?:use|keep|run|start|install)$/u;
const ARTICLE = '(?:(?:the|a|an|our|my|your|this|that|these|those|all|it|them)\\s+)?';

/** "Use YAML for the manifests", "write the schema in PostgreSQL": one clause, with the answer as its object or as its means. */
function worksWith(sentence: string, stored: string): boolean {
  const verb = WORKS.exec(sentence)?.[0].trim();
  if (verb === undefined || sentence.includes(',')) return false;
  if (stored === 'yes') return true;
  const at = sentence.indexOf(stored);
  if (at < 0) return false;
  const lead = sentence.slice(verb.length, at);
  const tail = sentence.slice(at + stored.length);
  const isObject = TAKES.test(verb) && new RegExp(`^\\s+${ARTICLE}$`, 'u').test(lead);
  const isMeans = new RegExp(`\\s(?:in|with|using|on|for)\\s+${ARTICLE}$`, 'u').test(lead);
  return (
    (isObject && /^(?:$|\s(?:for|in|on|with|everywhere|throughout|now|please)\b)/u.test(tail)) ||
    (isMeans && /^(?:\s[\p{L}\d-]+)?$/u.test(tail))
  );
}

/** "The YAML looks tidy", "main is green again": a short subject, a good state, and nothing after it. */
const WELL =
  /^(?:(?:the|this|that|our|my|your|all|those|these)\s)?(?:[^\s,]+\s){1,6}(?:(?:looks?|works?|runs?|went|is|are)\s(?:(?:very|really|so|all|quite|pretty)\s)*(?:good|great|fine|nice|lovely|tidy|clean|green|done|ready|perfect|well|fast|up|ok|okay|in place)|(?:was|were)\s(?:green|done|fixed|ready)|works?|runs?|pass(?:es|ed)?|loads?|loaded)(?:[\s,]+(?:now|again|already|so far|here|today|thanks|thank you|finally|good|great|nice))*$/u;
const LIKES = /^i (?:really )?(?:like|love) (?:how |the |that )?[^,]+$/u;
const ASKS_FACT = /^(?:how long|how many|how much|when|where) did\b/u;
/** Thanks, and questions whether something was done. */
const WELL_JAPANESE =
  /(?:了解(?:です|しました)?|ありがとう(?:ございます|ございました)?|助かり(?:ます|ました)|通りました|動きました|動いています|完璧です|いい感じです|ましたか|進み具合はどうですか|進捗はどうですか)[。！!]*$/u;
const OPEN_JAPANESE =
  /でも|けど|ですが|だが|より|ほう|方が|別|他|やっぱ|もう|しか|だけ|すぎ|過ぎ|なら|かも|べき|たい|変え|替え|迷/u;

/**
 * @param said The sentence, folded.
 * @param stored The stored answer; "yes" or "no" for a confirmation, whose subject the sentence mentions.
 * @example
 * isPlainMention('the yaml looks tidy', 'YAML'); // true
 * isPlainMention('yaml was a bad idea of mine', 'YAML'); // false
 */
export function isPlainMention(said: string, stored: string): boolean {
  if (said.length > MAX_MENTION) return false;
  const answer = fold(stored);
  const text = said.replace(/[.!?;。！？\s]+$/u, '');
  if (isCjk(text)) return WELL_JAPANESE.test(text) && !OPEN_JAPANESE.test(text);
  const sentence = text
    .replace(/[\s,]*\b(?:by the way|btw)\b[\s,]*/u, ' ')
    .trim()
    .replace(LEAD, '');
  if (ASKS_FACT.test(sentence)) return true;
  // Praise for what was refused, or work on it, takes the refusal back.
  if (answer === 'no' || OPEN.test(sentence)) return false;
  return worksWith(sentence, answer === 'はい' ? 'yes' : answer) || WELL.test(sentence) || LIKES.test(sentence);
}
