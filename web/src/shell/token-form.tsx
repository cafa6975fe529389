/** The form for a token, if the server needs one. */
import { useState } from 'preact/hooks';
import { hasToken, me, stopWantingToken, takeToken } from '../state/api.ts';
import { pair, pairingCode, pairingRefused } from '../state/pairing.ts';
import { texts } from '../texts.ts';

export function TokenForm({ onEntered }: { onEntered: () => void }) {
  const [text, setText] = useState('');
  const [stay, setStay] = useState(false);
  // Without a token the page can do everything but approve.
  const optional = me.value?.tokensNeeded === false;
  return (
    <main class="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <form
        class="panel flex flex-col gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          const code = pairingCode(text);
          if (code !== null) {
            void pair(code).then(onEntered);
            return;
          }
          takeToken(text.trim(), stay);
          onEntered();
        }}
      >
        <h1 class="text-xl font-semibold">{optional ? texts.token.optionalTitle : texts.token.title}</h1>
        <p class="text-muted">{optional ? texts.token.optionalWhy : texts.token.why}</p>
        <label class="flex flex-col gap-1">
          <span class="font-medium">{texts.token.label}</span>
          <input
            class="field font-mono"
            type="password"
            autocomplete="current-password"
            value={text}
            aria-describedby={hasToken.value ? 'token-wrong' : undefined}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {hasToken.value && (
          <p id="token-wrong" class="font-medium text-danger" role="alert">
            {texts.token.wrong}
          </p>
        )}
        {pairingRefused.value !== null && (
          <p class="font-medium text-danger" role="alert">
            {pairingRefused.value}
          </p>
        )}
        <label class="flex items-center gap-2">
          <input type="checkbox" checked={stay} onChange={(event) => setStay(event.currentTarget.checked)} />
          {texts.token.stay}
        </label>
        <button type="submit" class="btn btn-main">
          {texts.token.enter}
        </button>
        {optional && (
          <button type="button" class="btn" onClick={() => stopWantingToken()}>
            {texts.cancel}
          </button>
        )}
        <p class="text-sm text-muted">
          {optional ? texts.token.optionalHow : texts.token.how}{' '}
          <code class="font-mono">askonce token create --role answerer --name you</code>
        </p>
      </form>
    </main>
  );
}
