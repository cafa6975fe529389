/** Approvals as the library's users see them: what an agent may do, decided by a person or by the rules they made. */

import { unknownClarification } from '../core/answer/closed-errors.ts';
import type { Rule } from '../core/approvals/rule.ts';
import type { ApprovalScope } from '../core/model/call.ts';
import { APPROVAL_SCOPES } from '../core/model/call.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { folderOf } from '../core/model/records.ts';
import { clarificationView } from '../core/model/views.ts';
import type { Engine } from '../engine/engine.ts';
import {
  checkBoolean,
  checkId,
  invalidArgument,
  LIMITS,
  omitNullish,
  optionalText,
  textId,
} from '../util/arguments.ts';
import { type AnswerOptions, answererOf } from './answerer.ts';
import { checkInput, placeOf } from './call-place.ts';
import type { AnswerReceipt } from './questions.ts';
import { settleByRules } from './settle-by-rules.ts';

export interface ApprovalDecision extends Omit<AnswerOptions, 'remember'> {
  decision: 'allow' | 'deny';
  /** How far it reaches; `once` by default. */
  scope?: ApprovalScope;
  /** The rule to make, for a wider scope: one of those offered. By default the first. */
  rule?: string;
  /** For the agent, such as why the call is denied. */
  message?: string;
  /** The input that the agent should use instead, where the host accepts one. */
  updatedInput?: Record<string, unknown>;
}

/** Available as `askonce.approvals`. */
export class Approvals {
  private readonly engine: Engine;
  private readonly by: string | null;

  constructor(engine: Engine, by: string | null) {
    this.engine = engine;
    this.by = by;
  }

  /**
   * Decides an approval. The first decision wins; the same decision again is a replay. Call this only for a person whom you know:
   * `questions.answer` refuses approvals so that no surface approves by accident.
   * @example
   * await askonce.approvals.decide(approval.id, { decision: 'deny', message: 'Use the staging database' });
   */
  async decide(id: string, decision: ApprovalDecision): Promise<AnswerReceipt> {
    const given = omitNullish(decision, 'decision');
    if (given.decision !== 'allow' && given.decision !== 'deny') throw invalidArgument('decision', 'allow or deny');
    const { scope = 'once' } = given;
    if (!APPROVAL_SCOPES.includes(scope)) throw invalidArgument('scope', `one of ${APPROVAL_SCOPES.join(', ')}`);
    const name = textId(id, 'approval');
    const asked = await this.engine.store.clarification(name);
    if (!asked) throw unknownClarification(name);
    const rule = scope === 'once' ? undefined : (optionalText(given.rule, 'rule') ?? asked.call?.rules[0]);
    const message = optionalText(given.message, 'message', LIMITS.text) ?? undefined;
    const updatedInput = given.updatedInput === undefined ? undefined : checkInput(given.updatedInput, 'updatedInput');
    const edited = updatedInput !== undefined && asked.call ? { ...asked.call, input: updatedInput } : null;
    const command = {
      scope,
      allows: given.decision === 'allow',
      place: edited ? placeOf(edited, folderOf(asked), this.engine.guarded) : null,
      ...(rule === undefined ? {} : { rule }),
      ...(message === undefined ? {} : { message }),
      ...(updatedInput === undefined ? {} : { updatedInput }),
    };
    const answer = command.allows ? 'Yes' : 'No';
    const key = optionalText(given.idempotencyKey, 'idempotencyKey');
    const how = { key, decision: command };
    const { status, clarification } = await this.engine.answer(name, answer, answererOf(given, this.by), how);
    if (status === 'accepted' && rule !== undefined) await settleByRules(this.engine, clarification);
    return { status, clarification: clarificationView(clarification) };
  }

  /**
   * Lists the rules that hold in this project: those of the configuration, and those that people made. With a session, also those of the
   * session; with `everySession`, also the newest 500 of all sessions.
   * @example
   * for (const { effect, rule, by } of await askonce.approvals.rules()) console.log(effect, rule, by);
   */
  async rules(query: { session?: string; everySession?: boolean } = {}): Promise<readonly Rule[]> {
    const { session, everySession } = omitNullish(query, 'query');
    const { project, rules } = this.engine;
    if (checkBoolean(everySession, 'everySession')) return rules.everywhere(project);
    return rules.of(project, session === undefined ? null : checkId(session, 'session'));
  }

  /**
   * Revokes a rule that a person made, by the id of the approval that made it. Calls that it would have allowed are asked again.
   * @example
   * await askonce.approvals.revoke(rule.id);
   */
  async revoke(id: string, options: AnswerOptions & { because?: string } = {}): Promise<AnswerReceipt> {
    const { because, ...answerer } = omitNullish(options, 'options');
    const name = textId(id, 'rule');
    const made = await this.engine.store.clarification(name);
    if (made?.decision?.rule === undefined) {
      throw new AskOnceError('rule_unknown', `No rule ${name}. \`askonce approvals\` lists the rules.`, { id: name });
    }
    const why = optionalText(because, 'because');
    const { status, clarification } = await this.engine.revoke(name, why, answererOf(answerer, this.by));
    return { status, clarification: clarificationView(clarification) };
  }
}
