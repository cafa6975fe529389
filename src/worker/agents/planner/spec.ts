/** Writes a settled task as a Markdown page, and names its file. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskAction } from '../../../interpret/task-reading.ts';
import { makeFolder } from '../../../util/own-folder.ts';

/** A question that was settled, and what settled it. */
export interface SettledPoint {
  readonly question: string;
  readonly answer: string;
  readonly source: string;
  readonly evidence: string;
  readonly by?: string;
}

export interface SpecTarget {
  readonly file: string;
  /** What is known about the file, in a few words: "exists", "new". */
  readonly note: string;
}

export interface Spec {
  readonly job: string;
  readonly session: string;
  readonly task: string;
  readonly action: TaskAction | null;
  readonly targets: readonly SpecTarget[];
  readonly points: readonly SettledPoint[];
  readonly assumptions: readonly string[];
  readonly open: readonly string[];
}

const WRITTEN = /^- Written: .*$/m;

/** @param at Milliseconds since 1970. */
function specText(spec: Spec, at: number): string {
  const { job, session, task, action, targets, points, assumptions, open } = spec;
  return [
    `# Task ${inLine(job)}`,
    `- Written: ${new Date(at).toISOString()}\n- Session: ${inLine(session)}\n- Action: ${action ?? 'not stated'}`,
    `## The task, in the person's words\n\n${quoted(task)}`,
    section(
      'Targets',
      targets.map(({ file, note }) => `- ${inLine(file)} (${note})`),
    ),
    section('Questions', points.map(pointText), '\n\n'),
    section(
      'Assumptions',
      assumptions.map((text) => `- ${indented(text)}`),
    ),
    section(
      'Open points',
      open.map((text) => `- ${indented(text)}`),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function section(title: string, lines: readonly string[], between = '\n'): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join(between)}`;
}

function pointText({ question, answer, source, evidence, by }: SettledPoint): string {
  const who = by === undefined ? source : `${source} (${inLine(by)})`;
  return `### ${inLine(question)}\n\n${quoted(answer)}\n\n- Answered by: ${who}\n- Evidence: ${inLine(evidence)}`;
}

const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const indented = (text: string): string => text.trim().replace(/\r?\n|\r/g, '\n  ');

/** Quoted text stays inside its quotation, whatever Markdown it contains. */
function quoted(text: string): string {
  const lines = text.trim() === '' ? ['(no words)'] : text.trim().split(/\r?\n|\r/);
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}

const FOLDER = ['.askonce', 'specs'];

/** Ids may contain slashes and dots. If an id is not a plain file name, part of its hash is added to keep names unique. */
function nameOf(job: string): string {
  if (/^[\w-][\w.-]{0,99}$/.test(job)) return job;
  const hash = createHash('sha256').update(job).digest('hex').slice(0, 8);
  return `${job.replace(/[^\w-]+/g, '_').slice(0, 60)}-${hash}`;
}

/**
 * Writes the spec and returns its path relative to the project's root. An existing file with other content is kept as it is: a person may
 * have edited it, or another store may have a job with that name.
 */
export async function writeSpec(project: string, spec: Spec, at: number): Promise<string> {
  const text = specText(spec, at);
  const folder = join(project, ...FOLDER);
  makeFolder(folder);
  for (let copy = 1; ; copy++) {
    const name = `${nameOf(spec.job)}${copy === 1 ? '' : `-${copy}`}.md`;
    const there = await readFile(join(folder, name), 'utf8').catch(whereMissing);
    if (there === null) await writeWhole(join(folder, name), text);
    if (there === null || there.replace(WRITTEN, '') === text.replace(WRITTEN, '')) return [...FOLDER, name].join('/');
  }
}

function whereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Readers see the whole file or no file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
