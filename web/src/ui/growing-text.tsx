/** A text field that grows with its text. Enter sends; Shift+Enter starts a new line. */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onEnter?: (() => void) | undefined;
  readonly labelledBy?: string | undefined;
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  /** Whether the hint is visible. Its space is reserved: a click misses a target that moves. */
  readonly hintSeen?: boolean;
  readonly rows?: number;
}

export function GrowingText(props: Props) {
  const { value, onInput, onEnter, labelledBy, label, placeholder, hint, hintSeen = true, rows = 1 } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  // The height follows the text.
  useLayoutEffect(() => {
    const { style, offsetHeight, clientHeight } = field.current!;
    style.height = 'auto';
    style.height = `${field.current!.scrollHeight + offsetHeight - clientHeight}px`;
  }, [value]);
  return (
    <div>
      <textarea
        dir="auto"
        ref={field}
        rows={rows}
        class="field block max-h-80 resize-none"
        value={value}
        placeholder={placeholder}
        aria-labelledby={labelledBy}
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!onEnter || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          if (!event.repeat) onEnter();
        }}
      />
      {hint && (
        <p id={hintId} class={`mt-1 hidden text-xs text-muted sm:block ${hintSeen ? '' : 'invisible'}`}>
          {hint}
        </p>
      )}
    </div>
  );
}
