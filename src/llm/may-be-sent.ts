/**
 * Which questions may be sent to a model at all. None of this is left to the model: one that is fooled or compromised never sees anything
 * that it could do harm with.
 */
import { isKnownReason, type Question } from '../core/model/question.ts';
import { isHarmlessAct, mayConsent } from '../text/consent.ts';
import { asksSeveral, isNegated } from '../text/question-form.ts';
import { isDangerous, mentionsHarm } from '../text/risk.ts';
import { addressesModel } from './addresses-model.ts';

/** A question of best practice is short; longer ones contain conditions. */
const MAX_LENGTH = 300;
const MAX_LABEL_LENGTH = 80;
const MAX_OPTIONS = 12;
/** Not every model would read a longer text in full, and half a warning is none. */
const MAX_AROUND_LENGTH = 8_000;

/** Control characters, line breaks, and invisible characters: joiners, direction marks, private-use letters. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** In other scripts the rules cannot tell an order to the model from a question. */
const UNKNOWN_SCRIPT =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;
/** A sentence before the question is context. */
const SECOND_SENTENCE = /[.!?。！？;；…][\s"'”’」)]*\s+[\p{L}\p{N}"“]|[。！？；](?=.)/u;

/** Questions that ask for a thing and propose nothing that a yes could start. */
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

/** The text shown to the person beside the question; the code of a reason does not count. */
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

/** A format may be offered by its name; in a question the same word could as well be an order about how to reply. */
const isPlainLabel = (label: string): boolean =>
  isLegible(label, MAX_LABEL_LENGTH) && !addressesModel(label.replace(/\bjson(?:c|5|l| lines)?\b/gi, ''));

/** Whether a model may read a question: short, legible, harmless, and addressed to a person. */
export function isFitToSend(question: Question): boolean {
  const { question: text, type, options, multiSelect } = question;
  const labels = options.map(({ label }) => label);
  // A question about design may mention harm as well. It goes to the person.
  if (question.destructive || isDangerous(question) || mentionsHarm(text)) return false;
  const said = [question.header, question.reason, question.context, ...options.map(({ description }) => description)]
    .filter((words) => words !== undefined)
    .join('\n');
  if (said.length > MAX_AROUND_LENGTH || mentionsHarm(said)) return false;
  if (multiSelect || type === 'TARGET_FILE' || (type === 'SELECT_ONE' && labels.length === 0)) return false;
  if (!isLegible(text, MAX_LENGTH) || SECOND_SENTENCE.test(text.trim()) || addressesModel(text)) return false;
  if (labels.length > MAX_OPTIONS || !labels.every(isPlainLabel)) return false;
  return !isNegated(text) && !(type === 'CONFIRM' && asksSeveral(text));
}

/** Whether the question by itself, since nothing else permits it, may be sent to a model that would answer it. */
export function mayBeSent(question: Question): boolean {
  // What is proposed must be known to be harmless before anything but the person may consent to it, or pick the label that does it.
  const { question: text } = question;
  return isFitToSend(question) && mayConsent(question) && (isHarmlessAct(text) || isOpen(text));
}
