/** One question, several hands: other tabs, the terminal, a reload, a server that goes away, no network. */
import { expect, test } from 'vitest';
import { AskOnceClient } from '../../../src/surfaces/client/index.ts';
import { newFolder } from '../../support/askonce.ts';
import { openPage, serveInbox } from '../../support/browser.ts';
import { cardOf, Inbox, live } from '../../support/inbox.ts';
import { asks, enter, FORMAT, newPlace } from '../repl/at-repl.ts';

const inbox = new Inbox();

test('of two tabs that answer at once one wins, and the other is told what counts', async () => {
  const [id] = await inbox.ask({ sessionId: 'tabs', question: 'Which colour?', options: ['red', 'blue'] });
  const one = (await inbox.open()).page;
  const other = (await inbox.open()).page;
  await cardOf(one, 'Which colour?').getByRole('radio', { name: 'red' }).check();
  await cardOf(other, 'Which colour?').getByRole('radio', { name: 'blue' }).check();
  // Neither answer arrives before both are on their way, so that neither page hears of the other's in time.
  let both!: () => void;
  const gate = new Promise<void>((open) => {
    both = open;
  });
  let waiting = 0;
  for (const page of [one, other]) {
    await page.route('**/answer', async (route) => {
      waiting += 1;
      if (waiting === 2) both();
      await gate;
      await route.continue();
    });
  }
  for (const page of [one, other]) await page.getByRole('button', { name: 'Send' }).click();
  const { answer } = await inbox.settled(id!);
  const [winner, loser, lost] = answer === 'red' ? [one, other, 'blue'] : [other, one, 'red'];
  await winner
    .getByTestId('notice')
    .filter({ hasText: `Answered “${answer}”` })
    .waitFor();
  const told = loser.getByTestId('notice').filter({ hasText: `yours (“${lost}”) was not used` });
  expect(await told.innerText()).toMatch(
    new RegExp(`^Answered on the web by \\S+ \\d s ago\\s+Which colour\\? Their answer “${answer}” counts`),
  );
  for (const page of [one, other]) await page.getByText('No questions waiting').waitFor();
});

test('an answer in the terminal takes the question from whoever is writing one, and says who it was', async () => {
  const question = 'What is the name of the terminal?';
  const [id] = await inbox.ask({ sessionId: 'terminal', question, type: 'FREE_TEXT' });
  const { page } = await inbox.open();
  await cardOf(page, question).getByRole('textbox').fill('half an answ');
  const { code } = await inbox.folder.run(['answer', id!, 'from the terminal']);
  expect(code).toBe(0);
  await cardOf(page, question).waitFor({ state: 'detached' });
  const told = page.getByTestId('notice').filter({ hasText: question });
  expect(await told.innerText()).toMatch(/^Answered on the command line by \S+ \d+ s ago/);
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'from the terminal', surface: 'cli' });
});

/** The REPL with a question in its picker, and the page on the same store. */
async function replAndPage() {
  const place = newPlace({ settle: asks(FORMAT) });
  const terminal = await place.open();
  const { url } = await serveInbox({ folder: place });
  const { page } = await openPage();
  await page.goto(url);
  await live(page);
  enter(terminal, 'settle it');
  await terminal.waitFor('❯ 1  YAML');
  const card = page.getByTestId('card');
  await card.getByRole('radio', { name: 'TOML' }).check();
  return { place, terminal, page, card };
}

test('the REPL is quicker: the page lets go of its draft and says that it was answered in the terminal', async () => {
  const { terminal, page, card, place } = await replAndPage();
  terminal.press('enter');
  await card.waitFor({ state: 'detached' });
  const told = page.getByTestId('notice');
  expect(await told.innerText()).toMatch(/^Answered in the terminal by \S+ \d+ s ago/);
  await terminal.waitFor('COMPLETE');
  expect(place.heard()[1]).toMatch(/Clarification Answer: YAML$/);
});

test('the page is quicker: the REPL’s picker goes, and the agent gets the page’s answer', async () => {
  const { terminal, card, place } = await replAndPage();
  await card.getByRole('button', { name: 'Send' }).click();
  await terminal.waitFor('COMPLETE');
  expect(terminal.screen().join('\n')).toMatch(/The question was answered by \S+ \(http\): “TOML”\./);
  expect(place.heard()[1]).toMatch(/Clarification Answer: TOML$/);
});

test('a draft survives a reload: what was chosen, typed and ticked', async () => {
  const options = ['red', 'blue'];
  await inbox.ask({ sessionId: 'reload', question: 'Which paint?', options });
  const [id] = await inbox.ask({ sessionId: 'reload', question: 'Which words?', type: 'FREE_TEXT' });
  const { page } = await inbox.open();
  await cardOf(page, 'Which paint?').getByRole('radio', { name: 'blue' }).check();
  await cardOf(page, 'Which words?').getByRole('textbox').fill('half a sen');
  await cardOf(page, 'Which words?').getByLabel('Remember for the project').check();
  await page.reload();
  expect(await cardOf(page, 'Which words?').getByRole('textbox').inputValue()).toBe('half a sen');
  expect(await cardOf(page, 'Which words?').getByLabel('Remember for the project').isChecked()).toBe(true);
  expect(await cardOf(page, 'Which paint?').getByRole('radio', { name: 'blue' }).isChecked()).toBe(true);
  await cardOf(page, 'Which words?').getByRole('textbox').press('End');
  await page.keyboard.type('tence');
  await page.keyboard.press('Enter');
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'half a sentence' });
  await cardOf(page, 'Which paint?').getByRole('button', { name: 'Send' }).click();
  await page.getByText('No questions waiting').waitFor();
});

test('without network the page says so, keeps what is answered, and sends it when the network is back', async () => {
  const [id] = await inbox.ask({ sessionId: 'offline', question: 'Take the train?', type: 'CONFIRM' });
  const { page } = await inbox.open();
  await cardOf(page, 'Take the train?').waitFor();
  await page.context().setOffline(true);
  await page.locator('[data-testid=connection][data-state=offline]').waitFor();
  await cardOf(page, 'Take the train?').getByRole('button', { name: 'Yes' }).click();
  await page.getByText('1 answer will be sent when the connection is back.').waitFor();
  expect((await inbox.client.clarification(id!)).status).toBe('pending');
  const [meanwhile] = await inbox.ask({ sessionId: 'offline', question: 'Asked meanwhile?', type: 'CONFIRM' });
  await page.context().setOffline(false);
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'Yes' });
  await live(page);
  await cardOf(page, 'Asked meanwhile?').waitFor();
  await page.getByText('1 answer will be sent').waitFor({ state: 'detached' });
  await inbox.client.decline(meanwhile!);
});

test('a server that is started anew finds the page as it was, reading on from the last event: the draft, what is unsent, what comes later', async () => {
  const first = await serveInbox();
  const { folder } = first;
  const id = await folder.park('Which port?');
  const { page } = await openPage();
  await page.goto(first.url);
  await live(page);
  await cardOf(page, 'Which port?').getByRole('textbox').fill('half');
  const { seq } = (await new AskOnceClient({ url: first.url }).eventsPage({ limit: 100 })).items.at(-1)!;
  const resumed = page.waitForRequest((request) => new URL(request.url()).pathname === '/events');
  first.started.child.kill('SIGTERM');
  await first.started.ended;
  await page.locator('[data-testid=connection][data-state=reconnecting]').waitFor();
  const moving = () => page.evaluate<number>('document.getAnimations().length');
  expect(await moving(), 'the dot that says so').toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
  await page.keyboard.type(' and half');
  await page.keyboard.press('Enter');
  await page.getByText('1 answer will be sent when the connection is back.').waitFor();
  await serveInbox({ folder, args: ['--port', new URL(first.url).port] });
  await live(page);
  expect(await (await resumed).headerValue('last-event-id')).toBe(String(seq));
  await page.getByTestId('notice').filter({ hasText: 'Answered “half and half”' }).waitFor();
  expect(await new AskOnceClient({ url: first.url }).clarification(id)).toMatchObject({ answer: 'half and half' });
  await folder.park('Which host, then?');
  await cardOf(page, 'Which host, then?').waitFor();
  await expect.poll(() => page.getByTestId('spoken').innerText()).toBe('New question: Which host, then?');
});

test('a server that comes back with another project’s store takes the page along: its questions, and what comes later', async () => {
  const first = await serveInbox();
  const { page } = await openPage();
  await page.goto(first.url);
  await live(page);
  for (const question of ['Which of the first?', 'Which else of the first?']) {
    await first.folder.park(question);
    await cardOf(page, question).waitFor();
  }
  first.started.child.kill('SIGTERM');
  await first.started.ended;
  await page.locator('[data-testid=connection][data-state=reconnecting]').waitFor();
  const other = newFolder();
  await other.park('Which of the other?');
  await serveInbox({ folder: other, args: ['--port', new URL(first.url).port] });
  await cardOf(page, 'Which of the other?').waitFor();
  await live(page);
  await other.park('Which comes later?');
  await cardOf(page, 'Which comes later?').waitFor();
  expect(await page.getByTestId('card').count()).toBe(2);
});
