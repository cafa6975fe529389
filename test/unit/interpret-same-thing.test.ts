/** What makes two words about one thing, and what keeps them apart. */
import { describe, expect, it } from 'vitest';
import { CLAIMS } from '../../src/interpret/claims.ts';
import { JAPANESE_CLAIMS } from '../../src/interpret/claims-japanese.ts';
import { CONCEPTS } from '../../src/interpret/concepts.ts';
import { JAPANESE_CONCEPTS } from '../../src/interpret/concepts-japanese.ts';
import { CONCEPTS_OF_THINGS } from '../../src/interpret/concepts-of-things.ts';
import { JAPANESE_CONCEPTS_OF_THINGS } from '../../src/interpret/concepts-of-things-japanese.ts';
import { interpret } from '../../src/interpret/interpret.ts';
import { ENGLISH, JAPANESE, Triggers } from '../../src/interpret/trigger-words.ts';
import { promptsIn } from '../eval/prompts.ts';

const asks = (prompt: string): boolean =>
  interpret({ resolvedPrompt: prompt, originalPrompt: prompt }).kind === 'request_clarification';

describe('two opposites are about one thing', () => {
  it.each([
    ['by its name', 'The /stats page must be public. Link it in the footer. The /stats page must be private.'],
    ['by a pronoun', 'The parser should be strict. It should also be lenient.'],
    ['by leaving it out', 'The parser is to be strict, and always lenient.'],
    ['by one object', 'Show the price on the card and hide the price on the card.'],
    ['by what is done to it', 'The response must be paginated. Do not paginate the response.'],
    ['by their form', 'The dialog has to be dismissable and undismissable.'],
    ['by a denial', 'The table should be indexed and should not be indexed.'],
    ['in Japanese, by its name', '住所は必須です。住所は任意です。'],
    ['in Japanese, by 非', 'コメント欄は表示し、常に非表示にする'],
  ])('%s: %s', (_, prompt) => {
    expect(asks(prompt)).toBe(true);
  });
});

describe('two opposites are kept apart', () => {
  it.each([
    ['by what they are said of', 'The /stats page must be public. The /admin page must be private.'],
    ['by place', 'The flag is enabled in staging and disabled in production.'],
    ['by person', 'The note is editable for its owner and read-only for guests.'],
    ['by time', 'The lamp is bright by day and dim by night.'],
    ['by a complaint', 'Our start page is slow. It should be fast.'],
    ['by an order of steps', 'Lock the table, copy the rows, unlock the table.'],
    ['by a condition', 'Warn if a column is declared nullable and NOT NULL.'],
    ['by an offer of both', 'Handle signed and unsigned numbers.'],
    ['in Japanese, by what they are said of', '住所は必須、電話番号は任意です。'],
    ['in Japanese, by a reason', '処理が遅いので速くしてください。'],
  ])('%s: %s', (_, prompt) => {
    expect(asks(prompt)).toBe(false);
  });
});

describe('the words a pattern is looked up by', () => {
  const prompts = ['cases', 'held-out'].flatMap((folder) =>
    promptsIn(folder).map(({ prompt }) => prompt.toLowerCase()),
  );

  it.each([
    ['English', [...CLAIMS, ...CONCEPTS, ...CONCEPTS_OF_THINGS], ENGLISH],
    ['Japanese', [...JAPANESE_CLAIMS, ...JAPANESE_CONCEPTS, ...JAPANESE_CONCEPTS_OF_THINGS], JAPANESE],
  ] as const)('are in every text that the pattern matches: %s', (_, claims, script) => {
    for (const [i, pattern] of (['claim', 'breach'] as const).entries()) {
      const triggers = new Triggers(claims, ({ sources }) => [sources[i]!, sources[i]!], script);
      const missed = prompts.flatMap((prompt) => {
        const tried = triggers.for(prompt);
        return claims
          .filter((row) => row[pattern].test(prompt) && !tried.includes(row))
          .map(({ axis }) => `${axis}: ${prompt}`);
      });
      expect(missed).toEqual([]);
    }
  });
});
