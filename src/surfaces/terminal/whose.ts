/** Whose question it is: the program that asked, the project, the branch, and the folder if it is another. Pure. */
import { basename } from 'node:path';
import type { Clarification } from '../../core/model/views.ts';
import { visible } from './marked-text.ts';
import { oneLine } from './text.ts';

type Whose = Pick<Clarification, 'project' | 'folder' | 'branch' | 'agent'>;

export function whoseLine(question: Whose): string {
  return lineOf(question, (folder) => folder);
}

/** For a row of a list: the folder by its name. */
export function whoseShort(question: Whose): string {
  return lineOf(question, basename);
}

/** With the session and the job, which tell equal questions apart. */
export function whoseWhole(question: Clarification): string {
  const { session, job } = question;
  const parts = [whoseLine(question), `session ${session}`, ...(job === null ? [] : [`job ${job}`])];
  return visible(oneLine(parts.join(', ')));
}

/** The last part of a project's path, by which people know it. */
export function nameOf(project: string): string {
  return basename(project) || project;
}

function lineOf({ project, folder, branch, agent }: Whose, shown: (folder: string) => string): string {
  const place = [
    nameOf(project),
    ...(branch === undefined ? [] : [`on ${branch}`]),
    ...(folder === undefined || folder === project ? [] : [`in ${shown(folder)}`]),
  ].join(' ');
  return visible(oneLine(agent === null ? place : `${agent} · ${place}`));
}
