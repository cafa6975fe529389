/** The form for a preference: a new one, or another answer to an existing one. */
import { useId, useState } from 'preact/hooks';
import type { PreferenceShown } from '../../../src/surfaces/client/index.ts';
import { texts } from '../texts.ts';
import { GrowingText } from '../ui/growing-text.tsx';
import { nameOf } from '../waiting/filters.ts';

export type PreferenceFields = Pick<PreferenceShown, 'question' | 'answer' | 'subject' | 'project'>;

interface Props {
  readonly item?: PreferenceFields;
  /** Of which a new one may belong to any. */
  readonly projects?: readonly string[];
  readonly onSave: (fields: PreferenceFields) => Promise<unknown>;
  readonly onCancel: () => void;
}

export function PreferenceForm({ item, projects = [], onSave, onCancel }: Props) {
  const [question, setQuestion] = useState(item?.question ?? '');
  const [answer, setAnswer] = useState(item?.answer ?? '');
  const [subject, setSubject] = useState(item?.subject ?? '');
  const [project, setProject] = useState(item?.project ?? projects[0] ?? '');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const ready = question.trim() !== '' && answer.trim() !== '' && !busy;
  const save = () => {
    if (!ready) return;
    setBusy(true);
    void onSave({ question: question.trim(), answer: answer.trim(), subject: subject.trim(), project }).finally(() =>
      setBusy(false),
    );
  };
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {item ? (
        <p dir="auto" class="text-muted">
          {item.question}
          {item.subject !== '' && <span class="ml-2 font-mono text-sm">{item.subject}</span>}
        </p>
      ) : (
        <div class="grid gap-3 sm:grid-cols-[2fr_1fr]">
          <label class="flex flex-col gap-1">
            <span class="font-medium">{texts.preference.question}</span>
            <input
              dir="auto"
              class="field"
              value={question}
              onInput={(event) => setQuestion(event.currentTarget.value)}
            />
          </label>
          <label class="flex flex-col gap-1">
            <span class="font-medium">{texts.preference.subject}</span>
            <input
              dir="auto"
              class="field"
              value={subject}
              onInput={(event) => setSubject(event.currentTarget.value)}
            />
          </label>
          {projects.length > 1 && (
            <label class="flex flex-col gap-1">
              <span class="font-medium">{texts.preference.project}</span>
              <select class="field" value={project} onChange={(event) => setProject(event.currentTarget.value)}>
                {projects.map((path) => (
                  <option key={path} value={path}>
                    {nameOf(path)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
      <div class="flex flex-col gap-1">
        <span id={id} class="font-medium">
          {texts.preference.answer}
        </span>
        <GrowingText value={answer} labelledBy={id} onInput={setAnswer} onEnter={save} />
      </div>
      <div class="flex gap-2">
        <button type="submit" class="btn btn-main" disabled={!ready}>
          {texts.save}
        </button>
        <button type="button" class="btn" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
