/** Liveness and readiness, for supervisors and load balancers. */
import { z } from 'zod';
import { AskOnceError } from '../../core/model/errors.ts';
import type { App } from './app.ts';

const MAX_READ_MS = 3_000;

const alive = z.object({ status: z.literal('ok') }).meta({ description: 'Healthy.' });

export function healthRoutes(app: App): void {
  const config = { may: 'anyone', unlimited: true, whileStopping: true } as const;

  app.get(
    '/healthz',
    {
      config,
      schema: { summary: 'Liveness: whether the process is running', tags: ['operation'], response: { 200: alive } },
    },
    () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config,
      schema: {
        summary: 'Readiness: whether the store is writable and the server is not stopping',
        tags: ['operation'],
        response: { 200: alive },
      },
    },
    async () => {
      if (app.stopping.aborted) throw new AskOnceError('engine_closed', 'The server is stopping.');
      await storeIsReady(app);
      return { status: 'ok' as const };
    },
  );
}

/** Any fault is a 503 with its reason: monitors only distinguish ready from not ready. */
async function storeIsReady({ askonce }: App): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const tooLate = new AskOnceError('store_busy', 'The store did not respond in time.');
    timer = setTimeout(() => reject(tooLate), MAX_READ_MS);
  });
  try {
    await Promise.race([askonce.ready(), late]);
  } catch (error) {
    if (!(error instanceof AskOnceError) || error.status === 503) throw error;
    throw new AskOnceError('store_unavailable', error.message, { reason: error.code }, error);
  } finally {
    clearTimeout(timer);
  }
}
