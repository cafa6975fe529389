/** The page of an answer link: one question, on a phone, for somebody who has nothing but the link. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AskBody } from '../../../src/surfaces/client/index.ts';
import { openPage } from '../../support/browser.ts';
import { Inbox } from '../../support/inbox.ts';

const inbox = new Inbox();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function openLink(body: AskBody): Promise<{ id: string; page: Page; url: string; faults: readonly string[] }> {
  const [id] = await inbox.ask(body);
  const { url } = await inbox.client.link(id!);
  const { page, faults } = await openPage(PHONE);
  await page.goto(url);
  return { id: id!, page, url, faults };
}

test('the question of a link is answered with a thumb, which is confirmed once; then the link says only that it was used', async () => {
  const { id, page, faults } = await openLink({
    sessionId: 'options',
    question: 'Which shade?',
    options: ['light', { label: 'dark', description: 'Easier on the eyes' }],
    context: 'For the header.',
  });
  await page.getByText('Easier on the eyes').tap();
  const send = page.getByRole('button', { name: 'Send' });
  expect((await send.boundingBox())!.height, 'large enough for a thumb').toBeGreaterThanOrEqual(44);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await send.tap();
  await page.getByRole('heading', { name: 'Answered “dark”' }).waitFor();
  expect(await inbox.settled(id)).toMatchObject({ answer: 'dark', surface: 'link' });
  expect(faults).toEqual([]);
  await page.reload();
  await page.getByText('This link has been used').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/dark|shade/);
  expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
});

test('what is hard to undo takes two taps by link as well, and a draft survives a reload', async () => {
  const { id, page } = await openLink({
    sessionId: 'harm',
    question: 'Delete the old logs?',
    type: 'CONFIRM',
    destructive: true,
    subject: 'logs of 2019',
  });
  expect(await page.getByTestId('subject').innerText()).toBe('logs of 2019');
  await page.getByRole('button', { name: 'Yes' }).tap();
  await page.reload();
  await page.getByRole('button', { name: 'Yes', pressed: true }).waitFor();
  expect((await inbox.client.clarification(id)).status).toBe('pending');
  await page.getByRole('button', { name: 'Send' }).tap();
  expect(await inbox.settled(id)).toMatchObject({ answer: 'Yes', surface: 'link' });
});

test('whoever is late by link is told that it is settled, and not how', async () => {
  const { id, page } = await openLink({ sessionId: 'late', question: 'Which way?', type: 'FREE_TEXT' });
  await page.getByRole('textbox').fill('left');
  await inbox.client.answer(id, 'right');
  await page.getByRole('button', { name: 'Send' }).tap();
  await page.getByText('the question was closed elsewhere').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('right');
});

test('a question is declined by link; a link that is not whole says so', async () => {
  const { id, page, url } = await openLink({ sessionId: 'decline', question: 'Which vendor?' });
  await page.getByRole('button', { name: 'Decline' }).tap();
  await page.getByRole('heading', { name: 'Declined' }).waitFor();
  expect(await inbox.settled(id)).toMatchObject({ status: 'declined' });
  await page.goto(`${url.slice(0, -3)}`);
  await page.getByText('This link is incomplete.').waitFor();
});
