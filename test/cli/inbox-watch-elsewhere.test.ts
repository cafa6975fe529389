/** The terminal inbox at a server: answers, a server that goes away meanwhile, and a token that is not accepted. */
import { expect, it } from 'vitest';
import type { HttpOptions } from '../../src/surfaces/http/server.ts';
import { remoteService } from '../../src/surfaces/remote/remote-service.ts';
import { serveOn } from '../http/serving.ts';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { ENTER, watching } from './watching.ts';

async function served(more: Partial<HttpOptions> = {}) {
  const { askonce } = await setUp(sqlite);
  const here = async () => askonce;
  const projects = { named: here, bound: here, around: async () => null, ofQuestion: here };
  const options = { http: { projects, ...more }, events: { heartbeatMs: 50 } };
  const { url, app } = await serveOn(askonce, options);
  const at = (token: string) => remoteService({ url, token, project: 'github.com/acme/shop', folder: '/elsewhere' });
  const again = () => serveOn(askonce, { ...options, port: Number(new URL(url).port) });
  return { askonce, app, at, again };
}

const FORMAT = { question: 'Which format?', options: ['YAML', 'JSON'] };

it('lists what comes, answers it, and decides calls as the person whose token it is', async () => {
  const { askonce, at } = await served();
  const inbox = await watching(at('token-of-answerer'));
  await inbox.shows('New questions appear here.');
  const { items } = await askonce.session('s').ask(FORMAT, { wait: false });
  await inbox.shows('1 question waiting');
  inbox.type(ENTER);
  await inbox.shows('? Which format?');
  inbox.type(`2${ENTER}`);
  await inbox.shows('New questions appear here.');
  expect(await askonce.questions.get(items[0]!.id!)).toMatchObject({ answer: 'JSON', by: 'the answerer' });
  const call = { tool: 'Bash', input: { command: 'npm run build' } };
  const { id } = (await askonce.session('s').approve(call, { wait: false })) as { id: string };
  await inbox.shows('1 question waiting');
  inbox.type(ENTER);
  await inbox.shows('1 y  Allow once');
  inbox.type(`y${ENTER}`);
  await inbox.shows('New questions appear here.');
  expect(await askonce.questions.get(id)).toMatchObject({ answer: 'Yes', by: 'the answerer' });
});

it('shows that the server is away, and afterwards what others settled meanwhile', async () => {
  const { askonce, app, at, again } = await served();
  const { items } = await askonce.session('s').ask(FORMAT, { wait: false });
  const inbox = await watching(at('token-of-answerer'));
  await inbox.shows('1 question waiting');
  // Connected, not only listed: a second question arrives by the stream.
  await askonce.session('s').ask('Which colour?', { wait: false });
  await inbox.shows('2 questions waiting');
  inbox.type(ENTER);
  await inbox.shows('? Which format?');
  await app.close();
  await inbox.shows('The connection to the server is lost.');
  await askonce.questions.answer(items[0]!.id!, 'YAML', { by: 'mia', surface: 'page' });
  await again();
  await inbox.shows('Connected again.');
  await inbox.shows('The question “Which format?” was answered by mia (page): “YAML”.');
  await inbox.shows('1 question waiting');
  expect(inbox.terminal.screen().filter((row) => row.includes('was answered'))).toHaveLength(1);
});

it('sends an answer once the server is back, and only once', async () => {
  const { askonce, app, at, again } = await served();
  const { items } = await askonce.session('s').ask(FORMAT, { wait: false });
  const inbox = await watching(at('token-of-answerer'));
  await inbox.shows('1 question waiting');
  inbox.type(ENTER);
  await inbox.shows('? Which format?');
  await app.close();
  await inbox.shows('The connection to the server is lost.');
  inbox.type(`2${ENTER}`);
  await again();
  await inbox.shows('New questions appear here.');
  expect(await askonce.questions.get(items[0]!.id!)).toMatchObject({ answer: 'JSON', status: 'answered' });
  const answered = (await askonce.events.list()).filter(({ type }) => type === 'clarification.answered');
  expect(answered).toHaveLength(1);
});

it('says that an asker cannot answer', async () => {
  const { askonce, at } = await served();
  const { items } = await askonce.session('s').ask(FORMAT, { wait: false });
  const inbox = await watching(at('token-of-asker'));
  await inbox.shows('1 question waiting');
  inbox.type(ENTER);
  await inbox.shows('? Which format?');
  inbox.type(`2${ENTER}`);
  await inbox.shows('Code: role_too_low');
  expect(await askonce.questions.get(items[0]!.id!)).toMatchObject({ status: 'pending' });
});

it('ends once its token is no longer accepted', async () => {
  let isValid = true;
  const checkToken = async () => (isValid ? { id: 't', name: 'ada', role: 'answerer' as const } : null);
  const { askonce, at } = await served({ checkToken });
  const inbox = await watching(at('any'));
  const ended = expect(inbox.ended).rejects.toMatchObject({ code: 'token_invalid' });
  await inbox.shows('New questions appear here.');
  await askonce.session('s').ask(FORMAT, { wait: false });
  await inbox.shows('1 question waiting');
  isValid = false;
  await ended;
});
