/** The keyboard shortcuts, and the settings of this browser. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { forgetToken, hasToken, me } from '../state/api.ts';
import { notify, shortcuts, sound, type Theme, theme } from '../state/settings.ts';
import { chime, wantNotifications } from '../state/told.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';

export const settingsOpen = signal(false);

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['j', 'k'], texts.keys.move],
  [['1', '…', '9'], texts.keys.choose],
  [['0'], texts.keys.offered],
  [['y', 'n'], texts.keys.yesNo],
  [['s', 'a'], texts.keys.wider],
  [['e'], texts.keys.write],
  [['Enter'], texts.keys.send],
  [['r'], texts.keys.remember],
  [['x'], texts.keys.decline],
  [['c'], texts.keys.context],
  [['/'], texts.keys.search],
  [['?'], texts.keys.help],
  [['Esc'], texts.keys.escape],
];

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function SettingsDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = settingsOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="settings-title"
      class="m-auto w-[min(34rem,calc(100vw-1.5rem))] rounded-xl border border-line bg-surface p-0 text-ink shadow-2xl"
      onClose={() => {
        settingsOpen.value = false;
      }}
    >
      {open && <Content />}
    </dialog>
  );
}

function Content() {
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <div class="flex flex-col gap-5 p-5">
      <div class="flex items-center justify-between">
        <h2 id="settings-title" class="text-lg font-semibold">
          {texts.keys.title}
        </h2>
        <button
          type="button"
          class="btn btn-quiet px-2"
          aria-label={texts.close}
          onClick={() => {
            settingsOpen.value = false;
          }}
        >
          <Icon name="close" />
        </button>
      </div>
      <fieldset class="flex flex-wrap items-center gap-x-4 gap-y-2">
        <legend class="mb-1 font-medium">{texts.theme.label}</legend>
        {THEMES.map((name) => (
          <label key={name} class="flex items-center gap-2">
            <input
              type="radio"
              name="theme"
              checked={theme.value === name}
              onChange={() => {
                theme.value = name;
              }}
            />
            {texts.theme[name]}
          </label>
        ))}
      </fieldset>
      <div class="flex flex-col gap-2">
        <Switch
          on={sound.value}
          onChange={(on) => {
            sound.value = on;
            if (on) chime();
          }}
        >
          {texts.sound}
        </Switch>
        <Switch
          on={notify.value}
          onChange={(on) => {
            setRefused(null);
            if (on) void wantNotifications().then(setRefused);
            else notify.value = false;
          }}
        >
          {texts.notify}
        </Switch>
        {refused !== null && (
          <p role="alert" class="pl-6 text-sm text-danger">
            {refused}
          </p>
        )}
        <Switch
          on={shortcuts.value}
          onChange={(on) => {
            shortcuts.value = on;
          }}
        >
          {texts.keys.shortcuts}
        </Switch>
      </div>
      <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {KEYS.map(([keys, what]) => (
          <div key={what} class="contents">
            <dt class="flex items-start gap-1">
              {keys.map((key) => (
                <kbd key={key} class="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd class="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
      {me.value && hasToken.value && (
        <div class="flex items-center justify-between gap-3 border-t border-line pt-4">
          <span class="text-muted">{texts.token.as(me.value.name, me.value.role)}</span>
          <button
            type="button"
            class="btn"
            onClick={() => {
              forgetToken();
              // Reloads, so that no data read with the token remains.
              location.reload();
            }}
          >
            {texts.token.out}
          </button>
        </div>
      )}
    </div>
  );
}

function Switch({
  on,
  onChange,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ComponentChildren;
}) {
  return (
    <label class="flex items-start gap-2">
      <input type="checkbox" class="mt-0.5" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}
