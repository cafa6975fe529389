/** What commands, hooks and MCP servers use of AskOnce. Two things do it: the library on a store, and `surfaces/remote` on a server. */
import type { AskOnce } from '../../askonce.ts';
import type { AskResult } from '../../core/model/question.ts';
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
    'get' | 'list' | 'answer' | 'correct' | 'snooze' | 'decline' | 'revoke' | 'cancel' | 'outcome' | 'notShown'
  >;
  readonly approvals: Pick<AskOnce['approvals'], 'decide' | 'rules' | 'revoke'>;
  readonly preferences: Pick<AskOnce['preferences'], 'list' | 'set' | 'forget'>;
  readonly jobs: Pick<AskOnce['jobs'], 'get'>;
  readonly events: Pick<AskOnce['events'], 'list'>;
  readonly access: Pick<AskOnce['access'], 'sealingKey'>;
  close(): Promise<void>;
}

export type ServiceSession = Pick<
  ReturnType<AskOnce['session']>,
  'id' | 'request' | 'assume' | 'assumptions' | 'state' | 'states'
>;
