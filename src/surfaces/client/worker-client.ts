/** What workers send to a server. Everything may be sent again: a repeated request changes nothing more. */
import type {
  AppendBody,
  BeatBody,
  Beaten,
  ClaimBody,
  EndBody,
  QueueBody,
  WorkerJobShown,
} from '../http/schemas/workers.ts';
import { type CallOptions, type ClientOptions, Transport } from './transport.ts';

export class WorkerClient {
  private readonly transport: Transport;

  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
  }

  beat(worker: string, body: BeatBody, call: CallOptions = {}): Promise<Beaten> {
    return this.transport.call('heartbeat', { path: { worker }, body, ...call });
  }

  async leave(worker: string, call: CallOptions = {}): Promise<void> {
    await this.transport.send('leaveWorker', { path: { worker }, ...call });
  }

  queue(worker: string, body: QueueBody, call: CallOptions = {}): Promise<WorkerJobShown> {
    return this.transport.call('queueJob', { path: { worker }, body, ...call });
  }

  async claim(worker: string, body: ClaimBody, call: CallOptions = {}): Promise<readonly WorkerJobShown[]> {
    const sent = { path: { worker }, body, ...call };
    return (await this.transport.call<{ items: WorkerJobShown[] }>('claimJobs', sent)).items;
  }

  async end(worker: string, id: string, body: EndBody, call: CallOptions = {}): Promise<void> {
    await this.transport.send('endRun', { path: { worker, id }, body, ...call });
  }

  async kept(worker: string, id: string, key: string, call: CallOptions = {}): Promise<string | null> {
    const sent = { path: { worker, id }, query: { key }, ...call };
    return (await this.transport.call<{ value: string | null }>('keptResult', sent)).value;
  }

  async keep(
    worker: string,
    id: string,
    body: { run: number; key: string; value: string },
    call: CallOptions = {},
  ): Promise<string> {
    return (await this.transport.call<{ value: string }>('keepResult', { path: { worker, id }, body, ...call })).value;
  }

  async append(worker: string, id: string, body: AppendBody, call: CallOptions = {}): Promise<void> {
    await this.transport.send('appendLog', { path: { worker, id }, body, ...call });
  }
}
