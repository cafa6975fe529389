/** What follows from what something is said to be, and what is wanted and ruled out without a pair of opposites. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/interpret/interpret.ts';

const asks = (prompt: string): boolean =>
  interpret({ resolvedPrompt: prompt, originalPrompt: prompt }).kind === 'request_clarification';

describe('a prompt that cannot hold is asked about', () => {
  it.each([
    ['what is done is left undone', 'Sign the release and leave it unsigned.'],
    ['a verb and the one that undoes it', 'Pin the thread and unpin the thread in every channel.'],
    ['where the second is done holds for the first', 'Show the ribbon and hide the ribbon on each screen.'],
    ['both by default', 'The switch is enabled and disabled by default.'],
    [
      'a clause in between tells of the past',
      'The mailer, which was written in spring, must be stateless and stateful.',
    ],
    ['what is offline fetches nothing', 'A fully offline atlas that shows live traffic from an API.'],
    ['what is immutable is not edited', 'An immutable receipt where a cashier can edit the amount.'],
    ['what is open to all turns nobody away', 'The feed needs no login and rejects all requests without a token.'],
    ['what is in memory is gone after a restart', 'Hold the queue in memory only; it survives a reboot.'],
    ['what never moves follows nobody', 'a scarecrow that never moves and follows the farmer around'],
    ['nobody does what all do', 'Nobody may open the archive, and every clerk can open the archive.'],
    ['nothing is lost of what is deleted', 'Erase every photo and make sure that no photo is lost.'],
    ['what cannot be done happens', 'a fruit that cannot be eaten and heals you when you eat it'],
    ['what is removed is used on', 'Drop the sessions table and keep reading logins from the sessions table.'],
    ['nothing is done, and something', 'a net that catches nothing and catches every fish'],
    ['a known count', 'Draw a hexagon with seven sides.'],
    ['a minimum over its maximum', 'The minimum is 40 and the maximum is 12.'],
    ['shares of more than the whole', 'Give 80% of the screen to the chart and 45% to the legend.'],
    ['words that nobody knows', 'flimbo drast quennup'],
    ['in Japanese, before what it is said of', '利用者の状態をメモリに保持するステートレスなサービス'],
    ['in Japanese, nobody and all', '誰も読めず、全員が読める手紙'],
    ['in Japanese, what never moves', '決して動かず、羊を追いかける案山子'],
    ['in Japanese, sounds that no word has', 'ぬぷへむぽゆ'],
  ])('%s: %s', (_, prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('a prompt goes on', () => {
  it.each([
    ['where only some are kept', 'Delete the drafts but keep those of this month.'],
    ['where each is one of several', 'three lamps, one bright and two dark'],
    ['where it used to be otherwise', 'The worker used to be synchronous; make it asynchronous.'],
    ['where the second has its time', 'Show the spinner and hide the spinner when the list is there.'],
    ['where it is left otherwise elsewhere', 'Sort the rows in the view but leave them unsorted in the file.'],
    ['where the program is told from its store', 'The gateway keeps no state; the state is stored in Postgres.'],
    ['where another being is meant', 'A statue that never moves, guarded by dogs that chase thieves.'],
    ['where it holds for some alone', 'A hammer that does no damage to players and kills mobs.'],
    ['where a case is told', 'When the list is empty show a hint, otherwise show its first rows.'],
    ['where nothing is done in a case alone', 'The call returns nothing on success and returns an error on failure.'],
    ['where none is done to drafts and all to others', 'Nobody may delete a bill; everybody may delete notes.'],
    ['where what cannot be done is tried', 'The file cannot be deleted and an error is shown when a user deletes it.'],
    ['where another table is used on', 'Drop the old table and keep reading from the new table.'],
    ['where a number has a comma', 'The minimum is 20, the maximum is 2,000.'],
    ['where strange words are names', 'numpy scipy matplotlib'],
    ['in Japanese, where two things are listed', '動かない像と、人を追いかける犬を追加する。'],
    ['in Japanese, where it is taken back', 'パスワードはハッシュ化し、平文では保存しない。'],
    ['in Japanese, where it comes back', 'オフラインでも動き、オンラインに戻ったら同期する。'],
  ])('%s: %s', (_, prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

describe('what needs a means that is ruled out', () => {
  it.each([
    ['the network', 'The widget must not connect to the internet. It displays the current weather in Paris.'],
    ['memory', 'Store no data at all, and let the user continue where they left off yesterday.'],
    [
      'a count between requests',
      'Nothing is kept between requests, and after three wrong passwords the account is locked.',
    ],
    ['a microphone', 'The app has no access to the microphone and transcribes what the user says.'],
    ['a camera', 'The app may not use the camera and scans QR codes.'],
    ['the location', 'The app must not ask for the location. It shows the nearest pharmacy.'],
    [
      'scripts that are switched off',
      'The page works with JavaScript disabled and is a single-page app written in Vue.',
    ],
    [
      'rewriting, in whatever case',
      'The log is append-only. If a customer asks for it, delete their rows from the log.',
    ],
    ['an oven', 'The camping recipe needs no stove or oven: bake the bread for 40 minutes.'],
    ['wings', 'A bird with no wings that flies over the village.'],
    ['notifications', 'Turn off all notifications for good and notify me every time somebody comments.'],
    ['letters', 'The password must only contain digits and needs at least one letter.'],
  ])('is asked about: %s', (_, prompt) => {
    expect(asks(prompt)).toBe(true);
  });

  it.each([
    ['where it is there', 'The page must work without JavaScript; enhance it with Vue where JavaScript is available.'],
    ['as the remedy', 'The page has no images. Show a picture of the team at the top.'],
    ['by others', 'Write unit tests that need no database, and integration tests that use PostgreSQL.'],
    ['of another kind', 'No tracking cookies; keep the user signed in for a month with a session cookie.'],
    [
      'which is only in the name of what is ruled out',
      'No server restarts are needed: the order total is calculated on the server.',
    ],
    ['kept elsewhere', 'A stateless API that limits every client to 100 requests per hour by counting them in Redis.'],
    ['ruled out for one act', 'No login for reading; posting a comment requires an account.'],
    ['what is not there yet', 'The bot can’t send messages yet. Let it reply to every question in the channel.'],
    ['signs of two codes', 'The PIN contains only digits; the password needs at least one letter.'],
    ['a substitute', 'A vegan burger with tofu and vegan cheese.'],
  ])('is not asked about: %s', (_, prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});
