/** An approval in a picker: what a person may decide about a call, and the texts that some decisions need. */
import { kindOf } from '../../core/approvals/tools.ts';
import type { ApprovalView, Clarification } from '../../core/model/views.ts';
import type { ApprovalDecision } from '../../library/approvals.ts';
import { callRows, dangerText } from './approval-view.ts';
import { settledLines } from './equal-questions.ts';
import type { Colours } from './output.ts';
import { type Picked, type PickerOption, type PickerQuestion, WHOLE_KEY } from './picker-state.ts';

/** One way to decide. */
interface Choice extends PickerOption {
  readonly decision: ApprovalDecision;
  /** Asked for before it is decided: a message to the agent, or another input. */
  readonly needs?: 'message' | 'input';
  /** It settles all equal calls. */
  readonly settlesAll?: true;
}

export interface ApprovalToPick {
  readonly question: Clarification;
  readonly approval: ApprovalView;
  /** Shown above it, such as its task. */
  readonly header: string;
  readonly why?: string;
  /** Equal calls that wait, itself included. */
  readonly equal?: readonly Clarification[];
  readonly colours: Colours;
  readonly lineKind?: PickerQuestion['lineKind'];
}

export type DecidedOrLeft =
  | { readonly decision: ApprovalDecision; readonly label: string; readonly settlesAll: boolean }
  | Exclude<Picked, { readonly chose: unknown } | { readonly typed: unknown }>;

/** Shows the call and its choices; asks for the message or the input that a choice needs, from which Esc leads back. */
export async function pickDecision(
  asked: ApprovalToPick,
  pick: (question: PickerQuestion, isFirst: boolean) => Promise<Picked>,
): Promise<DecidedOrLeft> {
  const choices = choicesFor(asked.approval, asked.equal?.length ?? 1);
  const list = listOf(asked, choices);
  for (let isFirst = true; ; isFirst = false) {
    const picked = await pick(list, isFirst);
    if ('typed' in picked) continue;
    if (!('chose' in picked)) return picked;
    const { decision, label, needs, settlesAll = false } = choices[picked.chose[0]!]!;
    if (needs === undefined) return { decision, label, settlesAll };
    const completed = await completedBy(asked, needs, decision, (question) => pick(question, false));
    if (!('left' in completed)) return 'decision' in completed ? { ...completed, settlesAll } : completed;
    if (completed.quits) return completed;
  }
}

function choicesFor({ scopes, editable }: ApprovalView, equal: number): Choice[] {
  const allow = { decision: 'allow' } as const;
  const deny = { decision: 'deny' } as const;
  const wider = scopes.flatMap(({ scope, rules }) =>
    scope === 'once'
      ? []
      : rules.map((rule, at) => ({
          label: scope === 'session' ? 'Allow in this session' : 'Always allow in this project',
          description: rule,
          ...(at === 0 ? { key: scope === 'session' ? 's' : 'a' } : {}),
          decision: { ...allow, scope, rule },
        })),
  );
  const all = { settlesAll: true } as const;
  return [
    { label: 'Allow once', key: 'y', decision: allow },
    ...(equal > 1 ? [{ label: `Allow all ${equal} once`, decision: allow, ...all }] : []),
    ...wider,
    { label: 'Deny', key: 'n', decision: deny },
    ...(equal > 1 ? [{ label: `Deny all ${equal}`, decision: deny, ...all }] : []),
    { label: 'Deny with a message…', key: 'm', decision: deny, needs: 'message', opens: true },
    ...(editable
      ? [{ label: 'Edit, then allow once…', key: 'e', decision: allow, needs: 'input', opens: true } as const]
      : []),
  ];
}

function listOf({ question, approval, ...asked }: ApprovalToPick, choices: readonly Choice[]): PickerQuestion {
  const { tool, title } = approval;
  const { colours, equal = [] } = asked;
  const danger = dangerText(approval);
  const rows = (width: number, most: number) => {
    const settled = equal.length < 2 ? [] : settledLines(equal, Math.max(1, Math.floor(most / 2)));
    const look = { width, colours, rows: most - settled.length, seeAll: `${WHOLE_KEY} shows all` };
    return [...callRows(approval, look), ...settled.map(colours.dim)];
  };
  return {
    header: asked.header,
    question: `Allow ${tool}?${title === undefined ? '' : ` “${title}”`}`,
    record: question.question,
    ...(asked.why === undefined ? {} : { why: asked.why }),
    ...(danger === null ? {} : { warning: danger }),
    options: choices,
    other: false,
    free: false,
    unselected: true,
    body: rows,
    whole: (width) => rows(width, Number.POSITIVE_INFINITY),
    ...(asked.lineKind ? { lineKind: asked.lineKind } : {}),
  };
}

/** Asks for the rest of a decision. An input that cannot be read is asked for again, as it was typed. */
async function completedBy(
  { approval, question }: ApprovalToPick,
  needs: NonNullable<Choice['needs']>,
  decision: ApprovalDecision,
  pick: (question: PickerQuestion) => Promise<Picked>,
): Promise<
  { readonly decision: ApprovalDecision; readonly label: string } | Exclude<DecidedOrLeft, { label: string }>
> {
  const base = { options: [], other: false, free: true, nested: true, record: question.question };
  if (needs === 'message') {
    const picked = await pick({ ...base, question: 'What should the agent know? Enter denies the call.' });
    return 'typed' in picked ? { decision: { ...decision, message: picked.typed }, label: 'Deny' } : kept(picked);
  }
  const { field, text } = editableText(approval);
  let typed = text;
  let fault = '';
  for (;;) {
    const what = field === null ? 'the input, as JSON' : 'the command';
    const asked = `${fault}Edit ${what}. Enter allows the edited call once.`;
    const picked = await pick({ ...base, question: asked, prefill: typed });
    if (!('typed' in picked)) return kept(picked);
    typed = picked.typed;
    const updatedInput = editedInput(approval, field, typed);
    if (updatedInput !== null) return { decision: { ...decision, updatedInput }, label: 'Allow, edited' };
    fault = 'This is not a JSON object. ';
  }
}

function kept(picked: Picked): Exclude<DecidedOrLeft, { label: string }> {
  return 'chose' in picked || 'typed' in picked ? { left: true } : picked;
}

/** What is edited: the command of a shell, else the whole input. */
function editableText({ tool, input }: ApprovalView): { readonly field: string | null; readonly text: string } {
  const kind = kindOf(tool);
  const named = ['command', 'cmd'].find((field) => typeof input[field] === 'string');
  const isShell = kind === 'shell' || kind === 'foreign-shell';
  return isShell && named !== undefined
    ? { field: named, text: String(input[named]) }
    : { field: null, text: JSON.stringify(input) };
}

function editedInput({ input }: ApprovalView, field: string | null, typed: string): Record<string, unknown> | null {
  if (field !== null) return { ...input, [field]: typed };
  return parsedInput(typed);
}

/** A typed input; null if it is no JSON object. */
export function parsedInput(typed: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(typed);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
