/** Hooks of coding agents, sent by themselves: no process for each event. */
import { existsSync, realpathSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { isAbsolute } from 'node:path';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { CLAUDE_CODE, claudeCodeHook, isAttended } from '../../../adapters/claude-code/hook.ts';
import { libraryAsking } from '../../../adapters/library-asking.ts';
import type { AskOnce } from '../../../askonce.ts';
import { durationMs } from '../../../core/model/duration.ts';
import { projectOf } from '../../../library/project-identity.ts';
import type { App, Principal } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';
import { presence } from '../long-poll.ts';
import { PROJECT_HEADER } from '../projects.ts';
import { problems } from '../schemas/common.ts';
import { strict } from '../schemas/strict.ts';

/** Less than the timeout of the hook, which is ten minutes. */
const DEFAULT_WAIT = '9m';
/** A call that writes a whole file has the file in it, with escapes. */
const MAX_EVENT = 8 * 1024 * 1024;
/** How much longer than the wait the connection may be silent. */
const LATE_MS = 30_000;

interface Sent {
  readonly reply: FastifyReply;
  readonly askonce: AskOnce;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
  readonly cwd: unknown;
}

/** The project of an event is the one around the folder that it names, if Claude Code runs on this machine. */
async function projectOfEvent(app: App, { reply, askonce, headers, principal, cwd }: Sent): Promise<AskOnce> {
  if (headers[PROJECT_HEADER] !== undefined || principal.token !== null || typeof cwd !== 'string') return askonce;
  return (await app.projects.around(cwd, reply.raw)) ?? askonce;
}

export function hookRoutes(app: App): void {
  app.post(
    '/hooks/claude-code',
    {
      config: { may: 'asker' },
      bodyLimit: MAX_EVENT,
      schema: {
        operationId: 'claudeCodeHook',
        tags: ['hooks'],
        summary: 'Answer one event of Claude Code',
        description:
          'For hooks of type `http`. The body is the event as Claude Code sends it, the reply what it takes: 200 with a decision, or ' +
          '204 for none. The reply comes when a person has answered, or when the time is up. `X-Claude-Code-Entrypoint: cli` says that ' +
          'a person sits at Claude Code, so that its own dialog is seen. `X-AskOnce-Own-Hooks` says that AskOnce runs Claude Code with ' +
          'hooks of its own, so that this one stays silent.',
        headers: z.looseObject({
          'x-claude-code-entrypoint': z.string().optional(),
          'x-askonce-own-hooks': z.string().optional(),
        }),
        querystring: strict({
          wait: z
            .string()
            .optional()
            .describe(`How long to wait for a person, such as \`30s\`; ${DEFAULT_WAIT} by default.`),
        }),
        body: z.looseObject({ hook_event_name: z.string().min(1), session_id: z.string().min(1) }),
        response: {
          200: z.looseObject({}).describe('What Claude Code should do.'),
          204: z.null().describe('Nothing: Claude Code continues as without the hook.'),
          ...problems(400, 403),
        },
      },
    },
    async ({ body, query, headers, principal, raw, askonce }, reply) => {
      const waitMs = durationMs(query.wait ?? DEFAULT_WAIT);
      if (headers['x-askonce-own-hooks']) return reply.code(204).send(null);
      // There is no asking again: the connection stays silent for as long as the person takes.
      raw.setTimeout(waitMs + LATE_MS);
      const { signal, end } = presence(app, reply);
      const entrypoint = headers['x-claude-code-entrypoint'];
      try {
        const there = await projectOfEvent(app, { reply, askonce, headers, principal, cwd: body.cwd });
        const said = await claudeCodeHook(body, {
          asking: libraryAsking(() => Promise.resolve(there), { caller: callerOf(principal), agent: CLAUDE_CODE }),
          job: null,
          waitMs,
          defer: false,
          attended: isAttended({ CLAUDE_CODE_ENTRYPOINT: entrypoint }),
          elsewhere: isElsewhere(body.cwd, there),
          signal,
        });
        // A stopping server would otherwise wait for the idle connection.
        if (signal.aborted) reply.header('connection', 'close');
        return said === null ? reply.code(204).send(null) : reply.code(200).send(said);
      } finally {
        end();
      }
    },
  );
}

/** Whether this folder is one of another project. A folder that is not on this machine says nothing. */
function isElsewhere(cwd: unknown, { folder, project }: Pick<AskOnce, 'folder' | 'project'>): boolean {
  if (typeof cwd !== 'string' || !isAbsolute(cwd) || !existsSync(cwd)) return false;
  const there = realpathSync(cwd);
  return !`${there}/`.startsWith(`${realpathSync(folder)}/`) && projectOf(there) !== project;
}
