/** The settings of this browser. */
import { effect } from '@preact/signals';
import type { Order } from '../waiting/cards.ts';
import { rereadStored, storedSignal } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

export const theme = storedSignal<Theme>('theme', 'system');
export const order = storedSignal<Order>('order', 'oldest');
export const bySession = storedSignal('by-session', false);
export const shortcuts = storedSignal('shortcuts', true);
export const sound = storedSignal('sound', false);
export const notify = storedSignal('notify', false);

// Settings of another tab apply here as well.
window.addEventListener('storage', ({ key }) => rereadStored(key));

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') delete dataset.theme;
  else dataset.theme = theme.value;
});
