/** What a hurried hand, a bad line, a strange text or a late agent can do to somebody who is answering. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { EventsPage } from '../../../src/surfaces/http/schemas/records.ts';
import { openPage } from '../../support/browser.ts';
import { cardOf, Inbox, live } from '../../support/inbox.ts';

const inbox = new Inbox();

test('a double click answers one question, and a key that is held down as well; the card that moves up is left alone', async () => {
  const questions = Array.from({ length: 6 }, (_, n) => `Keep part ${n}?`);
  const ids: string[] = [];
  for (const question of questions) ids.push(...(await inbox.ask({ sessionId: 'twice', question, type: 'CONFIRM' })));
  const { page } = await inbox.open();
  const pending = async () => (await inbox.client.clarifications({ status: 'pending' })).items.length;
  await expect.poll(() => page.title()).toBe('(6) AskOnce');
  const box = (await cardOf(page, questions[0]!).getByRole('button', { name: 'Yes' }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    if (clickCount === 1) await cardOf(page, questions[0]!).waitFor({ state: 'detached' });
  }
  await inbox.settled(ids[0]!);
  expect(await pending()).toBe(5);
  await page.locator('[data-testid=card]:focus-within').filter({ hasText: questions[1]! }).waitFor();
  for (let repeat = 0; repeat < 5; repeat += 1) {
    await page.keyboard.down('y');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
  }
  await page.keyboard.up('y');
  await inbox.settled(ids[1]!);
  expect(await pending()).toBe(4);
  for (const id of ids.slice(2)) await inbox.client.decline(id);
});

test('a question that leaves while an answer is typed says why, gives the words back, and the next card is in hand', async () => {
  const ask = (question: string, more: object = {}) =>
    inbox.ask({ sessionId: 'leave', question, type: 'FREE_TEXT', ...more });
  const [withdrawn] = await ask('Which of the asker?');
  const [late] = await ask('Which in time?', { timeout: '1h', onTimeout: 'fallback' });
  const [left] = await ask('Which is left?');
  const { page } = await inbox.open();
  await cardOf(page, 'Which of the asker?').getByRole('textbox').fill('half a thought');
  await inbox.client.cancel(withdrawn!);
  const notice = (question: string) => page.getByTestId('notice').filter({ hasText: question });
  expect(await notice('Which of the asker?').innerText()).toMatch(
    /^This question is closed\.\s+Which of the asker\? Not sent: “half a thought”/,
  );
  await page.locator('[data-testid=card]:focus').filter({ hasText: 'Which in time?' }).waitFor();
  await page.keyboard.press('e');
  await page.locator('textarea:focus').waitFor();
  // Its keys are text here, and nothing else.
  await page.keyboard.type('jk y1?');
  expect(await cardOf(page, 'Which in time?').getByRole('textbox').inputValue()).toBe('jk y1?');
  expect(await page.getByTestId('card').count()).toBe(2);
  for (const id of [late!, left!]) await inbox.client.decline(id);
});

test('a deadline that passes while somebody types takes the card away and says so', async () => {
  const question = 'Which before it is too late?';
  const { page } = await inbox.open();
  await inbox.ask({ sessionId: 'late', question, type: 'FREE_TEXT', timeout: '3s', onTimeout: 'fallback' });
  await cardOf(page, question).getByRole('textbox').fill('nearly');
  await cardOf(page, question).waitFor({ state: 'detached' });
  expect(await page.getByTestId('notice').innerText()).toMatch(/^The deadline has passed\.[\s\S]*Not sent: “nearly”/);
});

test('text from right to left stands so, in a card, in what is typed and in the history', async () => {
  const question = 'איזה פורמט? 🧑🏽‍🚀';
  const [id] = await inbox.ask({ sessionId: 'rtl', question, options: ['عربي', 'PNG'] });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  const direction = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).direction`);
  await card.waitFor();
  expect(await direction('article h2')).toBe('rtl');
  await card.getByRole('radio', { name: 'Something else' }).check();
  await card.getByRole('textbox').fill('לא');
  expect(await direction('article textarea')).toBe('rtl');
  expect(await direction('article label')).toBe('rtl');
  expect(await direction('article label:nth-of-type(2)')).toBe('ltr');
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'לא' });
  await page.goto(`${inbox.url}/#/history`);
  await page.getByTestId('settled').getByText(question).waitFor();
  expect(await direction('[data-testid=settled] p')).toBe('rtl');
});

test('who closes the page with an answer that is not sent yet is asked first', async () => {
  const [id] = await inbox.ask({ sessionId: 'close', question: 'Close it?', type: 'CONFIRM' });
  const { page } = await inbox.open();
  await cardOf(page, 'Close it?').waitFor();
  await page.context().setOffline(true);
  await cardOf(page, 'Close it?').getByRole('button', { name: 'No' }).click();
  await page.getByText('1 answer will be sent').waitFor();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.context().setOffline(false);
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'No' });
});

test('j and k follow the order that is seen, also by session; four questions of one ask are answered by keys', async () => {
  const say = (sessionId: string, question: string) => inbox.ask({ sessionId, question, type: 'FREE_TEXT' });
  const ids = [
    ...(await say('a', 'First of a?')),
    ...(await say('b', 'First of b?')),
    ...(await say('a', 'Second of a?')),
  ];
  const { page } = await openPage();
  await page.goto(inbox.url);
  await live(page);
  await page.getByLabel('Group by session').check();
  await page.getByRole('heading', { name: 'Session b' }).waitFor();
  await page.locator('body').click({ position: { x: 5, y: 300 } });
  const inHand = (question: string) => page.locator('[data-testid=card]:focus').filter({ hasText: question }).waitFor();
  for (const question of ['First of a?', 'Second of a?', 'First of b?']) {
    await page.keyboard.press('j');
    await inHand(question);
  }
  await page.keyboard.press('k');
  await inHand('Second of a?');
  for (const id of ids) await inbox.client.decline(id);
  const four = await inbox.ask({
    sessionId: 'four',
    questions: [
      { question: 'Which of four?', options: ['one', 'two'] },
      { question: 'Which several of four?', options: ['three', 'four'], multiSelect: true },
      { question: 'Yes of four?', type: 'CONFIRM' },
      { question: 'Words of four?', type: 'FREE_TEXT' },
    ],
  });
  await cardOf(page, 'Which of four?').waitFor();
  await page.keyboard.press('j');
  await inHand('Which of four?');
  for (const key of ['2', '1', '3']) await page.keyboard.press(key);
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('more');
  await page.keyboard.press('Escape');
  await inHand('Which of four?');
  await page.keyboard.press('y');
  await page.keyboard.press('e');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('words');
  await page.keyboard.press('Enter');
  const answers = await Promise.all(four.map(async (id) => (await inbox.settled(id)).answer));
  expect(answers).toEqual(['two', 'three, more', 'Yes', 'words']);
});

test('a browser whose clock is wrong counts down to the same moment as the server', async () => {
  const { page } = await openPage();
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  const [id] = await inbox.ask({
    sessionId: 'clock',
    question: 'Which clock?',
    type: 'FREE_TEXT',
    timeout: '200s',
    onTimeout: 'fallback',
  });
  await page.goto(inbox.url);
  const left = cardOf(page, 'Which clock?').getByTestId('countdown');
  await expect.poll(() => left.innerText()).toMatch(/^3:\d\d left/);
  await inbox.client.decline(id!);
});

const isReading = ({ pathname, search }: URL) => pathname === '/events' && search.includes('format=json');
const isStream = ({ pathname, search }: URL) => pathname === '/events' && !search.includes('format=json');

/** A server that has no room for the page's stream. Says how often it was refused. */
async function withoutStream(page: Page): Promise<() => number> {
  let refused = 0;
  await page.route(isStream, async (route) => {
    refused += 1;
    const { items } = await inbox.client.eventsPage({ limit: 1000 });
    const problem = {
      type: 'x',
      title: 'x',
      status: 429,
      detail: 'full',
      code: 'rate_limited',
      after: items.at(-1)?.seq ?? 0,
    };
    await route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  return () => refused;
}

test('the questions of an ask come to the page together, though their events come one by one', async () => {
  const { page } = await openPage();
  await withoutStream(page);
  // Every reading brings one event, and the next reading is seconds away.
  await page.route(isReading, async (route) => {
    const read = await route.fetch();
    const { items, next } = (await read.json()) as EventsPage;
    await route.fulfill({ json: { items: items.slice(0, 1), next: items[0]?.seq ?? next } });
  });
  await page.goto(inbox.url);
  await page.locator('[data-testid=connection][data-state=polling]').waitFor();
  const words = ['First', 'Second', 'Third', 'Fourth'];
  const questions = words.map((word) => ({ question: `${word} of the whole?`, type: 'FREE_TEXT' as const }));
  const ids = await inbox.ask({ sessionId: 'whole', questions });
  const shown = page.getByText('of the whole?');
  await shown.first().waitFor();
  expect(await shown.count()).toBe(4);
  for (const id of ids) await inbox.client.decline(id);
});

test('a server without room for a stream is read every few seconds, and the page says so', async () => {
  const { page } = await openPage();
  const refused = await withoutStream(page);
  await page.goto(inbox.url);
  await page.locator('[data-testid=connection][data-state=polling]').waitFor();
  const [id] = await inbox.ask({ sessionId: 'polled', question: 'Which without a stream?', type: 'FREE_TEXT' });
  await cardOf(page, 'Which without a stream?').waitFor();
  await inbox.client.decline(id!);
  await cardOf(page, 'Which without a stream?').waitFor({ state: 'detached' });
  // It tries again meanwhile, and goes on by the stream once there is room.
  expect(refused()).toBeGreaterThan(1);
  await page.unroute(isStream);
  await live(page);
});
