/** Many tabs of one browser, which has six connections to a server: one of them hears what happens, for all. */
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardOf, Inbox, live } from '../../support/inbox.ts';

const inbox = new Inbox();
const TABS = 7;

const isStream = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url());
  return pathname === '/events' && !searchParams.has('format');
};

test('seven tabs hear of everything over one connection; when the tab that has it goes, another reads on from there', async () => {
  const { page: first } = await inbox.open();
  const streams: Request[] = [];
  const context = first.context();
  context.on('request', (request) => {
    if (isStream(request)) streams.push(request);
  });
  const others: Page[] = [];
  for (let tab = 1; tab < TABS; tab += 1) {
    const page = await context.newPage();
    await page.goto(inbox.url);
    await live(page);
    others.push(page);
  }
  expect(streams).toEqual([]);
  const [id] = await inbox.ask({ sessionId: 'tabs', question: 'Seen in each tab?', type: 'CONFIRM' });
  for (const page of [first, ...others]) await cardOf(page, 'Seen in each tab?').waitFor();
  await cardOf(others[3]!, 'Seen in each tab?').getByRole('button', { name: 'Yes' }).click();
  for (const page of [first, ...others]) await page.getByText('No questions waiting').waitFor();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'Yes' });
  const { items } = await inbox.client.eventsPage({ limit: 100 });
  await first.close();
  await expect.poll(() => streams.length).toBe(1);
  expect(await streams[0]!.headerValue('last-event-id')).toBe(String(items.at(-1)!.seq));
  const [later] = await inbox.ask({ sessionId: 'tabs', question: 'And afterwards?', type: 'CONFIRM' });
  for (const page of others) await cardOf(page, 'And afterwards?').waitFor();
  expect(streams).toHaveLength(1);
  await inbox.client.decline(later!);
});

test('what is asked after the list was read and before events are heard is not missed', async () => {
  const { page } = await inbox.open();
  const listed = page.waitForResponse((reply) => reply.url().includes('/clarifications?'));
  let open!: () => void;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(
    (url) => url.pathname === '/events',
    async (route) => {
      await gate;
      await route.continue();
    },
  );
  await page.reload();
  await (await listed).finished();
  const [id] = await inbox.ask({ sessionId: 'between', question: 'Asked in between?', type: 'CONFIRM' });
  open();
  await live(page);
  await cardOf(page, 'Asked in between?').waitFor();
  await inbox.client.decline(id!);
});
