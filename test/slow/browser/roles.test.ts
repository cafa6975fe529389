/** Who may do what on a page that wants a token. */
import { expect, test } from 'vitest';
import { AskOnceClient } from '../../../src/surfaces/client/index.ts';
import { newFolder } from '../../support/askonce.ts';
import { openPage, serveInbox } from '../../support/browser.ts';
import { cardOf, live } from '../../support/inbox.ts';
import { look } from '../../support/look.ts';

test('a wrong token says what to do, an asker’s may only look, and an answerer’s answers under its name', async () => {
  const folder = newFolder();
  const makeToken = async (role: string, name: string) => {
    const { stdout } = await folder.run(['token', 'create', '--role', role, '--name', name, '--json']);
    return JSON.parse(stdout) as { token: string; id: string };
  };
  const bot = await makeToken('asker', 'bot');
  const kim = await makeToken('answerer', 'kim');
  const sam = await makeToken('answerer', 'sam');
  const { url } = await serveInbox({ folder, args: ['--require-token'] });
  const client = new AskOnceClient({ url, token: kim.token });
  const { items } = await client.ask(
    { sessionId: 's', questions: [{ question: 'Which colour?', options: ['red', 'blue'] }] },
    { wait: false },
  );
  const { id } = items[0] as { id: string };
  await client.setPreference({ question: 'Which indent?', answer: 'two' });
  const { page } = await openPage();
  await page.goto(url);
  const field = page.getByLabel('Token');
  const enter = async (text: string) => {
    await field.fill(text);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await enter('wrong');
  await page.getByText('The server rejected this token. Check that you copied all of it').waitFor();
  await page.getByText('askonce token create --role answerer').waitFor();
  await look(page, 'token');

  await enter(bot.token);
  await page.getByText('Your token has the role asker').waitFor();
  const card = cardOf(page, 'Which colour?');
  await card.getByText('blue').waitFor();
  expect(await card.getByRole('radio').count()).toBe(0);
  expect(await card.getByRole('button').count()).toBe(0);
  await page.keyboard.press('j');
  await page.locator('[data-testid=card]:focus').waitFor();
  for (const key of ['1', 'Enter', 'x', 'r']) await page.keyboard.press(key);
  expect(await card.getByLabel('Why not?').count()).toBe(0);
  expect((await client.clarification(id)).status).toBe('pending');
  await page.goto(`${url}/#/preferences`);
  await page.getByTestId('preference').waitFor();
  expect(await page.getByRole('button', { name: /Add|Edit|Forget/ }).count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByText('bot (asker)').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await field.waitFor();
  await page.getByLabel('Stay signed in on this browser').check();
  await enter(kim.token);
  await page.goto(`${url}/#/`);
  await live(page);
  await card.getByRole('radio', { name: 'blue' }).check();
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await client.clarification(id, { wait: '10s' })).toMatchObject({ answer: 'blue', by: 'kim' });

  // Its token is taken back while an answer is typed: nothing of it is lost.
  const [later] = (await client.ask({ sessionId: 's', question: 'Which shape?', type: 'FREE_TEXT' }, { wait: false }))
    .items;
  const another = await page.context().newPage();
  await another.goto(url);
  await cardOf(another, 'Which shape?').getByRole('textbox').fill('round');
  expect((await folder.run(['token', 'revoke', kim.id])).code).toBe(0);
  await cardOf(another, 'Which shape?').getByRole('button', { name: 'Send' }).click();
  await another.getByLabel('Token').fill(sam.token);
  await another.getByRole('button', { name: 'Sign in' }).click();
  const shape = cardOf(another, 'Which shape?');
  expect(await shape.getByRole('textbox').inputValue()).toBe('round');
  await shape.getByRole('button', { name: 'Send' }).click();
  const asked = (later as { id: string }).id;
  expect(await new AskOnceClient({ url, token: sam.token }).clarification(asked, { wait: '10s' })).toMatchObject({
    answer: 'round',
    by: 'sam',
  });
}, 60_000);
