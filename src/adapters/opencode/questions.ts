/** OpenCode's questions as AskOnce asks them, and the answers as OpenCode takes them. By position. */
import type { Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { isObject, type Json } from '../claude-code/payload.ts';
import type { QuestionRequest } from './requests.ts';

/** The questions of a request, or null if one has no words. */
export function questionsIn({ questions }: QuestionRequest): readonly QuestionInput[] | null {
  return questions.every(({ question }) => typeof question === 'string') ? questions.map(questionOf) : null;
}

function questionOf({ question, header, options, multiple, custom }: Json): QuestionInput {
  const offered = Array.isArray(options) ? options.filter(isObject) : [];
  const choices = offered.flatMap(({ label, description }) => {
    if (typeof label !== 'string') return [];
    return [typeof description === 'string' && description !== '' ? { label, description } : { label }];
  });
  return {
    question: question as string,
    ...(typeof header === 'string' && header.trim() !== '' ? { header } : {}),
    options: choices,
    ...(multiple === true ? { multiSelect: true } : {}),
    // OpenCode takes the person's own words unless it says otherwise.
    ...(custom === false && choices.length > 0 ? { strictOptions: true } : {}),
  };
}

/** The answers, one list for each question, empty where there is none; null if there is none at all. */
export function answersOf(outcomes: readonly Outcome[]): readonly (readonly string[])[] | null {
  const answers = outcomes.map((outcome) => {
    if (outcome.outcome !== 'answered' && outcome.outcome !== 'auto_resolved') return [];
    return outcome.selected ?? [outcome.answer];
  });
  return answers.some((answer) => answer.length > 0) ? answers : null;
}
