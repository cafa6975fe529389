/** What a PM printed, and the status that is read out of it. */
import { describe, expect, it } from 'vitest';
import { statusIn } from '../../src/orchestrator/pm-status.ts';

const complete = (summary: string) => JSON.stringify({ status: 'COMPLETE', summary });
const pretty = (summary: string) => JSON.stringify({ status: 'COMPLETE', summary }, null, 2);

describe('the status in what a PM printed', () => {
  it.each([
    { name: 'a line alone', output: complete('x') },
    { name: 'a line among prose', output: `I am done.\n\n  ${complete('x')}  \nThat was all.\n` },
    { name: 'a line with Windows’ line end', output: `Done.\r\n${complete('x')}\r\n` },
    { name: 'a fenced line', output: `\`\`\`json\n${complete('x')}\n\`\`\`` },
    { name: 'a fenced block over several lines', output: `So:\n\n\`\`\`json\n${pretty('x')}\n\`\`\`\nBye.` },
    { name: 'a fence without a language', output: `\`\`\`\n${pretty('x')}\n\`\`\`` },
    { name: 'a fence of tildes, indented', output: `- so:\n  ~~~json\n  ${pretty('x')}\n  ~~~` },
    { name: 'a line inside a block of other things', output: `\`\`\`\nlog\n${complete('x')}\n\`\`\`` },
    { name: 'a line behind a fence that is never closed', output: `\`\`\`sh\nnpm test\n${complete('x')}` },
    { name: 'the last of several', output: `${complete('first')}\n\`\`\`json\n${pretty('x')}\n\`\`\`` },
    { name: 'a line after a block', output: `\`\`\`json\n${pretty('first')}\n\`\`\`\n${complete('x')}` },
    { name: 'a line before JSON that is no status', output: `${complete('x')}\n{"done":true}` },
  ])('is found as $name', ({ output }) => {
    expect(statusIn(output)).toMatchObject({ status: 'COMPLETE', summary: 'x' });
  });

  it('says what is wrong with JSON that was meant as one', () => {
    expect(statusIn('{"status":"COMPLETE","summary":"a "quoted" word"}')).toEqual({
      problem: expect.stringMatching(/^“\{"status":"COMPLETE".*” is not valid JSON\. /),
    });
    expect(statusIn(`\`\`\`json\n${pretty('x').replace('\n}', ',\n}')}\n\`\`\``)).toHaveProperty('problem');
    expect(statusIn('{"status":"DONE"}')).toEqual({ problem: expect.stringContaining('PLAN, CONTINUE') });
    expect(statusIn('')).toEqual({ problem: 'it contains no line of JSON with a “status”.' });
  });
});
