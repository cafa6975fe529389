/** Questions that were put off, below those that wait: each with the time when it returns, and a button that brings it back now. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { api, mayAnswer, messageOf } from '../state/api.ts';
import { onEvent, onGap } from '../state/live.ts';
import { tell } from '../state/notices.ts';
import { texts } from '../texts.ts';
import { exactText } from '../ui/plain-text.ts';
import { WhoseLine } from './whose-line.tsx';

const MAX_SHOWN = 200;
/** Events that put many questions off come together. */
const TOGETHER_MS = 100;

const putOff = signal<readonly Clarification[]>([]);

export function PutOff() {
  useEffect(following, []);
  const questions = putOff.value;
  if (questions.length === 0) return null;
  return (
    <details class="panel mt-4 px-4 py-3" data-testid="put-off">
      <summary class="cursor-pointer font-semibold">{texts.later.putOff(questions.length)}</summary>
      <ul class="mt-3 flex flex-col gap-3">
        {questions.map((one) => (
          <li key={one.id} class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <div class="min-w-48 flex-1">
              <p class="break-words">{exactText(one.question)}</p>
              <WhoseLine question={one} />
              <p class="text-sm text-muted">{texts.later.returns(one.snoozedUntil!)}</p>
            </div>
            {mayAnswer.value && (
              <button type="button" class="btn" onClick={() => bringBack(one)}>
                {texts.later.now}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Keeps the list while it is shown. */
function following(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    api()
      .clarifications({ status: 'pending', snoozed: 'only', limit: MAX_SHOWN })
      .then(({ items }) => {
        putOff.value = items;
      })
      // The page says by itself that the server does not respond; the next event reads it again.
      .catch(() => {});
  };
  const readSoon = () => {
    timer ??= setTimeout(read, TOGETHER_MS);
  };
  read();
  const offs = [
    onGap(readSoon),
    onEvent(({ type, clarification: id }) => {
      if (type === 'clarification.snoozed' || putOff.peek().some((one) => one.id === id)) readSoon();
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const off of offs) off();
  };
}

function bringBack(question: Clarification): void {
  api()
    .snooze(question.id, null)
    .catch((error: unknown) => tell({ tone: 'danger', text: messageOf(error), detail: question.question }));
}
