/** The client, in a browser: with the types of the DOM, and none of Node's. */
import { AskOnceClient, AskOnceClientError } from 'askonce/client';

const client = new AskOnceClient({ url: 'https://askonce.example', token: 'askonce_x' });
const reply = await client.ask({ question: 'Which format?', options: ['YAML', 'JSON'] }, { idempotencyKey: 'k' });
document.title = reply.answer ?? reply.status;
// @ts-expect-error Node's types are not there.
process.exit();

export const isRefused = (error: unknown): boolean => error instanceof AskOnceClientError;
