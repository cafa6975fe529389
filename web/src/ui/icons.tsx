/** Small icons beside words. Decorative: they add no information. */
const PATHS = {
  waiting: 'M4 5h16v11H9l-5 4V5Z',
  jobs: 'M4 7h16v12H4V7Zm5 0V4h6v3M4 12h16',
  history: 'M12 7v5l3 2M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5',
  preferences: 'M5 7h9m4 0h1M5 17h1m4 0h9M14 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0ZM6 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0Z',
  insight: 'M5 19V11m5 8V5m5 14v-6m5 6V9',
  settings:
    'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1 1-1.1 1.8M12 16.6v.1M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 0 0-17 0Z',
  close: 'M6 6l12 12M18 6 6 18',
  warn: 'M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  check: 'M5 12.5 10 17l9-10',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm4.4 10.4L20 20',
  clock: 'M12 7.5V12l3 2M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 0 0-17 0Z',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9.5l6 6 6-6',
  file: 'M7 3.5h7l4 4v13H7v-17Zm7 0v4h4',
} as const;

export function Icon({ name, class: more = 'size-5' }: { name: keyof typeof PATHS; class?: string }) {
  return (
    <svg viewBox="0 0 24 24" class={`flex-none ${more}`} fill="none" stroke="currentColor" aria-hidden="true">
      <path d={PATHS[name]} stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
