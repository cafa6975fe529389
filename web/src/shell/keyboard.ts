/**
 * All keyboard shortcuts of the page. A view says what its keys do; keys are ignored in text fields and dialogs, and if shortcuts are
 * turned off.
 */
import { useEffect } from 'preact/hooks';
import { shortcuts } from '../state/settings.ts';

/** Handlers by the name of the key; one that returns false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

const layers: { keys: Keys }[] = [];

/** Registers the keys of a view while it is mounted. The latest ones come first. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const layer = { keys };
    layers.unshift(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  });
}

export function startKeyboard(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.closest('dialog')) return;
    // Holding a key down repeats moving, but must not answer one question after the other.
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return;
    if (event.key === 'Escape') {
      if (target !== document.body) target.blur();
    } else if (isTypedIn(target) || !shortcuts.value) return;
    // Enter and Space belong to the focused control.
    if ((event.key === 'Enter' || event.key === ' ') && target.closest('button, a, summary, select')) return;
    for (const { keys } of layers) {
      const act = keys[event.key];
      if (!act || act(event) === false) continue;
      event.preventDefault();
      return;
    }
  });
}

function isTypedIn(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
