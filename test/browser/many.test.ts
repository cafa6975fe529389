/**
 * Ten thousand questions at once. The bounds are times, and machines do other things as well: the best of three tries counts, which
 * only a page that can be as quick gets below them.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openAskOnce, type QuestionInput } from '../../src/index.ts';
import { openPage } from '../support/browser.ts';
import { Inbox } from '../support/inbox.ts';

const COUNT = 10_000;
const TOGETHER = 500;
const TRIES = 3;
const FIRST_CARD_MS = 1_000;
const LONG_TASK_MS = 200;

const inbox = new Inbox();

function numbered(index: number): QuestionInput {
  const question = `Question number ${index}: which way of handling case ${index} should the importer take?`;
  const kinds = [
    { options: ['First way', { label: 'Second way', description: 'Slower but safe' }], recommended: 'Second way' },
    { type: 'CONFIRM' },
    { type: 'FREE_TEXT' },
  ] as const;
  return { question, ...kinds[index % 3]! };
}

beforeAll(async () => {
  const { path } = inbox.folder;
  const askonce = await openAskOnce({ db: join(path, '.askonce', 'askonce.db'), projectRoot: path });
  for (let from = 0; from < COUNT; from += TOGETHER) {
    await Promise.all(
      Array.from({ length: TOGETHER }, (_, index) =>
        askonce.session(`s${(from + index) % 300}`).ask(numbered(from + index), { wait: false }),
      ),
    );
  }
  await askonce.close();
}, 120_000);

/** Notes when the first card is on the screen, and every task of the page that takes long. */
const WATCH = `
  window.long = [];
  new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  window.firstCard = new Promise((shown) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-testid=card]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => shown(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
`;

/** The least that a measurement came to; further tries only while it is above the bound. */
async function best(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least > bound; tried += 1) least = Math.min(least, await measure());
  return least;
}

const longest = (page: Page) => page.evaluate<number>('Math.max(0, ...long)');

/** Two frames later whatever a scroll has set going is drawn. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

test('the first card is on the screen within a second', async () => {
  const time = await best(FIRST_CARD_MS, async () => {
    const { page } = await openPage();
    await page.addInitScript(WATCH);
    await page.goto(inbox.url);
    const first = await page.evaluate<number>('window.firstCard');
    await page.close();
    return first;
  });
  expect(time).toBeLessThanOrEqual(FIRST_CARD_MS);
});

test('all are counted, and scrolling through them never holds the page up for long', async () => {
  const { page } = await openPage();
  await page.addInitScript(WATCH);
  await page.goto(inbox.url);
  await page.getByTestId('waiting-count').getByText('10,000').waitFor({ timeout: 25_000 });
  await page.locator('[aria-busy=false]').first().waitFor();
  const time = await best(LONG_TASK_MS, async () => {
    await page.evaluate('scrollTo(0, 0); long.length = 0');
    await page.mouse.move(600, 500);
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, 1_500);
      await drawn(page);
    }
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
    await drawn(page);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page
      .getByRole('heading', { name: /^Question number 99\d\d:/ })
      .first()
      .waitFor();
    return longest(page);
  });
  expect(time).toBeLessThanOrEqual(LONG_TASK_MS);
  // Only what is on the screen is in the page.
  expect(await page.getByTestId('card').count()).toBeLessThan(40);
}, 60_000);
