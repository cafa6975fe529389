/** What commands that run jobs use of a server. */
import { POLICIES } from '../../core/model/policy.ts';
import { Runner } from '../../worker/runner.ts';
import type { Me } from '../client/types.ts';
import type { WorkingService } from '../service/service.ts';
import { remoteHost } from './remote-host.ts';
import { type RemoteOptions, remoteService } from './remote-service.ts';
import { whoIs } from './who-is.ts';

export interface RemoteWorking extends WorkingService {
  readonly role: Me['role'];
}

/** Rejects if the server does not reply: what has not begun is not waited for. */
export async function remoteWorking(remote: RemoteOptions): Promise<RemoteWorking> {
  const { url, token } = remote;
  const { role } = await whoIs(remote);
  const service = remoteService(remote);
  const host = remoteHost(remote, role === 'asker');
  const working: RemoteWorking = {
    ...service,
    role,
    jobs: {
      ...service.jobs,
      async queue(prompt, options = {}) {
        const { id } = await host.queue(prompt, options, null);
        return (await service.jobs.get(id))!;
      },
    },
    runner: (options) => new Runner(host, options),
    async orchestrate(goal, options) {
      const { orchestrate } = await import('../../orchestrator/orchestrate.ts');
      const { remoteOrchestrator } = await import('./remote-orchestrator.ts');
      return orchestrate(remoteOrchestrator(working, host, role === 'asker'), goal, options, POLICIES.orchestrator);
    },
    mustBeOwn: host.mustBeOwn,
    agentEnv: {
      ASKONCE_URL: url,
      // Also where a program that the agent starts takes the job out of its environment.
      ASKONCE_AGENT: '1',
      // An agent may ask. With the token of a person it could answer, too.
      ...(role === 'asker' && token !== null ? { ASKONCE_TOKEN: token } : {}),
    },
  };
  return working;
}
