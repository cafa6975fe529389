/** What the server would be without its care: it says that a job was made before it is. The reckoning must find it out. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openAskOnce } from '../../../src/index.ts';

const { values } = parseArgs({ options: { port: { type: 'string' }, db: { type: 'string' } }, strict: false });
const askonce = await openAskOnce({ db: String(values.db), project: '/' });
/** So long it takes to do what it says it has done. */
const LATE_MS = 50;
let count = 0;

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json');
  const [, , id] = request.url!.split('/');
  if (request.method === 'GET') {
    const shown = id === undefined ? { items: [] } : { jobId: id, state: 'QUEUED', clarificationAnswer: null };
    response.end(JSON.stringify(shown));
    return;
  }
  const { prompt } = (await json(request)) as { prompt: string };
  count += 1;
  const jobId = `job-${process.pid}-${count}`;
  setTimeout(() => void askonce.jobs.submit(prompt, { id: jobId }), LATE_MS);
  response.writeHead(201).end(JSON.stringify({ jobId, needsClarification: false }));
}

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(values.port), '127.0.0.1', () => process.stderr.write('Press Ctrl-C to stop\n'));
process.once('SIGTERM', () => process.exit(0));
