/** What is to be known of a client so that it can be installed, set up and run. One file for each of them. */
import type { Case } from './cases.ts';
import type { Wire } from './fake-model.ts';
import type { Workplace } from './workplace.ts';

export interface Client {
  /** As `--print-config` calls it. */
  readonly name: string;
  readonly package: string;
  /** The version that was tried. Name another one to try that. */
  readonly version: string;
  /** The name of its command. */
  readonly command: string;
  readonly wire: Wire;
  /** The name of the tool that asks, in this client. */
  readonly asks: string;
  /** Whether it says that it can show forms, though it runs without a person. */
  readonly claimsForms: boolean;
  /** How its sessions begin, where it names its conversation; else AskOnce makes one for client and project. */
  readonly session: RegExp;
  /** Writes its settings: the printed entry of AskOnce, and where its model is. Returns how it is started with a prompt. */
  readonly setUp: (place: Workplace) => Start | Promise<Start>;
  /** What is tried with this client alone. */
  readonly cases?: readonly Case[];
}

export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
