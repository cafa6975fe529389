/** The frame around every view: the name, the navigation, the connection status, the notices. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { unsent } from '../state/answering.ts';
import { connection, mayAnswer } from '../state/api.ts';
import { waitingCount } from '../state/waiting.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';
import { useKeys } from './keyboard.ts';
import { Logo } from './logo.tsx';
import { Notices } from './notices-view.tsx';
import { way } from './router.ts';
import { SettingsDialog, settingsOpen } from './settings-dialog.tsx';

const VIEWS = [
  ['waiting', '#/'],
  ['jobs', '#/jobs'],
  ['history', '#/history'],
  ['preferences', '#/preferences'],
  ['insight', '#/insight'],
] as const;

export function Layout({ children }: { children: ComponentChildren }) {
  useKeys({
    '?': () => {
      settingsOpen.value = true;
    },
  });
  useFocusOnView();
  return (
    <>
      <button
        type="button"
        class="btn btn-main fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0"
        onClick={() => document.getElementById('main')?.focus()}
      >
        {texts.skip}
      </button>
      <header class="sticky top-0 z-20 border-b border-line bg-surface">
        <div class="mx-auto flex h-14 max-w-5xl items-center gap-3 px-4">
          <a href="#/" class="flex items-center gap-2 text-base font-semibold tracking-tight">
            <Logo />
            {texts.app}
          </a>
          <Views />
          <div class="ml-auto flex items-center gap-1">
            <ConnectionState />
            <button
              type="button"
              class="btn btn-quiet px-2"
              aria-label={texts.settings}
              title={`${texts.settings} (?)`}
              onClick={() => {
                settingsOpen.value = true;
              }}
            >
              <Icon name="settings" />
            </button>
          </div>
        </div>
      </header>
      {unsent.value > 0 && (
        <p role="status" class="bg-warn-soft px-4 py-2 text-center font-medium text-warn">
          {texts.unsent(unsent.value)}
        </p>
      )}
      {!mayAnswer.value && (
        <p role="status" class="bg-warn-soft px-4 py-2 text-center font-medium text-warn">
          {texts.readOnly}
        </p>
      )}
      <main id="main" tabIndex={-1} class="mx-auto max-w-5xl px-3 pt-5 pb-28 outline-none sm:px-4 sm:pt-7 sm:pb-16">
        {children}
      </main>
      <Notices />
      <SettingsDialog />
    </>
  );
}

/** On a change of view, scrolls to its top and moves the focus there for screen readers. */
function useFocusOnView(): void {
  const view = way.value.join('/');
  const was = useRef(view);
  useEffect(() => {
    if (was.current === view) return;
    was.current = view;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [view]);
}

/** Beside the name, or along the lower edge of a phone, within reach of the thumb. */
function Views() {
  const [first = 'waiting'] = way.value;
  // On a phone there is no room for a sixth view, and both are about what agents get without asking.
  const here = first === 'rules' ? 'preferences' : first;
  return (
    <nav
      aria-label={texts.nav.label}
      class="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:static sm:ml-4 sm:gap-1 sm:border-0 sm:p-0"
    >
      {VIEWS.map(([name, href]) => {
        const isHere = here === name;
        return (
          <a
            key={name}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            class={`relative flex min-w-0 flex-1 flex-col items-center gap-0.5 px-0.5 py-2 text-[0.6875rem] font-medium whitespace-nowrap sm:flex-none sm:flex-row sm:gap-1.5 sm:rounded-lg sm:px-3 sm:py-1.5 sm:text-[0.9375rem] ${
              isHere ? 'text-accent sm:bg-soft' : 'text-muted hover:text-ink sm:hover:bg-sunken'
            }`}
          >
            <Icon name={name} class="size-5 sm:hidden" />
            {texts.nav[name]}
            {name === 'waiting' && waitingCount.value > 0 && (
              <span
                class="absolute top-1 left-1/2 ml-1.5 min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent sm:static sm:m-0"
                data-testid="waiting-count"
              >
                {waitingCount.value.toLocaleString('en')}
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

const DOTS = {
  waits: 'bg-edge',
  connected: 'bg-good',
  polling: 'bg-good',
  reconnecting: 'bg-warn motion-safe:animate-pulse',
  offline: 'bg-danger',
} as const;

function ConnectionState() {
  const state = connection.value;
  return (
    <span
      role="status"
      data-testid="connection"
      data-state={state}
      class="flex items-center gap-1.5 px-1 text-sm text-muted"
    >
      <span class={`size-2 rounded-full ${DOTS[state]}`} aria-hidden="true" />
      {texts.connection[state]}
    </span>
  );
}
