/** From the draft of a request to what is sent, with the ids that earlier replies told; and back from a reply to its ids. */
import type { App } from '../../../src/surfaces/http/app.ts';
import type { Reply } from '../../http/described.ts';
import type { Draft, Twist } from './requests-of.ts';
import { KEPT_SMALL, type Kind, Known, Long, type Value } from './values-of.ts';

/** As `app.inject` takes it. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** What replies told, newest last. */
export class KnownIds {
  private readonly ids = new Map<Kind, string[]>();

  learn({ status, headers, text }: Reply): void {
    if (status >= 300 || text === '' || !String(headers['content-type']).startsWith('application/json')) return;
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value !== 'string') return this.learnOf(value);
      const [, prefix] = /^(q|a|s|job|wh)-[0-9a-z]+$/.exec(value) ?? [];
      if (prefix !== undefined) this.add(prefix as Kind, value);
      // The token of an event is whose it was.
      else if (name === 'token' && value.startsWith('1.')) this.add('link', value);
      else if (name === 'next') this.add('next', value);
      return value;
    });
  }

  idOf({ kind, nth }: Known): string {
    const known = this.ids.get(kind) ?? [];
    return known.at(-1 - (nth % known.length)) ?? `${kind}-none`;
  }

  /** What has an effect is a rule, and so is an approval whose decision made one. */
  private learnOf(value: unknown): unknown {
    const { id, decision, effect } = (value ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof id === 'string' && typeof decision === 'string') this.add('approval', id);
    const rule =
      effect !== undefined || (decision as { readonly rule?: string } | null | undefined)?.rule !== undefined;
    if (typeof id === 'string' && rule) this.add('rule', id);
    return value;
  }

  private add(kind: Kind, id: string): void {
    const known = this.ids.get(kind) ?? [];
    if (!known.includes(id)) this.ids.set(kind, [...known, id]);
  }
}

/** The draft with every sign in it replaced by what it stands for. */
export function sentOf(draft: Draft, known: KnownIds): Sent {
  const plain = (value: Value): unknown => {
    if (value instanceof Known) return known.idOf(value);
    if (value instanceof Long) return value.text.repeat(value.times);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
  };
  const fields = (values: Draft['query']) =>
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      [plain(value)].flat().flatMap((one) => (one === null ? [] : [[name, String(one)]])),
    );
  const [method, template] = draft.operation.split(' ') as [string, string];
  const twist = draft.twist === null ? {} : (plainTwist(draft.twist, plain) as AnyTwist);

  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(plain(draft.path[name]!))));
  const query = fields(draft.query).map(([name, value]) => `${name}=${encoded(value)}`);
  if (twist.inQuery !== undefined) query.push(twist.inQuery);
  const search = query.length === 0 ? '' : `?${query.join('&')}`;

  const payload = twist.raw ?? payloadOf(draft.body === undefined ? undefined : plain(draft.body), twist);
  const headers = {
    ...(draft.token === null ? {} : { authorization: `Bearer ${draft.token}` }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...Object.fromEntries(fields(draft.headers)),
    ...(twist.header === undefined ? {} : { [twist.header[0]]: twist.header[1] }),
  };
  return {
    method: twist.method ?? method,
    // Raw, but as far as the in-process sender lets it be: it reads addresses as browsers do.
    url: `${path}${(twist.inPath ?? '').toWellFormed()}${search}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, latin(value)])),
    ...(payload === undefined ? {} : { payload }),
  };
}

interface AnyTwist {
  readonly replace?: number;
  readonly by?: unknown;
  readonly remove?: number;
  readonly add?: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly raw?: string;
  readonly method?: string;
  readonly inPath?: string;
  readonly inQuery?: string;
  readonly header?: readonly [string, string];
}

function plainTwist(twist: Twist, plain: (value: Value) => unknown): unknown {
  return plain(twist as unknown as Value);
}

function payloadOf(body: unknown, { replace, by, remove, add, name, value }: AnyTwist): string | undefined {
  if (body === undefined) return undefined;
  const whole = { body };
  const all = partsOf(whole);
  const part = all[(replace ?? remove ?? add ?? 0) % all.length]!;
  if (replace !== undefined) part.put(by);
  else if (remove !== undefined) part.put(undefined);
  else if (add !== undefined) part.put(withField(part.value, name!, value));
  return JSON.stringify(whole.body);
}

/** An own field, whatever it is called. */
function withField(value: unknown, name: string, field: unknown): unknown {
  if (Array.isArray(value)) return [...value, field];
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries([...entries, [name, field]]);
}

interface Part {
  readonly value: unknown;
  readonly put: (value: unknown) => void;
}

/** Every value in an object and in what it holds. */
function partsOf(holder: object): Part[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    if (KEPT_SMALL.has(name)) return [];
    const put = (other: unknown) => {
      (holder as Record<string, unknown>)[name] = other;
    };
    const inner = typeof value === 'object' && value !== null ? partsOf(value) : [];
    return [{ value, put }, ...inner];
  });
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** What Node's parser lets through in a header. */
function latin(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 8_000);
}

/** The reply; of a stream that goes on only its beginning. */
export async function replyTo(app: App, { method, url, headers, payload }: Sent): Promise<Reply> {
  const got = await app.inject({
    method: method as 'GET',
    url,
    headers,
    payloadAsStream: true,
    ...(payload === undefined ? {} : { payload }),
  });
  const reply = { status: got.statusCode, headers: got.headers };
  if (String(got.headers['content-type']).startsWith('text/event-stream')) {
    got.raw.res.destroy();
    return { ...reply, text: '' };
  }
  let text = '';
  for await (const piece of got.stream().setEncoding('utf8')) text += piece;
  return { ...reply, text };
}
