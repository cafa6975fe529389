/** The page as an app: it installs, opens without the server, holds nothing of the API, and takes a new version at once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PACKAGE_FOLDER } from '../../../src/util/package-folder.ts';
import { cardOf, Inbox, live } from '../../support/inbox.ts';

const inbox = new Inbox();

/** The addresses that the browser keeps for the page. */
const kept = (page: Page) =>
  page.evaluate<string[]>(`caches.open('askonce-shell').then((cache) => cache.keys())
    .then((all) => all.map(({ url }) => new URL(url).pathname))`);

/** A page that its service worker serves. */
async function served(): Promise<Page> {
  const { page } = await inbox.open();
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
  await page.reload();
  await live(page);
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  return page;
}

test('the page can be installed as an app', async () => {
  const page = await served();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The windows of the tests keep nothing, and Chromium installs nothing from such a window.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { data } = await session.send('Page.getAppManifest');
  expect(JSON.parse(data!)).toMatchObject({ name: 'AskOnce', start_url: '/', display: 'standalone' });
});

test('without the server the app opens and says so; it has kept the shell, and no question', async () => {
  const [id] = await inbox.ask({ sessionId: 'app', question: 'Which secret sauce?', options: ['red', 'green'] });
  const page = await served();
  await cardOf(page, 'Which secret sauce?').waitFor();
  const files = await kept(page);
  expect(files).toContain('/');
  expect(files.filter((path) => !/^\/$|^\/assets\/|^\/[\w-]+\.(?:svg|png|webmanifest)$/.test(path))).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('[data-testid=connection][data-state=offline], [data-state=reconnecting]').first().waitFor();
  expect(await cardOf(page, 'Which secret sauce?').count()).toBe(0);
  await page.context().setOffline(false);
  await live(page);
  await cardOf(page, 'Which secret sauce?').waitFor();
  await inbox.client.decline(id!);
});

test('a new version of the page is used at once, and the files of the one before it are dropped', async () => {
  const page = await served();
  // As an older version would have left it.
  await page.evaluate(`caches.open('askonce-shell').then(async (cache) => {
    await cache.put('/', new Response('<p>the version before</p>'));
    await cache.put('/assets/old-1.js', new Response('old'));
  })`);
  await page.reload();
  await live(page);
  await expect.poll(() => kept(page)).not.toContain('/assets/old-1.js');
  const html = await page.evaluate<string>(`caches.match('/').then((page) => page.text())`);
  expect(html).toBe(readFileSync(join(PACKAGE_FOLDER, 'dist', 'web', 'index.html'), 'utf8'));
});
