/** What was asked, looked back on. The pictures: drawn when they are wanted, legible in both themes and at every width, told to whoever cannot see them; the history: a page at a time. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { DAY, FakeClock, MINUTE } from '../../../src/testing/fake-clock.ts';
import { Inbox } from '../../support/inbox.ts';
import { look } from '../../support/look.ts';

const inbox = new Inbox();
const DAYS = 25;
const EARLY = 'Which of all, before the others?';

/** Nearly all was asked, which is where labels of both kinds come close; once, what was said before was enough. */
beforeAll(async () => {
  const midday = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
  const clock = new FakeClock(midday - DAYS * DAY);
  const { path } = inbox.folder;
  const askonce = await openAskOnce({ db: join(path, '.askonce', 'askonce.db'), project: path, clock });
  await askonce.session('early').ask(EARLY, { wait: false });
  for (let day = 0; day < DAYS; day += 1) {
    const questions = Array.from({ length: (day * 5) % 13 }, (_, index) => `What about part ${index} of day ${day}?`);
    const { length } = await Promise.all(
      questions.map((question) => askonce.session(`day-${day}`).ask(question, { wait: false })),
    );
    clock.advance(MINUTE * 3 ** (day % 6));
    const { items } = await askonce.questions.list({ session: `day-${day}`, status: 'pending', limit: 50 });
    expect(items).toHaveLength(length);
    for (const { id } of items) await askonce.questions.answer(id, 'leave it');
    if (length > 0) await askonce.session(`day-${day}`).ask(questions[0]!, { wait: false });
    clock.advance(DAY - MINUTE * 3 ** (day % 6));
  }
  await askonce.close();
});

/** Keeps what is written on each canvas, with its box, until the canvas is wiped. */
const WATCH = `
  const written = new WeakMap();
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    written.set(this.canvas, []);
    return clearRect.apply(this, box);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { a, d, e, f } = this.getTransform();
    const m = this.measureText(text);
    const all = written.get(this.canvas) ?? [];
    all.push({ text, colour: this.fillStyle, left: e + a * x - m.actualBoundingBoxLeft, right: e + a * x + m.actualBoundingBoxRight,
      top: f + d * y - m.actualBoundingBoxAscent, bottom: f + d * y + m.actualBoundingBoxDescent });
    written.set(this.canvas, all);
    return fillText.call(this, text, x, y);
  };
  window.labels = () => [...document.querySelectorAll('[data-testid=columns] canvas')].map((canvas) => ({
    width: canvas.width, height: canvas.height, labels: written.get(canvas) ?? [] }));
`;

interface Label {
  readonly text: string;
  readonly colour: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly labels: readonly Label[];
}

const drawn = (page: Page) => page.evaluate<Drawn[]>('labels()');

/** The labels that lie on one another, or beyond the edge of their picture. */
function illegible({ width, height, labels }: Drawn): string[] {
  const cut = labels.filter(({ left, right, top, bottom }) => left < 0 || top < 0 || right > width || bottom > height);
  const over = labels.flatMap((one, index) =>
    labels
      .slice(index + 1)
      .filter((other) => one.left < other.right + 4 && other.left < one.right + 4)
      .filter((other) => one.top < other.bottom + 2 && other.top < one.bottom + 2)
      .map((other) => `${one.text} on ${other.text}`),
  );
  return [...cut.map(({ text }) => `${text} is cut off`), ...over];
}

test('the first load is at most 60 kB of scripts, and the charts’ is not among them', async () => {
  const { page, faults } = await inbox.open();
  const scripts = () =>
    page.evaluate<{ name: string; size: number }[]>(
      `performance.getEntriesByType('resource').filter(({ name }) => /\\.js$/.test(name))
        .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }))`,
    );
  const first = await scripts();
  const size = first.reduce((sum, script) => sum + script.size, 0);
  // The scripts came packed, or the sum would say nothing.
  expect(size).toBeGreaterThan(10_000);
  expect(size).toBeLessThanOrEqual(60_000);
  expect(first.filter(({ name }) => name.includes('uPlot'))).toEqual([]);
  await page.getByRole('link', { name: 'Insight' }).click();
  await page.locator('[data-testid=columns] canvas').nth(1).waitFor();
  expect((await scripts()).filter(({ name }) => name.includes('uPlot'))).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('the pictures fit every width, their labels never lie on one another, and they follow the theme', async () => {
  const { page } = await inbox.open();
  await page.addInitScript(WATCH);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${inbox.url}/#/insight`);
  await page.reload();
  await page.locator('[data-testid=columns] canvas').nth(1).waitFor();
  for (const days of ['30 days', '7 days', '90 days']) {
    await page.getByLabel('Time span').selectOption(days);
    for (const width of [360, 700, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const room = async () => Math.round((await page.getByTestId('columns').first().boundingBox())!.width);
      await expect.poll(async () => (await drawn(page))[0]?.width).toBe(await room());
      const pictures = await drawn(page);
      expect(pictures.flatMap(illegible)).toEqual([]);
      for (const { labels } of pictures) expect(labels.length, `${days} at ${width}`).toBeGreaterThan(3);
    }
  }
  const colour = async () => (await drawn(page))[0]!.labels[0]!.colour;
  const light = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colour).not.toBe(light);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByLabel('Light').check();
  await expect.poll(colour).toBe(light);
});

test('whoever cannot see the pictures is told the gist, and has the numbers as a table; pointing at a column says them', async () => {
  const { page } = await inbox.open('insight', { timezoneId: 'UTC' });
  const picture = page.getByRole('img', {
    name: /^Questions asked and avoided, by day\. \d+ % of \d+ questions needed no person\.$/,
  });
  await picture.locator('canvas').waitFor();
  const frame = page.locator('section').filter({ has: picture });
  await frame.getByText('As a table').click();
  const rows = frame.getByRole('row');
  expect(await rows.first().innerText()).toMatch(/^Day\s+Put to a person\s+Earlier answer/);
  const last = (await rows.last().innerText()).split('\t').map((cell) => cell.trim());
  expect(last.slice(1, 3)).toEqual(['3', '1']);
  const box = (await picture.boundingBox())!;
  for (let x = box.x + box.width - 8; x > box.x; x -= 8) {
    await page.mouse.move(x, box.y + 100);
    const said = await frame.getByTestId('pointed').innerText();
    if (!said.startsWith(`${last[0]}:`)) continue;
    expect(said).toBe(`${last[0]}: 3 put to a person, 1 settled without one`);
    return;
  }
  throw new Error('No column is the last day’s');
});

test('Insight is for all people, in both themes and on a phone', async () => {
  const { page } = await inbox.open('insight');
  await page.locator('[data-testid=columns] canvas').nth(1).waitFor();
  await look(page, 'insight');
});

test('the history comes a page at a time, and what is searched for is found beyond the first one', async () => {
  const [declined] = await inbox.ask({ sessionId: 'late', question: 'Which vendor?' });
  await inbox.client.decline(declined!);
  const { page } = await inbox.open('history');
  const settled = page.getByTestId('settled');
  await expect.poll(() => settled.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => settled.count()).toBe(100);
  // What was asked first and is settled last stands at the top, and not once more at the end.
  const { items } = await inbox.client.clarifications({ status: 'pending' });
  await inbox.client.answer(items.find(({ question }) => question === EARLY)!.id, 'any');
  await settled.first().getByText(EARLY).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => settled.count()).toBe(150);
  expect(await settled.filter({ hasText: EARLY }).count()).toBe(1);
  await page.getByLabel('Show', { exact: true }).selectOption('Declined');
  await expect.poll(() => settled.count()).toBe(1);
  await page.reload();
  await expect.poll(() => settled.count()).toBe(50);
  await page.getByLabel('Search history').fill('part 0 of day 1?');
  await settled.getByText('What about part 0 of day 1?').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  const before = await settled.count();
  // What is settled meanwhile comes to the list only if it has the words.
  const [unlike, like] = [
    ...(await inbox.ask({ sessionId: 'late', question: 'Which garden?' })),
    ...(await inbox.ask({ sessionId: 'late', question: 'What about part 0 of DAY 1? Once more.' })),
  ];
  await inbox.client.decline(unlike!);
  await inbox.client.decline(like!);
  await settled.getByText('Once more.').waitFor();
  expect(await settled.count()).toBe(before + 1);
});
