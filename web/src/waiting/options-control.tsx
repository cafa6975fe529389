/** Options with their descriptions; single or multiple choice; and a typed answer, unless only the options count. */
import { useEffect, useRef } from 'preact/hooks';
import { draftOf, optionsShown, setDraft } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { GrowingText } from '../ui/growing-text.tsx';
import { choose } from './current.ts';
import type { ControlProps } from './question.tsx';

export function OptionsControl({ id, question, labelledBy, onSend, numbered }: ControlProps) {
  const draft = draftOf(id).value;
  const { multiSelect, recommended, strictOptions } = question;
  const options = optionsShown(question);
  const own = useRef<HTMLDivElement>(null);
  const wasOther = useRef(draft.other);
  // Choosing “something else” moves the focus to its text field. An existing draft takes no focus.
  useEffect(() => {
    if (draft.other && !wasOther.current) own.current?.querySelector('textarea')?.focus();
    wasOther.current = draft.other;
  }, [draft.other]);
  const kind = multiSelect ? 'checkbox' : 'radio';
  const group = { role: multiSelect ? ('group' as const) : ('radiogroup' as const), 'aria-labelledby': labelledBy };
  return (
    <div {...group} class="flex flex-col gap-2">
      {multiSelect && <p class="text-sm text-muted">{texts.pickSeveral}</p>}
      {options.map(({ label, description }, index) => (
        <OptionRow
          key={label}
          kind={kind}
          name={id}
          checked={draft.chosen.includes(label)}
          number={numbered && index < 9 ? index + 1 : null}
          onChange={() => setDraft(id, choose(question, draft.chosen, label))}
        >
          <span class="flex flex-wrap items-baseline gap-x-2">
            <span class="min-w-0 font-medium">{label}</span>
            {label === recommended && <span class="tag bg-soft text-accent">{texts.recommended}</span>}
          </span>
          {description && (
            <span dir="auto" class="block text-sm text-muted">
              {description}
            </span>
          )}
        </OptionRow>
      ))}
      {!strictOptions && (
        <>
          <OptionRow
            kind={kind}
            name={id}
            checked={draft.other}
            number={numbered && options.length < 9 ? options.length + 1 : null}
            onChange={() => setDraft(id, multiSelect ? { other: !draft.other } : { other: true, chosen: [] })}
          >
            <span class="font-medium">{texts.other}</span>
          </OptionRow>
          {draft.other && (
            <div ref={own} class="pl-3">
              <GrowingText
                value={draft.text}
                label={texts.otherLabel}
                placeholder={texts.answerPlaceholder}
                hint={texts.enterSends}
                hintSeen={numbered}
                onInput={(text) => setDraft(id, { text })}
                onEnter={onSend}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface RowProps {
  readonly kind: 'radio' | 'checkbox';
  readonly name: string;
  readonly checked: boolean;
  readonly number: number | null;
  readonly onChange: () => void;
  readonly children: preact.ComponentChildren;
}

function OptionRow({ kind, name, checked, number, onChange, children }: RowProps) {
  return (
    // The direction is set on the row, not only on its text: text read from the right starts at the right.
    <label
      dir="auto"
      class={`flex items-start gap-3 rounded-lg border px-3 py-2 ${
        checked ? 'border-accent bg-soft' : 'border-line hover:border-edge'
      }`}
    >
      <input type={kind} name={name} checked={checked} class="mt-0.5" onChange={onChange} />
      <span class="min-w-0 flex-1">{children}</span>
      {number !== null && <kbd class="kbd hidden sm:inline-block">{number}</kbd>}
    </label>
  );
}
