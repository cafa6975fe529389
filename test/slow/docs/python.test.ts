/** The samples for Python and for curl run as the pages show them, against a server whose person answers with the first option. */
import { expect, it } from 'vitest';
import { codeBlocks, page, section } from '../../docs/markdown.ts';
import { serve } from '../../http/serving.ts';
import { newFolder } from '../../support/askonce.ts';
import { sqlite } from '../../support/stores.ts';
import { PYTHON_ENV, python3 } from '../clients/python.ts';

const SHOWN_URL = 'http://127.0.0.1:4766';

const samples = ['docs/python.md', 'docs/which-way-in.md', 'clients/python/README.md'].flatMap((path) =>
  codeBlocks(page(path), 'python').map((sample, index) => ({ path, number: index + 1, sample })),
);

/** Runs a program with a sample, which reaches a server of its own at the address that the page shows. */
async function run(program: string, sample: string) {
  const { url, askonce } = await serve(sqlite, { http: { requireToken: false } });
  const answer = async (id: string) => {
    const { approval, options } = (await askonce.questions.get(id))!;
    if (approval) await askonce.approvals.decide(id, { decision: 'allow' });
    else if (options.length > 0) await askonce.questions.answer(id, options[0]!.label);
  };
  askonce.events.on('clarification.requested', ({ clarification: id }) => void answer(id!));
  expect(sample).toContain(SHOWN_URL);
  const { ended } = newFolder().start(['-c', sample.replaceAll(SHOWN_URL, url)], { program, env: PYTHON_ENV });
  return ended;
}

/** What a sample says it prints: the comment behind each print, in order. */
function promisedBy(sample: string): string[] {
  return [...sample.matchAll(/print\(.*\) {2}# (.+)$/gm)].map(([, promised]) => promised!);
}

it.each(samples)('$path: sample $number for Python prints what it says', async ({ sample }) => {
  expect(promisedBy(sample)).not.toEqual([]);
  const { code, stdout, stderr } = await run(python3(), sample);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').filter(Boolean)).toEqual(promisedBy(sample));
});

it('docs/which-way-in.md: the request for any other language gets the answer', async () => {
  const [sample] = codeBlocks(section(page('docs/which-way-in.md'), 'Any other language'), 'sh');
  const { stdout } = await run('sh', sample!);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'answered', answer: 'YAML', sessionId: 'checkout' });
});
