/** Where the store of a random sequence lies, and what a crash leaves of it. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreKind } from '../../support/stores.ts';
import { Wire } from './wire.ts';

export interface Ground {
  /** The project root. */
  readonly root: string;
  /** For AskOnce to open. */
  readonly address: string;
  /** For whoever reads the raw tables. */
  readonly raw: string;
  /** All who use the store are gone at once, closed by nobody; `stop` lets go of what is left of them here. */
  crash(stop: () => Promise<void>): Promise<void>;
  /** The connections break, where there are any; those who use the store live on. */
  cut(): void;
  end(): Promise<void>;
}

export async function groundFor(kind: StoreKind): Promise<Ground> {
  const root = mkdtempSync(join(tmpdir(), 'askonce-property-'));
  const made = await kind.makeEmpty(root);
  const ground =
    kind.name === 'SQLite' ? sqliteGround(root, made.where.db!) : await postgresGround(root, made.where.db!);
  return Object.assign(ground, {
    async end() {
      await ground.close?.();
      await made.close();
      rmSync(root, { recursive: true, force: true });
    },
  });
}

type Part = Omit<Ground, 'end'> & { close?(): Promise<void> };

function sqliteGround(root: string, first: string): Part {
  let file = first;
  let crashes = 0;
  return {
    root,
    get address() {
      return file;
    },
    get raw() {
      return file;
    },
    /** The disk as a power cut would leave it: what was written so far. */
    async crash(stop) {
      crashes += 1;
      const left = join(root, `crashed-${crashes}.db`);
      for (const part of ['', '-wal']) if (existsSync(file + part)) copyFileSync(file + part, left + part);
      await stop();
      file = left;
    },
    cut() {},
  };
}

async function postgresGround(root: string, raw: string): Promise<Part> {
  const wire = await Wire.to(raw);
  return {
    root,
    address: wire.address,
    raw,
    async crash(stop) {
      wire.cut();
      await stop();
    },
    cut: () => wire.cut(),
    close: () => wire.close(),
  };
}
