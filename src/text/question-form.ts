/** The form of a question: negative, more than one, a request for permission, in a supported language. */
import { fold } from './fold.ts';
import { endOfForm, hasForm } from './forms.ts';
import { rememberingText } from './remembering.ts';
import { isJapanese, LETTERS } from './words.ts';

const NEGATED =
  /(?<![a-z\d_\u00c0-\u1fff-])(?:not|never|cannot|neither|nor|dont|shouldnt|isnt|doesnt|wouldnt|couldnt|arent|didnt|wont|cant)(?![a-z\d_\u00c0-\u1fff])|n't(?![a-z])/;
const NEGATED_JAPANESE = /ない|ません|なくて|なくと|しなく|ずに|なしで|不要/;

/**
 * Whether a question is negative, so that "yes" is ambiguous.
 * @example
 * isNegated("Shouldn't I add tests?"); // true
 */
export function isNegated(question: string): boolean {
  const text = fold(question);
  if (NEGATED.test(text)) return true;
  // "よろしいでしょうか" and "構いませんか" ask for permission; the negative is part of the phrase.
  return (
    isJapanese(text) &&
    NEGATED_JAPANESE.test(text.replace(/(?:構い|かまい|問題あり|差し支えあり)ません|(?:構わ|かまわ|問題)ない/g, ''))
  );
}

const CHOICE =
  /(?<![a-z\d_\u00c0-\u1fff\u3041-\u30fa\u30fc-\u9fff])or(?![a-z\d_\u00c0-\u1fff\u3041-\u30fa\u30fc-\u9fff])|(?<=[a-z\u00c0-\u1fff\u3041-\u30fa\u30fc-\u9fff]) \/ (?=[a-z\u00c0-\u1fff\u3041-\u30fa\u30fc-\u9fff])|^(?:which|what|where|when|who|why|how)\b|それとも|または|又は|あるいは|もしくは|どちら|どっち|どの|何を|何が|何に|何で|いくつ|どこ|いつ|誰|どう(?!か|し(?:ます|ましょう)か)|なぜ/;
const HAS_LETTER = new RegExp(`[${LETTERS}]`, 'u');
const AND_ASKS =
  /(?<![a-z\u00c0-\u1fff])and\s+(?:should|shall|can|could|may|do|would|is|are)\s+(?:i|we|you|it|that|this|they)(?![a-z\u00c0-\u1fff])/;

/**
 * Whether a question is a choice, or more than one question: a yes to it would say nothing.
 * @example
 * asksSeveral('Add tests or docs?'); // true
 */
export function asksSeveral(question: string): boolean {
  const text = fold(question);
  // Two marks with words between them are two questions.
  const first = text.indexOf('?');
  const between = first < 0 ? '' : text.slice(first + 1, text.lastIndexOf('?'));
  return CHOICE.test(text) || AND_ASKS.test(text) || HAS_LETTER.test(between);
}

/** Whether a sentence asks for a thing ("Where should I put it?"): yes or no would not answer it. */
export const asksWhich = (sentence: string): boolean => endOfForm('asks_which', fold(sentence), 0) >= 0;

/** "Overwrite config.yaml?": an order with a question mark that does not start with the opener of another kind of question. */
const ORDER_AS_QUESTION =
  /^(?!(?:what|which|how|where|when|who|whom|whose|why|is|are|was|were|am|do|does|did|has|have|had|will|would|any|the|a|an|this|that|these|those|it|there|you|your|my|our|their|its|he|she|they|and|or|so|if)\b)[a-z-]+(?: [^?!]*)?(?:\?|？)?(?: ?[([](?:y|yes)\/(?:n|no)[)\]])?$/;
const ASKS_LEAVE_JAPANESE =
  /(?:ますか|ましょうか|ても(?:いい|よい|良い|よろしい|構い|かまい|大丈夫|問題)[^。？?]*|てよい(?:です)?か|べきですか|する)[?？。]?\s*$/;

/** Whether a question asks for permission to act: what it proposes would be done next. */
export function asksLeave(question: string): boolean {
  const text = fold(question);
  if (isJapanese(text)) return ASKS_LEAVE_JAPANESE.test(text) && !CHOICE.test(text);
  const last = text.split(/(?<=[.!?])\s+/).at(-1)!;
  return hasForm('asks_leave', text) || endOfForm('has_leave', text, 0) >= 0 || ORDER_AS_QUESTION.test(last);
}

const ENGLISH = new Set(
  'the and of to in is are you i we should shall which what how where when who would could can do does did have has with for on use this that it be if or not my your our need want a an'.split(
    ' ',
  ),
);
const FOREIGN = new Set(
  'der und ist nicht soll ich wir welche welcher welches mit für ein eine sollen kann möchten les une est je nous vous quel quelle dois pour avec dans que el los las qué cuál debo para quiero usar usted uma é devo não il gli che è quale och det som är jag ska skal jeg ett czy jak się het een ik moet welke'.split(
    ' ',
  ),
);

/**
 * Whether the words are English or Japanese, the supported languages. Other languages get no automatic consent, and nothing is learnt from
 * them. A few plain words without a sign of any language ("Deploy?", "PostgreSQL") count as supported.
 */
export const isRead = rememberingText((text) => {
  const folded = fold(text.slice(0, 4_000));
  if (isJapanese(folded)) return true;
  if (/[^\x00-\x7f]/.test(folded) && /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(folded))
    return false;
  const words = folded.match(/[a-z\u00aa\u00b5\u00ba\u00c0-\u024f][a-z\u00aa\u00b5\u00ba\u00c0-\u024f']*/g) ?? [];
  let english = 0;
  let foreign = /[äöüßéèêëàâîïôûùçñ¿¡ãõøåæœłąęśżźćń]/.test(folded) ? 1 : 0;
  for (const word of words) {
    if (ENGLISH.has(word)) english += 1;
    if (FOREIGN.has(word)) foreign += 1;
  }
  return foreign === 0 || english > foreign;
});
