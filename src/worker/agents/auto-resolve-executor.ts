/**
 * Runs an agent that can only print: finds the question in its output, passes it through the engine, and runs the agent again with the
 * answer. Earlier questions and answers come before the prompt, and the answers again after it. This repeats for as long as the agent asks.
 *
 * Every turn that asks is stored (`once`). A job that is run again after a crash continues with the turn that was interrupted: earlier
 * turns are not repeated, and their questions get their answers at once.
 */

import { AskOnceError } from '../../core/model/errors.ts';
import type { AskResult, Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { seeksPermission } from '../../text/permission.ts';
import { questionKey } from '../../text/question-key.ts';
import { mentionsHarm } from '../../text/risk.ts';
import { subjectOfJob } from '../../text/subject.ts';
import type { Executor, RunContext, RunnableJob } from '../executor.ts';
import { type FoundQuestion, findQuestion } from './output/question-detector.ts';

/**
 * One turn of an agent: takes the prompt, returns what the agent printed.
 * @param prompt The job's spec beyond its prompt, then the agent's earlier questions with their answers, then the resolved prompt.
 */
export type Agent = (prompt: string, job: RunnableJob, context: RunContext, told: AgentTold) => Promise<AgentTurn>;

/** The parts of a prompt, for agents that take them separately. */
export interface AgentTold {
  /** Seed 001: the job's prompt followed by every answer. */
  readonly resolvedPrompt: string;
  /** What the agent asked in earlier turns, in order, with the answers it got. */
  readonly answers: readonly AgentAnswer[];
}

export interface AgentAnswer {
  readonly question: string;
  readonly answer: string;
}

export interface AgentTurn {
  readonly output: string;
  readonly exitCode: number | null;
  /** The agent's error output, if it failed. */
  readonly complaint?: string;
}

/**
 * How many rounds an agent may repeat questions that were already answered. After that the job fails: a fourth round would get the same
 * answers.
 */
const MAX_ROUNDS = 3;
/** How many turns in a row may be settled without a person. After that the job fails, because its agent would never end. */
const MAX_UNASKED = 25;
const MAX_RESULT_LENGTH = 10_000;

/**
 * The agent asks nothing more. Thrown rather than returned, so that the turn is not stored: if the agent has asked through another surface
 * without waiting, its job is released, and this turn runs again once the question is answered.
 */
class Finished extends Error {
  readonly result: string;

  constructor(result: string) {
    super('the agent has finished');
    this.result = result;
  }
}

/**
 * Creates an executor from an agent that can only print. It finds questions in the output and runs the agent again with each answer.
 * @param options.onlyMarked Only text after a marker counts as a question.
 * @example
 * const executor = autoResolving(async (prompt) => {
 *   const output = prompt.includes('Clarification Answer: ') ? 'Done.' : 'NEEDS_CLARIFICATION: Which port should I use?';
 *   return { output, exitCode: 0 };
 * });
 */
export function autoResolving(agent: Agent, { onlyMarked = false }: { onlyMarked?: boolean } = {}): Executor {
  return async (job, context) => {
    const told = new Told(job);
    try {
      for (let n = 1; ; n += 1) {
        const found = await context.once(`turn ${n}`, () => runTurn(agent, told, job, context, onlyMarked));
        await answerOrSendBack(found, n, told, context);
      }
    } catch (error) {
      if (error instanceof Finished) return error.result;
      throw error;
    }
  };
}

/** Runs the agent once and returns what it asks. */
async function runTurn(
  agent: Agent,
  told: Told,
  job: RunnableJob,
  context: RunContext,
  onlyMarked: boolean,
): Promise<FoundQuestion> {
  const { output, exitCode, complaint } = await agent(told.prompt(), job, context, told.apart());
  context.signal.throwIfAborted();
  const found = findQuestion(output);
  // An agent that exits with an error has not stopped to ask, unless it marks its question.
  if (found && (found.marked || (exitCode === 0 && !onlyMarked))) return withComplaint(found, complaint ?? '');
  if (exitCode === 0) throw new Finished(output.trim().slice(-MAX_RESULT_LENGTH));
  const how = exitCode === null ? 'was killed' : `exited with code ${exitCode}`;
  const why = complaint?.trim() ? `: ${complaint.trim().slice(-500)}` : '.';
  throw new AskOnceError('agent_failed', `The agent ${how}${why}`, { exitCode });
}

/** Adds the agent's error output to a request for permission if the output mentions harm. */
function withComplaint(found: FoundQuestion, complaint: string): FoundQuestion {
  if (found.kind !== 'permission' || !mentionsHarm(complaint)) return found;
  return { ...found, message: `${found.message}\n\n${complaint.trim()}` };
}

/** What the agent has been told so far. Its next prompt ends with this. */
class Told {
  readonly job: string;
  readonly original: string;
  private readonly spec: string[];
  private readonly parts: string[] = [];
  private readonly answers: AgentAnswer[] = [];
  private readonly answered = new Set<string>();
  private readonly ids = new Map<string, string>();
  private permitted = false;
  private fellBack = false;
  private rounds = 0;
  private unasked = 0;

  constructor(job: RunnableJob) {
    this.job = job.id;
    this.original = job.prompt;
    this.spec = specOf(job);
  }

  /** A destructive task does not continue without a person's consent. */
  harm(): { destructive?: true } {
    return mentionsHarm(this.original) ? { destructive: true } : {};
  }

  apart(): AgentTold {
    return { resolvedPrompt: [this.original, ...this.parts].join('\n\n'), answers: [...this.answers] };
  }

  /** The spec and the earlier questions with their answers come first, so the resolved prompt after them stays as the seed defines it. */
  prompt(): string {
    const { resolvedPrompt, answers } = this.apart();
    const asked = answers.map((one) => `You asked: ${one.question}\nAnswer: ${one.answer}`);
    return [...this.spec, ...asked, resolvedPrompt].join('\n\n');
  }

  /**
   * Adds the outcomes of an ask. An outcome the agent already has is not repeated, but it counts as a round. So does another question once
   * no more questions are put to a person. A question that replaces a rejected answer does not count, because the policy limits those.
   */
  add(items: readonly Outcome[], anew: boolean): void {
    const idle = (item: Outcome) => this.knows(item) || (item.outcome === 'fallback' && this.fellBack);
    if (!anew && items.every(idle)) this.round(items[0]!.question);
    this.count(items);
    const several = items.length > 1;
    for (const item of items) {
      if (this.knows(item)) continue;
      this.tell(item, lineOf(item), several);
      if (item.outcome === 'answered' || item.outcome === 'auto_resolved')
        this.ids.set(questionKey(item.question), item.id);
    }
    this.fellBack ||= items.some(({ outcome }) => outcome === 'fallback');
  }

  /** The clarification that answered a question with this text, so that its answer can be rejected. */
  lastOf(question: string): string | null {
    return this.ids.get(questionKey(question)) ?? null;
  }

  /** Permission to continue is given once; asking for it again counts as a round. A person's reply is passed on whenever it is new. */
  permit(item: Outcome, line: string): void {
    if (this.knows(item) || (this.permitted && item.outcome !== 'answered')) return this.round(item.question);
    this.permitted = true;
    this.count([item]);
    this.tell(item, line);
  }

  /** Counts however the questions are worded: an agent that makes progress does not ask this many questions that need no person. */
  private count(items: readonly Outcome[]): void {
    this.unasked = items.some(({ outcome }) => outcome === 'answered') ? 0 : this.unasked + 1;
    if (this.unasked < MAX_UNASKED) return;
    const fault = `The agent asked ${MAX_UNASKED} questions in a row that needed no person. The last was “${items[0]!.question}”.`;
    throw new AskOnceError('agent_loops', fault);
  }

  unreadable(problem: string): void {
    const text = `clarification request could not be read: ${problem}`;
    this.countRound(`The agent’s ${text}`);
    const part = `Your ${text}`;
    if (!this.parts.includes(part)) this.parts.push(part);
  }

  private knows(item: Outcome): boolean {
    return this.answered.has(nameOf(item));
  }

  private tell(item: Outcome, answer: string, several = false): void {
    const { question } = item;
    this.answered.add(nameOf(item));
    this.answers.push({ question, answer });
    this.parts.push(`Clarification Answer: ${several ? `${question} ` : ''}${answer}`);
  }

  private round(question: string): void {
    this.countRound(`The agent keeps asking “${question}”, although it was given the answer ${MAX_ROUNDS} times.`);
  }

  private countRound(fault: string): void {
    this.rounds += 1;
    if (this.rounds >= MAX_ROUNDS) throw new AskOnceError('agent_loops', fault);
  }
}

/** What the spec adds to the prompt: what to build, if that was settled or corrected, and the assumptions. */
function specOf({ spec, originalPrompt }: RunnableJob): string[] {
  if (spec === null) return [];
  const says = spec.prompt.trim() !== originalPrompt.trim();
  return [...(says ? [`Build this: ${spec.prompt}`] : []), ...spec.assumptions.map((one) => `Assumed: ${one}`)];
}

/** A question that is invalid is returned to the agent to correct. */
async function answerOrSendBack(found: FoundQuestion, n: number, told: Told, context: RunContext): Promise<void> {
  try {
    await answer(found, n, told, context);
  } catch (error) {
    if (!(error instanceof AskOnceError && error.status === 400)) throw error;
    told.unreadable(error.message);
  }
}

/** Passes the question of turn `n` through the engine and records the outcome for the agent. */
async function answer(found: FoundQuestion, n: number, told: Told, context: RunContext): Promise<void> {
  if (found.kind === 'malformed') return told.unreadable(found.problem);
  if (found.kind === 'permission') {
    // What the agent would continue with is in the message before the question; if there is none, it is the task.
    const around = contextOf(found.message || told.original);
    // Permission applies to this job only: an answer about another job's plan says nothing about this one.
    const subject = subjectOfJob(told.job)!;
    const question: QuestionInput = { question: found.question, type: 'CONFIRM', subject, ...around, ...told.harm() };
    const { items } = mustGoOn(await context.ask(question));
    const [item] = items;
    const yes = (item!.outcome === 'answered' || item!.outcome === 'auto_resolved') && item!.answer === 'Yes';
    return told.permit(item!, yes ? 'continue' : lineOf(item!));
  }
  const inputs = 'questions' in found.what ? found.what.questions : [found.what];
  // A marked request carries its own context; for plain output, the paragraph next to the question is the context.
  const around = found.marked ? {} : contextOf(lastParagraph(found.message));
  const questions = inputs.map((input) =>
    seeksPermission(input.question)
      ? { ...input, ...seeking(input, found.message), ...told.harm() }
      : { ...around, ...input },
  );
  const lastOf = () => told.lastOf(questions[0]!.question);
  // Stored, because a job that is run again gets the later answer at once, and would then reject that one.
  const rejects = found.rejects === undefined ? null : await context.once(`turn ${n} rejects`, lastOf);
  const how = rejects === null ? {} : { rejects, because: found.rejects! };
  const { items } = mustGoOn(await context.ask({ questions }, how));
  told.add(items, rejects !== null);
}

/** The text around the question may veto an automatic answer. */
function contextOf(message: string): { context?: string } {
  return message.trim() === '' ? {} : { context: message.trim() };
}

/** Permission asked for with its own fields; the message before it still counts. */
function seeking({ context }: QuestionInput, message: string): { context?: string } {
  return contextOf([message, context].filter((text) => typeof text === 'string').join('\n\n'));
}

function lastParagraph(message: string): string {
  return message
    .trim()
    .split(/\n\s*\n/)
    .at(-1)!
    .slice(-1_000);
}

/** When a policy that fails reaches its cap, the job fails. */
function mustGoOn(result: AskResult): AskResult {
  for (const item of result.items) {
    if (item.outcome === 'failed') throw new AskOnceError('agent_failed', item.error, { code: item.code });
  }
  return result;
}

function lineOf(item: Outcome): string {
  switch (item.outcome) {
    case 'answered':
    case 'auto_resolved':
    case 'fallback':
      return item.answer;
    case 'declined':
      return 'The person declined to answer. Do not ask this again.';
    case 'expired':
    case 'cancelled':
      return 'The person did not answer. Do not ask this again.';
    default:
      return 'There is no answer.';
  }
}

/** Identifies an outcome: the question the person saw, or else its text. */
function nameOf(item: Outcome): string {
  return ('id' in item && item.id) || item.question;
}
