/** `askonce doctor`: says whether a question and a permission would reach the inbox, and if not, why and what to do. */
import { AskOnceError } from '../../core/model/errors.ts';
import { asTyped } from '../../util/as-typed.ts';
import { version } from '../../util/version.ts';
import { colours, columns, EXIT, say, sayJson } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { checkedUrl } from './checked-url.ts';
import { channelChecks } from './doctor/channels.ts';
import { type Check, fail } from './doctor/check.ts';
import { claudeChecks } from './doctor/claude.ts';
import { codexChecks } from './doctor/codex.ts';
import { geminiChecks } from './doctor/gemini.ts';
import { inboxChecks, SERVER } from './doctor/inbox.ts';
import { opencodeChecks } from './doctor/opencode.ts';
import { personPlaces } from './person/places.ts';
import { personInbox } from './person/server-record.ts';
import { type GlobalOptions, quietLocation, type StoreLocation } from './store-location.ts';

export interface DoctorFlags extends GlobalOptions {
  server?: string;
}

export async function doctor(flags: DoctorFlags): Promise<number> {
  const server = flags.server === undefined ? null : checkedUrl(flags.server);
  const checks: Check[] = [];
  const tell = (found: readonly Check[]) => {
    checks.push(...found);
    if (!flags.json) for (const check of found) for (const line of shown(check)) say(line);
  };
  if (!flags.json) say(`${colours.bold(`AskOnce ${version()}`)}\n`);
  const location = await locationOrFailure(flags);
  if ('status' in location) tell([location]);
  else {
    tell(await inboxChecks(location, server ?? serverOf(location)));
    tell(await channelChecks(location));
    tell(await claudeChecks(location));
    tell(await codexChecks(location));
    tell(await geminiChecks(location));
    tell(await opencodeChecks(location));
  }
  const works = checks.every(({ status }) => status !== 'fail');
  if (flags.json) sayJson({ works, checks: checks.map((check) => ({ ...check, ...typed(check) })) });
  return works ? EXIT.ok : EXIT.error;
}

function serverOf({ whose }: StoreLocation): string {
  return (whose === 'person' ? personInbox(personPlaces()) : null) ?? SERVER;
}

async function locationOrFailure(flags: DoctorFlags): Promise<StoreLocation | Check> {
  try {
    return await quietLocation(flags);
  } catch (error) {
    if (error instanceof AskOnceError && error.code.startsWith('config_'))
      return fail('config', error.message, 'Correct the config file; docs/configuration.md describes it.');
    throw error;
  }
}

const typed = ({ text, next }: Check) => ({
  text: asTyped(text, typedCommand()),
  ...(next === undefined ? {} : { next: asTyped(next, typedCommand()) }),
});

const INDENT = ' '.repeat(17);

function shown(check: Check): string[] {
  const { green, yellow, red, dim } = colours;
  const colour = { ok: green, warn: yellow, fail: red }[check.status];
  const { text, next } = typed(check);
  const width = columns() - INDENT.length;
  const [first = '', ...rest] = wrapped(oneLine(text), width);
  const remedy = next === undefined ? [] : wrapped(oneLine(`→ ${next}`), width);
  return [
    `  ${colour(check.status.padEnd(5))} ${dim(check.name.padEnd(9))}${first}`,
    ...rest.map((line) => INDENT + line),
    ...remedy.map((line) => INDENT + dim(line)),
  ];
}
