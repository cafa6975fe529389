/** A shell command that is run for each question. What it is about is in its environment, never in the command line. */
import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Channel, ChannelFilter, QuestionMessage } from './channel.ts';
import { channelId } from './channel-id.ts';

export interface CommandSettings {
  readonly type: 'command';
  readonly command: string;
  readonly filter: ChannelFilter;
}

/** The variables that describe a question to a command. A secret question has no text and no options. */
export function questionVariables(
  message: Pick<
    QuestionMessage,
    'id' | 'kind' | 'project' | 'job' | 'agent' | 'branch' | 'folder' | 'text' | 'options' | 'link'
  >,
): Record<string, string> {
  const { id, kind, project, job, agent, branch, folder, text, options, link } = message;
  return {
    ...(job === null ? {} : { ASKONCE_TASK: job }),
    ASKONCE_QUESTION_AGENT: agent ?? '',
    ASKONCE_QUESTION_BRANCH: branch ?? '',
    ASKONCE_QUESTION_FOLDER: folder ?? project,
    ASKONCE_QUESTION_ID: id,
    ASKONCE_QUESTION: text ?? '',
    ASKONCE_QUESTION_OPTIONS: options.join('\n'),
    ASKONCE_QUESTION_KIND: kind,
    ASKONCE_QUESTION_PROJECT: project,
    ASKONCE_QUESTION_LINK: link,
  };
}

/** Starts the command and does not wait for it: a command that fails is its owner's to notice, one that cannot be started is not. */
export function runFor(command: string, variables: Record<string, string>, env: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(command, { shell: true, stdio: 'ignore', detached: true, env: { ...env, ...variables } });
  child.on('spawn', resolve);
  child.on('error', (error) =>
    reject(new AskOnceError('channel_failed', `The notify command could not be started: ${error.message}`)),
  );
  child.unref();
  return promise;
}

/** @param env The environment that the command inherits. */
export function commandChannel({ command, filter }: CommandSettings, env: NodeJS.ProcessEnv): Channel {
  return {
    id: channelId('command', hostname(), command),
    name: 'command',
    filter,
    content: { text: true, buttons: false },
    isRepeatable: false,
    async send(message) {
      await runFor(command, questionVariables(message), env);
      return 'run';
    },
  };
}
