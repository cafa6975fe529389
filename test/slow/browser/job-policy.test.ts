/** The form for a new job says what its agent may ask, and the job keeps to it. */
import { expect, test } from 'vitest';
import { Inbox } from '../../support/inbox.ts';

/** Asks once, and is done with the answer. */
const AGENT = `case "$(cat)" in *"Clarification Answer: "*) echo "done";; *) echo "NEEDS_CLARIFICATION: Which colour should it have?";; esac`;

const inbox = new Inbox({ args: ['--exec', AGENT] });

async function start(prompt: string, mayAsk: string | null) {
  const { page, faults } = await inbox.open('jobs/new');
  await page.getByLabel('What should be done?').fill(prompt);
  const group = page.getByRole('group', { name: 'What the agent may ask' });
  expect(await group.getByRole('radio', { checked: true }).getAttribute('value'), 'the standard').toBe('job');
  if (mayAsk !== null) await group.getByLabel(mayAsk).check();
  await page.getByRole('button', { name: 'Start the job' }).click();
  const state = (is: string) => page.locator(`[data-testid=job-state][data-state=${is}]`).waitFor();
  return { page, state, faults };
}

test.each(['As much as it needs', 'One question in the session'])(
  'a job whose agent may ask waits for the answer in place, and goes on with it: %s',
  async (mayAsk) => {
    const { page, state, faults } = await start(`Paint the fence (${mayAsk})`, mayAsk);
    await state('AWAITING_RESPONSE');
    const card = page.getByTestId('card');
    await card.getByText('Which colour should it have?').first().waitFor();
    await card.getByRole('textbox').fill('green');
    await card.getByRole('button', { name: 'Send' }).click();
    await state('COMPLETE');
    expect(faults).toEqual([]);
  },
);

test('a job whose agent may not ask fails, and its page says that nobody was asked and what to do', async () => {
  const { page, state } = await start('Paint the gate', null);
  await state('ERROR');
  await page.getByText('“Which colour should it have?” was not asked').first().waitFor();
  await page.getByText('create the job with the policy “interactive”').first().waitFor();
});
