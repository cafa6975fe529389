/** What is needed to install, set up and run a client. One file per client. */
import type { Case } from './cases.ts';
import type { Wire } from './fake-model.ts';
import type { Workplace } from './workplace.ts';

export interface Client {
  /** Its name in `--print-config`. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** The ways to use it with AskOnce: the rows of the table in docs/clients.md. */
  readonly ways: readonly Way[];
  readonly package: string;
  /** The tested version. Change it to test another one. */
  readonly version: string;
  /** The name of its command. */
  readonly command: string;
  readonly wire: Wire;
  /** The name of the ask tool in this client. */
  readonly asks: string;
  /** Whether it claims that it can show forms, although it runs without a person. */
  readonly claimsForms: boolean;
  /** The prefix of its sessions, if it names its conversation; otherwise AskOnce creates one for client and project. */
  readonly session: RegExp;
  /** Writes its settings: the printed entry of AskOnce, and the address of its model. Returns how to start it with a prompt. */
  readonly setUp: (place: Workplace) => Start | Promise<Start>;
  /** Cases for this client alone. */
  readonly cases?: readonly Case[];
}

export interface Way {
  readonly name: string;
  /** What this way does not do, for the table. */
  readonly cannot: string;
}

export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
