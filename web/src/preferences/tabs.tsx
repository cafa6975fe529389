/** Links between what agents get without asking: the usual answers, and the permissions. */
import { texts } from '../texts.ts';

const TABS = [
  ['preferences', texts.preference.title],
  ['rules', texts.rules.title],
] as const;

export function SettingsTabs({ here }: { here: 'preferences' | 'rules' }) {
  return (
    <nav aria-label={texts.rules.tabs} class="order-first flex basis-full gap-1 sm:order-none sm:basis-auto">
      {TABS.map(([name, label]) => (
        <a
          key={name}
          href={`#/${name}`}
          aria-current={here === name ? 'page' : undefined}
          class={`rounded-lg px-3 py-1.5 font-medium ${here === name ? 'bg-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink'}`}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
