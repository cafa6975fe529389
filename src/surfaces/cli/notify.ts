/** Runs the user's notify command when a question waits. A command that fails is not reported, only one that cannot be started. */

import type { Clarification } from '../../core/model/views.ts';
import { questionVariables, runFor } from '../../notify/channels/command.ts';
import { inboxLink, namesOrShowsSecret } from '../../notify/channels/message.ts';
import { withoutModel } from '../../worker/agents/command/process-group.ts';
import type { Service } from '../service/service.ts';
import { note } from '../terminal/output.ts';
import { personPlaces } from './person/places.ts';
import { personLinkBase } from './person/server-record.ts';
import type { GlobalOptions, StoreLocation } from './store-location.ts';

/** Where the page is by default. */
const PAGE = 'http://127.0.0.1:4766';

type Told = Pick<
  Clarification,
  | 'id'
  | 'question'
  | 'header'
  | 'context'
  | 'reason'
  | 'options'
  | 'destructive'
  | 'approval'
  | 'project'
  | 'agent'
  | 'branch'
  | 'folder'
>;

/** The command, if there is one, and where its links lead. */
export interface Notified {
  readonly command: string | null;
  readonly inbox: string;
}

/** @param task The task that asks; null if the question belongs to no task. */
export function notify(
  { command, inbox }: Notified,
  task: string | null,
  question: Told,
  say: (line: string) => void = note,
): void {
  if (command === null) return;
  const { id, project, agent, branch = null, folder = null, destructive, approval } = question;
  const isShown = !namesOrShowsSecret(question);
  const variables = questionVariables({
    id,
    project,
    job: task,
    agent,
    branch,
    folder,
    kind: approval ? 'approval' : destructive ? 'dangerous' : 'question',
    text: isShown ? question.question : null,
    options: isShown ? question.options.map(({ label }) => label) : [],
    link: inboxLink(inbox, id),
  });
  runFor(command, variables, withoutModel(process.env)).catch((error: unknown) => say((error as Error).message));
}

/** No command for an agent that AskOnce runs, unless it passes --notify: the process that runs it notifies, so you are notified once. */
export function notifyCommand(flags: GlobalOptions, location: StoreLocation, env = process.env): Notified {
  const told = notified(location, env);
  return env.ASKONCE_JOB && flags.notify === undefined ? { ...told, command: null } : told;
}

/** By the settings alone, for commands that run agents. */
export function notified({ settings, remote, whose }: StoreLocation, env = process.env): Notified {
  const served = remote?.url ?? (whose === 'person' ? personLinkBase(personPlaces(env)) : null);
  return { command: settings.notify, inbox: served ?? PAGE };
}

/** Notifies once about each question that was asked after this was created. Asking it again does not notify again. */
export class Notifier {
  private readonly how: Notified;
  private readonly since = Date.now();
  private readonly told = new Set<string>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(how: Notified) {
    this.how = how;
  }

  tell(question: Told & Pick<Clarification, 'job' | 'createdAt'>): void {
    if (question.createdAt < this.since || this.told.has(question.id)) return;
    this.told.add(question.id);
    notify(this.how, question.job, question);
  }

  /** The same by id, if `isNews` accepts the question. */
  tellOf(askonce: Service, id: string, isNews: (question: Clarification) => boolean = () => true): void {
    if (this.how.command === null || this.told.has(id)) return;
    // If the store cannot be read now, the notice is skipped; the question itself is stored.
    const found = askonce.questions.get(id).catch(() => null);
    const telling = found.then((question) => {
      this.underWay.delete(telling);
      if (question !== null && isNews(question)) this.tell(question);
    });
    this.underWay.add(telling);
  }

  /** Await this before closing the store, so that no notice is lost. */
  async done(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
