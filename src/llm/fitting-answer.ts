/** Whether a model's answer may be used, whatever the model says about it. */
import type { Question } from '../core/model/question.ts';
import { isHarmlessAct, mayConsent } from '../text/consent.ts';
import { mentionsHarm } from '../text/risk.ts';
import { readYesNo } from '../text/yes-no.ts';
import { addressesModel } from './addresses-model.ts';

const MAX_LENGTH = 60;

type Fitting = { readonly answer: string } | { readonly refused: string };

const refused = (why: string): Fitting => ({ refused: why });

/** Points outside the project, or to another machine. */
const LEADS_AWAY = /\.\.|^[/~\\]|\s[/~]|^[a-z]:|:\/\/|\bwww\.|\b[\w-]+\.(?:com|net|org|io|dev|app|ru|cn|xyz)\b|@/i;
const COMMAND =
  /[;|`<>&]|\$[({\w]|(?:^|\s)-{1,2}[a-z]|\b(?:rm|sudo|curl|wget|chmod|chown|dd|mkfs|mv|scp|ssh|eval|exec|bash|sh|zsh|powershell|kill|nc|npx|docker|kubectl|psql)\s|\b(?:sudo|curl|wget)\b|\bgit\s+(?:push|reset|clean|rm|checkout)\b/i;

function textFitting({ question }: Question, answer: string): Fitting {
  if (answer.length > MAX_LENGTH) return refused('the answer is too long');
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(answer)) return refused('the answer is not one printable line');
  if (LEADS_AWAY.test(answer.normalize('NFKC'))) return refused('the answer points outside the project');
  if (COMMAND.test(answer.normalize('NFKC'))) return refused('the answer looks like a command');
  // Labels are checked for harm before they are sent; this text is the model's own.
  if (mentionsHarm(answer)) return refused('the answer could destroy, publish, pay or reveal something');
  if (addressesModel(answer.replace(/\bjson(?:c|5|l)?\b/gi, ''))) return refused('the answer gives instructions');
  if (readYesNo(answer, null) !== null && !isHarmlessAct(question)) return refused('the answer consents');
  return { answer };
}

/** @param said The model's answer. */
export function fittingAnswer(question: Question, said: string): Fitting {
  const answer = said.trim();
  if (answer === '') return refused('the answer is empty');
  if (!mayConsent(question, answer)) return refused('the answer consents');
  if (question.type === 'CONFIRM') {
    return answer === 'Yes' || answer === 'No' ? { answer } : refused('the answer is neither Yes nor No');
  }
  if (question.options.length > 0) {
    return question.options.filter(({ label }) => label === answer).length === 1
      ? { answer }
      : refused('the answer is not one of the options');
  }
  return textFitting(question, answer);
}
