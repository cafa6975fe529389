/** How somebody who looks elsewhere hears of a question, and how the page looks to somebody who has chosen that. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { cardOf, Inbox, live } from '../../support/inbox.ts';

const inbox = new Inbox();

/** Notes the notifications that are shown and the tones that sound, and lets a test look away from the page. */
const WATCH = `
  window.shown = [];
  window.tones = [];
  window.Notification = class extends Notification {
    constructor(title, how) {
      super(title, how);
      shown.push({ title, body: how.body, heard: how.renotify });
    }
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    tones.push(this.frequency.value);
    return start.call(this, at);
  };
  document.hasFocus = () => window.looks ?? true;
`;

const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

test('a question is told by the title, a dot in the icon, and to screen readers', async () => {
  const { page } = await inbox.open();
  expect(await page.title()).toBe('AskOnce');
  expect(await iconOf(page)).toMatch(/favicon-[^d]/);
  expect(await page.locator('[aria-live=polite]').first().getAttribute('data-testid')).toBe('spoken');
  const ids = await inbox.ask({ sessionId: 'told', question: 'Which title?' });
  await expect.poll(() => page.title()).toBe('(1) AskOnce');
  expect(await iconOf(page)).toContain('favicon-dot');
  expect((await page.request.get(new URL((await iconOf(page))!, inbox.url).href)).status()).toBe(200);
  expect(await page.getByTestId('spoken').innerText()).toBe('New question: Which title?');
  ids.push(...(await inbox.ask({ sessionId: 'told', question: 'Which icon?' })));
  await expect.poll(() => page.title()).toBe('(2) AskOnce');
  expect(await page.getByTestId('spoken').innerText()).toBe('New question: Which icon?');
  for (const id of ids) await inbox.client.decline(id);
  await expect.poll(() => page.title()).toBe('AskOnce');
  expect(await iconOf(page)).not.toContain('favicon-dot');
});

test('who wants it gets a notification while they look elsewhere, and a sound from one tab; who does not gets neither', async () => {
  const { page } = await openPage({ permissions: ['notifications'] });
  await page.context().addInitScript(WATCH);
  await page.goto(inbox.url);
  await live(page);
  const told = () => page.evaluate<{ shown: unknown[]; tones: number[] }>('({ shown, tones })');
  const ask = async (question: string) => {
    const [id] = await inbox.ask({ sessionId: 'notify', question });
    await cardOf(page, question).waitFor();
    return id!;
  };
  await page.evaluate('looks = false');
  const ids = [await ask('Said to nobody?')];
  expect(await told()).toEqual({ shown: [], tones: [] });
  await page.keyboard.press('?');
  await page.getByLabel('Sound for new questions').check();
  await page.getByLabel('Browser notifications').check();
  // The browser may have to be asked first.
  await expect.poll(() => page.evaluate(`localStorage['askonce:notify']`)).toBe('true');
  await page.keyboard.press('Escape');
  // It sounds once as it is switched on, so that one knows it.
  await expect.poll(async () => (await told()).tones).toEqual([660, 880]);
  const other = await page.context().newPage();
  await other.goto(inbox.url);
  await live(other);
  await page.evaluate('tones.length = 0');
  await page.evaluate('looks = true');
  ids.push(await ask('Seen at once?'));
  await cardOf(other, 'Seen at once?').waitFor();
  const sounded = async () => [...(await told()).tones, ...(await other.evaluate<number[]>('tones'))];
  await expect.poll(sounded).toEqual([660, 880]);
  expect((await told()).shown).toEqual([]);
  await page.evaluate('looks = false');
  ids.push(await ask('Looked away?'));
  expect((await told()).shown).toEqual([{ title: 'Looked away?', body: 'notify', heard: true }]);
  for (const id of ids) await inbox.client.decline(id);
});

test('a browser that will not have notifications is told so, and goes on without', async () => {
  const { page } = await inbox.open();
  await page.keyboard.press('?');
  const wish = page.getByLabel('Browser notifications');
  await wish.click();
  await page.getByRole('dialog').getByText('Notifications are blocked for this page.').waitFor();
  await expect.poll(() => wish.isChecked()).toBe(false);
});

test('a theme that was chosen counts whatever the system says, after a reload and in other tabs', async () => {
  const { page } = await inbox.open('', { colorScheme: 'light' });
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByLabel('Light').check();
  expect(await ground()).toBe(light);
  await page.reload();
  await live(page);
  expect(await ground()).toBe(light);
  await page.emulateMedia({ colorScheme: 'light' });
  const other = await page.context().newPage();
  await other.goto(inbox.url);
  await live(other);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByLabel('Dark').check();
  expect(await ground()).toBe(dark);
  await expect.poll(() => other.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(dark);
});
