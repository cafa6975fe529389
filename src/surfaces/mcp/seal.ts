/**
 * The signed state that a 2026-era client carries between the two halves of a call: its ask, and the questions shown. It holds nothing that
 * the client does not know; the store ensures that it is used once.
 */
import { hash } from 'node:crypto';
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Service } from '../service/service.ts';

export interface AskState {
  /** The key of the ask. */
  readonly ask: string;
  /** A digest of what was asked, so that an answer cannot be applied to another question. */
  readonly about: string;
  /** The questions that the client was given, in the order of its form. */
  readonly shown: readonly string[];
  readonly by: 'form' | 'page';
  readonly round: number;
  /** When the form was sent. States sealed by older versions have none. */
  readonly at?: number;
}

/** People may answer after a weekend. The question outlives the state: a later call asks again and finds it. */
const DAYS_14 = 14 * 86_400;

export class Seal {
  private readonly askonce: Service;
  private readonly principal: string;
  private codec: Promise<RequestStateCodec<AskState>> | undefined;

  constructor(askonce: Service, principal: string | null) {
    this.askonce = askonce;
    this.principal = principal ?? '';
  }

  async close(state: AskState, context: ServerContext): Promise<string> {
    return (await this.made()).mint(state, context);
  }

  async open(sealed: string, context: ServerContext): Promise<AskState> {
    return (await this.made()).verify(sealed, context);
  }

  private made(): Promise<RequestStateCodec<AskState>> {
    this.codec ??= this.askonce.access.sealingKey('mcp').then((key) =>
      // A state is bound to one person and one method.
      createRequestStateCodec({
        key,
        ttlSeconds: DAYS_14,
        bind: ({ mcpReq }) => `${mcpReq.method}\n${this.principal}`,
      }),
    );
    this.codec.catch(() => {
      this.codec = undefined;
    });
    return this.codec;
  }
}

/** A short digest of what a call asks. */
export function digestOf(what: unknown): string {
  return hash('sha256', JSON.stringify(what), 'base64url').slice(0, 22);
}
