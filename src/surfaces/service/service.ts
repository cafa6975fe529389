/** What commands, hooks and MCP servers use of AskOnce. Two things do it: the library on a store, and `surfaces/remote` on a server. */
import type { AskOnce } from '../../askonce.ts';
import type { AskOnceError } from '../../core/model/errors.ts';
import type { AskResult } from '../../core/model/question.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { AskHere, AskWhat } from '../../library/ask-input.ts';

export interface Service {
  readonly clock: AskOnce['clock'];
  /** The project that asks belong to. */
  readonly project: string;
  readonly projects: AskOnce['projects'];
  /** The folder that paths start from. */
  readonly folder: string;
  ask(what: AskWhat, options?: AskHere): Promise<AskResult>;
  readonly approve: AskOnce['approve'];
  session(id?: string, options?: { language?: string }): ServiceSession;
  readonly history: AskOnce['history'];
  readonly recall: AskOnce['recall'];
  readonly questions: Pick<
    AskOnce['questions'],
    | 'get'
    | 'list'
    | 'count'
    | 'answer'
    | 'correct'
    | 'snooze'
    | 'decline'
    | 'revoke'
    | 'cancel'
    | 'outcome'
    | 'notShown'
  >;
  readonly approvals: Pick<AskOnce['approvals'], 'decide' | 'rules' | 'revoke'>;
  readonly preferences: Pick<AskOnce['preferences'], 'list' | 'set' | 'forget'>;
  readonly jobs: Pick<AskOnce['jobs'], 'get' | 'list' | 'log' | 'cancel'>;
  readonly events: Pick<AskOnce['events'], 'list'> & {
    /**
     * Calls back with every future event.
     * @param connection Called by a server's service only: with an error when the server is lost, or refuses the caller; with null when
     * events arrive, also after a break. What happened during a break arrives then.
     */
    on(type: '*', listener: (event: AuditEvent) => void, connection?: (lost: AskOnceError | null) => void): () => void;
  };
  readonly files: Pick<AskOnce['files'], 'find'>;
  readonly access: Pick<AskOnce['access'], 'sealingKey'> & {
    /** A server also returns the address of a link. */
    readonly links: {
      make(
        id: string,
        options?: { expires?: string | number },
      ): Promise<Awaited<ReturnType<AskOnce['access']['links']['make']>> & { url?: string }>;
    };
  };
  close(): Promise<void>;
}

/** What commands that run jobs use besides. */
export interface WorkingService extends Service {
  readonly jobs: Service['jobs'] & Pick<AskOnce['jobs'], 'queue'>;
  readonly runner: AskOnce['runner'];
  readonly orchestrate: AskOnce['orchestrate'];
  /** What an agent needs to reach the server; absent if there is none. */
  readonly agentEnv?: Readonly<Record<string, string>>;
  /** Rejects if this caller's workers may not run the job. Absent on a store, where any worker of the folder may. */
  mustBeOwn?(job: string): Promise<void>;
}

export type ServiceSession = Pick<
  ReturnType<AskOnce['session']>,
  'id' | 'request' | 'assume' | 'assumptions' | 'state' | 'states'
>;
