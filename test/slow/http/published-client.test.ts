import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INDEX } from '../../support/programs.ts';

describe('the client’s sources', () => {
  it('are published as one file, which shares nothing with what needs Node', () => {
    const published = readFileSync(join(dirname(INDEX), 'client', 'index.js'), 'utf8');
    expect(published).toContain('AskOnceClient');
    expect(published).not.toMatch(/^import\b|\bimport\(/m);
  });
});
