/** What docs/http.md shows can be sent: every request of it is one of the API's, with a body as described. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/surfaces/client/index.ts';
import { Described } from '../http/described.ts';
import { serve } from '../http/serving.ts';
import { sqlite } from '../support/stores.ts';
import { page } from './markdown.ts';

const text = page('docs/http.md');

/** The curl commands of the page, as requests. */
const samples = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block]) => block!.split(/^(?=curl )/m))
  .map((command) => {
    const [, address] = /\$URL(\/[^\s"]*)/.exec(command) ?? [];
    const [, body] = /-d '([\s\S]*?)'\s*$/.exec(command) ?? [];
    const [, given] = /-X (\w+)/.exec(command) ?? [];
    return { command, path: address!.split('?')[0]!, body, method: given ?? (body === undefined ? 'GET' : 'POST') };
  });

describe('docs/http.md', () => {
  it('shows requests that the server takes, with bodies as it describes them', async () => {
    const { send } = await serve(sqlite);
    const described = new Described(JSON.stringify((await send('nobody', 'GET /openapi.json')).body));
    expect(samples.length).toBeGreaterThan(15);
    for (const { method, path, body } of samples) described.mustTake(method, path, body);
  });

  it('lists every operation, and none that there is not', () => {
    const listed = [...text.matchAll(/^\| `(GET|POST|PUT|DELETE) (\S+)` \|/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    const all = Object.values(OPERATIONS).map(([method, path]) => `${method} ${path}`);
    expect(listed.filter((one) => !all.includes(one))).toEqual([]);
    expect(all.filter((one) => !listed.includes(one))).toEqual([]);
  });

  it('says of each who may send it as the server does', async () => {
    const { send } = await serve(sqlite);
    const { body } = await send<{ paths: Record<string, Record<string, { 'x-may': string }>> }>(
      'nobody',
      'GET /openapi.json',
    );
    const rows = [...text.matchAll(/^\| `(GET|POST|PUT|DELETE) (\S+)` \| ([^|]+) \|/gm)];
    for (const [, method, path, who] of rows) {
      const may = body.paths[path!]![method!.toLowerCase()]!['x-may'];
      expect(`${method} ${path}: ${who!.trim() === 'anyone with the link' ? 'anyone' : who!.trim()}`).toBe(
        `${method} ${path}: ${may}`,
      );
    }
  });
});
