/** Questions and calls that are the same to a person, and wait: one entry, and one answer for those that the person means. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { Clarification, ListedClarification } from '../../core/model/views.ts';
import type { ApprovalDecision } from '../../library/approvals.ts';
import type { AnswerReceipt } from '../../library/questions.ts';
import type { Service } from '../service/service.ts';
import { visible } from './marked-text.ts';
import { oneLine } from './text.ts';
import { whoseShort } from './whose.ts';

/** Groups of equal questions and equal calls, in the order of their oldest; any other question is a group of its own. */
export function grouped<Question extends Clarification>(questions: readonly Question[]): Question[][] {
  return [...Map.groupBy(questions, sameKey).values()];
}

/** The questions or calls that wait and equal this one, itself included, oldest first. */
export async function equalWaiting(askonce: Service, question: Clarification): Promise<ListedClarification[]> {
  const found: ListedClarification[] = [];
  const key = sameKey(question);
  let after: string | undefined;
  do {
    const page = await askonce.questions.list({ status: 'pending', limit: 1000, ...(after ? { after } : {}) });
    found.push(...page.items.filter((one) => sameKey(one) === key));
    after = page.next ?? undefined;
  } while (after);
  return found;
}

/**
 * Equal for what is the same to a person. Questions: the store's rule, the same on every surface. Calls: same tool, same input, same
 * folder; each still has its own decision.
 */
function sameKey({ id, approval, group, project, folder }: Clarification): string {
  if (!approval) return group ?? id;
  // The stored input is canonical, so equal inputs are equal texts.
  return JSON.stringify([project, folder ?? project, approval.tool, approval.editable, approval.input]);
}

/** How many ask the same, for a group of more than one. */
export function askThis(group: readonly Clarification[]): string {
  return `${group.length} ${group[0]!.approval ? 'calls' : 'agents'} ask this`;
}

/** What one answer for the whole group would settle. */
export function settledLines(group: readonly Clarification[], most: number): string[] {
  const lines = group.map((one) => `${one.id}  ${whoseShort(one)}, session ${visible(oneLine(one.session))}`);
  const head = `${askThis(group)}:`;
  if (lines.length + 1 <= most) return [head, ...lines.map((line) => `  ${line}`)];
  const shown = lines.slice(0, Math.max(0, most - 2)).map((line) => `  ${line}`);
  return [head, ...shown, `  … and ${lines.length - shown.length} more`].slice(0, Math.max(1, most));
}

export interface GroupReceipt {
  readonly settled: readonly AnswerReceipt[];
  /** Calls that were decided elsewhere meanwhile, or are no longer asked for. */
  readonly missed: readonly AskOnceError[];
}

/** Decides each of these calls. A rule is made once: in each session, or once for the project. */
export async function decideAll(
  askonce: Service,
  calls: readonly Clarification[],
  decision: ApprovalDecision,
): Promise<GroupReceipt> {
  const { rule: _rule, scope = 'once', ...once } = decision;
  const settled: AnswerReceipt[] = [];
  const missed: AskOnceError[] = [];
  const covered = new Set<string>();
  for (const { id, session } of calls) {
    const reach = scope === 'session' ? session : 'project';
    const isCovered = scope !== 'once' && covered.has(reach);
    try {
      settled.push(await askonce.approvals.decide(id, isCovered ? once : decision));
      covered.add(reach);
    } catch (error) {
      const isLate = error instanceof AskOnceError && ['already_answered', 'clarification_closed'].includes(error.code);
      if (!isLate) throw error;
      missed.push(error);
    }
  }
  return { settled, missed };
}
