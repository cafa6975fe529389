/** The API's description: what the routes say of themselves, as OpenAPI and as a page. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Routes } from '../../src/surfaces/http/app.ts';
import { allRoutes } from '../../src/surfaces/http/routes/all.ts';
import { served } from './guarded.ts';

const described: Routes = (app) => {
  const named = z.object({ label: z.string().describe('What is <shown> & "read"') }).meta({ id: 'Named' });
  app.post(
    '/boxes/:id',
    {
      config: { may: 'answerer' },
      schema: {
        summary: 'Puts `something` into a box',
        tags: ['boxes'],
        params: z.object({ id: z.string().describe('Which box') }),
        querystring: z.object({ wait: z.coerce.number().optional() }),
        body: z.object({ things: z.array(named) }),
        response: { 201: named },
      },
    },
    () => ({ label: 'x' }),
  );
};

describe('/openapi.json', () => {
  it('has every route that is not a page, with its role, and a problem for whatever goes wrong', async () => {
    const { get } = await served({ routes: [described] });
    const { json } = await get('/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths).toSorted()).toEqual(['/boxes/{id}', '/healthz', '/metrics', '/readyz']);
    const { post } = json.paths['/boxes/{id}'];
    expect(post).toMatchObject({ summary: 'Puts `something` into a box', 'x-may': 'answerer' });
    expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual(['wait', 'id']);
    expect(post.responses.default.content['application/problem+json'].schema).toEqual({
      $ref: '#/components/schemas/Problem',
    });
    expect(json.components.schemas.Problem.properties.code.enum).toContain('already_answered');
    expect(json.components.securitySchemes.bearer).toEqual({ type: 'http', scheme: 'bearer' });
    expect(json.paths['/healthz'].get.security).toEqual([]);
  });

  it('refers to nothing that it does not have', async () => {
    const { get } = await served({ routes: [described] });
    const { json, text } = await get('/openapi.json');
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(referred).toContain('Named');
    expect(referred.filter((name) => !(name! in json.components.schemas))).toEqual([]);
  });
});

describe('what it says of the server’s own routes', () => {
  interface Shown {
    readonly operationId?: string;
    readonly requestBody?: { readonly required?: boolean };
    readonly responses: object;
  }

  async function operations(): Promise<Shown[]> {
    const { get } = await served({ routes: allRoutes({ agent: 'test' }) });
    const { json } = await get('/openapi.json');
    return Object.values(json.paths as Record<string, Record<string, Shown>>).flatMap((path) => Object.values(path));
  }

  it('a body is required where it may not be left out, and nowhere else', async () => {
    const named = (required: boolean) => (one: Shown) => (one.requestBody?.required === true) === required;
    const withBody = (await operations()).filter(({ requestBody }) => requestBody !== undefined);
    const ids = (all: readonly Shown[]) => all.map(({ operationId }) => operationId).toSorted();
    const optional = ['cancel', 'cancelJob', 'decline', 'declineByLink', 'forgetPreference', 'link', 'revoke'];
    expect(ids(withBody.filter(named(false)))).toEqual(optional);
    const required = [
      ...['addWebhook', 'answer', 'answerByLink', 'answerJob', 'appendLog', 'approve', 'ask', 'assume', 'claimJobs'],
      ...['claudeCodeHook', 'correct', 'createJob', 'decide', 'endRun', 'heartbeat', 'keepResult', 'pair', 'queueJob'],
      ...['requestClarification', 'setPreference', 'snooze'],
    ];
    expect(ids(withBody.filter(named(true)))).toEqual(required);
  });

  it('a reply that cannot come is not declared', async () => {
    const all = await operations();
    const declared = (id: string) => Object.keys(all.find(({ operationId }) => operationId === id)!.responses);
    // An answer is taken back whatever became of its question; and whoever may ask may list.
    expect(declared('revoke')).not.toContain('410');
    expect(declared('clarifications')).not.toContain('403');
  });
});

describe('/docs', () => {
  it('is a page of plain HTML that says the same, without a script or anything from elsewhere', async () => {
    const { get } = await served({ routes: [described] });
    const { text, headers } = await get('/docs');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const said of ['/boxes/{id}', 'Puts <code>something</code> into a box', 'Which box', 'an answerer’s']) {
      expect(text).toContain(said);
    }
    expect(text).toContain('What is &lt;shown&gt; &amp; &quot;read&quot;');
    expect(text).toContain('<a href="#schema-Named">Named</a>');
    expect(text).not.toMatch(/<script|<style| style=| on\w+=|https?:\/\//);
    expect(text).toContain('name="viewport"');
  });

  it('links to nothing that is not there', async () => {
    const { get } = await served({ routes: [described] });
    const { text } = await get('/docs');
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor!);
    expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([]);
    for (const [, path] of text.matchAll(/href="(\/[^"]+)"/g)) expect((await get(path!)).status).toBe(200);
  });

  it('has a stylesheet for light and dark', async () => {
    const { get } = await served({ routes: [described] });
    const { text, headers } = await get('/docs/style.css');
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(text).toContain('color-scheme: light dark');
  });
});
