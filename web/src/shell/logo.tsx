/** The logo of AskOnce, in the colours of the theme. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" class="size-7 flex-none" aria-hidden="true">
      <rect width="32" height="32" rx="8" class="fill-accent" />
      <g class="fill-on-accent">
        <path d="M16 7.5a6 6 0 0 0-6 6h3.2a2.8 2.8 0 1 1 4.6 2.1c-1.7 1.4-3.4 2.6-3.4 5.2h3.2c0-1.4 1-2 2.3-3.1A6 6 0 0 0 16 7.5Z" />
        <circle cx="16" cy="24" r="2" />
      </g>
    </svg>
  );
}
