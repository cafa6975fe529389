/** Calls that ask for permission, on the page: seen, allowed, denied, edited, by rules, in groups, by mouse and by keys. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { AskOnceClient } from '../../../src/surfaces/client/index.ts';
import { Inbox, live } from '../../support/inbox.ts';
import { look } from '../../support/look.ts';

const inbox = new Inbox();
const person = () => new AskOnceClient({ url: inbox.url, token: inbox.personKey });

afterEach(async () => {
  for (const { id } of (await inbox.client.clarifications({ status: 'pending' })).items)
    await person().decide(id, { decision: 'deny' });
  for (const { id } of (await inbox.client.rules({ everySession: true })).items) await person().revokeRule(id!);
});

const bash = (command: string, more: object = {}) => ({ tool: 'Bash', input: { command }, ...more });
const cardWith = (page: Page, text: string) => page.getByTestId('card').filter({ hasText: text });
const button = (card: Locator, name: string | RegExp) => card.getByRole('button', { name });
/** Chooses by the mouse. A click right after a card has moved is ignored, so a person clicks again. */
const choose = (card: Locator, name: string) =>
  expect
    .poll(async () => {
      await button(card.getByRole('group'), name).click();
      return button(card.getByRole('group'), name).getAttribute('aria-pressed');
    })
    .toBe('true');
const pending = async (id: string) => (await inbox.client.clarification(id)).status === 'pending';

test('the address that serve prints lets the page approve, and does not stay in the address bar; a call is allowed in two steps', async () => {
  const call = { ...bash('npm run lint'), sessionId: 'allow', callId: 'c1' };
  const id = await inbox.approve(call);
  const { page, faults } = await inbox.openAsPerson();
  expect(page.url()).toBe(`${inbox.url}/#/`);
  const card = cardWith(page, 'npm run lint');
  await choose(card, 'Allow once');
  expect(await pending(id)).toBe(true);
  await button(card, 'Allow this call').click();
  expect(await inbox.settled(id)).toMatchObject({ answer: 'Yes', surface: 'http', decision: { scope: 'once' } });
  await page.getByTestId('notice').getByText('Allowed once').waitFor();
  expect(await inbox.client.approve(call)).toMatchObject({ decision: 'allow', id });
  // The credential is kept for the next visit.
  const again = await page.context().newPage();
  await again.goto(inbox.url);
  await inbox.approve({ ...bash('npm run build'), sessionId: 'allow' });
  await button(cardWith(again, 'npm run build'), 'Allow once').waitFor();
  expect(faults).toEqual([]);
});

test('a call is denied with a message to the agent, which the history shows', async () => {
  const call = { ...bash('psql production'), sessionId: 'deny', callId: 'c1' };
  const id = await inbox.approve(call);
  const { page } = await inbox.openAsPerson();
  const card = cardWith(page, 'psql production');
  await choose(card, 'Deny');
  await card.getByLabel('Message to the agent').fill('Use the staging database');
  await button(card, 'Deny this call').click();
  await inbox.settled(id);
  expect(await inbox.client.approve(call)).toMatchObject({ decision: 'deny', message: 'Use the staging database' });
  await page.goto(`${inbox.url}/#/history`);
  const settled = page.getByTestId('settled').filter({ hasText: 'psql production' });
  await settled.getByText('Denied').waitFor();
  await settled.getByText('Use the staging database').waitFor();
});

test('a call is put off and leaves the list, for each that the card settles, and comes back whole', async () => {
  const call = bash('npm run deploy:docs');
  const ids = [
    await inbox.approve({ ...call, sessionId: 'later', callId: 'c1' }),
    await inbox.approve({ ...call, sessionId: 'later', callId: 'c2' }),
  ];
  const { page, faults } = await inbox.openAsPerson();
  const card = cardWith(page, 'npm run deploy:docs');
  await card.getByText('2 calls ask this').waitFor();
  await button(card, 'Later').click();
  await look(page, 'approval-later');
  await button(card, 'In 4 hours').click();
  await card.waitFor({ state: 'detached' });
  await page.getByTestId('notice').filter({ hasText: 'Put off until' }).waitFor();
  for (const id of ids) {
    await expect.poll(async () => (await inbox.client.clarification(id)).snoozedUntil).not.toBeNull();
    expect(await pending(id)).toBe(true);
  }
  for (const id of ids) await inbox.client.snooze(id, null);
  await card.getByText('2 calls ask this').waitFor();
  expect(faults).toEqual([]);
});

test('a rule is shown before it is chosen, decides the next call, is in the list with its author, and is revoked in one step', async () => {
  const suggestions = ['Bash(npm test:*)'];
  const id = await inbox.approve({ ...bash('npm test unit'), sessionId: 'rule', suggestions });
  const { page } = await inbox.openAsPerson();
  const card = cardWith(page, 'npm test unit');
  expect(await card.getByTestId('rule').getByRole('radio').count()).toBe(2);
  await card.getByRole('radio', { name: 'Bash(npm test:*)' }).check();
  await choose(card, 'Always in this project');
  await button(card, 'Allow this call and make the rule').click();
  expect(await inbox.settled(id)).toMatchObject({ decision: { scope: 'project', rule: 'Bash(npm test:*)' } });
  const ruled = { ...bash('npm test slow'), sessionId: 'another' };
  expect(await inbox.client.approve(ruled, { wait: false })).toMatchObject({ decision: 'allow', rule: id });
  const short = await inbox.approve({ ...bash('make docs'), sessionId: 'rule' });
  await choose(cardWith(page, 'make docs'), 'Allow for this session');
  await button(cardWith(page, 'make docs'), /make the rule/).click();
  await inbox.settled(short);
  await page.goto(`${inbox.url}/#/rules`);
  const rule = page.getByTestId('rule').filter({ hasText: 'npm test:*' });
  expect(await rule.innerText()).toMatch(/^Allow\s+Bash\(npm test:\*\)\s+Always in askonce-\S+\s*by \S+\s*\d+ s ago/);
  await page.getByTestId('rule').filter({ hasText: 'make docs' }).getByText('In session rule').waitFor();
  await look(page, 'rules');
  await button(rule, 'Revoke').click();
  await rule.waitFor({ state: 'detached' });
  await inbox.approve(ruled);
});

test('an input is edited where the host takes an edit: a command as text, others as JSON that is checked', async () => {
  const command = { ...bash('npm install lodash'), sessionId: 'edit', callId: 'c1', editable: true };
  await inbox.approve(command);
  const fetching = {
    ...{ tool: 'WebFetch', input: { url: 'https://example.com/a', prompt: 'Read it' } },
    ...{ sessionId: 'edit', callId: 'c2', editable: true },
  };
  const id = await inbox.approve(fetching);
  const { page } = await inbox.openAsPerson();
  const card = cardWith(page, 'npm install lodash');
  await button(card, 'Edit the call').click();
  await page.locator('textarea:focus').fill('npm install lodash-es');
  expect(await button(card, 'Always in this project').count()).toBe(0);
  await choose(card, 'Allow once');
  await button(card, 'Allow this call').click();
  expect(await inbox.client.approve(command)).toMatchObject({ updatedInput: { command: 'npm install lodash-es' } });
  const other = cardWith(page, 'https://example.com/a');
  await button(other, 'Edit the call').click();
  await page.locator('textarea:focus').fill('{"url":');
  await choose(other, 'Allow once');
  await other.getByText('This is not valid JSON').waitFor();
  expect(await button(other, 'Allow this call').isDisabled()).toBe(true);
  await other.getByRole('textbox').fill('{"url": "https://example.com/b"}');
  await button(other, 'Allow this call').click();
  expect(await inbox.settled(id)).toMatchObject({ decision: { updatedInput: { url: 'https://example.com/b' } } });
});

test('what is dangerous is marked where it is and named, and offers no wider scope', async () => {
  const command = 'npm test && rm -rf build && git push --force origin main';
  const id = await inbox.approve({ ...bash(command), sessionId: 'danger', suggestions: ['Bash(npm test:*)'] });
  const { page } = await inbox.openAsPerson();
  const card = cardWith(page, 'rm -rf build');
  await card.getByText('Careful: deletes files for good; overwrites or deletes history on a server').waitFor();
  expect(await card.getByTestId('danger').allInnerTexts()).toEqual(['rm -rf', 'git push --force']);
  expect(await card.getByTestId('code').first().innerText()).toBe(command);
  expect(await card.getByRole('group').getByRole('button').allInnerTexts()).toEqual(['Allow once', 'Deny']);
  await page.keyboard.press('j');
  for (const key of ['s', 'a', 'Enter']) await page.keyboard.press(key);
  expect(await pending(id)).toBe(true);
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  expect(await inbox.settled(id)).toMatchObject({ answer: 'No' });
});

test('equal calls are one card that lists what it settles; each is decided, one rule is made, and what fails is shown', async () => {
  const ids: string[] = [];
  for (const [session, callId] of [
    ['one', 'c1'],
    ['one', 'c2'],
    ['two', 'c3'],
  ] as const)
    ids.push(await inbox.approve({ ...bash('npm ci'), sessionId: session, callId }));
  await inbox.approve({ ...bash('npm ci '), sessionId: 'one' });
  const { page } = await inbox.openAsPerson();
  const card = page.getByTestId('card').filter({ hasText: '3 calls ask this' });
  await card.waitFor();
  expect(await page.getByTestId('card').count()).toBe(2);
  for (const callId of ['c1', 'c2', 'c3']) await card.getByTestId('settles').getByText(callId).waitFor();
  await choose(card, 'Always in this project');
  // A call that comes later was not there when the choice was made.
  ids.push(await inbox.approve({ ...bash('npm ci'), sessionId: 'two', callId: 'c4' }));
  const four = page.getByTestId('card').filter({ hasText: '4 calls ask this' });
  await four.waitFor();
  expect(await button(four, 'Send').isDisabled()).toBe(true);
  await choose(four, 'Allow once');
  await page.route(`**/approvals/${ids[2]}/decision`, (route) =>
    route.fulfill({
      ...{ status: 422, contentType: 'application/problem+json' },
      body: JSON.stringify({ type: 'x', title: 'x', status: 422, detail: 'Not this one.', code: 'edit_refused' }),
    }),
  );
  await button(four, 'Allow 4 calls').click();
  await page.getByTestId('notice').getByText('only 3 of 4 calls').waitFor();
  await page.getByTestId('card').getByRole('alert').getByText('Not this one.').waitFor();
  expect(await pending(ids[2]!)).toBe(true);
  const scopes = await Promise.all([0, 1, 3].map(async (n) => (await inbox.settled(ids[n]!)).decision!.scope));
  expect(scopes).toEqual(['once', 'once', 'once']);
  ids.push(await inbox.approve({ ...bash('npm ci'), sessionId: 'two', callId: 'c5' }));
  const two = page.getByTestId('card').filter({ hasText: '2 calls ask this' });
  await choose(two, 'Always in this project');
  await page.unroute(`**/approvals/${ids[2]}/decision`);
  await button(two, 'Allow 2 calls and make the rule').click();
  for (const id of [ids[2]!, ids[4]!]) expect(await inbox.settled(id)).toMatchObject({ answer: 'Yes' });
  const rules = (await inbox.client.rules({ everySession: true })).items.filter(({ from }) => from === 'answer');
  expect(rules).toHaveLength(1);
});

test('keys choose and Enter sends; a double click and a held key decide one call, and the card that moves up is left alone', async () => {
  const ids: string[] = [];
  for (const [index, command] of ['make a', 'make b', 'make c', 'make d', 'make e'].entries())
    ids.push(await inbox.approve({ ...bash(command), sessionId: 'keys', callId: `c${index}` }));
  const { page } = await inbox.openAsPerson();
  const inHand = (text: string) => page.locator('[data-testid=card]:focus').filter({ hasText: text }).waitFor();
  await expect.poll(() => page.title()).toBe('(5) AskOnce');
  await page.keyboard.press('j');
  await inHand('make a');
  await page.keyboard.press('x');
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('not a');
  await page.keyboard.press('Enter');
  expect(await inbox.settled(ids[0]!)).toMatchObject({ answer: 'No', decision: { message: 'not a' } });
  await inHand('make b');
  const frame = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
  await page.keyboard.press('y');
  for (const key of ['Enter', 'y', 'Enter']) {
    for (let repeat = 0; repeat < 4; repeat += 1) {
      await page.keyboard.down(key);
      await page.evaluate(frame);
    }
    await page.keyboard.up(key);
    if (key === 'Enter') break;
  }
  expect(await inbox.settled(ids[1]!)).toMatchObject({ answer: 'Yes' });
  await inHand('make c');
  expect(await pending(ids[2]!)).toBe(true);
  // Both are chosen, so a second click would decide the one that moves up.
  for (const command of ['make c', 'make d']) await choose(cardWith(page, command), 'Allow once');
  for (const [command, clickCount] of [
    ['make c', 1],
    ['make d', 2],
  ] as const) {
    // The second click of a double click, wherever the next card has come to.
    await button(cardWith(page, command), 'Allow this call').click({ clickCount: 1, trial: true });
    const box = (await button(cardWith(page, command), 'Allow this call').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    if (clickCount === 1) await cardWith(page, command).waitFor({ state: 'detached' });
  }
  await inbox.settled(ids[2]!);
  expect(await pending(ids[3]!)).toBe(true);
});

test('hostile text stays text, what cannot be seen is written out, and a megabyte does not stop the page', async () => {
  const hidden = 'echo \u202egnp.exe\u202c; \u001b[2Jrm\u00a0x <img src=x onerror="taken=1">';
  const long = `cat <<E\n${'<b>x</b> line\n'.repeat(50_000)}E\nlast-word`;
  const ids = [
    await inbox.approve({ ...bash(hidden), sessionId: 'hostile', title: '<script>taken=2</script>' }),
    await inbox.approve({
      tool: '<b>mcp__x</b>',
      input: { '<i>': ['</code><script>taken=3</script>'] },
      sessionId: 'hostile',
    }),
    await inbox.approve({ ...bash(long), sessionId: 'hostile' }),
  ];
  const { page, faults } = await inbox.openAsPerson();
  await page.setViewportSize({ width: 1280, height: 3000 });
  const card = cardWith(page, 'gnp.exe');
  expect(await card.getByTestId('code').innerText()).toBe(
    'echo ⟨U+202E⟩gnp.exe⟨U+202C⟩; ⟨U+001B⟩[2Jrm⟨U+00A0⟩x <img src=x onerror="taken=1">',
  );
  await cardWith(page, '"</code><script>taken=3</script>"').waitFor();
  const huge = cardWith(page, 'is too long to be judged');
  const code = huge.getByTestId('code');
  await code.getByRole('button', { name: /^Show more: [\d,]+ characters are left/ }).click();
  expect((await code.innerText()).length).toBeGreaterThan(20_000);
  expect(await page.evaluate<number>('document.querySelectorAll("main *").length')).toBeLessThan(30_000);
  await choose(huge, 'Deny');
  await button(huge, 'Deny this call').click();
  await inbox.settled(ids[2]!);
  expect(await page.evaluate('typeof taken')).toBe('undefined');
  expect(await page.locator('main :is(img, script, b, i)').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('without a credential the card says how to get one, and a token that is entered decides; a foreign credential is dropped', async () => {
  const id = await inbox.approve({ ...bash('npm run docs'), sessionId: 'bare' });
  const { page } = await inbox.open();
  const card = cardWith(page, 'npm run docs');
  await card.getByText('askonce serve', { exact: true }).waitFor();
  expect(await button(card, 'Allow once').count()).toBe(0);
  await page.keyboard.press('j');
  for (const key of ['y', 'Enter']) await page.keyboard.press(key);
  expect(await pending(id)).toBe(true);
  await look(page, 'approval-no-credential');
  await button(card, 'Enter a token').click();
  await page.getByLabel('Token').fill('person_of_another_store');
  await button(page.locator('main'), 'Sign in').click();
  await card.getByText('askonce serve', { exact: true }).waitFor();
  await page.goto(`${inbox.url}/#token=${inbox.personKey}`);
  await live(page);
  await choose(card, 'Allow once');
  await button(card, 'Allow this call').click();
  expect(await inbox.settled(id)).toMatchObject({ answer: 'Yes' });
});

test('a late reply about a foreign credential does not take away the one that was entered since', async () => {
  await inbox.approve({ ...bash('npm run late'), sessionId: 'late' });
  const { page } = await inbox.open();
  const card = cardWith(page, 'npm run late');
  const [late, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Without the credential, once the server has refused it.
  await page.route('**/me', async (route) => {
    if (route.request().headers().authorization !== undefined) return route.continue();
    late.resolve();
    await hold.promise;
    await route.continue();
  });
  await button(card, 'Enter a token').click();
  await page.getByLabel('Token').fill('person_of_another_store');
  await button(page.locator('main'), 'Sign in').click();
  await late.promise;
  await page.goto(`${inbox.url}/#token=${inbox.personKey}`);
  await button(card.getByRole('group'), 'Allow once').waitFor();
  const replied = page.waitForResponse('**/me');
  hold.resolve();
  await replied;
  await choose(card, 'Allow once');
});

test('every kind of call by the rules for all people: a command, an edit, a file, a page, others', async () => {
  const sessionId = 'looks';
  const old = Array.from({ length: 12 }, (_, n) => `const value${n} = ${n};`);
  const fresh = old.with(5, 'const value5 = five();').toSpliced(9, 1);
  await inbox.approve({
    ...bash('npm test -- --coverage', {
      sessionId,
      title: 'Run the tests with coverage',
      editable: true,
      callId: 'c1',
    }),
    suggestions: ['Bash(npm test:*)'],
  });
  await inbox.approve({ ...bash('rm -rf dist && git push --force origin main'), sessionId });
  const file_path = 'src/checkout/price.ts';
  const edit = { file_path, old_string: old.join('\n'), new_string: fresh.join('\n') };
  await inbox.approve({ tool: 'Edit', input: { ...edit, replace_all: false }, sessionId });
  await inbox.approve({
    tool: 'Write',
    input: { file_path: 'notes.md', content: '# Notes\n\n'.repeat(12) },
    sessionId,
  });
  await inbox.approve({
    tool: 'WebFetch',
    input: { url: 'https://user@example.com/a?b=c', prompt: 'Sum it up' },
    sessionId,
  });
  for (const callId of ['a1', 'a2'])
    await inbox.approve({
      tool: 'mcp__crm__search',
      input: { query: 'Ada', limit: 5, fields: ['name'] },
      sessionId,
      callId,
    });
  const { page } = await inbox.openAsPerson();
  await page.setViewportSize({ width: 1280, height: 4000 });
  await cardWith(page, '2 calls ask this').waitFor();
  const diff = cardWith(page, 'price.ts');
  expect(await diff.locator('del').allInnerTexts()).toEqual(['const value5 = 5;', 'const value9 = 9;']);
  expect(await diff.locator('ins').allInnerTexts()).toEqual(['const value5 = five();']);
  await cardWith(page, 'https://user@example.com/a?b=c').getByText('example.com', { exact: true }).waitFor();
  await button(cardWith(page, 'npm test'), 'Edit the call').click();
  await choose(cardWith(page, 'rm -rf dist'), 'Deny');
  await page.mouse.click(5, 300);
  await look(page, 'approvals');
});
