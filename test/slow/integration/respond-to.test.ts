/** /respond: which task an answer goes to, by number, and over the projects of one store. */
import { describe, expect, it } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { asking, FORMAT, told } from './agents.ts';
import { newProject, type Project } from './repl.ts';

/** Each task asks a question of its own: tasks of one session would share the same one. */
const perTask = (project: Project): string => {
  project.file(
    'port.sh',
    `prompt=$(cat); case "$prompt" in *Answer:*) echo "$prompt" | tail -n 1;; *) echo "NEEDS_CLARIFICATION: Which port for $prompt?";; esac`,
  );
  return 'sh port.sh';
};

/** Two tasks that wait, and the REPL they were typed into. */
async function twoWaiting(project: Project) {
  const repl = project.repl(perTask(project));
  const first = await repl.waits('alpha');
  const second = await repl.waits('beta');
  return { repl, first, second };
}

describe('/respond with a number before the answer', () => {
  it('answers the task with that number in the list, and says which', async () => {
    const project = newProject();
    const { repl, first, second } = await twoWaiting(project);
    expect(await repl.block('/tasks')).toContain(`   2. [?] ${second} - beta\n`);
    await repl.asks('/respond 2 eighty', `Answering task 2: ${second} - beta\nResponse received: "eighty"\n`);
    await repl.shows(`[v] Task ${second} COMPLETE\n    Clarification Answer: eighty\n`);
    expect((await (await project.open()).jobs.get(first))?.state).toBe('AWAITING_RESPONSE');
    await repl.asks('/respond 1 ninety', `Answering task 1: ${first} - alpha\nResponse received: "ninety"\n`);
  });

  it('knows the number without a list where several tasks are open, also in a script', async () => {
    const project = newProject();
    const script = 'alpha\nbeta\n/respond 2 eighty\n/respond ninety\n';
    const { code, stdout } = await project.piped(perTask(project), script);
    const [first, second] = [...stdout.matchAll(/Task (task-\S+) queued/g)].map(([, id]) => id!);
    expect(stdout).toContain(`[v] Task ${first} COMPLETE\n    Clarification Answer: ninety\n`);
    expect(stdout).toContain(`[v] Task ${second} COMPLETE\n    Clarification Answer: eighty\n`);
    expect(code).toBe(0);
  });

  it('is an answer as it stands where no such task waits, where one task alone is open, and behind --', async () => {
    const project = newProject();
    const repl = project.repl(asking(project, 'How long?', 'How often?', 'How late?'));
    const task = await repl.waits('Plan it');
    await repl.asks('/respond 1 hour', 'Response received: "1 hour"');
    await repl.shows('How often?');
    await repl.block('/tasks');
    await repl.asks('/respond 5 times', 'Response received: "5 times"');
    await repl.shows('How late?');
    await repl.asks('/respond -- 1 hour', 'Response received: "1 hour"');
    await repl.shows(`[v] Task ${task} COMPLETE`);
  });

  it('is an answer where it stands alone', async () => {
    const project = newProject();
    const { repl, first } = await twoWaiting(project);
    await repl.block('/tasks');
    await repl.asks('/respond 2', `Response received: "2"\nTask ${first} continuing...\n`);
  });
});

describe('/respond, /logs, /cancel and /revoke', () => {
  it('take the beginning of an id where only one begins so', async () => {
    const project = newProject();
    const { repl, first, second } = await twoWaiting(project);
    const shared = [...first].findIndex((letter, at) => letter !== second[at]);
    expect(await repl.block(`/logs ${first.slice(0, shared)}`)).toContain('Code: id_ambiguous\n');
    expect(await repl.block(`/logs ${first.slice(0, shared + 1)}`)).toContain(`Task: ${first}\n`);
    await repl.asks(`/respond ${second.slice(0, shared + 1)} eighty`, `Task ${second} continuing...\n`);
    const answered = (await (await project.open()).history()).items[0]!.id;
    await repl.asks(`/revoke ${answered.slice(0, -2)}`, `Revoked ${answered}, which was "eighty".`);
    expect(await repl.block(`/cancel ${first.slice(0, shared + 1)}`)).toContain(`Task ${first} cancelled.\n`);
  });
});

describe('a store of several projects', () => {
  it('shows and answers at the prompt what its own project waits for, and nothing of the others', async () => {
    const [project, other] = [newProject(), newProject()];
    const db = `${project.path}/.askonce/askonce.db`;
    const elsewhere = other.repl(asking(other, FORMAT), ['--db', db]);
    const theirs = await elsewhere.waits('Create a file over there');
    const repl = project.repl(asking(project, FORMAT));
    expect(await repl.block('/tasks')).not.toContain(theirs);
    expect(await repl.block('/status')).toContain('awaiting_user_response: false\n');
    expect(await repl.block('/respond JSON')).toContain('Error: ');
    const own = await repl.waits('Create a file here');
    await repl.asks('/respond YAML', `Response received: "YAML"\nTask ${own} continuing...\n`);
    await repl.shows(`[v] Task ${own} COMPLETE`);
    await elsewhere.asks('/respond JSON', `Response received: "JSON"\nTask ${theirs} continuing...\n`);
    await elsewhere.shows(`[v] Task ${theirs} COMPLETE`);
    expect(told(other, theirs).at(-1)).toBe('Clarification Answer: JSON');
    const askonce = await openAskOnce({ db, project: project.path });
    expect(await askonce.jobs.get(theirs)).toBeNull();
    await askonce.close();
  });
});
