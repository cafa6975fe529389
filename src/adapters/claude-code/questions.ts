/** Claude Code's AskUserQuestion: its questions as AskOnce asks them, and the answers as Claude Code takes them. By position. */
import type { Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { LIMITS } from '../../util/arguments.ts';
import { isObject, type Json } from './payload.ts';

export const ASK_USER_QUESTION = 'AskUserQuestion';

/** The questions of a call, or null if it has none that can be read. */
export function questionsIn(input: Json): readonly QuestionInput[] | null {
  const all: unknown = input.questions;
  if (!Array.isArray(all) || all.length === 0 || !all.every((one) => isObject(one) && typeof one.question === 'string'))
    return null;
  return all.map((one) => questionOf(one as Json));
}

function questionOf({ question, header, options, multiSelect }: Json): QuestionInput {
  const offered = optionsIn(options);
  const aside = previewsOf(offered);
  return {
    question: question as string,
    ...(typeof header === 'string' && header.trim() !== '' ? { header } : {}),
    options: offered.map(({ label, description }) =>
      typeof description === 'string' && description !== '' ? { label, description } : { label },
    ),
    ...(multiSelect === true ? { multiSelect: true } : {}),
    ...(aside === '' ? {} : { aside }),
  };
}

interface Offered extends Json {
  readonly label: string;
}

function optionsIn(options: unknown): readonly Offered[] {
  if (!Array.isArray(options)) return [];
  return options.filter((one): one is Offered => isObject(one) && typeof one.label === 'string');
}

/** What the options would look like. The person reads it below the question; longer ones are cut. */
function previewsOf(options: readonly Offered[]): string {
  const all = options.filter(({ preview }) => typeof preview === 'string' && preview !== '');
  const each = Math.floor(LIMITS.text / 2 / Math.max(all.length, 1));
  return all.map(({ label, preview }) => `${label}:\n${(preview as string).slice(0, each)}`).join('\n\n');
}

/** The same input with the answers, keyed by the words of the call; null unless every question has one. */
export function answered(input: Json, outcomes: readonly Outcome[]): Json | null {
  const questions = input.questions as readonly Json[];
  const answers: Record<string, string> = Object.create(null);
  const annotations: Record<string, unknown> = Object.create(null);
  for (const [at, question] of questions.entries()) {
    const outcome = outcomes[at];
    if (outcome === undefined || (outcome.outcome !== 'answered' && outcome.outcome !== 'auto_resolved')) return null;
    const asked = question.question as string;
    const { answer, annotation } = chosenIn(question, outcome.answer);
    answers[asked] = answer;
    const before = isObject(input.annotations) ? input.annotations[asked] : undefined;
    if (annotation !== null) annotations[asked] = { ...(isObject(before) ? before : {}), ...annotation };
  }
  const before = isObject(input.annotations) ? input.annotations : {};
  const both = { ...before, ...annotations };
  return { ...input, answers, ...(Object.keys(both).length === 0 ? {} : { annotations: both }) };
}

/** An answer whose first line is an option chooses that option; the lines below it are notes, as in Claude Code's own dialog. */
function chosenIn({ options }: Json, given: string): { answer: string; annotation: Json | null } {
  const [first, ...rest] = given.split('\n');
  const labelled = (text: string) => optionsIn(options).find(({ label }) => label === text.trim());
  const whole = labelled(given);
  const chosen = whole ?? labelled(first!);
  if (chosen === undefined) return { answer: given, annotation: null };
  const notes = whole === undefined ? rest.join('\n').trim() : '';
  const annotation = {
    ...(typeof chosen.preview === 'string' ? { preview: chosen.preview } : {}),
    ...(notes === '' ? {} : { notes }),
  };
  return { answer: chosen.label, annotation: Object.keys(annotation).length === 0 ? null : annotation };
}

/** What became of each question, for the model, where not all are answered. */
export function unanswered(input: Json, outcomes: readonly Outcome[]): string {
  const questions = input.questions as readonly Json[];
  const lines = outcomes.map((outcome, at) => `“${String(questions[at]?.question)}”: ${saidOf(outcome)}`);
  const waits = outcomes.some(({ outcome }) => outcome === 'parked');
  const next = waits ? 'Continue with what does not depend on it, and ask the same question again later.' : '';
  return [...lines, 'What is not answered is not a yes.', next].filter((line) => line !== '').join('\n');
}

function saidOf(outcome: Outcome): string {
  switch (outcome.outcome) {
    case 'answered':
    case 'auto_resolved':
      return `answered “${outcome.answer}”`;
    case 'parked':
      return `nobody has answered yet; it waits as ${outcome.id}`;
    case 'fallback':
      return outcome.answer;
    case 'failed':
      return outcome.error;
    default:
      return `${outcome.outcome}: ${outcome.evidence}`;
  }
}
