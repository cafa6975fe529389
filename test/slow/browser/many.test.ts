/**
 * Ten thousand questions and a hundred thousand jobs at once. The bounds are times, and machines do other things as well: the best of three tries counts, which
 * only a page that can be as quick gets below them.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type AskOnce, openAskOnce, type QuestionInput } from '../../../src/index.ts';
import { openPage } from '../../support/browser.ts';
import { Inbox } from '../../support/inbox.ts';

const COUNT = 10_000;
const TOGETHER = 500;
const TRIES = 3;
const FIRST_CARD_MS = 1_000;
const LONG_TASK_MS = 200;
const JOBS = 100_000;
const LIST_MS = 1_000;

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
  const askonce = await openAskOnce({ db: join(path, '.askonce', 'askonce.db'), project: path });
  for (let from = 0; from < COUNT; from += TOGETHER) {
    await Promise.all(
      Array.from({ length: TOGETHER }, (_, index) =>
        askonce.session(`s${(from + index) % 300}`).ask(numbered(from + index), { wait: false }),
      ),
    );
  }
  await addJobs(askonce);
  await askonce.close();
}, 120_000);

/** One real job, and its like a hundred thousand times: every tenth failed, and the oldest few were cancelled. */
async function addJobs(askonce: AskOnce): Promise<void> {
  const { id } = await askonce.jobs.queue('Bake bread number 0');
  await askonce.jobs.cancel(id);
  const db = new Database(join(inbox.folder.path, '.askonce', 'askonce.db'));
  db.prepare(
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${JOBS})
     INSERT INTO jobs (id, session_id, state, policy, asker, project, prompt, error, created_at, updated_at, ended_at)
     SELECT 'job-like-' || n, 's' || (n % 300), CASE WHEN n > ${JOBS - 10} THEN 'CANCELLED' WHEN n % 10 = 0 THEN 'ERROR' ELSE 'COMPLETE' END,
       policy, asker, project, 'Bake bread number ' || n, CASE WHEN n <= ${JOBS - 10} AND n % 10 = 0 THEN 'burnt' END,
       created_at - n * 1000, updated_at - n * 1000, ended_at - n * 1000
     FROM jobs, counted WHERE id = ?`,
  ).run(id);
  db.close();
}

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

test('of a hundred thousand jobs the newest are there at once; more of them, and those of a state or a session, as well', async () => {
  let slow: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { page } = await inbox.open();
    slow = await slowSteps(page);
    if (slow.length === 0) return;
    await page.close();
  }
  expect(slow).toEqual([]);
}, 120_000);

/** Goes through the list of jobs, and returns what took too long. */
async function slowSteps(page: Page): Promise<string[]> {
  await page.getByTestId('waiting-count').getByText('10,000').waitFor({ timeout: 25_000 });
  const rows = page.getByTestId('job-row');
  const filter = (name: string) => page.getByLabel(name, { exact: true });
  const slow: string[] = [];
  /** Does something, and waits for the job that shows that it is done. */
  const quick = async (act: () => Promise<unknown>, job: number) => {
    const started = performance.now();
    await act();
    await rows.filter({ hasText: new RegExp(`number ${job}(?!\\d)`) }).waitFor();
    const took = Math.round(performance.now() - started);
    if (took > LIST_MS) slow.push(`until number ${job} is there: ${took} ms`);
  };
  await quick(() => page.getByRole('link', { name: 'Jobs' }).click(), 0);
  expect(await rows.count()).toBe(50);
  await quick(() => page.getByRole('button', { name: 'Show more' }).click(), 99);
  expect(await rows.count()).toBe(100);
  await quick(() => filter('Failed').check({ force: true }), 500);
  await quick(() => filter('Cancelled').check({ force: true }), 0);
  await quick(() => filter('Failed').uncheck({ force: true }), JOBS);
  expect(await rows.count()).toBe(11);
  await filter('Cancelled').uncheck({ force: true });
  await quick(() => page.getByLabel('Filter by session').fill('s299'), 299);
  return slow;
}
