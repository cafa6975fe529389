/** Chooses a file: one that the agent named, one of the project that matches, or any path. */
import { useEffect, useId, useState } from 'preact/hooks';
import { api } from '../state/api.ts';
import { draftOf, setDraft } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { afterPress } from '../ui/after-press.ts';
import { Icon } from '../ui/icons.tsx';
import { MarkedPath, matches } from '../ui/marked-path.tsx';
import type { ControlProps } from './question.tsx';

const SHOWN = 30;
const PAUSE_MS = 120;

export function FileControl({ id, question, labelledBy, onSend, files }: ControlProps) {
  const { text } = draftOf(id).value;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useFiles(id, text, open && files);
  const listId = useId();
  const named = question.options.map(({ label }) => label);
  const isNamed = named.includes(text);
  const shownNamed = isNamed ? named : named.filter((path) => matches(path, text));
  const shown = [...shownNamed, ...found.filter((path) => !named.includes(path))].slice(0, SHOWN);
  const take = (path: string) => {
    setDraft(id, { text: path });
    setOpen(false);
    setActive(-1);
  };
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((was) => (shown.length === 0 ? -1 : (was + step + shown.length) % shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const path = open ? shown[active] : undefined;
      if (path !== undefined) take(path);
      else onSend();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const expanded = open && shown.length > 0;
  return (
    <div class="flex flex-col gap-2">
      <div class="relative">
        <Icon name="file" class="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <input
          class="field pl-8 font-mono text-sm"
          type="text"
          role="combobox"
          spellcheck={false}
          autocomplete="off"
          aria-labelledby={labelledBy}
          aria-expanded={expanded}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={expanded && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={texts.filePlaceholder}
          value={text}
          onInput={(event) => {
            setDraft(id, { text: event.currentTarget.value });
            setOpen(true);
            setActive(-1);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => afterPress(() => setOpen(false))}
          onKeyDown={onKeyDown}
        />
      </div>
      {!expanded && shownNamed.length > 0 && (
        <ul class="flex flex-col gap-1" aria-label={texts.filesNamed}>
          {shownNamed.map((path) => (
            <li key={path}>
              <button
                type="button"
                aria-pressed={path === text}
                class={`flex w-full items-center gap-2 rounded-lg border px-3 py-1.5 text-left ${
                  path === text ? 'border-accent bg-soft' : 'border-line hover:border-edge'
                }`}
                onClick={() => take(path)}
              >
                <MarkedPath path={path} query={isNamed ? '' : text} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={texts.fileLabel}
        tabIndex={-1}
        hidden={!expanded}
        class="panel max-h-64 overflow-y-auto p-1 outline-none"
      >
        {shown.map((path, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as for every combobox.
          <div
            key={path}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            class={`cursor-pointer rounded-md px-2 py-1.5 ${index === active ? 'bg-soft' : 'hover:bg-sunken'}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(path)}
          >
            <MarkedPath path={path} query={isNamed ? '' : text} />
          </div>
        ))}
      </div>
      {open && text !== '' && shown.length === 0 && <p class="text-sm text-muted">{texts.filesFound(0)}</p>}
    </div>
  );
}

/** The project's files that match, once typing pauses; empty if the server has no list of them. */
function useFiles(clarification: string, query: string, wanted: boolean): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!wanted) return;
    const going = new AbortController();
    const timer = setTimeout(() => {
      api()
        .files({ query, clarification, limit: SHOWN }, { signal: going.signal })
        .then(({ items }) => setFound(items.map(({ path }) => path)))
        // The files that the agent named, and typed paths, are still available.
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      going.abort();
    };
  }, [clarification, query, wanted]);
  return found;
}
