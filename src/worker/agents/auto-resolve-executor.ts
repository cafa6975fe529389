/**
 * Runs an agent that can only print: finds its question in what it printed, passes it through the engine, and runs it again with
 * its questions and their answers before the prompt and the answers behind it, as often as it asks.
 *
 * Every turn that asks is kept (`once`), so a job that is run again after a crash goes on with the turn that was cut short: the
 * earlier ones are not run again, and their questions get their answers back at once.
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
 * One turn of an agent: the prompt in, what it printed out.
 * @param prompt What the job's spec says beyond its prompt, what the agent asked before with the answers, then the resolved prompt.
 */
export type Agent = (prompt: string, job: RunnableJob, context: RunContext, told: AgentTold) => Promise<AgentTurn>;

/** The parts of a prompt, for agents that are told them apart. */
export interface AgentTold {
  /** Seed 001: the job's prompt with every answer behind it. */
  readonly resolvedPrompt: string;
  /** What the agent asked in earlier turns, in its order, and what it was told. */
  readonly answers: readonly AgentAnswer[];
}

export interface AgentAnswer {
  readonly question: string;
  readonly answer: string;
}

export interface AgentTurn {
  readonly output: string;
  readonly exitCode: number | null;
  /** What it said on its way out, where it failed. */
  readonly complaint?: string;
}

/** Rounds of asking what was answered, after which a job is given up: a fourth would not be answered otherwise. */
const MAX_ROUNDS = 3;
/** Turns in a row that were settled without a person, after which a job is given up: its agent would never end. */
const MAX_UNASKED = 25;
const MAX_RESULT_LENGTH = 10_000;

/**
 * The agent asks nothing more. Thrown, so that the turn is not kept: if the agent has asked by itself and did not wait, its job is
 * let go, and once it is answered this turn is run again.
 */
class Finished extends Error {
  readonly result: string;

  constructor(result: string) {
    super('the agent has finished');
    this.result = result;
  }
}

/**
 * An executor from an agent that only prints. Its questions are found in what it printed; it is run again with each answer.
 * @param options.onlyMarked Only what stands behind a marker is a question.
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

/** Runs the agent once, and returns what it asks. */
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
  // Whoever fails has not stopped to ask, unless it says so.
  if (found && (found.marked || (exitCode === 0 && !onlyMarked))) return withComplaint(found, complaint ?? '');
  if (exitCode === 0) throw new Finished(output.trim().slice(-MAX_RESULT_LENGTH));
  const how = exitCode === null ? 'was killed' : `exited with code ${exitCode}`;
  const why = complaint?.trim() ? `: ${complaint.trim().slice(-500)}` : '.';
  throw new AskOnceError('agent_failed', `The agent ${how}${why}`, { exitCode });
}

/** What it said beside its message belongs to it, where it is of harm. */
function withComplaint(found: FoundQuestion, complaint: string): FoundQuestion {
  if (found.kind !== 'permission' || !mentionsHarm(complaint)) return found;
  return { ...found, message: `${found.message}\n\n${complaint.trim()}` };
}

/** What the agent has been told so far, which is what its next prompt ends in. */
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

  /** A task that would destroy something is no task to go on with unasked. */
  harm(): { destructive?: true } {
    return mentionsHarm(this.original) ? { destructive: true } : {};
  }

  apart(): AgentTold {
    return { resolvedPrompt: [this.original, ...this.parts].join('\n\n'), answers: [...this.answers] };
  }

  /** The spec, and its questions with their answers, come first: the resolved prompt behind them stays as the seed has it. */
  prompt(): string {
    const { resolvedPrompt, answers } = this.apart();
    const asked = answers.map((one) => `You asked: ${one.question}\nAnswer: ${one.answer}`);
    return [...this.spec, ...asked, resolvedPrompt].join('\n\n');
  }

  /**
   * Adds the outcomes of an ask. One that was told before is not told twice, but it is a round, and so is asking on where nobody is
   * asked any more. What asks anew in place of an answer is none: the policy bounds that.
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

  /** The clarification that answered a question of these words, so that its answer can be rejected. */
  lastOf(question: string): string | null {
    return this.ids.get(questionKey(question)) ?? null;
  }

  /** Leave to go on is given once; who seeks it again goes round. What a person says to it is told whenever it is new. */
  permit(item: Outcome, line: string): void {
    if (this.knows(item) || (this.permitted && item.outcome !== 'answered')) return this.round(item.question);
    this.permitted = true;
    this.count([item]);
    this.tell(item, line);
  }

  /** However it words them: questions that no person need answer do not come in such numbers. */
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

/** What the spec says beyond the prompt: what is to be built, where that was settled or put right, and what is assumed. */
function specOf({ spec, originalPrompt }: RunnableJob): string[] {
  if (spec === null) return [];
  const says = spec.prompt.trim() !== originalPrompt.trim();
  return [...(says ? [`Build this: ${spec.prompt}`] : []), ...spec.assumptions.map((one) => `Assumed: ${one}`)];
}

/** What cannot even be asked is the agent's to put right. */
async function answerOrSendBack(found: FoundQuestion, n: number, told: Told, context: RunContext): Promise<void> {
  try {
    await answer(found, n, told, context);
  } catch (error) {
    if (!(error instanceof AskOnceError && error.status === 400)) throw error;
    told.unreadable(error.message);
  }
}

/** Passes what turn `n` asks through the engine, and tells the agent what came of it. */
async function answer(found: FoundQuestion, n: number, told: Told, context: RunContext): Promise<void> {
  if (found.kind === 'malformed') return told.unreadable(found.problem);
  if (found.kind === 'permission') {
    // What it would go on with is what it said before, and where it said nothing, the task.
    const around = contextOf(found.message || told.original);
    // Leave is for this job: what was said to another one's plan says nothing about this.
    const subject = subjectOfJob(told.job)!;
    const question: QuestionInput = { question: found.question, type: 'CONFIRM', subject, ...around, ...told.harm() };
    const { items } = mustGoOn(await context.ask(question));
    const [item] = items;
    const yes = (item!.outcome === 'answered' || item!.outcome === 'auto_resolved') && item!.answer === 'Yes';
    return told.permit(item!, yes ? 'continue' : lineOf(item!));
  }
  const inputs = 'questions' in found.what ? found.what.questions : [found.what];
  // A request in due form says itself what belongs to it; of a message, what stands next to the question does.
  const around = found.marked ? {} : contextOf(lastParagraph(found.message));
  const questions = inputs.map((input) =>
    seeksPermission(input.question)
      ? { ...input, ...seeking(input, found.message), ...told.harm() }
      : { ...around, ...input },
  );
  const lastOf = () => told.lastOf(questions[0]!.question);
  // Kept: run again, the job is told the later answer at once, and would reject that one.
  const rejects = found.rejects === undefined ? null : await context.once(`turn ${n} rejects`, lastOf);
  const how = rejects === null ? {} : { rejects, because: found.rejects! };
  const { items } = mustGoOn(await context.ask({ questions }, how));
  told.add(items, rejects !== null);
}

/** The words around the question may veto an automatic answer. */
function contextOf(message: string): { context?: string } {
  return message.trim() === '' ? {} : { context: message.trim() };
}

/** Leave that is sought with fields of its own: what was said before it counts all the same. */
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

/** At the cap of a policy that fails, the job fails. */
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

/** What tells one outcome from another: the question the person saw, else its text. */
function nameOf(item: Outcome): string {
  return ('id' in item && item.id) || item.question;
}
