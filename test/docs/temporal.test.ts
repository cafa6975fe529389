/** docs/temporal.md: its code is not run, but it is the code whose types `npm run test:frameworks` checks. */
import { expect, it } from 'vitest';
import { codeBlocks, page } from './markdown.ts';

it('the page shows the files that are checked against Temporal’s types', () => {
  const files = ['workflows', 'activities'].map((name) => page(`frameworks/examples/temporal/${name}.ts`));
  expect(codeBlocks(page('docs/temporal.md'), 'ts')).toEqual(files);
});
