/**
 * Requests made from the API's own description: such as it allows, and such with one thing about them that is wrong. A draft is
 * what fast-check makes, shrinks and shows; sending.ts puts in what earlier replies told.
 */
import * as fc from 'fast-check';
import type { Described, Operation } from '../../http/described.ts';
import { Long, oddText, oddValue, type Value, valuesOf } from './values-of.ts';

type Fields = Readonly<Record<string, Value>>;

export interface Draft {
  /** `METHOD /path/{of}` in the document. */
  readonly operation: string;
  readonly token: string | null;
  readonly path: Fields;
  readonly query: Fields;
  readonly headers: Fields;
  readonly body: Value | undefined;
  readonly twist: Twist | null;
}

/** What is wrong with a request, whatever its operation is. `at` counts through the parts of its body. */
export type Twist =
  | { readonly replace: number; readonly by: Value }
  | { readonly remove: number }
  | { readonly add: number; readonly name: string; readonly value: Value }
  | { readonly raw: Value }
  | { readonly method: string }
  | { readonly inPath: Value }
  | { readonly inQuery: string }
  | { readonly header: readonly [string, Value] };

/** The one that may do all the most often, lest most requests end there. */
const TOKENS = ['asker', 'answerer', 'answerer', 'admin', 'admin', 'admin'].map((role) => `token-of-${role}`);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

/** As they stand in the address, not encoded any more. */
const IN_PATH: readonly Value[] = [
  ...['%00', '%', '%zz', '%ff', '%ed%a0%80', '%2e%2e', '%2f', '%252f', '%20', '%5c', '%c0%af', '%f0%9f%98%80'],
  ...['/', '//', '/.', '/answer', '/__proto__', '/..;/', ';a=b', '*', ':id', '{id}', '%7Bid%7D', "'", '|', '+'],
  ...['&', '=', '%0d%0aX:1', new Long('x', 499), new Long('x', 501), new Long('%41', 5_000), new Long('/a', 500)],
];

const IN_QUERY = [
  ...['limit=1&limit=2', 'limit[]=1', 'limit=', 'limit=NaN', 'limit=-1', 'limit=1e3', 'limit=%201', 'limit=1001'],
  ...['after=a&after=b', 'after=', 'after=%00', 'after=%ed%a0%80', 'after=1e308', 'after=9007199254740993'],
  ...['status=pending&status=answered', 'status=pending,answered', 'status=,', 'status=x', 'state[]=ERROR'],
  ...['__proto__=1', 'constructor[prototype]=1', 'toString=1', 'a=%zz', '%', '&&&', '=', '=1', '?', 'all=maybe'],
  ...['session=%00', 'session=a&session=b', 'ask=%ff', 'wait=1ms&wait=2ms', 'type=a&type=b', 'type=,', 'log=1.5'],
  ...['format=json&format=json', 'format=json&after=-5', 'format=json&limit=0', 'job=a&job=b', 'newest=1', 'log=0'],
];

/** What Node lets through: visible Latin-1. */
const IN_HEADERS: Readonly<Record<string, readonly Value[]>> = {
  'idempotency-key': ['', ' ', '\u00ff\u00e9', '[1,"]', '__proto__', new Long('k', 255), new Long('k', 256)],
  authorization: ['', 'Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer __proto__', '\u00ff', new Long('Bearer ', 900)],
  'content-type': [
    ...['', ';', 'json', 'text/plain', 'APPLICATION/JSON', 'application/json;', 'application/json; charset=utf-16'],
    ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ],
  'content-length': ['0', '1', '99999999', '-1'],
  host: ['evil.example', '', 'localhost:99999', '[::1]:80', 'a b'],
  origin: ['https://evil.example', 'null', '', 'http://localhost:80'],
  'sec-fetch-site': ['cross-site', 'none'],
  'last-event-id': ['-1', '1e9', '9999999999999999', 'x'],
  'x-forwarded-for': ['::1, a'],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue'],
  'transfer-encoding': ['chunked'],
  'content-encoding': ['gzip'],
  'accept-version': ['9'],
  accept: ['text/html', '\u00ff'],
  cookie: ['a=b;;='],
};

const RAW_BODIES: readonly Value[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '[',
    '"',
    'nul',
    'NaN',
    'Infinity',
    '-',
    '1e999',
    '01',
    "{'a':1}",
    '{}{}',
    '\ufeff{}',
    '// {}',
  ],
  ...['null', 'true', '0', '""', '[]', '{}', '[null]', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}'],
  ...['{"a":1,"a":2}', '{"question":"\\ud800"}', '{"question":NaN}', '{"prompt":"a\u0000b"}', '{"answer":"\\u0000"}'],
  ...[new Long('[', 70), new Long('[', 100_000), new Long('{"a":', 5_000), new Long('x', 1024 * 1024 + 1)],
];

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'extra',
  'id',
  'status',
  'by',
  'project',
  '0',
];

const twists: fc.Arbitrary<Twist | null> = fc.oneof(
  { weight: 40, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.record({ replace: fc.nat({ max: 60 }), by: oddValue }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat({ max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ add: fc.nat({ max: 60 }), name: fc.constantFrom(...NAMES), value: oddValue }) },
  { weight: 1, arbitrary: fc.record({ raw: fc.constantFrom(...RAW_BODIES) }) },
  { weight: 1, arbitrary: fc.record({ method: fc.constantFrom(...METHODS) }) },
  { weight: 2, arbitrary: fc.record({ inPath: fc.oneof(fc.constantFrom(...IN_PATH), oddText) }) },
  { weight: 3, arbitrary: fc.record({ inQuery: fc.constantFrom(...IN_QUERY) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      header: fc.constantFrom(
        ...Object.entries(IN_HEADERS).flatMap(([name, all]) => all.map((value) => [name, value] as const)),
      ),
    }),
  },
);

/** Requests to every operation. */
export function requestsOf(described: Described): fc.Arbitrary<Draft> {
  return fc.oneof(
    ...[...described.operations].map(([name, operation]) => ({
      weight: weightOf(name, operation),
      arbitrary: draftsOf(described, name, operation),
    })),
  );
}

/** Most often those that make something, since all others need it; least those that take nothing and so can hardly fail. */
function weightOf(name: string, { parameters = [], requestBody }: Operation): number {
  if (name.startsWith('POST ') && !name.includes('{')) return 9;
  // A rule is revoked after a call, and a decision that makes it: three requests that must meet.
  if (name.includes(' /approvals/')) return 30;
  // What a run writes needs its job, made and begun by the same worker with the same token.
  if (name.includes('/workers/{worker}/jobs')) return 20;
  return requestBody || parameters.length > 0 ? 3 : 1;
}

function draftsOf(described: Described, name: string, operation: Operation): fc.Arbitrary<Draft> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((one) => one.in === 'path');
  const fields = (where: string): fc.Arbitrary<Fields> => {
    const properties = parameters.filter((one) => one.in === where).map((one) => [one.name, one.schema]);
    const schema = { type: 'object', properties: Object.fromEntries(properties) };
    return valuesOf(described, schema, '') as fc.Arbitrary<Fields>;
  };
  const body = requestBody?.content['application/json']?.schema;
  return fc.record({
    operation: fc.constant(name),
    token: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom<(string | null)[]>(...TOKENS) },
      { weight: 1, arbitrary: fc.constantFrom(null, 'unknown') },
    ),
    // What an id in a path is of stands before it.
    path: fc.record(
      Object.fromEntries(
        inPath.map((one) => {
          const [, before = one.name] = new RegExp(`(\\w+)/\\{${one.name}\\}`).exec(name) ?? [];
          const of = name.includes('/workers/') ? 'jobId' : before;
          return [one.name, valuesOf(described, one.schema, one.name === 'id' ? of : one.name)];
        }),
      ),
    ),
    query: fields('query'),
    headers: fields('header'),
    body:
      body === undefined
        ? fc.constant(undefined)
        : fc.option(valuesOf(described, body, ''), { nil: undefined, freq: 20 }),
    twist: twists,
  });
}
