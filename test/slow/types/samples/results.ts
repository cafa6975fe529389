/** What the compiler knows of the result of an ask. */
import { openAskOnce } from 'askonce';
import { z } from 'zod';

const askonce = await openAskOnce({ db: 'askonce.db', project: '.' });
const session = askonce.session('samples');

const plain = await session.ask('Which name should it have?');
if (plain.status === 'answered') plain.answer satisfies string;
// @ts-expect-error A question that waits has no answer.
if (plain.status === 'parked') plain.answer satisfies string;

const strict = await session.ask({ question: 'Which format?', options: ['YAML', 'JSON'], strictOptions: true });
if (strict.status === 'answered') {
  strict.answer satisfies 'YAML' | 'JSON';
  strict.items[0].answer satisfies 'YAML' | 'JSON';
  // @ts-expect-error TOML is none of the options.
  strict.answer satisfies 'TOML';
}
// The text of a fallback is none of the options.
if (strict.status === 'fallback') strict.answer satisfies string;

const described = await session.ask({
  question: 'Which database?',
  options: [{ label: 'SQLite', description: 'a file' }, { label: 'PostgreSQL' }],
  strictOptions: true,
});
if (described.status === 'auto_resolved') described.answer satisfies 'SQLite' | 'PostgreSQL';

const open = await session.ask({ question: 'Which format?', options: ['YAML', 'JSON'] });
// @ts-expect-error The person may type something else.
if (open.status === 'answered') open.answer satisfies 'YAML' | 'JSON';

const several = await session.ask({
  question: 'Which checks?',
  options: ['lint', 'types', 'tests'],
  strictOptions: true,
  multiSelect: true,
});
if (several.status === 'answered') {
  several.selected satisfies ('lint' | 'types' | 'tests')[];
  several.items[0].selected satisfies string[];
  // @ts-expect-error The answer of several options is all of them in one text.
  several.answer satisfies 'lint' | 'types' | 'tests';
}

const loose = await session.ask({ question: 'Which checks?', options: ['lint', 'types'], multiSelect: true });
if (loose.status === 'answered') loose.selected satisfies string[];

const port = await session.ask({ question: 'Which port?', schema: z.coerce.number().int() });
if (port.status === 'answered' || port.status === 'auto_resolved') {
  port.value satisfies number;
  port.items[0].value satisfies number;
  // @ts-expect-error The schema makes a number of it.
  port.value satisfies string;
}

const both = await session.ask([{ question: 'Which colour?' }, { question: 'Which size?' }]);
both.items.length satisfies number;

await askonce.close();
