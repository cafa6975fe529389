/** Keys for data that leaves AskOnce and must come back unchanged. All processes of a store share them; no one else has them. */
import { randomBytes } from 'node:crypto';
import type { Store } from '../ports.ts';

export class SigningKeys {
  private readonly store: Store;
  private readonly known = new Map<string, Promise<string>>();

  constructor(store: Store) {
    this.store = store;
  }

  /** Created on first use. A key never changes, so it is read only once. */
  of(purpose: 'answer-links' | 'mcp' | 'pairing' | 'person'): Promise<string> {
    const known = this.known.get(purpose);
    if (known) return known;
    const read = this.store.access.secret(purpose, randomBytes(32).toString('base64url')).catch((error: unknown) => {
      this.known.delete(purpose);
      throw error;
    });
    this.known.set(purpose, read);
    return read;
  }
}
