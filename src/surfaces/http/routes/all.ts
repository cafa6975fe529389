/** All routes, in the order in which the description lists them. */
import { DEFAULT_WAIT } from '../../mcp/mcp-context.ts';
import type { Routes } from '../app.ts';
import { pageRoutes } from '../page/page.ts';
import { answerLinkRoutes } from './answer-links.ts';
import { answerRoutes } from './answers.ts';
import { approvalRoutes } from './approvals.ts';
import { clarificationRoutes } from './clarifications.ts';
import { eventRoutes } from './events.ts';
import { hookRoutes } from './hooks.ts';
import { jobRoutes } from './jobs.ts';
import { type McpRoutesOptions, mcpRoutes } from './mcp.ts';
import { orchestratorRoutes } from './orchestrator.ts';
import { pageDataRoutes } from './page.ts';
import { preferenceRoutes } from './preferences.ts';
import { sessionRoutes } from './sessions.ts';
import { type WebhookRoutesOptions, webhookRoutes } from './webhooks.ts';
import { workerRoutes } from './workers.ts';

export interface AllRoutesOptions {
  /** The agent name for this server's jobs. */
  readonly agent: string | null;
  readonly publicUrl?: string;
  /** The folder of the built page, if not the default. */
  readonly page?: string;
  readonly webhooks?: WebhookRoutesOptions;
  readonly mcp?: Partial<Omit<McpRoutesOptions, 'publicUrl'>>;
}

export function allRoutes({ agent, publicUrl, page, webhooks = {}, mcp = {} }: AllRoutesOptions): readonly Routes[] {
  const links = { ...(publicUrl === undefined ? {} : { publicUrl }), ...(page === undefined ? {} : { page }) };
  return [
    pageRoutes(page),
    jobRoutes(agent),
    sessionRoutes,
    orchestratorRoutes,
    clarificationRoutes,
    answerRoutes,
    approvalRoutes,
    answerLinkRoutes(links),
    hookRoutes,
    preferenceRoutes,
    pageDataRoutes,
    eventRoutes(),
    webhookRoutes(webhooks),
    workerRoutes,
    mcpRoutes({
      wait: DEFAULT_WAIT,
      elicitation: 'answerers',
      ...mcp,
      ...(publicUrl === undefined ? {} : { publicUrl }),
    }),
  ];
}
