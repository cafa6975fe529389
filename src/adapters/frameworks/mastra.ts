/**
 * `askonce/mastra`: workflows and agents of Mastra ask, and get their calls approved, through AskOnce. Mastra keeps a suspended run in its own
 * storage. A run is only woken: its outcome is read by asking again under the same key.
 */
import { createTool, type Tool } from '@mastra/core/tools';
import { createStep, type Step } from '@mastra/core/workflows';
import { z } from 'zod';
import type { QuestionInput } from '../../library/ask-input.ts';
import { ASK_USER, type AskOnceHost, type AskUserReply, askingOf, questionOf, replyOf } from '../framework.ts';
import { labelOf, type MastraOptions, type MastraPlace, outcomeOf, sessionOf } from '../mastra/questions.ts';

export { resumeSuspended, type SuspendedOptions, sweepSuspended } from '../mastra/sweep.ts';
export type { MastraRuns, ResumedRun, WaitsOptions } from '../mastra/waits.ts';
export type { AskOnceHost, AskUserReply, MastraOptions, MastraPlace };

export interface AskStepOptions<Input> extends MastraOptions {
  /** The id of the step. */
  id: string;
  /** A function if the question depends on what the step before returned. */
  question: QuestionInput | ((inputData: Input) => QuestionInput);
}

/** The input of Mastra's own `ask_user`. */
export interface MastraQuestion {
  question: string;
  options?: { label: string; description?: string | undefined }[] | undefined;
  selectionMode?: 'single_select' | 'multi_select' | undefined;
}

const option = z.object({ label: z.string(), description: z.string().optional() });
const askUserInput = z.object({
  question: z.string().min(1),
  options: z.array(option).optional().describe('If omitted, the person writes an answer.'),
  selectionMode: z.enum(['single_select', 'multi_select']).optional(),
});
const reply = z.object({
  status: z.string().describe('`answered`, or what else became of the question.'),
  ...{ answer: z.string().optional(), evidence: z.string().optional(), id: z.string().optional() },
  next: z.string().optional(),
});

/** Takes the place of Mastra's own tool `ask_user`. The run is suspended until the person has answered in AskOnce. */
export function askUserTool(askonce: AskOnceHost, options: MastraOptions): Tool<MastraQuestion, AskUserReply> {
  const { session, agent = 'Mastra' } = options;
  const asking = askingOf(askonce, agent);
  return createTool({
    id: ASK_USER.name,
    description: ASK_USER.description,
    inputSchema: askUserInput,
    outputSchema: reply,
    execute: async (input: MastraQuestion, { runId, agent: run }: ToolContext) => {
      if (run === undefined) throw new Error('Only an agent can call the tool ask_user.');
      const { selectionMode, ...asked } = input;
      const question = questionOf({ ...asked, ...(selectionMode === 'multi_select' ? { multiSelect: true } : {}) });
      const kept = { session: sessionOf(session, { ...run, runId }), callId: `${runId}.${run.toolCallId}`, question };
      const outcome = await outcomeOf(asking, kept);
      if (outcome.outcome !== 'parked') return replyOf(outcome);
      return run.suspend({ ...input, id: outcome.id, askonce: kept });
    },
  } as never) as never;
}

interface ToolContext {
  runId: string;
  agent?: MastraPlace & { toolCallId: string; suspend(payload: object): Promise<void> };
}

/** A step of a workflow that asks, and returns the reply. The run is suspended until the person has answered. */
// biome-ignore lint/suspicious/noExplicitAny: it takes whatever the step before returns.
export function askStep<Input = any>(
  askonce: AskOnceHost,
  { id, session, question, agent = 'Mastra' }: AskStepOptions<Input>,
): Step<string, unknown, Input, AskUserReply> {
  const asking = askingOf(askonce, agent);
  return createStep({
    id,
    inputSchema: z.any(),
    outputSchema: reply,
    execute: async ({ runId, resourceId, inputData, suspend }: StepContext<Input>) => {
      const asked = typeof question === 'function' ? question(inputData) : question;
      const kept = { session: sessionOf(session, { runId, resourceId }), callId: `${runId}.${id}`, question: asked };
      const outcome = await outcomeOf(asking, kept);
      if (outcome.outcome !== 'parked') return replyOf(outcome);
      return suspend({ id: outcome.id, askonce: kept }, { resumeLabel: labelOf(kept, outcome.id) });
    },
  } as never) as never;
}

interface StepContext<Input> extends MastraPlace {
  readonly runId: string;
  readonly inputData: Input;
  suspend(payload: object, options: { resumeLabel: string }): Promise<never>;
}
