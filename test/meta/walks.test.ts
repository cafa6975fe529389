import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsIn, type Hop, hopsBelow } from './walks.ts';

const ROOT = new URL('../..', import.meta.url);
const DESIGN = readFileSync(new URL('docs/DESIGN.md', ROOT), 'utf8');

function read(path: string): string | null {
  const file = new URL(path, ROOT);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

describe.each(['The walk of `session.ask`', 'The walk of `POST /jobs`'])('%s', (heading) => {
  const hops = hopsBelow(DESIGN, heading);

  it('is as docs/DESIGN.md draws it', () => {
    expect(faultsIn(hops, read)).toEqual([]);
  });

  it('has about ten hops', () => {
    expect(hops.length).toBeGreaterThanOrEqual(8);
    expect(hops.length).toBeLessThanOrEqual(12);
  });
});

describe('the reading of walks', () => {
  const hop = (depth: number, file: string, name: string): Hop => ({ depth, file, name });
  const files: Record<string, string> = {
    'a.ts': 'export function first() { return second(third()); }\nconst other = () => last();',
    'b.ts': 'class B { second: F = () => { this.last(); }; last(): void; last() { return first; } }',
  };
  const faults = (...hops: Hop[]) => faultsIn(hops, (path) => files[path] ?? null);

  it('finds the hops of a list, and how deep each stands', () => {
    const page = '\n### A walk\n\n1. `a.ts`: `first` asks\n   - `b.ts`: `last`\n\ntext\n\n## Next\n1. `c.ts`: `no`\n';
    expect(hopsBelow(page, 'A walk')).toEqual([hop(0, 'a.ts', 'first'), hop(1, 'b.ts', 'last')]);
  });

  it('takes a walk whose functions name one another', () => {
    expect(faults(hop(0, 'a.ts', 'first'), hop(0, 'b.ts', 'second'), hop(0, 'b.ts', 'last'))).toEqual([]);
    expect(faults(hop(0, 'a.ts', 'other'), hop(1, 'b.ts', 'last'))).toEqual([]);
  });

  it.each([
    ['there is no file c.ts', [hop(0, 'c.ts', 'first')]],
    ['a.ts has no function second', [hop(0, 'a.ts', 'second')]],
    ['first in a.ts does not name last', [hop(0, 'a.ts', 'first'), hop(0, 'b.ts', 'last')]],
    // Its own name is no call of another of that name.
    ['first in a.ts does not name first', [hop(0, 'a.ts', 'first'), hop(0, 'a.ts', 'first')]],
    ['other in a.ts does not name second', [hop(0, 'a.ts', 'other'), hop(1, 'b.ts', 'second')]],
  ])('says that %s', (fault, hops) => {
    expect(faults(...hops)).toContain(fault);
  });
});
