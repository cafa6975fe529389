/** Setting up a model: which package it needs, and which settings are refused before anything goes over the network. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { modelFrom } from '../../src/llm/model.ts';
import type { ModelSettings } from '../../src/llm/model-settings.ts';
import { startModelServer } from './model-server.ts';

const ANY = { name: 'any', json: { type: 'object' }, validate: (value: unknown) => value };

describe('modelFrom', () => {
  it('sets up a provider’s model without a word over the network', async () => {
    const call = await modelFrom({ name: 'openai:gpt-5-mini', key: 'sk-test' });
    expect(call.model).toBe('openai:gpt-5-mini');
  });

  it('reads no provider out of a name that has a URL beside it', async () => {
    const call = await modelFrom({ name: 'nosuchprovider:7b', url: 'http://127.0.0.1:9/v1' });
    expect(call.model).toBe('nosuchprovider:7b');
  });

  it('says which packages to install', async () => {
    await expect(modelFrom({ name: 'nosuchprovider:some-model' })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('npm install ai @ai-sdk/nosuchprovider'),
      details: { package: '@ai-sdk/nosuchprovider' },
    });
  });

  it('says without a call that no key is set', async () => {
    const before = process.env.OPENAI_API_KEY;
    delete process.env.OPENAI_API_KEY;
    try {
      const call = await modelFrom({ name: 'openai:gpt-5-mini' });
      await expect(call({ system: 's', data: {}, schema: ANY })).rejects.toMatchObject({
        code: 'model_failed',
        message: 'The model gave no answer: the model’s key is not set.',
      });
    } finally {
      if (before !== undefined) process.env.OPENAI_API_KEY = before;
    }
  });

  it('ends a call whose caller has left, and says so', async () => {
    const leaving = new AbortController();
    const server = await startModelServer(() => leaving.abort());
    onTestFinished(() => server.close());
    const call = await modelFrom({ name: 'scripted', url: server.url });
    const ended = { code: 'model_failed', message: 'The caller cancelled.' };
    await expect(call({ system: 's', data: {}, schema: ANY, signal: leaving.signal })).rejects.toMatchObject(ended);
    await expect(call({ system: 's', data: {}, schema: ANY, signal: leaving.signal })).rejects.toMatchObject(ended);
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, ModelSettings]>([
    ['an empty name', { name: ' ' }],
    ['a name without a provider', { name: 'gpt-5-mini' }],
    ['a provider without a model', { name: 'openai:' }],
    ['a provider that is a path', { name: '../openai:gpt' }],
    ['a provider in capitals', { name: 'OpenAI:gpt' }],
    ['a package that is no provider', { name: 'provider-utils:gpt' }],
    ['the package for servers without a URL', { name: 'openai-compatible:gpt' }],
    ['a name of two lines', { name: 'openai:gpt\n5' }],
    ['a URL that is none', { name: 'gpt', url: '127.0.0.1' }],
    ['a URL to a file', { name: 'gpt', url: 'file:///v1' }],
    ['a URL with a password', { name: 'gpt', url: 'http://user:sk-secret@127.0.0.1/v1' }],
    ['a URL with a query', { name: 'gpt', url: 'http://127.0.0.1/v1?key=sk-secret' }],
    ['a key of two lines', { name: 'gpt', url: 'http://127.0.0.1/v1', key: 'sk-secret\nX-Other: 1' }],
    ['no time at all', { name: 'openai:gpt', timeoutMs: 0 }],
    ['time that is no number', { name: 'openai:gpt', timeoutMs: Number.NaN }],
  ])('refuses %s', async (_, settings) => {
    const error: unknown = await modelFrom(settings).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'model_invalid' });
    expect(String(error)).not.toContain('sk-secret');
  });
});
