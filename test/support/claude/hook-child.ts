/** A hook that passes what it reads to the test, at the address that it is given, and prints what the test replies. */
import { request } from 'node:http';

const [address, ...flags] = process.argv.slice(2);
const { ASKONCE_JOB: job } = process.env;
const sent = request(address!, {
  method: 'POST',
  headers: { 'x-flags': flags.join(' '), 'x-job': job },
});
sent.on('response', (response) => response.pipe(process.stdout));
process.stdin.pipe(sent);
