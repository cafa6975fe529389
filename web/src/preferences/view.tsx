/** The preferences of the project: listed, edited, forgotten. */
import { useEffect, useState } from 'preact/hooks';
import type { PreferenceShown } from '../../../src/surfaces/client/index.ts';
import { api, mayAnswer, messageOf } from '../state/api.ts';
import { onEvent } from '../state/live.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { Failure, Nothing, PageHead } from '../ui/page-head.tsx';
import { Ago } from '../ui/time.tsx';
import { type PreferenceFields, PreferenceForm } from './form.tsx';
import { SettingsTabs } from './tabs.tsx';

const PAGE = 200;

export default function PreferencesView() {
  const [items, setItems] = useState<readonly PreferenceShown[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [adding, setAdding] = useState(false);
  const read = (after: string | null) => {
    api()
      .preferences({ limit: PAGE, ...(after === null ? {} : { after }) })
      .then((page) => {
        setItems((was) => (after === null ? page.items : [...was, ...page.items]));
        setNext(page.next);
        setError(null);
      })
      .catch(setError)
      .finally(() => setLoading(false));
  };
  useEffect(() => {
    read(null);
    return onEvent(({ type }) => {
      if (type.startsWith('preference.') || type === 'clarification.answered') read(null);
    });
  }, []);
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
            onSave={async (fields) => {
              if (!(await save(fields))) return;
              setAdding(false);
              read(null);
            }}
            onCancel={() => setAdding(false)}
          />
        </div>
      )}
      {error !== null && <Failure text={messageOf(error)} again={texts.tryAgain} onAgain={() => read(null)} />}
      {items.length === 0 && !loading && error === null && (
        <Nothing title={texts.preference.none}>{texts.preference.noneMore}</Nothing>
      )}
      {items.length > 0 && (
        <ul class="panel divide-y divide-line">
          {items.map((item) => (
            <Preference
              key={`${item.question}\n${item.subject}\n${item.type}`}
              item={item}
              onChange={() => read(null)}
            />
          ))}
        </ul>
      )}
      {next !== null && (
        <button type="button" class="btn mt-4 w-full" onClick={() => read(next)}>
          {texts.more}
        </button>
      )}
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

async function save({ question, answer, subject }: PreferenceFields): Promise<boolean> {
  try {
    await api().setPreference({ question, answer, ...(subject === '' ? {} : { subject }) });
    tell({ tone: 'good', text: texts.preference.saved, detail: question });
    return true;
  } catch (error) {
    tell({ tone: 'danger', text: messageOf(error), detail: question });
    return false;
  }
}

async function forget(item: PreferenceShown, onChange: () => void): Promise<void> {
  const { question, subject } = item;
  try {
    await api().forgetPreference({ question, ...(subject === '' ? {} : { subject }) });
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
