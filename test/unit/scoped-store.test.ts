/** The stores that stand before the real one: whatever a caller passes reaches it, every optional parameter included. */
import { describe, expect, it } from 'vitest';
import type { Keys, Runs, Store } from '../../src/ports.ts';
import { oneProject } from '../../src/store/one-project.ts';
import { scopedStore } from '../../src/store/scoped-store.ts';
import { askCommand, PROJECT } from '../../src/testing/make.ts';

type Methods<Port> = { [M in keyof Port]: Port[M] extends (...given: never[]) => unknown ? M : never }[keyof Port];

/** For each method all its parameters, so that a new method or parameter does not compile until it is here; and what it returns. */
type Calls<Port> = {
  [M in Methods<Port>]: readonly [
    given: Required<Parameters<Extract<Port[M], (...given: never[]) => unknown>>>,
    returned: unknown,
  ];
};

const EMPTY = { items: [], next: null };
const PAGE = { after: '7', limit: 1_000 };
const nothing = () => ({ effects: [], result: null });

const STORE: Calls<Store> = {
  decide: [[{ of: 'ask', command: askCommand('s', ['Which colour?'], { job: 'j' }) }, nothing, () => {}], null],
  claim: [[{ worker: 'w', project: PROJECT, folder: '/f', agent: 'a', token: 't', only: ['j'], limit: 1, now: 1 }], []],
  list: [
    [{ project: PROJECT, session: 's', agent: 'a', words: ['x'], since: 1, before: 2, newest: true, ...PAGE }],
    EMPTY,
  ],
  clarification: [['q'], null],
  pendingCount: [[10, PROJECT], 0],
  items: [['a'], []],
  answers: [[['s', 's2'], 3], []],
  rules: [[PROJECT, 's'], []],
  sessionRules: [[PROJECT, 3], []],
  asked: [['s'], []],
  sentBack: [['j'], false],
  assumptions: [['s', PAGE], EMPTY],
  assumption: [['a'], null],
  job: [['j'], null],
  preferences: [[PROJECT, PAGE], EMPTY],
  insight: [[{ since: 1, offsetMs: 2, most: 3, countAtMost: 4 }], null],
  events: [[7, 1_000], []],
  lastSeq: [[], 0],
  overdue: [[7, 3], null],
  watch: [[() => {}, () => {}], () => {}],
  ready: [[], undefined],
  close: [[], undefined],
};

const RUNS: Calls<Runs> = {
  list: [[{ project: PROJECT, state: ['QUEUED'], session: 's', newest: true, ...PAGE }], EMPTY],
  claimable: [[{ project: PROJECT, folder: null, agent: 'a', token: null, limit: 3, now: 7 }], []],
  look: [[['j']], []],
  beat: [[{ id: 'w', place: 'here', pid: 7, leaseUntil: 8 }], []],
  workers: [[7], []],
  dismiss: [['w'], undefined],
  keep: [['j', 'key', 'value', 7], 'value'],
  kept: [['j', 'key'], null],
  append: [['j', [{ at: 1, stream: 'stdout', line: 'x' }]], undefined],
  log: [['j', { after: 1, limit: 2 }], []],
};

const KEYS: Calls<Keys> = {
  version: [[], 1],
  reached: [[2], undefined],
  stale: [['clarifications', { version: 2, ...PAGE }], EMPTY],
  holding: [['clarifications', [{ within: 's', key: 'k', subject: '' }]], []],
  put: [['clarifications', 2, [{ row: ['q'], session: 's', version: 1, from: 'k', to: 'l' }]], true],
};

type AnyCalls = Readonly<Record<string, readonly [given: readonly unknown[], returned: unknown]>>;
type AnyPort = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

/** A port whose methods only note how they were called. */
function recording(calls: AnyCalls, called: unknown[]): AnyPort {
  const methods = Object.entries(calls).map(([name, [, returned]]) => {
    const method = (...given: readonly unknown[]) => {
      called.push([name, plain(given)]);
      return name === 'watch' ? returned : Promise.resolve(returned);
    };
    return [name, method];
  });
  return Object.fromEntries(methods);
}

/** With the ids of sessions and jobs as their project names them, and without the bodies of functions. */
function plain(given: readonly unknown[]): string {
  const text = JSON.stringify(given, (_key, value) => (typeof value === 'function' ? 'a function' : value));
  return text.replaceAll(/ 1(?=")/g, '');
}

describe.each([
  ['of one of several projects', (store: Store) => scopedStore(store, 1), []],
  // Others use the store beneath it, so it does not close that one.
  ['in which one project is visible', (store: Store) => oneProject(store, PROJECT), ['close']],
])('a store %s', (_name, wrap, own) => {
  it('passes on everything it is given', async () => {
    const parts: Readonly<Record<string, AnyCalls>> = { store: STORE, runs: RUNS, keys: KEYS };
    const called: unknown[] = [];
    const { store: inner, ...ports } = Object.fromEntries(
      Object.entries(parts).map(([part, calls]) => [part, recording(calls, called)]),
    );
    const wrapped = wrap({ ...inner, ...ports, projects: { list: async () => [PROJECT] } } as unknown as Store);
    for (const [part, calls] of Object.entries(parts)) {
      const port = (part === 'store' ? wrapped : wrapped[part as 'runs']) as unknown as AnyPort;
      for (const [method, [given]] of Object.entries(calls)) {
        await port[method]!(...given);
        expect(called.splice(0)).toEqual(own.includes(method) ? [] : [[method, plain(given)]]);
      }
    }
  });
});
