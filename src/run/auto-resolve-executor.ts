/**
 * Runs an agent that can only print: finds its question in what it printed, passes it through the engine, and runs it again with
 * the answer behind the prompt, as often as it asks.
 *
 * Every turn of the agent is kept (`once`), so a job that is run again after a crash goes on with the turn that was cut short: the
 * earlier ones are not run again, and their questions get their answers back at once.
 */
import type { AskResult, Outcome } from '../core/clarification.ts';
import { AskOnceError } from '../core/errors.ts';
import { questionKey } from '../core/question-key.ts';
import type { QuestionInput } from '../prepare.ts';
import type { Executor, RunContext, RunnableJob } from './executor.ts';
import { type FoundQuestion, findQuestion } from './question-detector.ts';

/** One turn of an agent: the prompt in, what it printed out. */
export type Agent = (prompt: string, job: RunnableJob, context: RunContext) => Promise<AgentTurn>;

export interface AgentTurn {
  readonly output: string;
  readonly exitCode: number | null;
  /** What it said on its way out, where it failed. */
  readonly complaint?: string;
}

/** Rounds of asking what was answered, after which a job is given up: a fourth would not be answered otherwise. */
const MOST_ROUNDS = 3;
const LONGEST_RESULT = 10_000;

/** What is kept of a turn. */
type Turn = { readonly found: FoundQuestion } | { readonly result: string };

/**
 * An executor from an agent that only prints. Its questions are found in what it printed; it is run again with each answer.
 * @example
 * const executor = autoResolving(async (prompt) => {
 *   const output = prompt.includes('Clarification Answer: ') ? 'Done.' : 'NEEDS_CLARIFICATION: Which port should I use?';
 *   return { output, exitCode: 0 };
 * });
 */
export function autoResolving(agent: Agent): Executor {
  return async (job, context) => {
    const told = new Told(job.prompt);
    for (let n = 1; ; n += 1) {
      const turn = await context.once<Turn>(`turn ${n}`, () => runTurn(agent, told.prompt(), job, context));
      if ('result' in turn) return turn.result;
      try {
        await answer(turn.found, told, context);
      } catch (error) {
        // What cannot even be asked is the agent's to put right.
        if (!(error instanceof AskOnceError && error.status === 400)) throw error;
        told.unreadable(error.message);
      }
    }
  };
}

async function runTurn(agent: Agent, prompt: string, job: RunnableJob, context: RunContext): Promise<Turn> {
  const { output, exitCode, complaint } = await agent(prompt, job, context);
  context.signal.throwIfAborted();
  const found = findQuestion(output);
  // Whoever fails has not stopped to ask, unless it says so.
  if (found && (exitCode === 0 || found.marked)) return { found };
  if (exitCode === 0) return { result: output.trim().slice(-LONGEST_RESULT) };
  const how = exitCode === null ? 'was killed' : `ended with exit code ${exitCode}`;
  const why = complaint?.trim() ? `: ${complaint.trim().slice(-500)}` : '.';
  throw new AskOnceError('agent_failed', `The agent ${how}${why}`, { exitCode });
}

/** What the agent has been told so far, which is what its next prompt ends in. */
class Told {
  readonly original: string;
  private readonly parts: string[] = [];
  private readonly answered = new Set<string>();
  private readonly ids = new Map<string, string>();
  private permissions = 0;
  private rounds = 0;

  constructor(original: string) {
    this.original = original;
  }

  prompt(): string {
    return [this.original, ...this.parts].join('\n\n');
  }

  /** Adds the outcomes of an ask. One that was told before is not told twice, but it is a round. */
  add(items: readonly Outcome[], lines: readonly string[]): void {
    const known = (item: Outcome) => this.answered.has(nameOf(item));
    if (items.every(known)) this.round(items[0]!.question);
    for (const [at, item] of items.entries()) {
      if (known(item)) continue;
      this.answered.add(nameOf(item));
      if ('id' in item && item.id !== undefined) this.ids.set(questionKey(item.question), item.id);
      this.parts.push(`Clarification Answer: ${lines[at]!}`);
    }
  }

  /** The clarification that answered a question of these words, so that its answer can be rejected. */
  lastOf(question: string): string | null {
    return this.ids.get(questionKey(question)) ?? null;
  }

  /** Leave to go on is given once; who seeks it again goes round. */
  permit(question: string, line: string): void {
    this.permissions += 1;
    if (this.permissions > 1) return this.round(question);
    this.parts.push(`Clarification Answer: ${line}`);
  }

  unreadable(problem: string): void {
    this.round(problem);
    const part = `Your clarification request could not be read: ${problem}`;
    if (!this.parts.includes(part)) this.parts.push(part);
  }

  private round(question: string): void {
    this.rounds += 1;
    if (this.rounds < MOST_ROUNDS) return;
    throw new AskOnceError(
      'agent_loops',
      `The agent keeps asking what was answered: “${question}”. It was told ${MOST_ROUNDS} times.`,
    );
  }
}

async function answer(found: FoundQuestion, told: Told, context: RunContext): Promise<void> {
  if (found.kind === 'malformed') return told.unreadable(found.problem);
  if (found.kind === 'permission') {
    // What it would go on with is what it said before, and where it said nothing, the task.
    const around = contextOf(found.message || told.original);
    const question: QuestionInput = { question: found.question, type: 'CONFIRM', ...around };
    const { items } = mustGoOn(await context.ask(question));
    const [item] = items;
    const yes = (item!.outcome === 'answered' || item!.outcome === 'auto_resolved') && item!.answer === 'Yes';
    return told.permit(found.question, yes ? 'continue' : lineOf(item!));
  }
  const inputs = 'questions' in found.what ? found.what.questions : [found.what];
  // A request in due form says itself what belongs to it; of a message, what stands next to the question does.
  const around = found.marked ? {} : contextOf(lastParagraph(found.message));
  const questions = inputs.map((input) => ({ ...around, ...input }));
  const rejects = found.rejects === undefined ? null : told.lastOf(questions[0]!.question);
  const how = rejects === null ? {} : { rejects, because: found.rejects! };
  const { items } = mustGoOn(await context.ask({ questions }, how));
  const several = items.length > 1;
  told.add(
    items,
    items.map((item) => (several ? `${item.question} ${lineOf(item)}` : lineOf(item))),
  );
}

/** The words around the question may veto an automatic answer. */
function contextOf(message: string): { context?: string } {
  return message.trim() === '' ? {} : { context: message.trim() };
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
