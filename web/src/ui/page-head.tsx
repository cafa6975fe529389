/** The heading of a view, with its actions. */
import type { ComponentChildren } from 'preact';

export function PageHead({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 class="text-2xl font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}

/** The placeholder for an empty list. */
export function Nothing({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="panel px-6 py-14 text-center">
      <p class="text-lg font-semibold">{title}</p>
      {children && <p class="mx-auto mt-1 max-w-md text-muted">{children}</p>}
    </div>
  );
}

/** A loading error, with a button to try again. */
export function Failure({ text, again, onAgain }: { text: string; again: string; onAgain: () => void }) {
  return (
    <div class="panel flex flex-wrap items-center justify-between gap-3 p-4" role="alert">
      <p class="min-w-0 text-danger">{text}</p>
      <button type="button" class="btn" onClick={onAgain}>
        {again}
      </button>
    </div>
  );
}
