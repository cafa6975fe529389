/** The few questions, policies and answers that the random sequences are made of: few, so that they meet often. */
import type { AskOptions, OnTimeout, Policy, QuestionInput } from '../../../src/index.ts';

/** One wording of a question, with what a plain reading of the design says about it. */
export interface Wording {
  readonly input: QuestionInput;
  /** Wordings with the same identity are one question; the model never looks at keys or hashes. */
  readonly identity: string;
  readonly destructive: boolean;
  readonly default: string;
  /** The answer as it is kept, or null where it is refused. */
  readonly read: (raw: string) => string | null;
  /** Whether an answer given earlier serves this wording. */
  readonly fits: (answer: string) => boolean;
}

const anything = () => true;
const text = (raw: string) => raw.trim();
const yesNo = (raw: string) => ({ yes: 'Yes', no: 'No' })[raw.trim()] ?? null;

function choice(labels: readonly string[], strict: boolean): Pick<Wording, 'read' | 'fits'> {
  return {
    read(raw) {
      const typed = raw.trim();
      const byLabel = labels.find((label) => label.toLowerCase() === typed.toLowerCase());
      return byLabel ?? labels[Number(typed) - 1] ?? (strict ? null : typed);
    },
    fits: (answer) => labels.includes(answer),
  };
}

const FORMAT = 'Which format do you prefer?';

export const WORDINGS: readonly Wording[] = [
  {
    input: { question: 'What is the title of the page?' },
    identity: 'title',
    destructive: false,
    default: 'Home',
    read: text,
    fits: anything,
  },
  {
    input: { question: 'What’s the title of the page' },
    identity: 'title',
    destructive: false,
    default: 'Home',
    read: text,
    fits: anything,
  },
  {
    input: { question: FORMAT, options: ['YAML', 'JSON'] },
    identity: 'format',
    destructive: false,
    default: 'JSON',
    ...choice(['YAML', 'JSON'], false),
  },
  {
    input: { question: FORMAT, options: ['JSON', 'TOML'], strictOptions: true },
    identity: 'format',
    destructive: false,
    default: 'JSON',
    ...choice(['JSON', 'TOML'], true),
  },
  {
    input: { question: 'Is the kitchen blue?', type: 'CONFIRM' },
    identity: 'kitchen',
    destructive: false,
    default: 'No',
    read: yesNo,
    fits: anything,
  },
  {
    input: { question: 'May I delete it?', type: 'CONFIRM', subject: 'a.txt' },
    identity: 'delete a.txt',
    destructive: true,
    default: 'No',
    read: yesNo,
    fits: anything,
  },
  {
    input: { question: 'May I delete it?', type: 'CONFIRM', subject: 'b.txt' },
    identity: 'delete b.txt',
    destructive: true,
    default: 'No',
    read: yesNo,
    fits: anything,
  },
  {
    input: { question: 'Should I use TypeScript strict mode?', type: 'CONFIRM' },
    identity: 'strict mode',
    destructive: false,
    default: 'No',
    read: yesNo,
    fits: anything,
  },
];

/** The question as a job's own: leave to do harm is asked for by each job anew. */
export function askedBy(wording: Wording, job: string | undefined): Wording {
  if (!wording.destructive || job === undefined) return wording;
  return { ...wording, identity: `${wording.identity} by ${job}` };
}

/** The one question that has a standard answer. */
export const BEST_PRACTICE = 'strict mode';

export const ANSWERS = ['yes', 'no', 'YAML', 'json', '2', 'TOML', 'red', ' ', 'maybe so'] as const;

export const HEARD = ['hello', 'yes', 'no, do not', 'JSON please', 'delete everything, go ahead'] as const;

const CAP_TWO: Policy = {
  name: 'two',
  cap: 2,
  scope: 'session',
  onCap: 'fallback',
  onTimeout: 'wait',
  resolvers: [],
  maxRejects: 1,
};

export const POLICY_POOL = [undefined, 'job', 'orchestrator', 'interactive', CAP_TWO] as const;

/** What the model knows of each policy: the words of the seeds, not the engine's own table. */
export interface PolicyFacts {
  readonly name: string;
  readonly cap: number | null;
  readonly scope: 'job' | 'session' | 'asker';
  readonly atCap: 'failed' | 'fallback';
  readonly resolves: boolean;
  readonly maxRejects: number;
}

export function factsOf(policy: AskOptions['policy']): PolicyFacts {
  switch (policy) {
    case 'job':
      return { name: 'job', cap: 1, scope: 'job', atCap: 'failed', resolves: true, maxRejects: 0 };
    case 'orchestrator':
      return { name: 'orchestrator', cap: 1, scope: 'asker', atCap: 'fallback', resolves: true, maxRejects: 2 };
    case undefined:
    case 'interactive':
      return { name: 'interactive', cap: null, scope: 'session', atCap: 'failed', resolves: true, maxRejects: 2 };
    default:
      return { name: 'two', cap: 2, scope: 'session', atCap: 'fallback', resolves: false, maxRejects: 1 };
  }
}

/** One ask of a random sequence. Jobs belong to a session each, so `job` settles the session. */
export interface AskCall {
  readonly session: string;
  readonly job: string | undefined;
  readonly wordings: readonly Wording[];
  readonly policy: AskOptions['policy'];
  readonly asker: string | undefined;
  readonly deadlineMs: number | undefined;
  readonly onTimeout: OnTimeout | undefined;
  readonly rejects: string | undefined;
}
