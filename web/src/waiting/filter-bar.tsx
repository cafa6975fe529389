/** Chooses which questions are shown. A choice appears only where there is one. */
import { pending } from '../state/waiting.ts';
import { texts } from '../texts.ts';
import { AGES, choicesIn, type Filter, filter, nameOf } from './filters.ts';

/** Among more, the search finds a session faster than a list. */
const MAX_SESSIONS = 200;

export function FilterBar() {
  const { projects, agents, sessions, kinds } = choicesIn(pending.value.values());
  const chosen = filter.value;
  const choose = (change: Partial<Filter>) => {
    filter.value = { ...chosen, ...change };
  };
  return (
    <div class="flex flex-wrap gap-2" data-testid="filters">
      {(projects.length > 1 || chosen.project !== '') && (
        <Choice label={texts.whose.project} value={chosen.project} onChoose={(project) => choose({ project })}>
          {projects.map((path) => [path, nameOf(path)])}
        </Choice>
      )}
      {(agents.length > 1 || chosen.agent !== '') && (
        <Choice label={texts.whose.agent} value={chosen.agent} onChoose={(agent) => choose({ agent })}>
          {agents.map((name) => [name, name])}
        </Choice>
      )}
      {((sessions.length > 1 && sessions.length <= MAX_SESSIONS) || chosen.session !== '') && (
        <Choice label={texts.session} value={chosen.session} onChoose={(session) => choose({ session })}>
          {(sessions.length <= MAX_SESSIONS ? sessions : [chosen.session]).map((name) => [name, name])}
        </Choice>
      )}
      {(kinds > 1 || chosen.kind !== '') && (
        <Choice
          label={texts.whose.kind}
          value={chosen.kind}
          onChoose={(kind) => choose({ kind: kind as Filter['kind'] })}
        >
          {[
            ['question', texts.whose.questions],
            ['approval', texts.whose.approvals],
          ]}
        </Choice>
      )}
      <Choice
        label={texts.whose.age}
        value={chosen.olderMs === 0 ? '' : String(chosen.olderMs)}
        onChoose={(ms) => choose({ olderMs: Number(ms) })}
      >
        {AGES.map((ms) => [String(ms), texts.whose.older(ms)])}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: readonly (readonly [value: string, text: string])[] | (readonly string[])[];
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <select
      class="field w-auto max-w-48"
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{texts.whose.any(label)}</option>
      {children.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}
