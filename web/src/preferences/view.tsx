/** The preferences of each project: listed, edited, forgotten. */
import { useState } from 'preact/hooks';
import type { PreferenceShown } from '../../../src/surfaces/client/index.ts';
import { api, mayAnswer, messageOf } from '../state/api.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { Failure, Nothing, PageHead } from '../ui/page-head.tsx';
import { exactText } from '../ui/plain-text.ts';
import { Ago } from '../ui/time.tsx';
import { nameOf } from '../waiting/filters.ts';
import { type PreferenceFields, PreferenceForm } from './form.tsx';
import { SettingsTabs } from './tabs.tsx';
import { usePreferences } from './use-preferences.ts';

export default function PreferencesView() {
  const { projects, error, readAll, more } = usePreferences();
  const [adding, setAdding] = useState(false);
  const names = (projects ?? []).flatMap(({ project }) => project ?? []);
  const filled = (projects ?? []).filter(({ items }) => items.length > 0);
  return (
    <div class="mx-auto max-w-3xl">
      <PageHead title={texts.preference.title}>
        <SettingsTabs here="preferences" />
      </PageHead>
      <div class="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p class="min-w-0 flex-1 basis-80 text-muted">{texts.preference.what}</p>
        {mayAnswer.value && (
          <button type="button" class="btn btn-main" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <Icon name="plus" class="size-4" />
            {texts.preference.add}
          </button>
        )}
      </div>
      {adding && (
        <div class="panel mb-4 p-4">
          <PreferenceForm
            projects={names}
            onSave={async (fields) => {
              if (!(await save(fields))) return;
              setAdding(false);
              readAll();
            }}
            onCancel={() => setAdding(false)}
          />
        </div>
      )}
      {error !== null && <Failure text={messageOf(error)} again={texts.tryAgain} onAgain={readAll} />}
      {projects !== null && filled.length === 0 && error === null && (
        <Nothing title={texts.preference.none}>{texts.preference.noneMore}</Nothing>
      )}
      {filled.map((of) => (
        <section key={of.project} class="mb-6" data-testid="preferences">
          {names.length > 1 && (
            <h2 class="mb-2 truncate font-semibold" title={of.project ?? undefined}>
              {exactText(nameOf(of.project ?? ''))}
            </h2>
          )}
          <ul class="panel divide-y divide-line">
            {of.items.map((item) => (
              <Preference key={`${item.question}\n${item.subject}\n${item.type}`} item={item} onChange={readAll} />
            ))}
          </ul>
          {of.next !== null && (
            <button type="button" class="btn mt-4 w-full" onClick={() => more(of)}>
              {texts.more}
            </button>
          )}
        </section>
      ))}
    </div>
  );
}

function Preference({ item, onChange }: { item: PreferenceShown; onChange: () => void }) {
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <li class="p-4">
        <PreferenceForm
          item={item}
          onSave={async (fields) => {
            if (!(await save(fields))) return;
            setEditing(false);
            onChange();
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  }
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" data-testid="preference">
      <div class="min-w-0 flex-1 basis-64">
        <p dir="auto" class="text-muted">
          {item.question}
          {item.subject !== '' && <span class="ml-2 font-mono text-sm">{item.subject}</span>}
        </p>
        <p dir="auto" class="font-semibold whitespace-pre-wrap">
          {item.answer}
        </p>
        <p class="text-sm text-muted">
          {item.origin === 'set' ? texts.preference.set : texts.preference.learnt(item.times)},{' '}
          <Ago at={item.updatedAt} />
        </p>
      </div>
      {mayAnswer.value && (
        <div class="flex gap-2">
          <button type="button" class="btn" onClick={() => setEditing(true)}>
            {texts.edit}
          </button>
          <button type="button" class="btn" onClick={() => void forget(item, onChange)}>
            {texts.preference.forget}
          </button>
        </div>
      )}
    </li>
  );
}

async function save({ question, answer, subject, project }: PreferenceFields): Promise<boolean> {
  try {
    await api().setPreference({ question, answer, ...placeOf({ subject, project }) });
    tell({ tone: 'good', text: texts.preference.saved, detail: question });
    return true;
  } catch (error) {
    tell({ tone: 'danger', text: messageOf(error), detail: question });
    return false;
  }
}

async function forget(item: PreferenceShown, onChange: () => void): Promise<void> {
  const { question } = item;
  try {
    await api().forgetPreference({ question, ...placeOf(item) });
    onChange();
    tell({
      tone: 'good',
      text: texts.preference.forgotten,
      detail: question,
      action: { label: texts.preference.undo, run: () => void save(item).then(onChange) },
    });
  } catch (error) {
    tell({ tone: 'danger', text: messageOf(error), detail: question });
  }
}

function placeOf({ subject, project }: Pick<PreferenceFields, 'subject' | 'project'>) {
  return { ...(subject === '' ? {} : { subject }), ...(project === '' ? {} : { project }) };
}
