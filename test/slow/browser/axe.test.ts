/** Every view by the rules for all people, light and dark, on a mcpContext and on a phone. Insight and the token's form are looked at in their own tests. */
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { cardOf, Inbox } from '../../support/inbox.ts';
import { COLOURS, faultsOf, look, RULES } from '../../support/look.ts';

const inbox = new Inbox({ args: ['--exec', 'echo "step 1 of 2"; echo "a warning" >&2; echo built'] });

test('nothing waits', async () => {
  const { page } = await inbox.open();
  await page.getByText('No questions waiting').waitFor();
  await look(page, 'waiting-empty');
});

test('what is wrong would be found', async () => {
  const { page } = await inbox.open();
  await page.getByText('No questions waiting').waitFor();
  await page.evaluate(axe.source);
  await page.evaluate(`
    const pale = document.createElement('button');
    pale.style.cssText = 'color: #999; background: #aaa; width: 3000px';
    pale.textContent = 'pale';
    document.querySelector('main').append(pale, document.createElement('button'));
  `);
  const found = [...(await faultsOf(page, RULES)), ...(await faultsOf(page, COLOURS))].join('\n');
  for (const fault of ['color-contrast', 'button-name', 'wider than the screen']) expect(found).toContain(fault);
});

test('what waits: every control, with the job folded out, a file list open, and a notice', async () => {
  const timeout = { timeout: '3m', onTimeout: 'fallback' } as const;
  const similar = (what: string) => `Which test runner should I use for the ${what} tests?`;
  const [first] = await inbox.ask({ sessionId: 'ui', question: similar('unit'), options: ['vitest', 'jest'] });
  await inbox.client.answer(first!, 'vitest');
  await inbox.ask({
    sessionId: 'db',
    question: 'Delete customers_old?',
    type: 'CONFIRM',
    destructive: true,
    subject: 'customers_old',
  });
  await inbox.ask({
    sessionId: 'ui',
    question: 'Which licence?',
    header: 'Licence',
    options: ['MIT', { label: 'ISC', description: 'Shorter' }],
    recommended: 'ISC',
    context: 'It has none so far.',
    job: 'release',
    ...timeout,
  });
  await inbox.ask({ sessionId: 'ui', question: 'Which browsers?', multiSelect: true, options: ['Chrome', 'Firefox'] });
  await inbox.ask({ sessionId: 'ui', question: similar('end-to-end'), options: ['vitest', 'playwright'] });
  await inbox.ask({
    sessionId: 'docs',
    question: 'Which file?',
    type: 'TARGET_FILE',
    options: ['README.md', 'docs/guide.md'],
  });
  await inbox.ask({
    sessionId: `plan-${'long'.repeat(20)}`,
    questions: [
      { question: 'Deploy on Fridays?', type: 'CONFIRM' },
      { question: `Name of the ${'very_long_name'.repeat(12)}?`, type: 'FREE_TEXT' },
    ],
  });
  const [last] = await inbox.ask({ sessionId: 'ui', question: 'Shall it be blue?', type: 'CONFIRM' });
  const { page } = await inbox.open();
  await page.setViewportSize({ width: 1280, height: 3000 });
  await cardOf(page, 'Shall it be blue?').getByRole('button', { name: 'Yes' }).click();
  await inbox.settled(last!);
  await page.getByTestId('notice').waitFor();
  await cardOf(page, 'Which licence?').getByRole('button', { name: 'Job and log' }).click();
  await cardOf(page, 'Which licence?').getByRole('radio', { name: 'Something else' }).check();
  await look(page, 'waiting');
  await page.setViewportSize({ width: 1280, height: 3000 });
  await page.getByLabel('Group by session').check();
  await cardOf(page, 'Which file?').getByRole('combobox').fill('md');
  await cardOf(page, 'Which file?').getByRole('option').first().waitFor();
  await look(page, 'waiting-by-session');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await look(page, 'settings');
});

test('jobs: the list, a new one, one that waits, one that is done', async () => {
  const asked = await inbox.client.createJob({ prompt: 'Write a hot frozen soup recipe' });
  const { jobId } = await inbox.client.createJob({ prompt: 'Write a poem about soup' });
  const { page } = await inbox.open(`jobs/${jobId}`);
  await page.locator('[data-testid=job-state][data-state=COMPLETE]').waitFor();
  await page.getByText('a warning').waitFor();
  await look(page, 'job-done');
  await page.goto(`${inbox.url}/#/jobs/${asked.jobId}`);
  await page.getByTestId('card').waitFor();
  await look(page, 'job-waits');
  await page.goto(`${inbox.url}/#/jobs`);
  await page.getByTestId('job-row').nth(1).waitFor();
  await look(page, 'jobs');
  await page.getByRole('link', { name: 'New job' }).click();
  await page.getByText('More settings').click();
  await page.getByLabel('Answer within').fill('30m');
  await look(page, 'job-new');
});

test('history and preferences', async () => {
  const [answered] = await inbox.ask({ sessionId: 'past', question: 'Which shade of blue?' });
  await inbox.client.answer(answered!, 'the lighter one');
  const [declined] = await inbox.ask({ sessionId: 'past', question: 'Which vendor for the paint?' });
  await inbox.client.decline(declined!, 'ask purchasing');
  await inbox.client.setPreference({ question: 'Which indent?', answer: 'two spaces', subject: 'src' });
  const { page } = await inbox.open('history');
  await page.getByTestId('settled').nth(1).waitFor();
  await look(page, 'history');
  await page.goto(`${inbox.url}/#/preferences`);
  await page.getByTestId('preference').first().waitFor();
  await page.getByRole('button', { name: 'Add a preference' }).click();
  await look(page, 'preferences');
});

test('the page of an answer link, before and after', async () => {
  const [id] = await inbox.ask({
    sessionId: 'link',
    question: 'Delete the old logs?',
    type: 'CONFIRM',
    destructive: true,
    subject: 'logs',
    context: 'They are of 2019.',
  });
  const { url } = await inbox.client.link(id!);
  const { page } = await openPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'No' }).click();
  await look(page, 'link');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Answered “No”').waitFor();
  await look(page, 'link-done');
});
