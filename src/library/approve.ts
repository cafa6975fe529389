/** An agent asks whether it may make a tool call. */

import { isAbsolute } from 'node:path';
import { clip } from '../core/answer/check.ts';
import { dangersOf } from '../core/approvals/dangers.ts';
import { offeredRules } from '../core/approvals/offered.ts';
import type { PreparedQuestion } from '../core/ask/command.ts';
import { callKeys } from '../core/ask/question-identity.ts';
import { type ApprovalScope, type Call, toolCall } from '../core/model/call.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { AskResult, Source } from '../core/model/question.ts';
import type { Engine } from '../engine/engine.ts';
import { checkBoolean, checkText, invalidArgument, LIMITS, omitNullish, printable } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';
import { machineName } from '../util/machine.ts';
import type { AskHere, AskOptions } from './ask-input.ts';
import { checkInput, placeOf } from './call-place.ts';
import { type Frame, frameCommand } from './prepare-ask.ts';
import { patienceOf, type WaitOptions } from './wait.ts';

/** A tool call that an agent wants to make. */
export interface CallInput {
  tool: string;
  /** The input of the call: any JSON object. */
  input: Record<string, unknown>;
  /** The host's id of the call. A repeated ask with the same id and input gets the same decision. */
  callId?: string;
  /** What the agent says that the call does. Shown beside the call itself. */
  title?: string;
  /** Why permission is needed. */
  reason?: string;
  /** Rules that the host suggests, such as `Bash(npm test:*)`. Offered if they match the call. */
  suggestions?: readonly string[];
  /** The host accepts an edited input. */
  editable?: boolean;
  /** No rule is offered, because the host tells too little of the call, or does not want its decision remembered. */
  onlyOnce?: boolean;
}

export interface ApproveOptions
  extends WaitOptions,
    Pick<AskOptions, 'job' | 'asker' | 'agent' | 'branch' | 'policy' | 'timeout' | 'ref'> {}

/** An approval, and where it belongs. */
export interface ApproveHere extends ApproveOptions, Pick<AskHere, 'session' | 'language' | 'caller'> {
  /** As for an ask. Without one, each request is an ask of its own, even if the call id makes them one approval. */
  idempotencyKey?: string;
}

interface Decided {
  readonly decision: 'allow' | 'deny';
  /** Absent if the call never became an approval. */
  readonly id?: string;
  readonly scope: ApprovalScope;
  /** `user`: a person decided this call. `rule`: a rule did. Absent if no one did, and the call is denied for that. */
  readonly source?: Extract<Source, 'user' | 'rule'>;
  /** The input to use instead of the one that was asked about. */
  readonly updatedInput?: Record<string, unknown>;
  readonly message?: string;
  readonly by?: string;
  readonly surface?: string;
  readonly evidence: string;
  /** The id of the rule that decided, if a person made it. */
  readonly rule?: string;
}

/** `parked`: no one has decided yet. Ask again with the same call id to learn the decision. */
export type Approval = Decided | { readonly decision: 'parked'; readonly id: string };

/** Asks for an approval, and waits if requested. Only a Yes that was given allows; everything else denies or keeps waiting. */
export async function approveIn(
  engine: Engine,
  frame: Omit<Frame, 'now'>,
  input: CallInput,
  options: ApproveOptions & Pick<ApproveHere, 'idempotencyKey'>,
): Promise<Approval> {
  const { wait, signal, onParked, ...how } = omitNullish(options, 'options');
  const now = engine.clock.now();
  const patience = patienceOf({ wait, signal, onParked }, now);
  signal?.throwIfAborted();
  const timing = how.timeout === undefined ? {} : ({ onTimeout: 'fail' } as const);
  const command = frameCommand({ ...how, ...timing }, { ...frame, now }, engine);
  const folder = engine.folder ?? engine.project;
  const checked = checkCall(input, folder, engine);
  const { reason, place } = checked;
  // With a token an agent may be anywhere, and a project without a folder is elsewhere.
  const isHere = isAbsolute(folder) && !frame.caller;
  const call: Call = isHere ? { ...checked.call, machine: machineName() } : checked.call;
  const question: PreparedQuestion = {
    id: newId('q', now),
    question: summaryOf(call),
    type: 'CONFIRM',
    ...callKeys(call, command.ask),
    destructive: dangersOf(toolCall(call)).length > 0,
    ...(reason === undefined ? {} : { reason }),
    options: [],
    multiSelect: false,
    strictOptions: false,
    checkedByAsker: false,
    call,
  };
  const keyed = how.idempotencyKey !== undefined;
  const prepared = { command: { ...command, questions: [question], place }, schemas: [undefined], keyed };
  return approvalOf(engine, await engine.ask(prepared, patience));
}

function checkCall(given: CallInput, folder: string, { guarded }: Pick<Engine, 'guarded'>) {
  const input = omitNullish(given, 'call');
  const tool = checkText(input.tool, 'tool', LIMITS.id).trim();
  if (tool === '') throw invalidArgument('tool', 'the name of a tool');
  const { suggestions = [] } = input;
  if (!Array.isArray(suggestions) || suggestions.length > SUGGESTIONS) {
    throw invalidArgument('suggestions', `a list of at most ${SUGGESTIONS} rules`);
  }
  const bare = {
    tool,
    input: checkInput(input.input, 'input'),
    callId: input.callId === undefined ? null : checkCallId(input.callId),
    // It comes from an agent and is only shown.
    ...(input.title === undefined ? {} : { title: clip(shownLine(input.title, 'title'), LIMITS.label) }),
    editable: checkBoolean(input.editable, 'editable'),
  };
  const place = placeOf(bare, folder, guarded);
  const suggested = suggestions.map((rule) => checkText(rule, 'suggestion', LIMITS.label));
  const isOnce = checkBoolean(input.onlyOnce, 'onlyOnce') || dangersOf(toolCall(bare)).length > 0;
  const rules = isOnce ? [] : offeredRules({ ...toolCall(bare), suggestions: suggested }, place);
  const reason = input.reason === undefined ? undefined : clip(shownLine(input.reason, 'reason'), LIMITS.text);
  return { call: { ...bare, rules } satisfies Call, reason, place };
}

const SUGGESTIONS = 20;

function checkCallId(callId: unknown): string {
  if (typeof callId === 'string' && callId.length <= LIMITS.id && /^[\x21-\x7e]+$/.test(callId)) return callId;
  throw new AskOnceError(
    'id_invalid',
    `The call id must be 1 to ${LIMITS.id} printable ASCII characters without spaces.`,
  );
}

function shownLine(text: unknown, what: string): string {
  if (typeof text !== 'string') throw invalidArgument(what, 'a string');
  return printable(text.toWellFormed()).trim();
}

/** The fields of an input that say in one line what a call does, the first that is there. */
const TELLING = ['command', 'file_path', 'path', 'notebook_path', 'url', 'query', 'pattern'];
const SUMMARY = 200;

/** Returns one line for lists and notifications. The whole input is shown where the person decides. */
function summaryOf({ tool, input }: Pick<Call, 'tool' | 'input'>): string {
  const fields = JSON.parse(input) as Record<string, unknown>;
  const telling = TELLING.map((name) => fields[name]).find((value) => typeof value === 'string') as string | undefined;
  const line = printable((telling ?? (input === '{}' ? '' : input)).toWellFormed())
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? `Allow ${tool}?` : `Allow ${tool}: ${clip(line, SUMMARY)}`;
}

async function approvalOf(engine: Engine, { items }: AskResult): Promise<Approval> {
  const item = items[0]!;
  if (item.outcome === 'parked') return { decision: 'parked', id: item.id };
  const id = item.id === undefined ? {} : { id: item.id };
  const denied = { decision: 'deny', ...id, scope: 'once', evidence: item.evidence } as const;
  const stored = item.id === undefined ? null : await engine.store.clarification(item.id);
  if (stored?.status === 'declined') {
    const whose = { ...(stored.by ? { by: stored.by } : {}), ...(stored.surface ? { surface: stored.surface } : {}) };
    return { ...denied, source: 'user', ...(stored.because ? { message: stored.because } : {}), ...whose };
  }
  if (stored?.status !== 'answered' || (item.outcome !== 'answered' && item.outcome !== 'auto_resolved')) return denied;
  const { answer, decision, by, surface, evidence } = stored;
  const { updatedInput, message, decidedBy, scope = 'once' } = decision ?? {};
  return {
    decision: answer === 'Yes' ? 'allow' : 'deny',
    ...id,
    scope,
    source: stored.source === 'rule' ? 'rule' : 'user',
    ...(updatedInput === undefined ? {} : { updatedInput: JSON.parse(updatedInput) as Record<string, unknown> }),
    ...(message === undefined ? {} : { message }),
    ...(by ? { by } : {}),
    ...(surface ? { surface } : {}),
    evidence: evidence ?? item.evidence,
    ...(decidedBy === undefined ? {} : { rule: decidedBy }),
  };
}
