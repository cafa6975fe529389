/** How to decide a call: how far, by which rule, with which message, with another input. Sending is a step of its own. */
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';
import { GrowingText } from '../ui/growing-text.tsx';
import { exactText } from '../ui/plain-text.ts';
import { type Card, isDangerous } from '../waiting/cards.ts';
import { isSlip, sendCard } from '../waiting/current.ts';
import {
  type Choice,
  changeDraft,
  choiceIn,
  choicesOf,
  choose,
  draftFor,
  editableText,
  editedInput,
  ruleIn,
  rulesOf,
} from './choice.ts';

const KEYS: Readonly<Record<Choice, string>> = { once: 'y', session: 's', project: 'a', deny: 'n' };

interface Props {
  readonly card: Card;
  readonly labelledBy: string;
  /** Whether keys work here, and are shown. */
  readonly keysShown: boolean;
}

export function Decide({ card, labelledBy, keysShown }: Props) {
  const choices = choicesOf(card);
  const chosen = choiceIn(card);
  const danger = isDangerous(card);
  return (
    <div class="flex flex-col gap-3">
      <Edit card={card} keysShown={keysShown} />
      {choices.length > 2 && <Rules card={card} keysShown={keysShown} />}
      {danger && <p class="text-sm text-muted">{texts.approval.noWider}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend, and the heading is it. */}
      <div
        role="group"
        aria-labelledby={labelledBy}
        class={`grid grid-cols-2 gap-2 sm:gap-3 ${choices.length > 2 ? 'sm:grid-cols-4' : 'max-w-md'}`}
      >
        {choices.map((choice) => {
          const isChosen = chosen === choice;
          const tone = danger && choice !== 'deny' ? 'btn-danger' : 'btn-main';
          return (
            <button
              key={choice}
              type="button"
              aria-pressed={isChosen}
              class={`btn min-h-11 px-2 leading-tight ${isChosen ? tone : ''}`}
              onClick={(event) => isSlip(event) || choose(card, choice)}
            >
              {texts.approval.choose[choice]}
              {keysShown && <kbd class="kbd hidden sm:inline-block">{KEYS[choice]}</kbd>}
            </button>
          );
        })}
      </div>
      {chosen === 'deny' && <Message card={card} />}
    </div>
  );
}

/** The rule is shown before it is chosen. */
function Rules({ card, keysShown }: { card: Card; keysShown: boolean }) {
  const rules = rulesOf(card);
  const chosen = ruleIn(card);
  const name = `rule-${card.questions[0]!.id}`;
  if (rules.length === 1)
    return (
      <p class="text-sm text-muted" data-testid="rule">
        {texts.approval.ruleOne} <RuleText rule={rules[0]!} />
      </p>
    );
  return (
    <fieldset class="flex flex-col gap-1" data-testid="rule">
      <legend class="mb-1 text-sm text-muted">{texts.approval.ruleSeveral}</legend>
      {rules.map((rule, index) => (
        <label key={rule} class="flex items-start gap-2 text-sm">
          <input
            type="radio"
            name={name}
            class="mt-0.5"
            checked={rule === chosen}
            onChange={() => changeDraft(card, { rule })}
          />
          <RuleText rule={rule} />
          {keysShown && <kbd class="kbd ml-auto hidden sm:inline-block">{index + 1}</kbd>}
        </label>
      ))}
    </fieldset>
  );
}

export function RuleText({ rule }: { rule: string }) {
  return <code class="exact min-w-0 font-mono text-[0.8125rem] whitespace-pre-wrap text-ink">{exactText(rule)}</code>;
}

export const messageIdOf = (id: string) => `message-${id}`;

function Message({ card }: { card: Card }) {
  return (
    <div id={messageIdOf(card.questions[0]!.id)}>
      <GrowingText
        value={draftFor(card).text}
        label={texts.approval.message}
        placeholder={texts.approval.message}
        hint={texts.approval.messageHint}
        onInput={(text) => changeDraft(card, { text })}
        onEnter={() => sendCard(card)}
      />
    </div>
  );
}

function Edit({ card, keysShown }: { card: Card; keysShown: boolean }) {
  const editable = editableText(card);
  const { edit } = draftFor(card);
  const isOpen = edit !== undefined;
  const field = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  // Opening it moves the focus there. A draft from before takes no focus.
  useEffect(() => {
    if (isOpen && !wasOpen.current) field.current?.querySelector('textarea')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (editable === null) return null;
  const edited = editedInput(card);
  return (
    <div class="flex flex-col items-start gap-2">
      <button
        type="button"
        class="btn"
        aria-expanded={isOpen}
        onClick={() => changeDraft(card, { edit: isOpen ? undefined : editable.text })}
      >
        {isOpen ? texts.approval.editStop : texts.approval.edit}
        {keysShown && !isOpen && <kbd class="kbd hidden sm:inline-block">e</kbd>}
      </button>
      {isOpen && (
        <div ref={field} class="w-full font-mono text-[0.8125rem]">
          <GrowingText
            value={edit}
            label={editable.is === 'command' ? texts.approval.editCommand : texts.approval.editJson}
            rows={editable.is === 'command' ? 1 : 3}
            onInput={(text) => changeDraft(card, { edit: text })}
          />
        </div>
      )}
      {edited && 'error' in edited ? (
        <p role="alert" class="text-sm font-medium text-danger">
          {edited.error}
        </p>
      ) : (
        isOpen && <p class="text-sm text-muted">{texts.approval.editOnce}</p>
      )}
    </div>
  );
}
