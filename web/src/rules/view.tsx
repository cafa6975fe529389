/** The rules about tool calls: what they allow or deny, where, by whom; and a button to revoke one. */
import { useEffect, useState } from 'preact/hooks';
import { RuleText } from '../approvals/controls.tsx';
import { SettingsTabs } from '../preferences/tabs.tsx';
import { api, mayAnswer, mayApprove, me, messageOf } from '../state/api.ts';
import { onEvent } from '../state/live.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';
import { Failure, Nothing, PageHead } from '../ui/page-head.tsx';
import { exactText } from '../ui/plain-text.ts';
import { Ago } from '../ui/time.tsx';
import { nameOf } from '../waiting/filters.ts';
import { type ProjectRule, rulesOfAllProjects } from './of-all-projects.ts';

export default function RulesView() {
  const [rules, setRules] = useState<readonly ProjectRule[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = () => {
    rulesOfAllProjects()
      .then((items) => {
        setRules(items);
        setError(null);
      })
      .catch(setError);
  };
  useEffect(() => {
    read();
    return onEvent(({ type }) => {
      if (type === 'clarification.answered' || type === 'clarification.revoked') read();
    });
  }, []);
  return (
    <div class="mx-auto max-w-3xl">
      <PageHead title={texts.rules.title}>
        <SettingsTabs here="rules" />
      </PageHead>
      <p class="mb-4 text-muted">{texts.rules.what}</p>
      {me.value && mayAnswer.value && !mayApprove.value && rules?.some(({ rule }) => rule.id !== null) && (
        <p class="mb-4 rounded-lg bg-warn-soft p-3 text-sm text-warn">{texts.rules.credential}</p>
      )}
      {error !== null && <Failure text={messageOf(error)} again={texts.tryAgain} onAgain={read} />}
      {rules === null && error === null && <p class="text-muted">{texts.loading}…</p>}
      {rules?.length === 0 && <Nothing title={texts.rules.none}>{texts.rules.noneMore}</Nothing>}
      {rules !== null && rules.length > 0 && (
        <ul class="panel divide-y divide-line">
          {rules.map((rule, index) => (
            <RuleView key={rule.rule.id ?? `${index} ${rule.rule.rule}`} of={rule} onRevoked={read} />
          ))}
        </ul>
      )}
    </div>
  );
}

const TONES = {
  allow: 'bg-good-soft text-good',
  ask: 'bg-warn-soft text-warn',
  deny: 'bg-danger-soft text-danger',
} as const;

function RuleView({ of, onRevoked }: { of: ProjectRule; onRevoked: () => void }) {
  const { id, effect, rule, from, session, by, at } = of.rule;
  const project = of.project === null ? texts.rules.thisProject : exactText(nameOf(of.project));
  const [busy, setBusy] = useState(false);
  const revoke = () => {
    setBusy(true);
    api()
      .revokeRule(id!)
      .then(() => {
        tell({ tone: 'good', text: texts.rules.revoked, detail: rule });
        onRevoked();
      })
      .catch((error: unknown) => tell({ tone: 'danger', text: messageOf(error), detail: rule }))
      .finally(() => setBusy(false));
  };
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" data-testid="rule">
      <div class="min-w-0 flex-1 basis-64">
        <p class="flex items-baseline gap-2">
          <span class={`tag font-medium ${TONES[effect]}`}>{texts.rules.effect[effect]}</span>
          <RuleText rule={rule} />
        </p>
        <p class="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          {from === 'answer' ? (
            <>
              <span title={of.project ?? undefined}>
                {session === null ? texts.rules.inProject(project) : texts.rules.inSession(session, project)}
              </span>
              <bdi>{texts.rules.by(by)}</bdi>
              {at !== null && <Ago at={at} />}
            </>
          ) : (
            <span>{from === 'project' ? texts.rules.fromProject(project) : texts.rules.fromConfig}</span>
          )}
        </p>
      </div>
      {id !== null && mayApprove.value && (
        <button type="button" class="btn" disabled={busy} onClick={revoke}>
          {texts.rules.revoke}
        </button>
      )}
    </li>
  );
}
