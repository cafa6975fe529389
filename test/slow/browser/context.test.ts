/** What an agent says around its question is read before it is answered: on a card, in a job, by link; and nothing leads nowhere. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AskBody } from '../../../src/surfaces/client/index.ts';
import { openPage } from '../../support/browser.ts';
import { cardOf, Inbox } from '../../support/inbox.ts';
import { look } from '../../support/look.ts';

const inbox = new Inbox();

const PLAN = '1. Rewrite the billing engine\n2. Move all customers over\n3. Drop the old tables';
const LONG = Array.from({ length: 60 }, (_, index) => `${index + 1}. Change part ${index + 1} of the engine`).join(
  '\n',
);
const FIRST = '1. Change part 1 of the engine';
const LAST = '60. Change part 60 of the engine';
const confirm = { type: 'CONFIRM' } as const;
const harm = { ...confirm, destructive: true } as const;

/** Where an element begins, so that one can say which is read first. */
const topOf = async (element: Locator) => (await element.boundingBox())!.y;

async function ask(sessionId: string, body: AskBody): Promise<string> {
  const [id] = await inbox.ask({ sessionId, ...body });
  return id!;
}

async function linked(id: string, width: number) {
  const { url } = await inbox.client.link(id);
  const { page } = await openPage({ viewport: { width, height: 740 } });
  await page.goto(url);
  return page;
}

test('what is approved is read above yes and no, without a click: on the card, in the job, and by link on a phone', async () => {
  const question = 'Is this plan OK?';
  const id = await ask('plan', { question, context: PLAN, job: 'billing', ...harm });
  const { page } = await inbox.open();
  for (const where of ['', 'jobs/billing']) {
    await page.goto(`${inbox.url}/#/${where}`);
    const card = cardOf(page, question);
    const context = card.getByTestId('context');
    await context.waitFor();
    expect(await context.innerText(), where).toBe(PLAN);
    expect(await topOf(context)).toBeLessThan(await topOf(card.getByRole('button', { name: 'Yes' })));
    expect(await card.getByRole('button', { name: 'Show all' }).count()).toBe(0);
  }
  const byLink = await linked(id, 360);
  const context = byLink.getByTestId('context');
  await context.waitFor();
  expect(await context.innerText()).toBe(PLAN);
  expect(await topOf(context)).toBeLessThan(await topOf(byLink.getByRole('button', { name: 'Yes' })));
  await inbox.client.decline(id);
});

test('a long context is cut where one sees it, and shown whole by a click or a key', async () => {
  const question = 'Shall I go on?';
  const id = await ask('long', { question, context: LONG, ...confirm });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  await card.getByText(FIRST).waitFor();
  expect(await card.innerText()).not.toContain(LAST);
  await look(page, 'context-long');
  await card.getByRole('button', { name: 'Show all' }).click();
  await card.getByText(LAST).waitFor();
  await card.getByRole('button', { name: 'Show less' }).click();
  await card.getByText(LAST).waitFor({ state: 'detached' });
  await page.keyboard.press('c');
  await card.getByText(LAST).waitFor();
  const byLink = await linked(id, 360);
  await byLink.getByText(FIRST).waitFor();
  await byLink.getByRole('button', { name: 'Show all' }).click();
  await byLink.getByText(LAST).waitFor();
  await inbox.client.decline(id);
});

test('of what is hard to undo nothing is cut: all of it is there, what is below is told, and keys scroll to it', async () => {
  const question = 'Drop the old tables?';
  const id = await ask('harm', { question, context: LONG, subject: 'billing_old', ...harm });
  const { page } = await inbox.open();
  const byLink = await linked(id, 360);
  for (const where of [cardOf(page, question), byLink.getByRole('main')]) {
    const context = where.getByTestId('context');
    await context.getByText(LAST).waitFor();
    expect(await where.getByRole('button', { name: 'Show all' }).count()).toBe(0);
    await context.focus();
    const more = where.getByRole('button', { name: 'More below' });
    const scrolled = () => context.evaluate((box: { scrollTop: number }) => box.scrollTop);
    expect(await scrolled()).toBe(0);
    await context.press('End');
    await expect.poll(scrolled).toBeGreaterThan(100);
    await more.waitFor({ state: 'hidden' });
    await context.press('Home');
    await expect.poll(scrolled).toBe(0);
    await more.click();
    await expect.poll(scrolled).toBeGreaterThan(100);
    await context.press('Home');
    await expect.poll(scrolled).toBe(0);
  }
  await look(page, 'context-harm');
  await look(byLink, 'context-link-harm');
  await inbox.client.decline(id);
});

test('nothing leads nowhere: without a context there is no control for one, and the job’s is there where there is a job', async () => {
  const plain = await ask('plain', { question: 'Which colour?' });
  const jobs = await ask('of-job', { question: 'Which shape?', job: 'shapes' });
  const { page } = await inbox.open();
  const card = cardOf(page, 'Which colour?');
  await card.waitFor();
  expect(await card.getByTestId('context').count()).toBe(0);
  await expect.poll(() => card.getByRole('button').allInnerTexts()).toEqual(['Send', 'Later', 'Decline']);
  const other = cardOf(page, 'Which shape?');
  await other.getByRole('button', { name: 'Job and log' }).click();
  await other.getByRole('link', { name: 'shapes' }).click();
  await page.waitForURL(/#\/jobs\/shapes$/);
  // The address changes before the view does.
  await expect
    .poll(() => other.getByRole('button').allInnerTexts(), { message: 'on the job’s own page' })
    .toEqual(['Send', 'Later', 'Decline']);
  for (const id of [plain, jobs]) await inbox.client.decline(id);
});

test('what is written from right to left begins at the right: question, context and options alike', async () => {
  const id = await ask('rtl', {
    question: 'באיזה מסד נתונים להשתמש?',
    context: 'הנתונים קטנים.',
    options: ['אחד גדול', { label: 'PostgreSQL', description: 'גדול וחזק' }],
  });
  const { page } = await inbox.open();
  const card = cardOf(page, 'באיזה');
  const rightOf = async (element: Locator) => element.boundingBox().then((box) => box!.x + box!.width);
  const edge = await rightOf(card);
  await card.getByRole('radio').first().waitFor();
  // The radio button stands where the line begins.
  expect(edge - (await rightOf(card.getByRole('radio', { name: 'אחד גדול' })))).toBeLessThan(60);
  expect(edge - (await rightOf(card.getByRole('radio', { name: 'PostgreSQL' })))).toBeGreaterThan(300);
  for (const part of [card.getByTestId('context'), card.getByText('גדול וחזק')])
    expect(await part.and(page.locator(':dir(rtl)')).count()).toBe(1);
  await inbox.client.decline(id);
});
