/** A server over a store of its own, without a socket, whose jobs are built at once; and whether a reply tells of its insides. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAskOnce } from '../../../src/index.ts';
import type { App, Routes } from '../../../src/surfaces/http/app.ts';
import type { Reply } from '../../http/described.ts';
import { appOn } from '../../http/serving.ts';
import type { StoreKind } from '../../support/stores.ts';

/** Words that only our own code, its libraries and its machine have; none of them is ever sent. */
const OURS = [
  ...[process.cwd(), homedir(), tmpdir(), 'node_modules', '.ts:', '    at ', 'FST_ERR', 'ZodError', 'hidden-place'],
  ...['SQLITE', 'constraint failed', 'no such table', 'no such column', 'violates', 'invalid byte sequence'],
  ...['session_id', 'ask_items', 'cap_scope', 'canonical_key', 'pg_', 'INSERT INTO'],
];

const LINK = /1\.[\w-]+\.\w+\.[\w-]{43}/g;

export class FuzzedServer {
  readonly app: App;
  readonly db: string;
  readonly end: () => Promise<void>;
  private readonly project: string;

  private constructor(app: App, db: string, project: string, end: () => Promise<void>) {
    this.app = app;
    this.db = db;
    this.project = project;
    this.end = end;
  }

  /** With all routes, or with those given. */
  static async open(kind: StoreKind, routes?: readonly Routes[]): Promise<FuzzedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'askonce-fuzz-'));
    const projectRoot = join(folder, 'hidden-place', 'shop');
    mkdirSync(projectRoot, { recursive: true });
    const made = await kind.makeEmpty(folder);
    const askonce = await openAskOnce({
      ...made.where,
      project: projectRoot,
      log: () => {},
      questionsPerMinute: 1_000_000,
    });
    const app = await appOn(askonce, routes === undefined ? {} : { http: { routes } });
    const runner = askonce.runner({
      agent: 'http',
      executor: async ({ prompt }) => {
        if (prompt.startsWith('fail')) throw new Error('as it was told to');
        return 'built';
      },
    });
    await runner.start();
    return new FuzzedServer(app, made.where.db!, askonce.project, async () => {
      await runner.stop();
      await app.close();
      await askonce.close();
      await made.close();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** What a reply tells that its reader may not know, or null. People may know where their projects are; agents may not. */
  told({ text, headers }: Reply, reader: 'person' | 'agent'): string | null {
    const shown = reader === 'person' ? text.replaceAll(this.project, '') : text;
    // The signature of a link may have any letters in it.
    const whole = `${shown}\n${JSON.stringify(headers)}`.replace(LINK, '');
    const word = OURS.find((one) => whole.includes(one));
    return word === undefined ? null : `it tells of “${word}”`;
  }
}
