/** Short notices about what has just happened. Important ones stay until they are closed. */
import { signal } from '@preact/signals';

export interface Notice {
  readonly id: number;
  readonly tone: 'good' | 'warn' | 'danger';
  readonly text: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 7_000;
const MAX_NOTICES = 4;

export const notices = signal<readonly Notice[]>([]);
let count = 0;

export function tell(notice: Omit<Notice, 'id'>): void {
  count += 1;
  const id = count;
  // Only the latest success is shown; a quick person would see nothing else.
  const others = notices.value.filter(({ tone }) => tone !== 'good' || notice.tone !== 'good');
  notices.value = [...others, { ...notice, id }].slice(-MAX_NOTICES);
  if (notice.tone === 'good') setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
