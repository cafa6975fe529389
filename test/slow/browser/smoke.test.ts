/** The way from the page's sources to the screen: built, served by the real command, run by a real browser under the real policy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildPage } from '../../../scripts/build-page.ts';
import { openPage, serveInbox } from '../../support/browser.ts';
import { smallPage } from '../../support/small-page.ts';

const scratch = mkdtempSync(join(tmpdir(), 'askonce-browser-'));
const small = smallPage(scratch);

beforeAll(() => {
  expect(buildPage(small)).toBe(null);
  return () => rmSync(scratch, { recursive: true, force: true });
});

/** The server with a small page that was built as the inbox is. */
const servedSmallPage = () => serveInbox({ env: { ASKONCE_PAGE: small.out } });

test('a page that was built opens, runs, has its looks, and asks the API', async () => {
  const { url } = await servedSmallPage();
  const { page, faults } = await openPage();
  const reply = await page.goto(url);
  expect(reply!.headers()['content-security-policy']).toContain("script-src 'self'");
  await page.getByText('admin at the page').waitFor();
  expect(await page.evaluate('getComputedStyle(document.querySelector("main")).color')).toBe('rgb(1, 2, 3)');
  const script = 'performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))';
  expect(await page.evaluate(`${script}.encodedBodySize < ${script}.decodedBodySize`), 'the script comes packed').toBe(
    true,
  );
  expect(faults).toEqual([]);
});

test('what is not the page’s own does not run in it, and a test would hear of it', async () => {
  const { url } = await servedSmallPage();
  const { page, faults } = await openPage();
  await page.goto(url);
  await page.getByText('admin at the page').waitFor();
  await page.evaluate(`document.head.append(
    Object.assign(document.createElement('script'), { textContent: 'document.title = "taken over"' }),
  )`);
  expect(await page.title()).toBe('Small');
  await expect.poll(() => faults).toEqual([expect.stringContaining('Content Security Policy')]);
});

test('a link to one question opens as a page, and the page can fetch the question from where it is', async () => {
  const { url, folder } = await servedSmallPage();
  const id = await folder.park('Which colour?');
  const made = await fetch(`${url}/clarifications/${id}/link`, { method: 'POST' });
  const { page, faults } = await openPage();
  await page.goto(((await made.json()) as { url: string }).url);
  await page.getByText('admin at the page').waitFor();
  const question = await page.evaluate(
    `fetch(location.href, { headers: { accept: 'application/json' } }).then((reply) => reply.json()).then((it) => it.question)`,
  );
  expect(question).toBe('Which colour?');
  expect(faults).toEqual([]);
});
