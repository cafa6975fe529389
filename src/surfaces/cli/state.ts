/** `askonce state`: seed 002's four fields for each asker of a session. */
import type { ClarificationState } from '../../orchestrator/state.ts';
import { colours, columns, EXIT, say, sayJson } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { isThere, withService } from './with-store.ts';

export interface StateFlags extends GlobalOptions {
  asker?: string;
}

/** The same shape as over HTTP. */
type AskerState = ClarificationState & { readonly asker: string };

export async function state(session: string, flags: StateFlags): Promise<number> {
  const location = await serviceLocation(flags);
  // Reading does not create a store.
  const items = (await isThere(location))
    ? await withService(location, async (askonce): Promise<AskerState[]> => {
        const found = askonce.session(session);
        if (flags.asker !== undefined) return [{ asker: flags.asker, ...(await found.state(flags.asker)) }];
        return Object.entries(await found.states()).map(([asker, fields]) => ({ asker, ...fields }));
      })
    : [];
  if (flags.json) sayJson({ items });
  else if (items.length === 0) say(oneLine(`No questions in session ${session}.`));
  else say(items.flatMap(shown).join('\n'));
  return EXIT.ok;
}

function shown({ asker, ...fields }: AskerState): string[] {
  return [
    colours.bold(oneLine(asker)),
    ...Object.entries(fields).flatMap(([name, value]) => {
      const label = `  ${name}: `;
      const [first, ...rest] = wrapped(value === null ? 'null' : String(value), columns() - label.length);
      return [colours.dim(label) + first, ...rest.map((line) => ' '.repeat(label.length) + line)];
    }),
    '',
  ];
}
