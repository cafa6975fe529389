/** Replaces an answer of the history by another one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { api, messageOf } from '../state/api.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';

interface CorrectProps {
  readonly item: Clarification;
  readonly onChange: (old: Clarification, fresh: Clarification) => void;
}

export function Correct({ item, onChange }: CorrectProps) {
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState(item.answer ?? '');
  const [because, setBecause] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) field.current?.select();
  }, [open]);
  if (!open)
    return (
      <button type="button" class="btn" onClick={() => setOpen(true)}>
        {texts.history.correct}
      </button>
    );
  const send = () => {
    setBusy(true);
    const why = because.trim() === '' ? {} : { because: because.trim() };
    api()
      .correct(item.id, answer.trim(), why)
      .then(({ clarification }) => {
        onChange({ ...item, status: 'revoked', because: why.because ?? null }, clarification);
        tell({ tone: 'good', text: texts.history.corrected, detail: item.question });
      })
      .catch((error: unknown) => tell({ tone: 'danger', text: messageOf(error), detail: item.question }))
      .finally(() => setBusy(false));
  };
  const options = `options-${item.id}`;
  return (
    <form
      class="flex w-full flex-wrap items-end gap-2 rounded-lg bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label class="min-w-0 flex-1 basis-40">
        <span class="text-sm">{texts.history.newAnswer}</span>
        <input
          ref={field}
          dir="auto"
          class="field"
          list={options}
          value={answer}
          onInput={(event) => setAnswer(event.currentTarget.value)}
        />
        <datalist id={options}>
          {item.options.map(({ label }) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      </label>
      <label class="min-w-0 flex-1 basis-40">
        <span class="text-sm">{texts.history.correctWhy}</span>
        <input dir="auto" class="field" value={because} onInput={(event) => setBecause(event.currentTarget.value)} />
      </label>
      <button
        type="submit"
        class="btn btn-main"
        disabled={busy || answer.trim() === '' || answer.trim() === item.answer}
      >
        {texts.history.correct}
      </button>
      <button type="button" class="btn" onClick={() => setOpen(false)}>
        {texts.cancel}
      </button>
    </form>
  );
}
