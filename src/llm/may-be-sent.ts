/**
 * Which questions a model may be asked about at all. None of this is left to the model: one that is fooled, or that was taken over,
 * never sees what it could do harm with.
 */
import { isKnownReason, type Question } from '../core/model/question.ts';
import { isHarmlessAct, mayConsent } from '../text/consent.ts';
import { asksSeveral, isNegated } from '../text/question-form.ts';
import { isDangerous, mentionsHarm } from '../text/risk.ts';
import { addressesModel } from './addresses-model.ts';

/** A question of best practice is short; whatever is longer has conditions in it. */
const MAX_LENGTH = 300;
const MAX_LABEL_LENGTH = 80;
const MAX_OPTIONS = 12;
/** What is longer could not be read whole by every model, and half a warning is none. */
const MAX_AROUND_LENGTH = 8_000;

/** Control characters, line breaks, and what is not seen: joiners, marks of direction, private letters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** In other scripts nobody here would know an order to the model from a question. */
const UNKNOWN_SCRIPT =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;
/** A sentence before the question is words around it. */
const SECOND_SENTENCE = /[.!?。！？;；…][\s"'”’」)]*\s+[\p{L}\p{N}"“]|[。！？；](?=.)/u;

/** Questions for a thing, in which nothing is proposed that a yes could set going. */
const OPEN: readonly RegExp[] = [
  /^(?:(?:in|on|at|under|to|with|for|from|by|of) )?(?:which|what|where|how)(?! (?:if|about|come|say|do you say|would you say))\b/,
  /^(?:(?:in|auf|mit|unter|nach|für|zu) )?(?:welche\p{L}*|wo|wohin|wie(?! wäre)|was(?! wenn| hältst| halten| ist mit))(?!\p{L})/u,
  /^(?:(?:dans|sous|avec|à|sur|pour|en) )?(?:quel\p{L}*|où|comment)(?!\p{L})/u,
  /^¿?(?:(?:en|con|bajo|a|para|de|em|sob|in|com) )?(?:qué(?! tal)|cuál\p{L}*|dónde|cómo|qual\p{L}*|quais|onde|dove|come)(?!\p{L})/u,
  /^(?:(?:в|на|с|под) )?(?:как(?:ой|ая|ое|ие|ую|им|ом|ую)|где|куда)(?!\p{L})/u,
  /^(?!.*(?:何か|何も|どこか|どうか|でもいい))(?=.*(?:どの|どこ|どちら|どれ|どんな|どう|何(?:を|に|が|で))).*(?:です|ます|べき|でしょう)/u,
  /^(?!.*(?:怎么样|怎麼樣|要不要|什么的))(?=.*(?:什么|什麼|哪|怎么|怎麼|如何))/u,
  /^(?!.*(?:어때|어떨까|뭔가|어딘가))(?=.*(?:어떤|어느|어디|무엇|무슨|어떻게))/u,
];

const isOpen = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  return OPEN.some((pattern) => pattern.test(plain));
};

/** What stands beside the question for the person to read; the code of a reason is none of it. */
export function wordsAround({ context, reason, header, options }: Question): Readonly<Record<string, unknown>> | null {
  const descriptions = options.flatMap(({ label, description }) => (description ? [{ label, description }] : []));
  const around = {
    ...(header ? { header } : {}),
    ...(reason && !isKnownReason(reason) ? { reason } : {}),
    ...(context ? { context } : {}),
    ...(descriptions.length > 0 ? { descriptions } : {}),
  };
  return Object.keys(around).length === 0 ? null : around;
}

const isLegible = (text: string, longest: number): boolean =>
  text.length <= longest && !UNPRINTABLE.test(text) && !UNKNOWN_SCRIPT.test(text);

/** A format is offered by its name; in a question the same word is as likely an order of how to reply. */
const isPlainLabel = (label: string): boolean =>
  isLegible(label, MAX_LABEL_LENGTH) && !addressesModel(label.replace(/\bjson(?:c|5|l| lines)?\b/gi, ''));

/** Whether the question alone, for nothing else permits it, may be put to a model. */
export function mayBeSent(question: Question): boolean {
  const { question: text, type, options, multiSelect } = question;
  const labels = options.map(({ label }) => label);
  // A question about design may hold a word of harm as well. It goes to the person.
  if (question.destructive || isDangerous(question) || mentionsHarm(text)) return false;
  const said = [question.header, question.reason, question.context, ...options.map(({ description }) => description)]
    .filter((words) => words !== undefined)
    .join('\n');
  if (said.length > MAX_AROUND_LENGTH || mentionsHarm(said)) return false;
  if (multiSelect || type === 'TARGET_FILE' || (type === 'SELECT_ONE' && labels.length === 0)) return false;
  if (!isLegible(text, MAX_LENGTH) || SECOND_SENTENCE.test(text.trim()) || addressesModel(text)) return false;
  if (labels.length > MAX_OPTIONS || !labels.every(isPlainLabel)) return false;
  if (isNegated(text) || (type === 'CONFIRM' && asksSeveral(text))) return false;
  // What is proposed must be known to do no harm before anybody else says yes to it, or picks the label that does.
  return mayConsent(question) && (isHarmlessAct(text) || isOpen(text));
}
