/** `askonce prefs`: the stored preferences of the project. */
import type { Preference } from '../../core/model/resolution.ts';
import type { Service } from '../service/service.ts';
import { colours, columns, EXIT, say, sayJson } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { nameOf } from '../terminal/whose.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { type PageFlags, pageQuery } from './inbox.ts';
import { projectNamed } from './inbox-filter.ts';
import { personOnly } from './person-only.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { readPage, withService, withServiceThere } from './with-store.ts';

interface ProjectFlags {
  in?: string;
}

interface SubjectFlags extends GlobalOptions, ProjectFlags {
  subject?: string;
}

const projectOf = async (askonce: Service, flags: ProjectFlags) =>
  flags.in === undefined ? {} : { project: await projectNamed(askonce, flags.in) };

export async function listPreferences(flags: PageFlags & ProjectFlags): Promise<number> {
  const location = await serviceLocation(flags);
  const page = await readPage(location, async (askonce) =>
    askonce.preferences.list({ ...pageQuery(flags), ...(await projectOf(askonce, flags)) }),
  );
  if (flags.json) {
    sayJson(page);
    return EXIT.ok;
  }
  if (page.items.length === 0)
    say(`No preferences yet. They are learned from answers; set one with “${location.command} prefs set”.`);
  for (const preference of page.items) say(shown(preference).join('\n'));
  if (page.next !== null) say(`More: ${location.command} prefs --after '${page.next}'`);
  return EXIT.ok;
}

export async function setPreference(question: string, answer: string, flags: SubjectFlags): Promise<number> {
  personOnly('prefs set');
  return withService(await serviceLocation(flags), async (askonce) => {
    const of = await projectOf(askonce, flags);
    await askonce.preferences.set(question, answer, flags.subject, of);
    const where = of.project === undefined ? 'in this project' : `in ${nameOf(of.project)}`;
    if (flags.json) sayJson({ question, answer });
    else say(oneLine(`“${question}” will be answered “${answer}” ${where}.`));
    return EXIT.ok;
  });
}

export async function forgetPreference(question: string, flags: SubjectFlags): Promise<number> {
  personOnly('prefs forget');
  return withServiceThere(await serviceLocation(flags), async (askonce) => {
    const forgotten = await askonce.preferences.forget(question, flags.subject, await projectOf(askonce, flags));
    if (flags.json) sayJson(forgotten);
    else say(oneLine(`Forgotten: “${forgotten.question}” → “${forgotten.answer}”.`));
    return EXIT.ok;
  });
}

function shown({ question, answer, subject, origin, times }: Preference): string[] {
  const width = columns() - 2;
  const about = subject === '' ? '' : ` (about ${subject})`;
  const how = origin === 'set' ? 'set by hand' : `learned from ${times} ${times === 1 ? 'answer' : 'answers'}`;
  return [
    ...wrapped(question + about, width),
    ...wrapped(`→ ${answer}`, width).map((line) => `  ${colours.bold(line)}`),
    ...wrapped(how, width).map((line) => `  ${colours.dim(line)}`),
    '',
  ];
}
