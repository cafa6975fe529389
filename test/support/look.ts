/**
 * A view looked at by the rules of WCAG 2.2 AA as axe-core checks them, light and dark, on a mcpContext and on a phone; and what it looks
 * like, as pictures in test-artefacts/screenshots.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const PICTURES = join(import.meta.dirname, '..', '..', 'test-artefacts', 'screenshots');
export const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** Between the themes nothing but colours differs. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];

/** What is wrong with a view as it is now. */
export async function faultsOf(page: Page, runOnly: object): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify({ runOnly })})`);
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return [
    ...violations.map(({ id, nodes }) => `${id} at ${nodes[0]!.html.slice(0, 200)}`),
    ...(beyond > 0 ? [`${beyond} px wider than the screen`] : []),
  ];
}

/** Checks a view in both themes and sizes, and takes its picture. */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axe.source);
  const wrong: string[] = [];
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const how = `${name}-${colorScheme}-${viewport.width}`;
      await page.screenshot({ path: join(PICTURES, `${how}.png`) });
      const faults = await faultsOf(page, colorScheme === 'light' ? RULES : COLOURS);
      wrong.push(...faults.map((fault) => `${how}: ${fault}`));
    }
  }
  expect(wrong).toEqual([]);
}
