/** A warning that it is hard to undo, and what it affects: across the card, or above one of its questions. */
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';

export function DangerStrip({ subject, inside = false }: { subject: string; inside?: boolean }) {
  return (
    <p
      class={`flex flex-wrap items-center gap-x-2 bg-danger-soft px-4 py-2 font-semibold text-danger ${
        inside ? 'rounded-lg' : 'sm:px-5'
      }`}
    >
      <Icon name="warn" />
      {texts.destructive}
      {subject !== '' && (
        <span dir="auto" class="min-w-0 font-mono text-sm" data-testid="subject">
          {subject}
        </span>
      )}
    </p>
  );
}
