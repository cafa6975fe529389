/** `askonce` and `askonce repl`: starts the REPL, with or without a terminal. */
import { join } from 'node:path';
import picocolors from 'picocolors';
import { listProject } from '../../library/project-listing.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { newId } from '../../util/ids.ts';
import { plainIo } from '../repl/plain-io.ts';
import { Repl } from '../repl/repl.ts';
import type { ReplIo, ReplIoEvents } from '../repl/repl-io.ts';
import type { Service } from '../service/service.ts';
import { note } from '../terminal/output.ts';
import { agentName, agentOf, execFor, tasksForOthers } from './agents.ts';
import { notified, notify } from './notify.ts';
import { mustBePerson, personOnly } from './person-only.ts';
import { type StoreLocation, taskLocation } from './store-location.ts';
import { answersFrom, type RunFlags, rememberAgent, runnerFor } from './tasks.ts';
import { workingHere } from './with-store.ts';

export interface ReplFlags extends RunFlags {
  continue?: boolean;
  nonInteractive?: boolean;
}

export async function repl(flags: ReplFlags): Promise<number> {
  personOnly('repl');
  const location = await taskLocation(flags);
  const answers = answersFrom(flags);
  rememberAgent(location, flags);
  const { project, settings } = location;
  const terminal = isTerminal(flags) ? await import('../repl/terminal-io.ts') : null;
  // Settled questions are shown as they happen, from the events.
  const askonce = await workingHere(location, () => {}, { isPatient: terminal === null });
  try {
    const io = (events: ReplIoEvents): ReplIo =>
      terminal
        ? terminal.terminalIo(
            {
              input: process.stdin,
              output: process.stdout,
              colours: picocolors.createColors(!process.env.NO_COLOR),
              historyFile: join(project, '.askonce', 'repl-history'),
            },
            events,
          )
        : plainIo(process.stdin, process.stdout, events);
    const session = flags.session ?? (flags.continue ? await lastSession(askonce, project) : undefined);
    let opened: Repl | null = null;
    // Registered before the prompt appears, since a signal may be sent as soon as it is visible.
    const stop = () => opened?.stop();
    for (const signal of SIGNALS) process.once(signal, stop);
    // Closing a window sends several SIGHUPs, from the system and from its shell. A second SIGINT or SIGTERM forces an exit.
    process.on('SIGHUP', stop);
    try {
      opened = new Repl({
        askonce,
        project,
        session: session ?? newId('s', Date.now()),
        ...(settings.language === null ? {} : { language: settings.language }),
        agent: agentName(location),
        store: shownStore(location),
        command: `${location.command} --continue${execFor(agentOf(location), location, flags.exec)}`,
        runBy: agentOf(location),
        others: () => tasksForOthers(askonce, location),
        answers,
        io,
        runner: ({ log, fault }) => runnerFor(askonce, location, { onLog: log, onFault: fault }),
        files: () => listProject(project),
        notify: (task, question) => notify(notified(location), task.id, question),
        note,
        mustBePerson: () => mustBePerson('repl'),
      });
      return await opened.run();
    } finally {
      for (const signal of [...SIGNALS, 'SIGHUP'] as const) process.off(signal, stop);
    }
  } finally {
    await askonce.close();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function isTerminal({ nonInteractive }: ReplFlags): boolean {
  const wanted = !nonInteractive && !process.env.ASKONCE_NON_INTERACTIVE;
  // A dumb terminal supports no escape sequences, so questions are numbered text.
  return wanted && process.env.TERM !== 'dumb' && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** The session of the folder's newest task. */
async function lastSession(askonce: Service, project: string): Promise<string | undefined> {
  const { items } = await askonce.jobs.list({ newest: true, limit: 100 });
  return items.find((task) => task.folder === project)?.session;
}

function shownStore({ db }: StoreLocation): string {
  return isPostgresAddress(db) ? withoutPassword(db, '***') : db;
}
