/** The promises of docs/mcp.md, tested with every client. Cases for a single client are in its own file. */
import assert from 'node:assert/strict';
import type { AskOnce, AuditEvent, Clarification } from '../../src/index.ts';
import type { Client } from './client.ts';
import { isTool, type ScriptedCall } from './fake-model.ts';
import { type Ran, Workplace } from './workplace.ts';

/** What is asked of every agent: the columns of the table in docs/clients.md. */
export const COLUMNS = ['questions', 'approvals', 'edits', 'scopes', 'agent killed', 'AskOnce killed'] as const;
export type Column = (typeof COLUMNS)[number];

/** A case belongs to one cell of the table: a way to use a client, and a column. */
export interface Case {
  /** One of the client's `ways`. */
  readonly way: string;
  readonly column: Column;
  /** In words for the list. */
  readonly tried: string;
  /** Returns what happened, in words for the table; throws if that is not what is promised. */
  readonly run: (trial: Trial) => Promise<string>;
}

/** What a run of the client has left behind. */
export interface Seen {
  readonly ran: Ran;
  readonly offered: readonly string[];
  /** The same before its agent had done anything. */
  readonly offeredFirst: readonly string[];
  /** What the tools returned to its agent, call by call. */
  readonly results: readonly string[];
  readonly events: readonly AuditEvent[];
  readonly pending: readonly Clarification[];
}

export interface Around {
  /** Called before the client is started. */
  readonly before?: (askonce: AskOnce) => Promise<unknown>;
  /** Called as soon as a question waits. */
  readonly onQuestion?: (id: string, askonce: AskOnce) => unknown;
  /** Settings other than the client's usual ones. */
  readonly setUp?: Client['setUp'];
  /** Kills the client, and all that it started, as soon as a question waits. */
  readonly killed?: boolean;
  /** Kills every process of AskOnce in the workplace as soon as a question waits. The first time only. */
  readonly askonceKilled?: boolean;
}

export class Trial {
  readonly client: Client;
  /** The command to start the client with. */
  readonly program: string;

  constructor(client: Client, program: string) {
    this.client = client;
    this.program = program;
  }

  ask(question: string, more: Record<string, unknown> = {}): ScriptedCall {
    return { tool: this.client.asks, args: { questions: [{ question, ...more }] } };
  }

  /** One run of the client in a new workplace, whose agent makes these calls. */
  async turn(script: (askonce: AskOnce) => readonly ScriptedCall[], around: Around = {}): Promise<Seen> {
    const { before, onQuestion, killed = false, askonceKilled = false, setUp = this.client.setUp } = around;
    const place = await Workplace.open(this.client.wire, script);
    try {
      const { askonce, model } = place;
      await before?.(askonce);
      const end = new AbortController();
      const answering: Promise<unknown>[] = [];
      const settled = (answer: () => Promise<unknown>) =>
        answer().then(
          () => null,
          (error: unknown) => error,
        );
      askonce.events.on('clarification.requested', ({ clarification }) => {
        answering.push(settled(async () => onQuestion?.(clarification!, askonce)));
        if (killed) end.abort();
        if (askonceKilled) place.killAskOnce();
      });
      const { args, env } = await setUp(place);
      const ran = await place.run(this.program, args, env, { everything: true, end: end.signal });
      const failed = (await Promise.all(answering)).find((error) => error !== null);
      if (failed !== undefined) throw failed;
      const offered = [...new Set(model.turns.flatMap((turn) => turn.offered))];
      const results = model.turns.at(-1)?.results ?? [];
      const [events, { items: pending }] = await Promise.all([
        askonce.events.list({ limit: 1_000 }),
        askonce.questions.list({ status: 'pending' }),
      ]);
      return { ran, offered, offeredFirst: model.turns[0]?.offered ?? [], results, events, pending };
    } finally {
      await place.close();
    }
  }
}

const PORT = 'Which port should it listen on?';
const ID = /q-[0-9a-z]+/;

const typesOf = ({ events }: Seen): readonly string[] => events.map(({ type }) => type);
const saying = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Asserts that the result of this call contains all of these. Some clients pass on the data, some the sentences, some both. */
function told(seen: Seen, call: number, ...all: readonly RegExp[]): void {
  const result = seen.results[call];
  if (result === undefined)
    throw new Error(`call ${call + 1} brought nothing. ${saying(seen.ran.output).slice(0, 600)}`);
  for (const what of all) assert.match(result, what);
}

/** The way that all clients have. */
export const MCP = 'the MCP server';

const PARKED = [/parked|no answer yet/, ID, /It is not a yes/, /call get_answer with this id, or ask the same/];

export const CASES: readonly Case[] = [
  {
    ...{ way: MCP, column: 'questions', tried: 'the printed settings, as they are printed' },
    async run(trial) {
      const { offered, ran } = await trial.turn(() => []);
      const names = [trial.client.asks, 'get_answer', 'recall'];
      const missing = names.filter((name) => !offered.some((one) => isTool(one, name)));
      assert.deepEqual(missing, [], saying(ran.output).slice(0, 600));
      return `the server starts, and the agent is offered ${names.join(', ')}`;
    },
  },
  {
    ...{ way: MCP, column: 'questions', tried: 'asks, and no person is there' },
    async run(trial) {
      const seen = await trial.turn(() => [trial.ask(PORT)]);
      told(seen, 0, ...PARKED);
      assert.equal(seen.pending.length, 1, 'the question is in the inbox');
      assert.match(seen.pending[0]!.session, trial.client.session);
      const ended = typesOf(seen).filter((type) => /declined|withdrawn|cancelled|answered/.test(type));
      assert.deepEqual(ended, []);
      const notShown = seen.events.find(({ type }) => type === 'clarification.not_shown');
      assert.equal(notShown !== undefined, trial.client.claimsForms);
      const why = notShown === undefined ? 'it cannot show forms' : String(notShown.data.because);
      return `parked, in the inbox, and the agent reads how to go on (${why})`;
    },
  },
  {
    ...{ way: MCP, column: 'questions', tried: 'asks, and a person answers in the inbox' },
    async run(trial) {
      const onQuestion = (id: string, askonce: AskOnce) =>
        askonce.questions.answer(id, '8080', { by: 'ada', surface: 'page' });
      const seen = await trial.turn(() => [trial.ask(PORT)], { onQuestion });
      told(seen, 0, /8080/, /\bada\b/, /source\W+user/);
      return 'the call waits, and the agent gets the answer with the name';
    },
  },
  {
    ...{ way: MCP, column: 'questions', tried: 'asks the same again in other words' },
    async run(trial) {
      const onQuestion = (id: string, askonce: AskOnce) => askonce.questions.answer(id, 'YAML');
      const script = () => [
        trial.ask('Which format should I use?'),
        trial.ask('What format would you like me to use?'),
      ];
      const seen = await trial.turn(script, { onQuestion });
      told(seen, 1, /YAML/, /history|already answered in this conversation/);
      assert.equal(typesOf(seen).filter((type) => type === 'clarification.requested').length, 1);
      return 'answered from the conversation; the person is asked once';
    },
  },
  {
    ...{ way: MCP, column: 'questions', tried: 'goes on, and looks for the answer later with get_answer' },
    async run(trial) {
      const seen = await trial.turn((askonce) => [
        trial.ask(PORT),
        {
          tool: 'get_answer',
          args: ([parked]) => {
            const id = ID.exec(parked!)![0];
            void askonce.questions.answer(id, '8080', { by: 'ada' });
            return { id, wait: '30s' };
          },
        },
      ]);
      told(seen, 0, ...PARKED);
      told(seen, 1, /8080/, /source\W+user/);
      return 'parked first; then the answer, by its id';
    },
  },
  {
    ...{ way: MCP, column: 'questions', tried: 'asks what the project has settled, and recalls it' },
    async run(trial) {
      const before = (askonce: AskOnce) => askonce.preferences.set('Which test runner should I use?', 'vitest');
      const recall = { tool: 'recall', args: { about: 'test runner' } };
      const seen = await trial.turn(() => [recall, trial.ask('Which test runner should I use?')], { before });
      told(seen, 0, /vitest/);
      told(seen, 1, /vitest/, /preference|this project’s preference/);
      assert.equal(seen.pending.length, 0);
      return 'both at once, with the source; no one is asked';
    },
  },
  {
    ...{ way: MCP, column: 'agent killed', tried: 'is killed while its question waits' },
    async run(trial) {
      const seen = await trial.turn(() => [trial.ask(PORT)], { killed: true });
      assert.equal(seen.pending.length, 1, 'the question is in the inbox');
      assert.deepEqual(
        typesOf(seen).filter((type) => /declined|withdrawn|cancelled/.test(type)),
        [],
      );
      return 'the question stays in the inbox';
    },
  },
  {
    ...{ way: MCP, column: 'AskOnce killed', tried: 'AskOnce is killed while its question waits' },
    async run(trial) {
      const seen = await trial.turn(() => [trial.ask(PORT)], { askonceKilled: true });
      assert.equal(seen.pending.length, 1, 'the question is in the inbox');
      assert.doesNotMatch(seen.results[0] ?? '', /8080|source\W+user/);
      return 'the call fails; the question stays in the inbox';
    },
  },
];
