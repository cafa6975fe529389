/**
 * Resolves what people type for an id: the id, its number in the current list, or a unique prefix. Anything else is returned as typed: the
 * engine reports the error.
 */
import { AskOnceError, type ErrorCode } from '../../core/model/errors.ts';
import type { Service } from '../service/service.ts';

/** A list number, as shown and as typed. */
const NUMBER = /^#?(\d{1,6})$/;
/** A shorter prefix would match the ids of weeks. */
const MIN_PREFIX = 3;
/** How many candidates are named if a prefix is ambiguous. */
const MAX_NAMED = 5;

interface Named {
  readonly id: string;
}

/** A question of the inbox, numbered from the oldest. */
export async function questionNamed(askonce: Service, typed: string): Promise<string> {
  const number = numberIn(typed);
  if (number === null) return questionBeginning(askonce, typed);
  const { items } = await askonce.questions.list({ status: 'pending', limit: Math.min(number, 1000) });
  const found = items[number - 1];
  if (!found) throw noSuchNumber('clarification_unknown', number, items.length, 'inbox');
  // A number refers to another question once an earlier one is answered: too unsafe for a destructive one.
  if (!found.destructive) return found.id;
  const text = `Question #${number} could do harm, and numbers change when others answer. Use its id, ${found.id}.`;
  throw new AskOnceError('usage', text);
}

/** An answer of the history, or of one session's, numbered from the oldest. */
export async function answerNamed(askonce: Service, typed: string, session?: string): Promise<string> {
  const number = numberIn(typed);
  if (number === null) return questionBeginning(askonce, typed);
  const { items } = await askonce.history({
    limit: Math.min(number, 1000),
    ...(session === undefined ? {} : { session }),
  });
  const found = items[number - 1];
  if (!found) throw noSuchNumber('clarification_unknown', number, items.length, 'history');
  return found.id;
}

/** A task; the numbers are those of /tasks at a new prompt: all open tasks of the project, oldest first. */
export async function taskNamed(askonce: Service, typed: string): Promise<string> {
  // A job may have any id, even one that looks like a number.
  if (await askonce.jobs.get(typed)) return typed;
  const number = numberIn(typed);
  const open = (await askonce.jobs.list({ state: ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'], limit: 1000 })).items;
  if (number === null) {
    const newest = (await askonce.jobs.list({ newest: true, limit: 1000 })).items;
    return onlyOne(typed, [...open, ...newest.filter(({ id }) => !open.some((task) => task.id === id))]);
  }
  const found = open[number - 1];
  if (!found) throw noSuchNumber('job_unknown', number, open.length, 'repl');
  return found.id;
}

/** An item of a list that is given completely, such as tokens. */
export function listedNamed(typed: string, all: readonly Named[], code: ErrorCode, list: string): string {
  const number = numberIn(typed);
  if (number === null) return onlyOne(typed, all);
  const found = all[number - 1];
  if (!found) throw noSuchNumber(code, number, all.length, list);
  return found.id;
}

/** Ids sort by creation time, so those with the same prefix follow it directly. */
async function questionBeginning(askonce: Service, typed: string): Promise<string> {
  if (await askonce.questions.get(typed)) return typed;
  const prefix = typed.startsWith('q-') ? typed : `q-${typed}`;
  return onlyOne(typed, (await askonce.questions.list({ after: prefix, limit: MAX_NAMED + 1 })).items);
}

/** With or without the prefix before the dash. */
export function onlyOne(typed: string, all: readonly Named[]): string {
  const bare = typed.slice(typed.indexOf('-') + 1);
  if (bare.length < MIN_PREFIX || all.some(({ id }) => id === typed)) return typed;
  const fitting = all.filter(({ id }) => id.startsWith(typed) || id.slice(id.indexOf('-') + 1).startsWith(typed));
  if (fitting.length <= 1) return fitting[0]?.id ?? typed;
  const ids = fitting.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = fitting.length > MAX_NAMED ? ', …' : '';
  throw new AskOnceError(
    'id_ambiguous',
    `Several ids begin with “${typed}”: ${ids.join(', ')}${more}. Type more of the id.`,
    {
      ids,
    },
  );
}

function numberIn(typed: string): number | null {
  const digits = NUMBER.exec(typed)?.[1];
  return digits === undefined ? null : Number(digits);
}

function noSuchNumber(code: ErrorCode, number: number, there: number, list: string): AskOnceError {
  const how = there === 0 ? 'The list is empty.' : `The list ends with #${there}.`;
  return new AskOnceError(code, `No #${number}. ${how} See \`askonce ${list}\`.`);
}
