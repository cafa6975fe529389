/** `askonce inbox --watch`: starts the terminal inbox. */
import picocolors from 'picocolors';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { ListedClarification } from '../../../core/model/views.ts';
import { listProject } from '../../../library/project-listing.ts';
import type { Service } from '../../service/service.ts';
import { EXIT } from '../../terminal/output.ts';
import { unrunNote } from '../answer.ts';
import { type InboxFlags, pageQuery } from '../inbox.ts';
import { type FilterFlags, filterOf } from '../inbox-filter.ts';
import { mustBePerson, personOnly } from '../person-only.ts';
import { type StoreLocation, serviceLocation } from '../store-location.ts';
import { withServiceThere } from '../with-store.ts';
import { InboxWatch } from './inbox-watch.ts';

const COMMAND = 'inbox --watch';

export async function watchInbox(flags: InboxFlags & FilterFlags): Promise<number> {
  personOnly(COMMAND);
  mustBePerson(COMMAND);
  if (flags.json || flags.after !== undefined || flags.limit !== undefined) {
    throw new AskOnceError('usage', '--watch shows all questions as they come. Leave out --json, --after and --limit.');
  }
  if (process.env.TERM === 'dumb') {
    throw new AskOnceError('usage', 'This terminal cannot redraw a list. Run `askonce inbox` instead.');
  }
  const location = await serviceLocation(flags);
  const { stdin: input, stdout: output } = process;
  const ending = new AbortController();
  const end = () => ending.abort();
  // The window was closed, or the connection lost: reading and writing fail from then on.
  for (const side of [input, output]) side.on('error', end);
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await withServiceThere(
      location,
      async (askonce) => {
        await new InboxWatch({
          askonce,
          input,
          output,
          colours: picocolors.createColors(!process.env.NO_COLOR),
          query: { ...pageQuery(flags), ...(await filterOf(askonce, flags)) },
          files: (question) => filesFor(askonce, question, location),
          mustBePerson: () => mustBePerson(COMMAND),
          afterAnswer: (job) => unrunNote(askonce, job, location),
          signal: ending.signal,
        }).run();
        return EXIT.ok;
      },
      () => {},
    );
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

/** A server may be on another machine, where the folder of the question is. */
async function filesFor(
  askonce: Service,
  { id, folder, project }: ListedClarification,
  { remote }: StoreLocation,
): Promise<readonly string[]> {
  if (remote === null) return listProject(folder ?? project);
  return (await askonce.files.find({ clarification: id, limit: 200 })).items.map(({ path }) => path);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
