/**
 * What travels through a client of the 2026 era between the two halves of a call, sealed: which ask it belongs to, and which
 * questions were shown. It says nothing that the client does not know; that it is used once is the store's affair.
 */
import { hash } from 'node:crypto';
import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { AskOnce } from '../../askonce.ts';

export interface AskState {
  /** The key of the ask. */
  readonly ask: string;
  /** What was asked, so that no answer is carried to another question. */
  readonly about: string;
  /** The questions that the client was given, in the order of its form. */
  readonly shown: readonly string[];
  readonly by: 'form' | 'page';
  readonly round: number;
  /** When the form was given out. States that were sealed before this was kept have none. */
  readonly at?: number;
}

/** People answer after the weekend. The question does not end with it: whoever comes later asks again and finds it as it stands. */
const DAYS_14 = 14 * 86_400;

export class Seal {
  private readonly askonce: AskOnce;
  private readonly principal: string;
  private codec: Promise<RequestStateCodec<AskState>> | undefined;

  constructor(askonce: AskOnce, principal: string | null) {
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
      // One person's state is of no use to another, nor to another method.
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

/** What a call asks, in a few letters. */
export function digestOf(what: unknown): string {
  return hash('sha256', JSON.stringify(what), 'base64url').slice(0, 22);
}
