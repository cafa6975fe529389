/**
 * Every key the page knows, in one place. A view says what its keys do; nothing is taken from fields that are typed in, from
 * dialogs, or from somebody who has turned shortcuts off.
 */
import { useEffect } from 'preact/hooks';
import { shortcuts } from '../state/settings.ts';

/** By the name of the key; what returns false leaves the key to the browser. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

const layers: { keys: Keys }[] = [];

/** The keys of a view for as long as it is there. Those given last are asked first. */
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
    // Whoever holds a key down goes on and on, but does not answer one question after the other.
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return;
    if (event.key === 'Escape') {
      if (target !== document.body) target.blur();
    } else if (isTypedIn(target) || !shortcuts.value) return;
    // Enter and the space bar belong to whatever is in focus and can be pressed.
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
