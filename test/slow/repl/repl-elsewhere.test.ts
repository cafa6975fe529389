import { describe, expect, it } from 'vitest';
import { until } from '../../support/processes.ts';
import { asks, enter, FORMAT, newestTask, newPlace } from './at-repl.ts';

const open = (rows: string[]) => rows.some((row) => row.startsWith('❯ 1  YAML'));

describe('while the picker is open, and another process', () => {
  it('answers: the picker disappears, and it is said who answered and what', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    const [question] = await place.pending();
    const { code } = await place.run(['answer', question!.id, 'TOML'], { env: { ASKONCE_BY: 'mia' } });
    expect(code).toBe(0);
    await terminal.waitFor('COMPLETE');
    const rows = terminal.screen();
    expect(rows).toContain('The question was answered by mia (cli): “TOML”.');
    expect(rows.join('\n')).not.toContain('❯');
    expect(place.heard()[1]).toMatch(/Clarification Answer: TOML$/);
    // The keyboard is the prompt's again.
    enter(terminal, '/tasks');
    await terminal.waitFor('1 COMPLETE');
  });

  it('corrects the answer later: the prompt says what it was and what it is now', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    const [question] = await place.pending();
    await place.run(['answer', question!.id, 'TOML']);
    await terminal.waitFor('COMPLETE');
    expect((await place.run(['correct', question!.id, 'JSON'])).code).toBe(0);
    await terminal.waitFor('[corrected] Which format should it have? → JSON, no longer TOML.');
  });

  it('answers what is being typed as an answer: the half-typed answer is not sent', async () => {
    const place = newPlace({ settle: asks({ question: 'What is it called?', type: 'FREE_TEXT' }) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor('Enter sends');
    terminal.type('half an ans');
    await terminal.waitFor('> half an ans');
    const [question] = await place.pending();
    await place.run(['answer', question!.id, 'billing'], { env: { ASKONCE_BY: 'mia' } });
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen().at(-1)).toBe('>');
    expect(terminal.screen()).toContain('The question was answered by mia (cli): “billing”.');
    expect(place.heard()).toHaveLength(2);
  });

  it('declines: the picker disappears, it is said who declined, and the agent learns it', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    const [question] = await place.pending();
    const { code } = await place.run(['decline', question!.id], { env: { ASKONCE_BY: 'mia' } });
    expect(code).toBe(0);
    await terminal.waitFor('The question was declined by mia (cli).');
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen().join('\n')).not.toContain('❯');
    expect(place.heard()[1]).toMatch(/Clarification Answer: The person declined to answer/);
  });

  it('cancels the task: the picker disappears, and it is said that the question is no more', async () => {
    const place = newPlace({ settle: asks(FORMAT) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    const task = newestTask(terminal);
    const second = await place.open({ shows: open });
    second.press('escape');
    await second.waitFor('is still waiting');
    enter(second, `/cancel ${task}`);
    await second.waitFor(`Task ${task} cancelled.`);
    await terminal.waitFor('The question was withdrawn');
    await terminal.waitFor((rows) => rows.includes(`[-] Task ${task} CANCELLED`) && rows.at(-1) === '>');
    expect(terminal.screen().join('\n')).not.toContain('❯');
    expect(place.heard()).toHaveLength(1);
  });
});

describe('several questions', () => {
  it('of one task come one after the other, and it goes on after the last', async () => {
    const several = {
      questions: [
        { question: 'Which format?', options: ['YAML', 'JSON'] },
        { question: 'What is it called?', type: 'FREE_TEXT' },
        { question: 'In French?', type: 'CONFIRM' },
      ],
    };
    const place = newPlace({ settle: asks(several) });
    const terminal = await place.open();
    enter(terminal, 'settle it');
    await terminal.waitFor(open);
    terminal.press('enter');
    await terminal.waitFor('Enter sends');
    const task = newestTask(terminal);
    expect(terminal.screen()).toContain(`Task ${task} has another question.`);
    expect(place.heard()).toHaveLength(1);
    enter(terminal, 'billing');
    await terminal.waitFor((rows) => rows.some((row) => row.startsWith('❯ 1  Yes')));
    terminal.press('enter');
    await terminal.waitFor('COMPLETE');
    expect(terminal.screen()).toContain(`Task ${task} continuing...`);
    expect(place.heard()).toHaveLength(2);
    expect(place.heard()[1]).toMatch(/YAML[\s\S]*billing[\s\S]*Yes/);
  });

  it('of several tasks come oldest task first, also where a younger one asked first', async () => {
    const place = newPlace({
      old: `until [ -e told ]; do sleep 0.02; done\n${asks({ ...FORMAT, question: 'What of the old one?' })}`,
      young: `case "$prompt" in *Answer*) ;; *) touch told;; esac\n${asks({ ...FORMAT, question: 'What of the young one?' })}`,
    });
    const terminal = await place.open();
    // Nothing is put while this stands in the line, so both wait by the time one is.
    enter(terminal, 'old');
    enter(terminal, 'young');
    terminal.type('x');
    await terminal.waitFor(
      (rows) => rows.filter((row) => row.includes(' asks: ')).length === 2 && rows.at(-1) === '> x',
    );
    terminal.press('backspace');
    await terminal.waitFor('? What of the old one?');
    terminal.press('enter');
    await terminal.waitFor('? What of the young one?');
    terminal.press('down', 'enter');
    await terminal.waitFor((rows) => rows.filter((row) => row.includes('COMPLETE')).length === 2);
    await until(() => place.heard().length === 4, 'both agents had their answers');
    const answered = place.heard().filter((prompt) => prompt.includes('Answer'));
    expect(answered.toSorted()).toEqual(['old\n\nClarification Answer: YAML', 'young\n\nClarification Answer: JSON']);
  });

  it('are all left with one Esc, and those of the task that is turned to follow one another again', async () => {
    const two = [{ question: 'Which of these?', options: ['YAML', 'JSON'] }, { question: 'What is it called?' }];
    const place = newPlace({ settle: asks({ questions: two }), other: asks(FORMAT) });
    const first = await place.open();
    enter(first, 'settle it');
    await first.waitFor(open);
    first.press('escape');
    await first.waitFor('is still waiting, and 1 more question. Use /respond');
    enter(first, 'other');
    await first.waitFor('? Which format should it have?');
    first.press('ctrl-c');
    expect(await first.exit).toBe(2);

    const second = await place.open({ shows: '? Which of these?' });
    expect(second.raw()).not.toContain('\u0007');
    second.press('escape');
    await second.waitFor('is still waiting, and 2 more questions. Use /respond');
    expect(second.screen().at(-1)).toBe('>');
    enter(second, '/respond JSON');
    await second.waitFor('Enter sends');
    expect(second.screen()).toContain('? What is it called?');
    enter(second, 'billing');
    await second.waitFor('COMPLETE');
    await second.waitFor((rows) => rows.at(-1) === '>');
  });

  it('that were left are answered by /respond, the oldest first, or by the task’s id', async () => {
    const place = newPlace({
      old: asks({ ...FORMAT, question: 'What of the old one?' }),
      young: asks({ ...FORMAT, question: 'What of the young one?' }),
    });
    const terminal = await place.open();
    const ids: string[] = [];
    for (const task of ['old', 'young']) {
      enter(terminal, task);
      await terminal.waitFor(`? What of the ${task} one?`);
      ids.push(newestTask(terminal));
      terminal.press('escape');
      await terminal.waitFor(`${ids.at(-1)} is still waiting`);
    }
    enter(terminal, `/respond ${ids[1]} TOML`);
    await terminal.waitFor(`[v] Task ${ids[1]} COMPLETE`);
    enter(terminal, '/respond 2');
    await terminal.waitFor(`[v] Task ${ids[0]} COMPLETE`);
    expect(place.heard().slice(2)).toEqual([
      'young\n\nClarification Answer: TOML',
      'old\n\nClarification Answer: JSON',
    ]);
  });
});
