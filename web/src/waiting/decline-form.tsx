/** Declines a question, with a reason for the agent. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { decline } from '../state/answering.ts';
import { texts } from '../texts.ts';
import type { Card } from './cards.ts';
import { opened } from './current.ts';

export function DeclineForm({ card }: { card: Card }) {
  const [because, setBecause] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    opened.value = null;
  };
  return (
    <form
      class="flex flex-wrap items-end gap-2 rounded-lg bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        for (const question of card.questions) void decline(question, because);
      }}
    >
      <label class="min-w-0 flex-1 basis-60">
        <span class="text-sm">{texts.declineWhy}</span>
        <input
          dir="auto"
          ref={field}
          class="field"
          value={because}
          onInput={(event) => setBecause(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        />
      </label>
      <button type="submit" class="btn">
        {texts.declineNow}
      </button>
    </form>
  );
}
