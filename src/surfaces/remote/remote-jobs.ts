/** The jobs of a server, as the library shows them. */
import type { Task } from '../../core/model/task.ts';
import { whyAsked } from '../../core/model/task.ts';
import type { AskOnceClient } from '../client/index.ts';
import type { JobShown } from '../client/types.ts';
import type { Service } from '../service/service.ts';
import { questionOf, type RemoteOptions, unlessUnknown } from './remote-service.ts';

export function remoteJobs(
  client: AskOnceClient,
  here: Pick<RemoteOptions, 'project' | 'folder' | 'place'>,
): Service['jobs'] {
  const shown = (job: JobShown) => taskOf(job, here);
  return {
    get: async (id) => unlessUnknown(async () => shown(await client.job(id))),
    async list({ state, ...query } = {}) {
      const { items, next } = await client.jobs({ ...query, ...(state === undefined ? {} : { state }) });
      return { items: items.map(shown), next };
    },
    log: async (id, query = {}) => (await client.jobLog(id, query)).items,
    cancel: async (id, because) => shown(await client.cancelJob(id, because)),
  };
}

/** A job of this folder has its path, whatever the server calls it. */
function taskOf(
  { jobId, sessionId, prompt, waiting, createdAt, clarificationQuestion, ...job }: JobShown,
  { project, folder, place }: Pick<RemoteOptions, 'project' | 'folder' | 'place'>,
): Task {
  const questions = waiting.map(questionOf);
  const [first] = questions;
  const { clarificationStatus, clarificationAnswer, clarificationAnsweredAt, spec, ...rest } = job;
  const read = { clarificationStatus, clarificationAnswer, clarificationAnsweredAt, spec: spec as Task['spec'] };
  const asked = clarificationQuestion ?? first?.question ?? null;
  return {
    ...rest,
    ...{ id: jobId, session: sessionId, description: prompt, waiting: questions, queuedAt: createdAt, project },
    folder: job.folder === place ? folder : job.folder,
    ...(asked === null ? {} : { clarificationQuestion: asked }),
    ...(first ? { clarificationReason: whyAsked(first) } : {}),
    ...(clarificationStatus === 'none' ? {} : read),
  } as Task;
}
