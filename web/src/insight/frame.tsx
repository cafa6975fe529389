/** What every chart has: a heading, a summary in a sentence, and the numbers as a table. */
import type { ComponentChildren } from 'preact';
import { texts } from '../texts.ts';

interface Props {
  readonly title: string;
  readonly gist: string;
  readonly children: ComponentChildren;
  readonly head?: readonly string[];
  readonly rows?: readonly (readonly (string | number)[])[];
}

export function Frame({ title, gist, children, head, rows }: Props) {
  return (
    <section class="panel flex flex-col gap-3 p-4 sm:p-5">
      <div>
        <h2 class="text-lg font-semibold">{title}</h2>
        <p class="text-muted">{gist}</p>
      </div>
      {children}
      {head && rows && rows.length > 0 && (
        <details>
          <summary class="py-1 text-sm text-muted">{texts.insight.table}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
          <section class="mt-2 max-h-80 overflow-auto" tabIndex={0} aria-label={title}>
            <table class="w-full text-left text-sm tabular-nums">
              <thead>
                <tr>
                  {head.map((name) => (
                    <th key={name} scope="col" class="border-b border-line py-1 pr-3 font-semibold">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells]) => (
                  <tr key={name}>
                    <th scope="row" class="py-1 pr-3 font-normal whitespace-nowrap">
                      {name}
                    </th>
                    {cells.map((cell, index) => (
                      <td key={head[index + 1]} class="py-1 pr-3">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </section>
  );
}

/** The legend of a colour. */
export function Key({ dot, text, count }: { dot: string; text: string; count: number }) {
  return (
    <li class="flex items-center gap-1.5">
      <span class={`size-3 rounded-sm ${dot}`} aria-hidden="true" />
      {text} <span class="text-muted tabular-nums">{count.toLocaleString('en')}</span>
    </li>
  );
}
