/**
 * Finds the package of a model's provider and creates the model. All packages are optional peer dependencies, loaded only if configured.
 */
import { AskOnceError } from '../core/model/errors.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { ModelSettings } from './model-settings.ts';

export type Sdk = typeof import('ai');
export type LanguageModel = Parameters<Sdk['wrapLanguageModel']>[0]['model'];

/** The same model in different modes: a server that rejects the first mode is called in the next. */
export type Ways = readonly [LanguageModel, ...LanguageModel[]];

const PROVIDER = /^[a-z0-9-]+$/;

/** Checks that a header can hold the key. The message contains no part of it. */
function checkedKey(key: string | undefined): string | undefined {
  const plain = key?.trim();
  if (plain === undefined || plain === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(plain)) {
    throw new AskOnceError('model_invalid', 'The model’s key contains invalid characters.');
  }
  return plain;
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  // The part before an @ is a password, so the address is not repeated.
  if (!plain || url.username !== '' || url.password !== '') {
    throw new AskOnceError(
      'model_invalid',
      'The model’s URL must be http or https, without a user, query or fragment, such as http://127.0.0.1:11434/v1.',
    );
  }
  return url.href;
}

async function load<T>(name: string, install: string, importing: () => Promise<T>): Promise<T> {
  try {
    return await importing();
  } catch (error) {
    throw new AskOnceError(
      'model_unavailable',
      `The model needs the package ${name}, which cannot be loaded. Run: npm install ${install}`,
      { package: name },
      error,
    );
  }
}

/** Each provider's package names its factory after itself, in its own spelling: createOpenAI, createXai, createDeepSeek. */
function factoryIn(exports: Readonly<Record<string, unknown>>, provider: string): unknown {
  const wanted = `create${provider.replaceAll('-', '')}`;
  const made = Object.keys(exports).filter((name) => /^create[A-Z]/.test(name));
  const name =
    made.find((one) => one.toLowerCase() === wanted) ??
    made.find((one) => one.toLowerCase().startsWith(wanted)) ??
    (made.length === 1 ? made[0] : undefined);
  return name === undefined ? undefined : exports[name];
}

function modelOf(provider: unknown, model: string): LanguageModel | null {
  const make = (provider as { languageModel?: unknown } | null | undefined)?.languageModel;
  return typeof make === 'function' ? (make.call(provider, model) as LanguageModel) : null;
}

async function fromProvider(name: string, key: string | undefined): Promise<Ways> {
  const colon = name.indexOf(':');
  const provider = name.slice(0, Math.max(0, colon));
  const model = name.slice(colon + 1).trim();
  // That provider is set up by its URL; without one it is unclear which server it would call.
  if (!PROVIDER.test(provider) || model === '' || provider === 'openai-compatible') {
    throw new AskOnceError(
      'model_invalid',
      'Write a model as <provider>:<model>, such as openai:gpt-5-mini, or give the URL of its server with its name.',
    );
  }
  const packageName = `@ai-sdk/${provider}`;
  const exports = await load<Record<string, unknown>>(packageName, `ai ${packageName}`, () => import(packageName));
  const factory = factoryIn(exports, provider);
  let made: LanguageModel | null = null;
  try {
    if (typeof factory === 'function') {
      made = modelOf(factory({ ...(key === undefined ? {} : { apiKey: key }), fetch: boundedFetch }), model);
    }
  } catch {
    // A package that needs more than a key cannot be set up by a name alone.
  }
  if (made === null) {
    throw new AskOnceError(
      'model_invalid',
      `The package ${packageName} has no provider that works with only a model name.`,
    );
  }
  return [made];
}

async function fromServer(url: string, model: string, key: string | undefined, sdk: Sdk): Promise<Ways> {
  const name = '@ai-sdk/openai-compatible';
  const { createOpenAICompatible } = await load(name, `ai ${name}`, () => import('@ai-sdk/openai-compatible'));
  const settings = {
    name: 'server',
    baseURL: url,
    fetch: boundedFetch,
    supportsStructuredOutputs: true,
    ...(key === undefined ? {} : { apiKey: key }),
  };
  // Small servers put a code fence around JSON even when told not to.
  const bare = (made: LanguageModel) =>
    sdk.wrapLanguageModel({ model: made, middleware: sdk.extractJsonMiddleware() }) as LanguageModel;
  return [
    bare(createOpenAICompatible(settings).languageModel(model)),
    // Some servers support a schema but no plain JSON mode, others the reverse.
    bare(
      createOpenAICompatible({
        ...settings,
        transformRequestBody: (body) => ({ ...body, response_format: { type: 'json_object' } }),
      }).languageModel(model),
    ),
  ];
}

/** Loads the SDK and the model in its possible modes; makes no network call yet. */
export async function loadModel(settings: ModelSettings): Promise<{ readonly sdk: Sdk; readonly ways: Ways }> {
  const name = settings.name.trim();
  if (name === '' || name.length > 200 || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new AskOnceError('model_invalid', 'The model’s name must be 1 to 200 printable characters.');
  }
  const key = checkedKey(settings.key);
  const url = settings.url === undefined ? undefined : checkedUrl(settings.url);
  // The provider's package comes first: its name says what to install, together with `ai`.
  const install = url === undefined ? `ai @ai-sdk/${name.split(':')[0]}` : 'ai @ai-sdk/openai-compatible';
  if (url === undefined) {
    const ways = await fromProvider(name, key);
    return { sdk: await load('ai', install, () => import('ai')), ways };
  }
  const sdk = await load('ai', install, () => import('ai'));
  return { sdk, ways: await fromServer(url, name, key, sdk) };
}
