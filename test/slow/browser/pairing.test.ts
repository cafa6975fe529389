/** A phone that opens the address of the QR code, in a real browser and over plain http, as in a local network. */
import { expect, test } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { cardOf, live } from '../../support/inbox.ts';
import { newPerson } from '../support/person.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('the address of up --lan signs a phone in once, and the phone answers', async () => {
  const project = newPerson().newProject();
  const started = await project.run(['up', '--lan', '--port', '0']);
  if (started.code !== 0) {
    // A machine in no network says so.
    expect(started.stderr).toContain('in no local network');
    return;
  }
  const [address] = /http:\/\/\S+\/#pair=\S+/.exec(started.stderr)!;
  const asking = project.start(['ask', 'Which colour?', '--option', 'red', '--option', 'blue', '--wait']);
  await asking.stderrShows(/^\[parked\] (q-\S+)/m);

  const { page, faults } = await openPage(PHONE);
  await page.goto(address);
  await live(page);
  // The code is used up, and must not stay in the history of the browser.
  expect(page.url()).not.toContain('pair=');
  const card = cardOf(page, 'Which colour?');
  await card.getByRole('radio', { name: 'blue' }).check();
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'blue\n' });
  await page.reload();
  await live(page);
  expect((await project.run(['history'])).stdout).toContain('by phone');

  const { page: other } = await openPage(PHONE);
  await other.goto(address);
  await other.getByLabel('Token').waitFor();
  await other.getByText(/pairing code/).waitFor();
  // Browsers say that plain http is not trustworthy, and that the page had no token before it was paired.
  expect(faults.filter((fault) => !/Cross-Origin-Opener-Policy|status of 401/.test(fault))).toEqual([]);
});
