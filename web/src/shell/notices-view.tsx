/** The notices, above the lower edge of the page, and the announcements for screen readers. */
import { dismiss, type Notice, notices } from '../state/notices.ts';
import { spoken } from '../state/told.ts';
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';

const TONES = {
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  danger: 'border-danger text-danger',
} as const;

export function Notices() {
  return (
    <>
      <div class="sr-only" aria-live="polite" data-testid="spoken">
        {spoken.value}
      </div>
      <section
        aria-live="polite"
        aria-label={texts.notices}
        class="pointer-events-none fixed inset-x-3 bottom-20 z-30 flex flex-col items-end gap-2 sm:right-5 sm:bottom-5 sm:left-auto sm:w-96"
      >
        {notices.value.map((notice) => (
          <NoticeView key={notice.id} notice={notice} />
        ))}
      </section>
    </>
  );
}

function NoticeView({ notice: { id, tone, text, detail, action } }: { notice: Notice }) {
  return (
    <div
      class={`panel pointer-events-auto flex w-full items-start gap-2 border-l-4 p-3 shadow-lg ${TONES[tone]}`}
      data-testid="notice"
    >
      <Icon name={tone === 'good' ? 'check' : 'warn'} class="mt-0.5 size-4" />
      <div class="min-w-0 flex-1">
        <p class="font-semibold text-ink">{text}</p>
        {detail && (
          <p dir="auto" class="line-clamp-3 text-sm text-muted">
            {detail}
          </p>
        )}
        {action && (
          <button
            type="button"
            class="mt-1 min-h-6 text-sm font-semibold text-accent underline underline-offset-2"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        class="-m-1 p-1 text-muted hover:text-ink"
        aria-label={texts.close}
        onClick={() => dismiss(id)}
      >
        <Icon name="close" class="size-4" />
      </button>
    </div>
  );
}
