/** What the server writes down as people run it: lines of JSON, in which nobody's words and no token stand. */
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';
import { startReceiver } from '../../webhook/receiver.ts';

test('after the welcome every line is JSON, and no prompt, question, answer, word of the person or token is in it', async () => {
  const folder = newFolder();
  const token = (await folder.run(['token', 'create', '--role', 'admin', '--name', 'ann'])).stdout.trim();
  const receiver = await startReceiver(500);
  const args = ['--log-level', 'debug', '--allow-private-webhooks', '--exec', 'cat >/dev/null; echo built'];
  const started = folder.start(['serve', '--port', '0', ...args]);
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  await started.stderrShows(/Press Ctrl-C to stop/);
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: a body is whatever the test expects.
    return (await reply.json()) as any;
  };

  await post('/webhooks', { url: receiver.url });
  const made = await post('/jobs', { prompt: 'a hot frozen gazpacho' });
  await post(`/jobs/${made.jobId}/clarification`, { answer: 'hot' });
  const asked = await post('/clarifications', { sessionId: 's', question: 'Which zebra colour should it have?' });
  await post(`/clarifications/${asked.items[0].id}/answer`, { answer: 'magenta' });
  const again = await post('/clarifications', { sessionId: 's', question: 'Which zebra colour should it have?' });
  expect(again.status).toBe('auto_resolved');
  const format = { question: 'Which file format should I use?', options: ['YAML', 'JSON'] };
  const heard = await post('/clarifications', { ...format, userMessage: 'please use YAML' });
  expect(heard.items[0]).toMatchObject({ outcome: 'auto_resolved', source: 'input' });

  await started.stderrShows(/webhook .*HTTP 500/);
  started.child.kill('SIGTERM');
  const { stderr, code } = await started.ended;
  expect(code).toBe(0);
  const lines = stderr.slice(stderr.indexOf('Press Ctrl-C to stop')).trimEnd().split('\n').slice(1);
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.find(({ clarification }) => clarification === heard.items[0].id)).toMatchObject({ source: 'input' });
  expect(written.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(5);
  expect(lines.join('\n')).not.toMatch(/gazpacho|frozen|"hot"|zebra|magenta|file format|YAML|please use/);
  expect(stderr).not.toContain(token);
});

// shows: S000-REPEAT-LOG
test('what is settled without a person is logged as [auto-resolved], with its question and its source', async () => {
  const folder = newFolder();
  const started = folder.start(['serve', '--port', '0']);
  const url = await started.stderrShows(/AskOnce is listening on (\S+)/);
  await started.stderrShows(/Press Ctrl-C to stop/);
  const ask = async (question: string, more: object = {}) => {
    const body = JSON.stringify({ sessionId: 's', question, ...more });
    const reply = await fetch(`${url}/clarifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await reply.json()) as { items: { id: string }[] }).items[0]!.id;
  };
  const asked = await ask('Which zebra colour should it have?');
  await folder.run(['answer', asked, 'magenta']);
  await ask('Which zebra colour should it have?');
  const practice = await ask('Should I use TypeScript strict mode?', { type: 'CONFIRM' });
  started.child.kill('SIGTERM');
  const { stderr } = await started.ended;
  const written = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.filter(({ msg }) => msg === '[auto-resolved]')).toMatchObject([
    { clarification: asked, source: 'history' },
    { clarification: practice, source: 'best_practice' },
  ]);
});
