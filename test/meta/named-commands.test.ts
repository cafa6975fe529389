/** A sentence names a command where `asTyped` finds it, so that it is shown as the person types it. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { commandLine } from '../../src/surfaces/cli/command-line.ts';
import { asTyped } from '../../src/util/as-typed.ts';

const ROOT = new URL('../..', import.meta.url);
const NAMES = commandLine(() => {}).commands.map((command) => command.name());
const COMMAND = new RegExp(`(?<![\\w./-])askonce (?:--\\w|(?:${NAMES.join('|')})\\b)`);

/** What is signed or stored, and never read by people. */
const NO_SENTENCE = /^askonce (?:serve|orchestrate|answer link\n)$/;

/** The texts in a source that name a command as nobody can type it where npx starts it. */
function misnamed(text: string): string[] {
  const found: string[] = [];
  const look = (literal: unknown) => {
    if (typeof literal === 'string' && !NO_SENTENCE.test(literal) && COMMAND.test(asTyped(literal, 'typed')))
      found.push(literal);
  };
  const { program, errors } = parseSync('source.ts', text);
  expect(errors).toEqual([]);
  new Visitor({
    Literal: ({ value }) => look(value),
    TemplateElement: ({ value }) => look(value.cooked),
  }).visit(program);
  return found;
}

it('no text in src/ names a command outside backticks, usage lines and examples', () => {
  const paths = globSync('src/**/*.ts', { cwd: ROOT });
  expect(paths.length).toBeGreaterThan(100);
  const found = paths.flatMap((path) =>
    misnamed(readFileSync(new URL(path, ROOT), 'utf8')).map((text) => [path, text]),
  );
  expect(found).toEqual([]);
});

it('finds one that is', () => {
  expect(misnamed("throw new Error('Run askonce inbox.')")).toEqual(['Run askonce inbox.']);
  expect(misnamed('const text = `“askonce inbox” shows it.`')).toEqual(['“askonce inbox” shows it.']);
  expect(misnamed('// askonce inbox\nconst text = "Run `askonce inbox` in /srv/askonce inbox."')).toEqual([]);
});
