/** The Python client, run by the machine's Python, against a real server that is killed while the client waits. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AskOnceClient } from '../../../src/surfaces/client/index.ts';
import { ROOT } from '../../docs/markdown.ts';
import { serve } from '../../http/serving.ts';
import { newFolder, type Started } from '../../support/askonce.ts';
import { frontOf } from '../../support/front.ts';
import { sqlite } from '../../support/stores.ts';
import { PYTHON_ENV, PYTHON_SOURCES, python3 } from './python.ts';

const PYTHON = python3();

/** The beginning of every script: a client of the server, and what else the script is given. */
const BEGIN = `
import json, pickle, sys
from dataclasses import asdict
from askonce import AskOnce, AskOnceError
url, *given = sys.argv[1:]
askonce = AskOnce(url)
def show(value): print(json.dumps(value))
`;

/** A server behind an address that stays the same when the server is killed and another one starts on the same store. */
async function servedAtOneAddress() {
  const folder = newFolder();
  const urls: string[] = [];
  const front = await frontOf(urls);
  let server: Started;
  let token = '';
  const start = async () => {
    server = folder.start(['serve', '--port', '0']);
    urls[0] = await server.stderrShows(/AskOnce is listening on (\S+)/);
    token = await server.stderrShows(/#token=(\S+)/);
  };
  await start();
  return {
    folder,
    front,
    person: () => new AskOnceClient({ url: urls[0]!, token }),
    /** Starts a script; what it shows are lines of JSON. */
    python: (script: string, ...args: string[]) => {
      const started = folder.start(['-c', BEGIN + script, front.url, ...args], { program: PYTHON, env: PYTHON_ENV });
      const shown = started.ended.then(({ code, stdout, stderr }) => {
        if (code !== 0) throw new Error(`Python ended with ${code}: ${stderr}`);
        return stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      });
      return { started, shown };
    },
    token: () => token,
    async kill() {
      server.child.kill('SIGKILL');
      await server.ended;
    },
    start,
  };
}

type World = Awaited<ReturnType<typeof servedAtOneAddress>>;

/** Waits until a request that matches has reached the server. */
const sent = ({ front }: World, request: RegExp, times = 1) =>
  expect.poll(() => front.went.filter((line) => request.test(line)).length).toBeGreaterThanOrEqual(times);

async function pending({ person }: World, count: number) {
  const { items } = await person().clarifications({ status: 'pending' });
  expect(items).toHaveLength(count);
  return items;
}

describe('the Python client', () => {
  it('compiles', () => {
    const { path } = newFolder();
    const env = { ...process.env, PYTHONPYCACHEPREFIX: path };
    const compiled = spawnSync(PYTHON, ['-W', 'error', '-m', 'compileall', '-q', PYTHON_SOURCES], {
      env,
      encoding: 'utf8',
    });
    expect({ code: compiled.status, said: compiled.stdout + compiled.stderr }).toEqual({ code: 0, said: '' });
  });

  it.each(['', 'del typing.Unpack'])(
    'has type hints that can be read while it runs, without typing_extensions (%s)',
    (before) => {
      const script = `
import sys, typing
sys.modules["typing_extensions"] = None
if hasattr(typing, "Unpack"): ${before || 'pass'}
import askonce
for name, method in vars(askonce.AskOnce).items():
    if callable(method): typing.get_type_hints(method)
print("all read")
`;
      const env = { ...process.env, ...PYTHON_ENV };
      const { stdout, stderr } = spawnSync(PYTHON, ['-c', script], { env, encoding: 'utf8' });
      expect({ stdout, stderr }).toEqual({ stdout: 'all read\n', stderr: '' });
    },
  );

  it('has the licence of AskOnce, and a README without links into a checkout', () => {
    const here = join(PYTHON_SOURCES, '..');
    expect(readFileSync(join(here, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
    expect(readFileSync(join(here, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https?:)/);
  });

  it('is built with the module, its types, the README and the licence', ({ skip }) => {
    const hasBuilder = spawnSync(PYTHON, ['-c', 'import setuptools'], { stdio: 'ignore' }).status === 0;
    skip(!hasBuilder, `${PYTHON} has no setuptools, which builds the package. On Debian it is python3-setuptools.`);
    const copy = join(newFolder().path, 'python');
    cpSync(join(PYTHON_SOURCES, '..'), copy, { recursive: true });
    const build = 'import setuptools.build_meta as b; print(b.build_sdist("dist"))';
    const built = spawnSync(PYTHON, ['-c', build], { cwd: copy, encoding: 'utf8' });
    const archive = built.stdout.trim().split('\n').at(-1)!;
    const list = `import tarfile; print("\\n".join(tarfile.open("dist/${archive}").getnames()))`;
    const { stdout } = spawnSync(PYTHON, ['-c', list], { cwd: copy, encoding: 'utf8' });
    for (const file of ['LICENSE', 'README.md', 'src/askonce/__init__.py', 'src/askonce/py.typed'])
      expect(stdout.split('\n'), built.stderr).toContain(`askonce-0.1.0/${file}`);
  });

  it('waits for the person while the server is killed and started again, and asks once', async () => {
    const world = await servedAtOneAddress();
    const asking = world.python(`
reply = askonce.ask("Which database should I use?", options=["PostgreSQL", {"label": "SQLite"}], session_id="s")
show(asdict(reply))
again = askonce.ask("What database would you like me to use?", options=["PostgreSQL", "SQLite"], session_id="s")
show([again.status, again.answer])
`);
    await sent(world, /^POST \/clarifications\?wait=/);
    const [question] = await pending(world, 1);
    const waiting = world.python(`show(asdict(askonce.wait(given[0])))`, question!.id);
    await sent(world, /^GET \/clarifications\/q-\w+\?wait=/);
    await world.kill();
    // Both have noticed that the server is away: they have tried again.
    await sent(world, /^POST \/clarifications\?wait=/, 2);
    await sent(world, /^GET \/clarifications\/q-\w+\?wait=/, 2);
    await world.start();
    await pending(world, 1);
    await world.person().answer(question!.id, 'SQLite');
    expect(await asking.shown).toMatchObject([
      { status: 'answered', answer: 'SQLite', session_id: 's', items: [{ id: question!.id, by: expect.any(String) }] },
      ['auto_resolved', 'SQLite'],
    ]);
    expect(await waiting.shown).toMatchObject([{ outcome: 'answered', answer: 'SQLite', surface: 'http' }]);
  });

  it('returns at the latest when its time is up, and goes on with the same key', async () => {
    const world = await servedAtOneAddress();
    const folder = newFolder().path;
    const { shown } = world.python(
      `
first = askonce.ask("Which colour?", wait=0.2, idempotency_key="k")
show([first.status, askonce.wait(first.items[0].id, 0.1).outcome])
from threading import Thread
same = []
threads = [Thread(target=lambda: same.append(askonce.ask("Which colour?", wait=False, idempotency_key="k").ask)) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
show(len({first.ask, *same}))
waiting = list(askonce.clarifications(status="pending"))
show(askonce.answer(waiting[0].id, "blue", idempotency_key="a").status)
show(askonce.answer(waiting[0].id, "blue", idempotency_key="a").status)
show([len(waiting), askonce.ask("Which colour?", idempotency_key="k").answer])
elsewhere = AskOnce(url, project=given[0])
elsewhere.ask("Which colour?", agent="Painter", wait=False, idempotency_key="k")
show([(one.project, one.agent) for one in elsewhere.clarifications(status=["pending", "declined"], agent="Painter", newest=True)])
`,
      folder,
    );
    const painted = [[folder, 'Painter']];
    expect(await shown).toEqual([['parked', 'parked'], 1, 'accepted', 'replayed', [1, 'blue'], painted]);
  });

  it('asks for permission once, and is allowed only by an allow of a person', async () => {
    const world = await servedAtOneAddress();
    const approving = (command: string) =>
      world.python(`
approval = askonce.approve("Bash", {"command": "${command}"}, editable=True)
show([approval.decision, bool(approval), approval.message, approval.updated_input])
`);
    const allowed = approving('npm test');
    const denied = approving('npm publish');
    await sent(world, /^POST \/approvals\?wait=/, 2);
    const calls = await pending(world, 2);
    const idOf = (command: string) => calls.find(({ approval }) => approval?.input.command === command)!.id;
    await world.kill();
    await world.start();
    const deciding = world.python(
      `
token, test, publish = given
try: askonce.decide(test, "allow")
except AskOnceError as error: show([error.code, error.status])
person = AskOnce(url, token)
show(person.decide(test, "allow", updated_input={"command": "npm t"}).status)
show(person.decide(publish, "deny", message="Not today").status)
show(bool(askonce.approve("Bash", {"command": "ls"}, wait=False)))
`,
      ...[world.token(), idOf('npm test'), idOf('npm publish')],
    );
    expect(await deciding.shown).toEqual([['answerer_needed', 403], 'accepted', 'accepted', false]);
    expect(await allowed.shown).toEqual([['allow', true, null, { command: 'npm t' }]]);
    expect(await denied.shown).toEqual([['deny', false, 'Not today', null]]);
    // Each call was one approval, however often it was sent; only the last one is open.
    await pending(world, 1);
  });

  it('reads each event once, in order, over a server that is killed', async () => {
    const world = await servedAtOneAddress();
    const reader = world.python(`
for event in askonce.events(0):
    show(asdict(event))
    print("read", event.data.get("question"), file=sys.stderr)
    if event.data.get("question") == "Was that all?": break
`);
    const types = world.python(`
for event in askonce.events(0, type=["clarification.answered", "clarification.declined"], session="s"):
    show(event.type)
    if event.type == "clarification.declined": break
`);
    const ask = (question: string) => world.person().ask({ question, sessionId: 's' }, { wait: false });
    for (const n of [1, 2, 3]) await ask(`Which colour has part ${n}?`);
    await reader.started.stderrShows(/^read Which colour has part 3\?$/m);
    await sent(world, /^GET \/events/, 2);
    await world.kill();
    await sent(world, /^GET \/events/, 4);
    await world.start();
    const [first, second] = await pending(world, 3);
    await world.person().answer(first!.id, 'red “ü” 日本');
    await world.person().decline(second!.id, 'later');
    await ask('Was that all?');
    expect(await types.shown).toEqual(['clarification.answered', 'clarification.declined']);
    const { items } = await world.person().eventsPage();
    expect(items).toHaveLength(6);
    expect(await reader.shown).toEqual(items);
  });

  it('reads events as pages while the server has no room for a stream', async () => {
    const { url, askonce } = await serve(sqlite, { http: { requireToken: false }, events: { mostStreams: 0 } });
    const script = `
for event in askonce.events(0, type="clarification.requested"):
    print("read", event.data["question"], file=sys.stderr)
    if event.data["question"] == "Was that all?": break
`;
    const reader = newFolder().start(['-c', BEGIN + script, url], { program: PYTHON, env: PYTHON_ENV });
    await askonce.ask('Which colour has it?', { wait: false });
    await reader.stderrShows(/^read Which colour/m);
    await askonce.ask('Was that all?', { wait: false });
    const { code, stderr } = await reader.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'read Which colour has it?\nread Was that all?\n' });
  });

  it('raises one kind of error, with the code of the problem', async () => {
    const world = await servedAtOneAddress();
    const followed: string[] = [];
    const other = createServer((request, reply) => {
      followed.push(request.url!);
      if (request.url === '/clarifications/a') reply.writeHead(302, { location: '/elsewhere' }).end();
      else reply.end('<h1>Not AskOnce</h1>');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { shown } = world.python(
      `
def code(call):
    try: call()
    except AskOnceError as error: return [error.code, error.status]
show(code(lambda: askonce.ask("Which colour?", ontimeout="fail")))
try: askonce.ask("Which colour?", ontimeout="fail")
except AskOnceError as error: show(str(pickle.loads(pickle.dumps(error))))
reply = askonce.ask("Which colour?", wait=False)
askonce.answer(reply.items[0].id, "red")
try: askonce.answer(reply.items[0].id, "blue")
except AskOnceError as error: show([error.code, error.problem["winner"]["answer"]])
show(code(lambda: askonce.wait("q-0000000000000x")))
show(code(lambda: next(AskOnce(url, "wrong").events())))
show(code(lambda: AskOnce(given[0]).clarification("b")))
show(code(lambda: AskOnce(given[0], "secret").clarification("a")))
show(code(lambda: next(AskOnce(given[0]).events())))
show(code(lambda: AskOnce("http://127.0.0.1:1", retries=1).ask("Which colour?")))
`,
      `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    );
    expect(await shown).toEqual([
      ['argument_invalid', 400],
      expect.stringContaining('Did you mean “onTimeout”?'),
      ['already_answered', 'red'],
      ['clarification_unknown', 404],
      ['token_invalid', 401],
      ['unreadable', 200],
      ['unreadable', 302],
      ['unreadable', 200],
      ['unreachable', 0],
    ]);
    expect(followed).toEqual(['/clarifications/b', '/clarifications/a', '/events']);
  });
});
