/** The rules about tool calls: those of the configuration, and those that people made with an answer. */
import type { Rule } from '../core/approvals/rule.ts';
import type { ClarificationRecord } from '../core/model/records.ts';
import type { Store } from '../ports.ts';

/** How many rules of sessions are listed together. Sessions end, and their rules are of no use then. */
const SESSION_RULES = 500;

export class ApprovalRules {
  private readonly store: Store;
  private readonly configured: readonly Rule[];

  constructor(store: Store, configured: readonly Rule[]) {
    this.store = store;
    this.configured = configured;
  }

  /** All rules that hold in a project, and in one session of it if a session is named. */
  async of(project: string, session: string | null): Promise<readonly Rule[]> {
    const made = await this.store.rules(project, session);
    return [...this.configured, ...made.map(ruleOf)];
  }

  /** All rules that hold in a project, and the newest of all its sessions. */
  async everywhere(project: string): Promise<readonly Rule[]> {
    const [rules, ofSessions] = await Promise.all([
      this.of(project, null),
      this.store.sessionRules(project, SESSION_RULES),
    ]);
    return [...rules, ...ofSessions.map(ruleOf)];
  }
}

/** The rule that an answer made. Its id is that of the approval: revoking the answer revokes the rule. */
function ruleOf({ id, answer, decision, session, by, settledAt }: ClarificationRecord): Rule {
  return {
    id,
    effect: answer === 'Yes' ? 'allow' : 'deny',
    rule: decision!.rule!,
    from: 'answer',
    session: decision!.scope === 'session' ? session : null,
    by,
    at: settledAt,
  };
}
