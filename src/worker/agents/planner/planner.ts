/**
 * The executor used when no agent is configured. It builds nothing: it settles the task with the person and writes the result to a spec
 * file, from which an agent or a person can continue.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JobSpec } from '../../../core/model/interpretation.ts';
import type { Outcome } from '../../../core/model/question.ts';
import { type Missing, readTask, type TaskAction, type TaskReading } from '../../../interpret/task-reading.ts';
import type { QuestionInput } from '../../../library/ask-input.ts';
import { projectFiles } from '../../../library/project-files.ts';
import { listProject } from '../../../library/project-listing.ts';
import type { Files } from '../../../ports.ts';
import { pathsMentioned } from '../../../resolve/semantic-resolver.ts';
import type { Executor, RunContext, RunnableJob } from '../../executor.ts';
import { ACTION_OPTIONS, questionAbout, questionForAnother } from './questions.ts';
import { type SettledPoint, type Spec, writeSpec } from './spec.ts';

/**
 * Creates the built-in executor.
 * @param options.now The clock, for tests.
 * @param options.found The command of an agent installed on this machine, to suggest.
 * @example
 * const executor = planner();
 */
export function planner({ now = Date.now, found }: { now?: () => number; found?: string } = {}): Executor {
  const offer = found === undefined ? '--exec "claude -p".' : `--exec "${found}", which is on your PATH.`;
  return async (job, context) => {
    const { folder } = job;
    const project = { root: folder, files: projectFiles(folder), listed: await listProject(folder) };
    const settling = new Settling(job, context, project);
    const spec = await settling.run();
    context.signal.throwIfAborted();
    const file = await context.once('spec', () => writeSpec(folder, spec, now()));
    context.log(
      `No agent is configured, so nothing was built. The clarified task is in ${file}. ` +
        `Configure one with --exec, for example ${offer}`,
    );
    const open = spec.open.length === 0 ? '' : ` ${counted(spec.open.length, 'point')} left open.`;
    return `The clarified task is in ${file}. No agent is configured, so nothing was built.${open}`;
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? ' is' : 's are'}`;

interface Project {
  readonly root: string;
  readonly files: Files;
  readonly listed: readonly string[];
}

/** One task on its way from prompt to spec. A job that is run again takes the same path and gets the same answers. */
class Settling {
  private readonly job: RunnableJob;
  private readonly context: RunContext;
  private readonly project: Project;
  private action: TaskAction | null = null;
  /** What each file is to become, by its path. */
  private readonly targets = new Map<string, string>();
  private readonly points: SettledPoint[] = [];
  private readonly assumptions: string[] = [];
  private readonly open: string[] = [];

  constructor(job: RunnableJob, context: RunContext, project: Project) {
    this.job = job;
    this.context = context;
    this.project = project;
  }

  async run(): Promise<Spec> {
    const { id, session, prompt, originalPrompt, spec } = this.job;
    const reading = this.read(spec ? originalPrompt : prompt);
    this.action = reading.action;
    if (spec) this.take(spec, reading);
    else await this.settle(reading);
    const targets = [...this.targets].map(([file, note]) => ({ file, note }));
    const { action, points, assumptions, open } = this;
    return { job: id, session, task: spec?.prompt ?? prompt, action, targets, points, assumptions, open };
  }

  /**
   * Takes over what was settled before the job was queued. It has no question left, so anything else that is missing is recorded as open.
   */
  private take(spec: JobSpec, { targets, missing }: TaskReading): void {
    for (const { file, exists } of targets) if (file !== null) this.targets.set(file, exists ? 'exists' : 'new');
    for (const { about, answer, source = 'user', evidence = 'the person answered' } of spec.settled)
      this.points.push({ question: about, answer, source, evidence });
    this.assumptions.push(...spec.assumptions);
    for (const one of missing)
      if (one.reason !== 'missing_required_info') this.open.push(questionAbout(one, spec.prompt).question);
  }

  /** Interprets a text and looks up the files it names: the file listing omits hidden folders, and part of a large project. */
  private read(text: string, assume?: TaskAction): TaskReading {
    const named = pathsMentioned(text).filter((path) => !path.startsWith('~'));
    const paths = new Map<string, string>();
    for (const path of named) {
      const fact = this.project.files.locate(path);
      if ('inside' in fact && fact.inside !== '.') paths.set(path, fact.inside);
    }
    const found = [...paths.values()].filter((path) => this.isFile(path));
    return readTask(text, { files: [...new Set([...this.project.listed, ...found])], paths }, assume);
  }

  private isFile(path: string): boolean {
    return statSync(join(this.project.root, path), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  private async settle({ targets, missing }: TaskReading): Promise<void> {
    for (const { file, exists } of targets) if (file !== null) this.targets.set(file, exists ? 'exists' : 'new');
    for (const one of missing) await this.settleOne(one);
  }

  private async settleOne(missing: Missing): Promise<void> {
    if (missing.reason === 'target_file_exists') return this.settleOverwriting(missing.file);
    const answer = await this.ask(questionAbout(missing, this.job.prompt));
    if (answer === null) return;
    switch (missing.reason) {
      case 'target_file_ambiguous':
        this.targets.set(answer, this.isFile(answer) ? 'exists' : 'new');
        return;
      case 'target_action_ambiguous':
        return this.takeAction(answer);
      case 'missing_required_info':
        return this.takeObject(answer, missing.action);
    }
  }

  private async takeAction(answer: string): Promise<void> {
    const chosen = ACTION_OPTIONS.get(answer) ?? null;
    // A free-text answer may say more than the options do.
    this.action = chosen ?? this.read(answer).action;
    if (chosen !== 'create') return;
    const existing = [...this.targets].filter(([, note]) => note === 'exists');
    for (const [file] of existing) await this.settleOverwriting(file);
  }

  private async takeObject(answer: string, action: TaskAction | null): Promise<void> {
    const reading = this.read(answer, action ?? undefined);
    this.action = reading.action;
    // The subject was already asked about; whatever the answer was, it is not asked twice.
    const missing = reading.missing.filter(({ reason }) => reason !== 'missing_required_info');
    await this.settle({ ...reading, missing });
  }

  /** Asks whether to overwrite, or for another file name, until the person names a file that does not exist. */
  private async settleOverwriting(file: string): Promise<void> {
    const kept = new Set<string>();
    for (let current = file; ; ) {
      const question = questionAbout({ reason: 'target_file_exists', file: current }, this.job.prompt);
      const answer = await this.ask(question);
      this.targets.set(current, answer === 'Yes' ? 'exists, will be overwritten' : 'exists, will not be changed');
      if (answer !== 'No') return;
      kept.add(current);
      const said = await this.ask(questionForAnother(current));
      if (said === null) return;
      const other = this.fileIn(said);
      if (other === null || kept.has(other)) {
        const why = other === null ? 'not a file inside the project' : 'a file that must not be changed';
        this.open.push(`Which file to create instead of “${current}”: “${said}” is ${why}.`);
        return;
      }
      this.targets.set(other, this.isFile(other) ? 'exists' : 'new');
      if (!this.isFile(other)) return;
      current = other;
    }
  }

  /** The one file that an answer names: "draft.md", "call it draft.md", "CHANGES". */
  private fileIn(said: string): string | null {
    const mentioned = pathsMentioned(said);
    const [name] = mentioned.length === 0 && !/\s/.test(said.trim()) ? [said.trim()] : mentioned;
    if (name === undefined || mentioned.length > 1) return null;
    const fact = this.project.files.locate(name);
    return 'inside' in fact && fact.inside !== '.' ? fact.inside : null;
  }

  /** Asks one question. Returns the answer, or null if there is none, and keeps the outcome for the spec. */
  private async ask(question: QuestionInput): Promise<string | null> {
    this.context.signal.throwIfAborted();
    const { items } = await this.context.ask(question);
    return this.keep(items[0]!);
  }

  private keep(item: Outcome): string | null {
    switch (item.outcome) {
      case 'answered':
      case 'auto_resolved': {
        const by = item.outcome === 'answered' ? item.by : undefined;
        const { question, answer, source, evidence } = item;
        this.points.push({ question, answer, source, evidence, ...(by === undefined ? {} : { by }) });
        return item.answer;
      }
      case 'fallback':
        this.assumptions.push(`${item.question} No answer, so: ${item.answer}`);
        return null;
      case 'failed':
        throw new Error(item.error);
      case 'parked':
        throw new Error(`“${item.question}” is still waiting for an answer.`);
      default:
        this.open.push(`${item.question} Not answered: ${item.outcome} (${item.evidence}).`);
        return null;
    }
  }
}
