import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../meta/layers.ts';
import { INDEX } from '../../support/programs.ts';

describe('the client’s sources', () => {
  it('are published as one file, which shares nothing with what needs Node', () => {
    const published = readFileSync(join(dirname(INDEX), 'client', 'index.js'), 'utf8');
    expect(published).toContain('AskOnceClient');
    // It runs in browsers as well.
    expect(importsOf({ path: 'client.js', text: published })).toEqual(['eventsource-parser']);
  });
});
