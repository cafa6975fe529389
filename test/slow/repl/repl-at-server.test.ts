/** The prompt by the address of a server: tasks run here, and live there. */
import { expect, it } from 'vitest';
import { asks, enter, FORMAT, newPlace } from './at-repl.ts';

it('runs a task here, puts its question, takes the answer, and waits for a server that was killed', async () => {
  const place = newPlace({ settle: asks(FORMAT) });
  const start = async (port: string) => {
    const started = place.start(['serve', '--port', port]);
    const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
    await started.stderrShows(/Press Ctrl-C to stop/);
    return { started, url };
  };
  const { started, url } = await start('0');
  const terminal = await place.open({ args: ['--url', url] });
  enter(terminal, 'settle it');
  await terminal.waitFor((rows: string[]) => rows.some((row) => row.startsWith('❯ 1  YAML')));
  // One folder by file and by address is one project, so the inbox of the store has it.
  expect(await place.pending()).toMatchObject([{ question: FORMAT.question, project: place.path }]);
  terminal.press('down', 'enter');
  await terminal.waitFor('COMPLETE');
  expect(terminal.screen()).toContain('Response received: "JSON"');
  expect(place.heard()).toEqual(['settle it', 'settle it\n\nClarification Answer: JSON']);
  started.child.kill('SIGKILL');
  await started.ended;
  await terminal.waitFor('The connection to the server is lost');
  await start(new URL(url).port);
  await terminal.waitFor('The server replies again');
  enter(terminal, 'settle that');
  await terminal.waitFor('[auto-resolved] Which format should it have? → JSON');
  await terminal.waitFor((rows: string[]) => rows.filter((row) => row.includes('COMPLETE')).length === 2);
});
