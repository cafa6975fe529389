/**
 * Values as the schemas of the API describe them, and odd ones. Texts come from small pools, so that requests meet: the same
 * question is asked twice, and answered. What only a run can know stands in them as a sign, and is put in when they are sent.
 */
import * as fc from 'fast-check';
import type { Described, JsonSchema } from '../../http/described.ts';

/** Ids by the letters they begin with; beside them the tokens of links, where pages go on, approvals, and the approvals that made a rule. */
export const KINDS = ['q', 'a', 's', 'job', 'wh', 'link', 'next', 'approval', 'rule'] as const;
export type Kind = (typeof KINDS)[number];

/** Stands for an id that an earlier reply told: the newest of its kind, or the nth before it. */
export class Known {
  readonly kind: Kind;
  readonly nth: number;

  constructor(kind: Kind, nth: number) {
    this.kind = kind;
    this.nth = nth;
  }
}

/** Stands for a long text, which nobody wants to see in a report. */
export class Long {
  readonly text: string;
  readonly times: number;

  constructor(text: string, times: number) {
    this.text = text;
    this.times = times;
  }
}

export type Value =
  | null
  | boolean
  | number
  | string
  | Known
  | Long
  | readonly Value[]
  | { readonly [name: string]: Value };

const KIND_OF: Readonly<Record<string, Kind>> = {
  ...{ clarifications: 'q', jobs: 'job', sessions: 's', webhooks: 'wh', token: 'link' },
  ...{ sessionId: 's', session: 's', job: 'job', ask: 'a', rejects: 'q', after: 'next' },
  ...{ approvals: 'approval', rules: 'rule' },
};

const DURATIONS = ['1ms', '30s', '1h30m', '10m', '2d', '0s', 60_000];

const LABELS = ['JSON', 'YAML', 'hot', 'frozen', 'Yes', 'No', 'red', 'blue'];

const TEXTS: Readonly<Record<string, readonly Value[]>> = {
  prompt: [
    ...['hot frozen cheese', 'Add a dark mode toggle to the settings page', 'fail', 'asdf', 'fix it', '何か作って'],
    ...['Delete the users table and keep all users', 'Write it in Python without Python'],
  ],
  question: [
    ...['Which format do you prefer?', 'What format should I use?', 'May I delete it?', 'Should I use tabs?'],
    ...['What is the title of the page?', 'Which file should I write to?', 'Overwrite config.json?', '続けますか？'],
  ],
  answer: ['yes', 'no', '1', '2', 'JSON', 'YAML', 'hot', 'src/app.ts', '../outside', 'I don’t know'],
  label: LABELS,
  recommended: LABELS,
  default: LABELS,
  tool: ['mcp__notes__add', 'mcp__notes__find', 'Bash'],
  rule: ['mcp__notes__add', 'mcp__notes__find', 'Bash'],
  asker: ['main', 'reviewer', 'pm'],
  language: ['en', 'ja', 'x-unknown'],
  // A run writes only as the worker and the job that it belongs to.
  worker: ['w-1'],
  jobId: ['job-w1', 'job-w2'],
  run: [1],
  leaseMs: [60_000],
  agent: ['sh'],
  folder: ['laptop:/shop'],
  url: ['https://example.com/hook', 'http://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'file:///x'],
  timeout: [...DURATIONS, '2031-01-01T00:00:00Z', '2001-01-01', 4_102_444_800_000],
  expires: DURATIONS,
  // Nobody answers meanwhile; a longer wait would only make the run longer.
  wait: ['0s', '1ms', '2ms', '2ms', 'soon', '999999999d', 0, 1, 2, 1e308],
  format: ['json', 'json', 'json', 'json', 'json', 'sse', 'xml'],
};
const WORDS = ['a.txt', 'users', 'because', 'JSON', 'Yes', 'src/app.ts'];

/** Names of fields that nothing but their own pool may go into. */
export const KEPT_SMALL: ReadonlySet<string> = new Set(['wait']);

/** Mostly there, where the document says that they need not be: without them little happens. */
const WANTED: ReadonlySet<string> = new Set(['question', 'format']);

const ODD_TEXTS = [
  ...['', ' ', '\t\r\n', '\u0000', 'a\u0000b', '\ud800', 'a\udc00b', '\ud83d', '\ufeff', '\u2028', '\u202eabc'],
  ...['\u0007', '\u001b[31mred', '👩‍👩‍👧‍👦', 'İstanbul', 'ﬀ', '？！。', 'e\u0301'.repeat(9), '-1', '0', '1.5', '1e308'],
  ...['-Infinity', 'NaN', '9007199254740993', '0x10', 'null', 'true', 'undefined', '[object Object]', '{}', '[]'],
  ...['"', '\\', '\\u0000', '%00', '%', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '/', '.', '..'],
  ...['../../etc/passwd', '<script>', "' OR 1=1; --", 'q-', 'job-0', 'a,b', ',,,', 'x'.repeat(201), '$1', '$&'],
  ...['2026-02-30', '2026-13-01T99:00', '99999-01-01'],
];
/** Patterns that take the square of the length show by the time they take. */
const REPEATED = ['x', ' ', '?', 'a ', '\u0301', '😀', '(', 'not ', 'hot frozen ', '\n', '.', '"', 'no, ', '/'];
const LONG_TEXTS = REPEATED.flatMap((text) => [600, 11_000, 30_000].map((times) => new Long(text, times)));

export const oddText: fc.Arbitrary<Value> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Value[]>(...ODD_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom<Value[]>(...LONG_TEXTS) },
);

const ODD_VALUES: readonly Value[] = [
  ...[null, true, false, 0, -1, -0, 0.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), 4_102_444_800_000],
  ...[[], {}, [[]], [null], [{}], { length: 1 }, { toJSON: 1 }, { label: '' }, { label: 1 }, ['a', 'a'], nested(20)],
];

export const oddValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Value> },
);

function nested(levels: number): Value {
  return levels === 0 ? 1 : levels % 2 === 0 ? [nested(levels - 1)] : { a: nested(levels - 1) };
}

/** Values that a schema allows, as far as it can say. `name` is the field's, or what stands before an id in a path. */
export function valuesOf(described: Described, schema: JsonSchema, name: string): fc.Arbitrary<Value> {
  const whole = described.schemaOf(schema);
  const of = (one: JsonSchema) => valuesOf(described, one, name);
  if (whole.const !== undefined) return fc.constant(whole.const as Value);
  if (whole.enum) return mostly(fc.constantFrom(...((TEXTS[name] ?? whole.enum) as Value[])), oddText, name);
  const types = Array.isArray(whole.type) ? whole.type.map((type: string) => ({ ...whole, type })) : undefined;
  const choices = whole.anyOf ?? whole.oneOf ?? types;
  if (choices) {
    return fc.oneof(...choices.map((one) => ({ weight: one.type === 'null' ? 1 : 20, arbitrary: of(one) })));
  }
  switch (whole.type) {
    case 'string':
      return textsOf(name);
    case 'integer':
    case 'number':
      return numbersOf(name);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(of(whole.items ?? {}), { maxLength: 5 });
    case 'object':
      return objectsOf(described, whole);
    default:
      return oddValue;
  }
}

function textsOf(name: string): fc.Arbitrary<Value> {
  const kind = KIND_OF[name];
  if (kind !== undefined) return idsOf(kind);
  return mostly(fc.constantFrom<Value[]>(...(TEXTS[name] ?? WORDS)), oddText, name);
}

function idsOf(kind: Kind): fc.Arbitrary<Value> {
  const nth = fc.nat({ max: 8 });
  return fc.oneof(
    { weight: 12, arbitrary: nth.map((one) => new Known(kind, one)) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...KINDS), nth).map(([other, one]) => new Known(other, one)) },
    { weight: 1, arbitrary: fc.constantFrom('made-up-1', 'made-up-2') },
    { weight: 1, arbitrary: oddText },
  );
}

function numbersOf(name: string): fc.Arbitrary<Value> {
  const numbers = (TEXTS[name] ?? []).filter((one) => typeof one === 'number');
  if (numbers.length > 0) return fc.constantFrom<Value[]>(...numbers);
  return mostly(fc.nat({ max: 30 }), fc.constantFrom(-1, 0.5, 1e308, 2 ** 53, 1_000, 1_001, 10_001), name);
}

function mostly(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>, name: string): fc.Arbitrary<Value> {
  if (KEPT_SMALL.has(name)) return usual;
  return fc.oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** Stands for a field that is left out. */
const ABSENT = Symbol('absent');

function objectsOf(described: Described, { properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Value> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const values = valuesOf(described, schema, name);
    if (required.includes(name)) return [name, values] as const;
    const weight = WANTED.has(name) ? 80 : 1;
    // Few of those that may be left out: each of them is one more reason to refuse the whole.
    return [name, fc.oneof({ weight: 10, arbitrary: fc.constant(ABSENT) }, { weight, arbitrary: values })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ABSENT)) as Value);
}
