/** `askonce approvals`: the rules about tool calls. */
import type { Rule } from '../../core/approvals/rule.ts';
import { colours, columns, EXIT, say, sayJson } from '../terminal/output.ts';
import { ago, oneLine } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { mustBePerson } from './person-only.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { withService, withServiceThere } from './with-store.ts';

export async function listRules(flags: GlobalOptions & { session?: string }): Promise<number> {
  const location = await serviceLocation(flags);
  const of = flags.session === undefined ? {} : { session: flags.session };
  const items = await withService(location, (askonce) => askonce.approvals.rules(of));
  if (flags.json) {
    sayJson({ items });
    return EXIT.ok;
  }
  if (items.length === 0) say('No rules yet. You make one when you allow a call for a session or a project.');
  const now = Date.now();
  for (const rule of items) say(lines(rule, now).join('\n'));
  return EXIT.ok;
}

export async function revokeRule(id: string, flags: GlobalOptions): Promise<number> {
  mustBePerson('approvals revoke');
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const { status, clarification } = await askonce.approvals.revoke(id, { surface: 'cli' });
    if (flags.json) sayJson({ status, clarification });
    else say(oneLine(`Revoked “${clarification.decision!.rule}”. Such calls are asked again.`));
    return EXIT.ok;
  });
}

function lines({ id, effect, rule, session, by, at }: Rule, now: number): string[] {
  const { bold, dim } = colours;
  const where = session === null ? 'in this project' : `in session ${session}`;
  const whose =
    id === null
      ? 'from the configuration'
      : `by ${by ?? 'somebody'}, ${ago(at!, now)}; revoke with: ${typedCommand()} approvals revoke ${id}`;
  const width = columns() - 2;
  return [
    ...wrapped(`${effect}  ${rule}`, width).map((line) => bold(line)),
    ...wrapped(`${where}, ${whose}`, width).map((line) => `  ${dim(line)}`),
    '',
  ];
}
