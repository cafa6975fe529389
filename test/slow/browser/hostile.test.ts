/** Texts from agents that want to be more than text. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { cardOf, Inbox, live } from '../../support/inbox.ts';

const inbox = new Inbox();

const HOSTILE = {
  header: '"><script>taken=1</script>',
  question: '<img src=x onerror="taken=2"><script>taken=3</script><b>Which</b> {{7*7}} way?',
  option: '<svg onload="taken=4"><a href="http://elsewhere.test/">click</a>',
  label: 'javascript:taken=5',
  description:
    '<iframe src="javascript:parent.taken=6"></iframe><meta http-equiv="refresh" content="0;url=http://elsewhere.test">',
  context:
    '<a href="javascript:taken=7">more</a><link rel=stylesheet href="http://elsewhere.test/x.css"> </p><style>*{display:none}</style>',
  session: '<img/src="http://elsewhere.test/pixel.png">',
};

/** What a page does that it should not: dialogs, requests to other places, refusals of its policy. */
function watched(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(inbox.url)) seen.push(`request ${request.url()}`);
  });
  page.on('popup', () => seen.push('popup'));
  return seen;
}

const FOREIGN = 'main :is(img, script, iframe, style, link, meta, b, [onerror], [onload]), main a[href^="javascript:"]';

/** Nothing ran, nothing was asked for, nothing of it became an element. */
async function expectText(page: Page, seen: readonly string[], faults: readonly string[]): Promise<void> {
  expect(await page.evaluate('typeof taken')).toBe('undefined');
  expect(await page.locator(FOREIGN).count()).toBe(0);
  expect(new URL(page.url()).origin).toBe(inbox.url);
  expect(seen).toEqual([]);
  expect(faults).toEqual([]);
}

const ask = (question: string, sessionId: string) =>
  inbox.ask({
    sessionId,
    question,
    header: HOSTILE.header,
    reason: HOSTILE.context,
    context: HOSTILE.context,
    options: [HOSTILE.option, { label: HOSTILE.label, description: HOSTILE.description }],
  });

test('hostile texts of a question are shown as they are, on its card, in the notice of its answer, and in the history', async () => {
  const { page, faults } = await openPage();
  const seen = watched(page);
  await page.goto(inbox.url);
  await live(page);
  const [id] = await ask(HOSTILE.question, HOSTILE.session);
  const card = cardOf(page, HOSTILE.question);
  await card.waitFor();
  for (const part of [
    HOSTILE.header,
    HOSTILE.option,
    HOSTILE.label,
    HOSTILE.description,
    HOSTILE.context,
    HOSTILE.session,
  ])
    await card.getByText(part).first().waitFor();
  expect(await page.getByTestId('spoken').innerText()).toBe(`New question: ${HOSTILE.question}`);
  await card.getByTestId('context').getByText(HOSTILE.context).waitFor();
  await page.getByLabel('Group by session').waitFor({ state: 'detached' });
  await expectText(page, seen, faults);
  await card.getByRole('radio', { name: HOSTILE.label }).check();
  await card.getByLabel('Remember for the project').check();
  await card.getByRole('button', { name: 'Send' }).click();
  await page.getByTestId('notice').getByText(HOSTILE.label).waitFor();
  expect(await inbox.settled(id!)).toMatchObject({ answer: HOSTILE.label });
  await page.goto(`${inbox.url}/#/history`);
  await page.getByTestId('settled').getByText(HOSTILE.question).waitFor();
  await page.goto(`${inbox.url}/#/preferences`);
  await page.getByTestId('preference').getByText(HOSTILE.question).waitFor();
  await page.goto(`${inbox.url}/#/insight`);
  await page.getByRole('heading', { name: 'Insight' }).waitFor();
  await expectText(page, seen, faults);
});

test('a hostile question opened by its link is text as well', async () => {
  const [id] = await ask(`${HOSTILE.question} Now?`, 'by-link');
  const { url } = await inbox.client.link(id!);
  const { page, faults } = await openPage();
  const seen = watched(page);
  await page.goto(url);
  await page.getByRole('heading', { name: HOSTILE.question }).waitFor();
  await page.getByTestId('context').getByText(HOSTILE.context).waitFor();
  await expectText(page, seen, faults);
  await inbox.client.decline(id!);
});

test('a hostile task is text in the list of jobs and on its own page, and so is a hostile address', async () => {
  const { jobId } = await inbox.client.createJob({ prompt: `${HOSTILE.question} in hot frozen style` });
  const { page, faults } = await openPage();
  const seen = watched(page);
  await page.goto(`${inbox.url}/#/jobs`);
  await page.getByTestId('job-row').getByText('<img src=x').waitFor();
  await page.goto(`${inbox.url}/#/jobs/${jobId}`);
  await page.getByRole('heading', { name: '<img src=x' }).first().waitFor();
  await expectText(page, seen, faults);
  await page.goto(`${inbox.url}/#/jobs/${encodeURIComponent('"><img src=x onerror=taken=8>')}`);
  await page.getByText('Job not found.').waitFor();
  expect(await page.evaluate('typeof taken')).toBe('undefined');
  expect(seen).toEqual([]);
});
