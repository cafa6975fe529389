/** `askonce init`: connects an agent to AskOnce by writing its settings. Shows every change first, and undoes exactly its own. */
import { isAbsolute, resolve } from 'node:path';
import { durationMs } from '../../core/model/duration.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { asTyped } from '../../util/as-typed.ts';
import { unifiedDiff } from '../terminal/diff.ts';
import { colours, EXIT, note, say, sayJson } from '../terminal/output.ts';
import { oneLine, printable } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { agrees } from './agree.ts';
import { checkedUrl } from './checked-url.ts';
import { plannedCodex } from './init/codex.ts';
import { found, mustBeWritable, replace } from './init/files.ts';
import { GEMINI_NEXT, plannedGemini } from './init/gemini.ts';
import { OPENCODE_NEXT, plannedOpenCode } from './init/opencode.ts';
import { ownProgram, sharedProgram } from './init/places.ts';
import { type Change, gitIgnores, planned, type Wish } from './init/plan.ts';
import { forgetRecord, keepRecord } from './init/record.ts';
import { notForAgents, personOnly } from './person-only.ts';
import { shortened } from './shortened.ts';
import { type GlobalOptions, projectRoot } from './store-location.ts';

export interface InitFlags extends GlobalOptions {
  user?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  undo?: boolean;
  /** The address of a server; true for the default one. */
  http?: string | true;
  promptTool?: boolean;
  wait?: string;
}

const SERVER = 'http://127.0.0.1:4766';
/** Claude's own limit for a hook is ten minutes. */
const WAIT = '9m';
/** Codex opens its own dialog only after the hook. */
const CODEX_WAIT = '1m';

export async function init(client: string, flags: InitFlags): Promise<number> {
  personOnly('init');
  // Without its hooks an agent's calls are no longer asked about.
  if (flags.undo) notForAgents('init --undo');
  const host = Object.hasOwn(HOSTS, client) ? HOSTS[client]! : null;
  if (host === null) {
    const known = new Intl.ListFormat('en').format(Object.keys(HOSTS));
    const other = `For other clients, run \`askonce mcp --print-config ${client}\``;
    throw new AskOnceError('usage', `\`askonce init\` knows ${known}, not “${client}”. ${other}.`);
  }
  const wish = host.wish(flags);
  const all = host.planned(wish);
  const changes = all.filter(({ file, after }) => file.text !== after);
  for (const { file } of changes) mustBeWritable(file);
  const files = changes.map((change) => ({ ...describe(change), diff: diffOf(change) }));
  const kept = all.flatMap((change) => change.kept.map((why) => `${shortened(change.file.path)}: ${why}`));
  const notes = [...kept, ...(changes.length === 0 ? [] : warnings(wish, flags, shortened(all[0]!.file.path)))];
  if (flags.json) {
    const status = changes.length === 0 ? 'unchanged' : flags.dryRun ? 'planned' : flags.undo ? 'undone' : 'written';
    if (changes.length > 0 && !flags.dryRun) {
      mustBeAllowed(flags.yes === true ? true : null);
      write(changes, all);
    }
    sayJson({ status, files, notes });
    return EXIT.ok;
  }
  for (const { diff } of files) for (const line of diff) say(coloured(line));
  for (const line of notes) note(line);
  if (changes.length === 0) {
    say(
      flags.undo
        ? 'Nothing to undo: none of the entries that init writes is there.'
        : 'Nothing to do: everything is there.',
    );
    return EXIT.ok;
  }
  if (flags.dryRun) {
    note('Nothing was written, because of --dry-run.');
    return EXIT.ok;
  }
  mustBeAllowed(flags.yes === true ? true : await agrees(flags.undo ? 'Take this out?' : 'Write this?'));
  write(changes, all);
  say(sentenceOf(changes));
  if (!flags.undo) for (const line of host.next(wish)) say(asTyped(line, typedCommand()));
  return EXIT.ok;
}

/** One client: what its flags mean, what is written, and what to do then. */
interface Host {
  wish(flags: InitFlags): Wish;
  planned(wish: Wish): Change[];
  next(wish: Wish): readonly string[];
}

const HOSTS: Readonly<Record<string, Host>> = {
  'claude-code': { wish: wishOf, planned, next: nextSteps },
  codex: { wish: codexWish, planned: codexChanges, next: () => CODEX_NEXT },
  gemini: { wish: geminiWish, planned: geminiChanges, next: () => GEMINI_NEXT },
  opencode: { wish: withoutHooks, planned: plannedOpenCode, next: () => [...OPENCODE_NEXT, ANSWER] },
};

const ANSWER =
  'Answer on the page of `askonce serve`, or with `askonce inbox`. `askonce doctor` checks that everything works.';

/** For a client that has no hooks. */
function withoutHooks(flags: InitFlags): Wish {
  if (flags.promptTool || flags.wait !== undefined)
    throw new AskOnceError('usage', 'OpenCode has no hooks. Leave out --prompt-tool and --wait.');
  return wishOf(flags);
}

function geminiWish(flags: InitFlags): Wish {
  if (flags.http !== undefined || flags.promptTool || flags.wait !== undefined)
    throw new AskOnceError('usage', 'Gemini CLI takes none of --http, --prompt-tool and --wait. Leave them out.');
  return wishOf(flags);
}

function geminiChanges(wish: Wish): Change[] {
  const program = wish.project === null ? ownProgram() : sharedProgram();
  return plannedGemini({ ...wish, program, flags: wish.flags ?? [] });
}

function wishOf(flags: InitFlags): Wish {
  const { user = false, undo = false, promptTool = false, wait = WAIT, http, db, config } = flags;
  const waitMs = durationMs(wait);
  if (promptTool && http !== undefined)
    throw new AskOnceError('usage', 'Use either --http or --prompt-tool: a server does not offer the prompt tool.');
  const project = projectRoot(flags.project ?? (process.env.ASKONCE_PROJECT || undefined));
  const named = { db: db && !isPostgresAddress(db) ? resolve(db) : db, config: config && resolve(config) };
  const server = http === true ? SERVER : http === undefined ? null : checkedUrl(http);
  return {
    project: user ? null : project,
    undo,
    promptTool,
    wait,
    waitSeconds: Math.ceil(waitMs / 1000),
    flags: Object.entries(named).flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
    hooks: server === null ? { run: ownProgram() } : { http: server },
    server: server === null ? { run: user ? ownProgram() : sharedProgram() } : { http: server },
    isIgnored: user || undo ? null : gitIgnores(project),
  };
}

/** Codex has its settings in the person's own folder, for all projects. */
function codexWish(flags: InitFlags): Wish {
  const { http, promptTool } = flags;
  if (http !== undefined || promptTool)
    throw new AskOnceError(
      'usage',
      'Codex has neither http hooks nor a prompt tool. Leave out --http and --prompt-tool.',
    );
  return wishOf({ ...flags, user: true, wait: flags.wait ?? CODEX_WAIT });
}

function codexChanges(wish: Wish): Change[] {
  return plannedCodex({ ...wish, flags: wish.flags ?? [], program: ownProgram() });
}

/** What a person should know before they agree. */
function warnings({ project, server, undo }: Wish, { db }: InitFlags, file: string): string[] {
  if (undo) return [];
  const secret = db !== undefined && withoutPassword(db, '') !== db;
  const isLocal = project !== null && 'run' in server && isAbsolute(server.run.command);
  return [
    ...(secret ? ['The address of the store contains a password. Set ASKONCE_DB instead of --db to keep it out.'] : []),
    ...(isLocal ? [`${file} names files of this machine. Do not commit it, or install AskOnce in the project.`] : []),
  ];
}

function mustBeAllowed(answer: boolean | null): void {
  if (answer === true) return;
  const why = answer === null ? ' There is no terminal for the prompt: read the changes, then add --yes.' : '';
  throw new AskOnceError('usage', `Nothing was changed.${why}`);
}

/** All or nothing: if a file cannot be written, those before it get their old text back. */
function write(changes: readonly Change[], all: readonly Change[]): void {
  const done: Change[] = [];
  try {
    for (const change of changes) {
      const { file, after } = change;
      if (found(file.path).text !== file.text)
        throw new AskOnceError(
          'config_invalid',
          `${file.path} changed while you read it. Nothing was changed; start again.`,
        );
      replace(file, after);
      done.push(change);
    }
  } catch (error) {
    for (const { file, after } of done) replace({ ...file, text: after }, file.text);
    throw error;
  }
  for (const { file, record } of all) {
    if (record === null) forgetRecord(file.path);
    else keepRecord(file.path, record);
  }
}

const diffOf = ({ file, after }: Change): string[] => unifiedDiff(file.text, after, shortened(file.path));

function describe({ file, after }: Change): { readonly file: string; readonly action: string } {
  return { file: file.path, action: file.text === null ? 'create' : after === null ? 'delete' : 'change' };
}

function sentenceOf(changes: readonly Change[]): string {
  const names = (deleted: boolean) =>
    new Intl.ListFormat('en').format(
      changes.filter(({ after }) => (after === null) === deleted).map(({ file }) => shortened(file.path)),
    );
  const [wrote, removed] = [names(false), names(true)];
  return oneLine([wrote && `Wrote ${wrote}.`, removed && `Deleted ${removed}.`].filter(Boolean).join(' '));
}

function nextSteps({ promptTool, project }: Wish): string[] {
  return [
    'Running sessions of Claude Code keep their old settings: start them again.',
    ...(promptTool ? ['Start Claude with: claude -p --permission-prompt-tool mcp__askonce__approve'] : []),
    ...(project === null ? [] : ['In a terminal, Claude asks once whether you trust the folder.']),
    ANSWER,
  ];
}

const CODEX_NEXT: readonly string[] = [
  'Codex does not run a new hook before you trust it: start codex in a terminal, type /hooks, and trust the one of AskOnce.',
  'Answer on the page of `askonce serve`, or with `askonce inbox`. `askonce doctor` checks that everything works.',
];

function coloured(line: string): string {
  const { bold, cyan, green, red } = colours;
  const text = printable(line);
  if (/^(?:---|\+\+\+) /.test(line)) return bold(text);
  if (line.startsWith('@@')) return cyan(text);
  if (line.startsWith('+')) return green(text);
  return line.startsWith('-') ? red(text) : text;
}
