/** A warning that it is hard to undo, and what it affects: across the card, or above one of its questions. */
import { texts } from '../texts.ts';
import { Icon } from '../ui/icons.tsx';

interface Props {
  readonly subject: string;
  readonly inside?: boolean;
  /** Why to be careful. */
  readonly says?: string;
}

export function DangerStrip({ subject, inside = false, says = texts.destructive }: Props) {
  return (
    <p
      class={`flex items-start gap-2 bg-danger-soft px-4 py-2 font-semibold text-danger ${
        inside ? 'rounded-lg' : 'sm:px-5'
      }`}
    >
      <Icon name="warn" class="mt-0.5 size-5" />
      <span class="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span class="min-w-0">{says}</span>
        {subject !== '' && (
          <span dir="auto" class="min-w-0 font-mono text-sm" data-testid="subject">
            {subject}
          </span>
        )}
      </span>
    </p>
  );
}
