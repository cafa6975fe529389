import { describe, expect, it } from 'vitest';
import { type FoundQuestion, findQuestion } from '../../src/worker/agents/output/question-detector.ts';

/** What is asked, where the output asks. */
function whatOf(output: string): unknown {
  const found = findQuestion(output);
  expect(found?.kind).toBe('question');
  return (found as Extract<FoundQuestion, { kind: 'question' }>).what;
}

const messageOf = (output: string): string => (findQuestion(output) as { message: string }).message;

const problemOf = (output: string): string => {
  const found = findQuestion(output);
  expect(found?.kind).toBe('malformed');
  return (found as Extract<FoundQuestion, { kind: 'malformed' }>).problem;
};

describe('findQuestion, by a marker', () => {
  it('reads the fields of a question written as JSON', () => {
    const question = {
      question: 'Which format?',
      type: 'SELECT_ONE',
      reason: 'Both are in use.',
      header: 'Format',
      options: ['YAML', { label: 'JSON', description: 'for machines' }],
      multiSelect: false,
      recommended: 'YAML',
      strictOptions: true,
      default: 'YAML',
      destructive: false,
      subject: 'config',
      context: 'The loader reads both.',
    };
    expect(whatOf(`Reading.\nNEEDS_CLARIFICATION: ${JSON.stringify(question)}\n`)).toEqual(question);
  });

  it('drops fields that it does not know, and those that are null', () => {
    const json =
      '{"question":"Which?","type":null,"urgency":9,"__proto__":{"a":1},"options":[{"label":"A","description":null,"id":1},"B"]}';
    expect(whatOf(`NEEDS_CLARIFICATION: ${json}`)).toEqual({ question: 'Which?', options: [{ label: 'A' }, 'B'] });
  });

  it('reads JSON over several lines up to its closing brace', () => {
    const output =
      'NEEDS_CLARIFICATION: {\n  "question": "Keep the } brace?",\n  "options": [\n    "Yes",\n    "No"\n  ]\n}\nI stop here.';
    expect(whatOf(output)).toEqual({ question: 'Keep the } brace?', options: ['Yes', 'No'] });
  });

  it('is not misled by a quotation mark inside a text', () => {
    const question = { question: 'Does it end with "}" or {?' };
    expect(whatOf(`NEEDS_CLARIFICATION: ${JSON.stringify(question)} and {more}`)).toEqual(question);
  });

  it('reads JSON on the lines after the marker, in a code block or not', () => {
    expect(whatOf('NEEDS_CLARIFICATION:\n```json\n{"question": "Which?"}\n```\n')).toEqual({ question: 'Which?' });
    expect(whatOf('NEEDS_CLARIFICATION:\n\n{"question":\n"Which?"}')).toEqual({ question: 'Which?' });
  });

  it('reads up to four questions, as an object or as a list', () => {
    const questions = [{ question: 'Which format?' }, { question: 'Which folder?', options: ['a', 'b'] }];
    expect(whatOf(`NEEDS_CLARIFICATION: ${JSON.stringify({ questions })}`)).toEqual({ questions });
    expect(whatOf(`NEEDS_CLARIFICATION: ${JSON.stringify(questions)}`)).toEqual({ questions });
  });

  it.each([
    'NEEDS_CLARIFICATION: Where should the cache live?',
    'needs_clarification: Where should the cache live?',
    '  NEEDS_CLARIFICATION: Where should the cache live?',
    '- NEEDS_CLARIFICATION: Where should the cache live?',
    '**NEEDS_CLARIFICATION:** Where should the cache live?',
    '**NEEDS_CLARIFICATION: Where should the cache live?**',
    '## NEEDS_CLARIFICATION: Where should the cache live?',
    'NEEDS_CLARIFICATION: "Where should the cache live?"',
    'NEEDS_CLARIFICATION:\nWhere should the cache live?',
    'NEEDS_CLARIFICATION:\n\nWhere should\nthe cache live?\n\nI stop.',
    'clarification_required: Where should the cache live?',
    'CLARIFICATION_NEEDED: Where should the cache live?',
    'clarification-needed: Where should the cache live?',
    'clarification_required: true\nquestion: Where should the cache live?',
    '{"clarification_required": "Where should the cache live?"}',
    '{"clarification_needed": {"question": "Where should the cache live?", "by": 3}}',
    '{"status":"NEEDS_CLARIFICATION","question":"Where should the cache live?","cost":0.1}',
    '\u001b[33mNEEDS_CLARIFICATION:\u001b[0m Where should the cache live?',
    'Thinking…\rNEEDS_CLARIFICATION: Where should the cache live?\r\n',
  ])('reads %j', (output) => {
    expect(whatOf(output)).toEqual({ question: 'Where should the cache live?' });
  });

  it('offers the list that follows plain words', () => {
    expect(whatOf('NEEDS_CLARIFICATION: Which one?\n1. **YAML** - easy to read\n2. JSON (recommended)\n')).toEqual({
      question: 'Which one?',
      options: [{ label: 'YAML', description: 'easy to read' }, { label: 'JSON' }],
      recommended: 'JSON',
    });
  });

  it.each([
    ['NEEDS_CLARIFICATION:', 'Nothing follows'],
    ['NEEDS_CLARIFICATION:\n\n\n', 'Nothing follows'],
    ['NEEDS_CLARIFICATION: {"question": "Which', 'incomplete'],
    ['NEEDS_CLARIFICATION: {question: "Which?"}', 'is not valid'],
    ["NEEDS_CLARIFICATION: {'question': 'Which?',}", 'is not valid'],
    ['NEEDS_CLARIFICATION: {"text": "Which?"}', 'no “question” text'],
    ['NEEDS_CLARIFICATION: {"question": "  "}', 'no “question” text'],
    ['NEEDS_CLARIFICATION: {"questions": []}', 'one to four questions'],
    [
      `NEEDS_CLARIFICATION: ${JSON.stringify({ questions: ['a', 'b', 'c', 'd', 'e'] })}`,
      'one to four questions, not 5',
    ],
    ['NEEDS_CLARIFICATION: {"questions": [{"question": "a"}, {}]}', 'One of the questions'],
    ['{"clarification_required": true}', 'no “question” text'],
  ])('says what is wrong with %j and what to write instead', (output, problem) => {
    expect(problemOf(output)).toContain(problem);
    expect(problemOf(output)).toContain('NEEDS_CLARIFICATION: {"question": "…"');
  });

  it.each([
    'NEEDS_CLARIFICATION: none',
    'clarification_required: false',
    'Needs_Clarification: N/A',
    '{"status":"ok","clarification_required":false}',
    'NEEDS_CLARIFICATION: Which format?\n\nI found it in the README.\n\nNEEDS_CLARIFICATION: none',
  ])('takes %j for an agent that asks nothing', (output) => {
    expect(findQuestion(output)).toBeNull();
  });

  it.each([
    'NEEDS_CLARIFICATION: <your question>\n\nAdded the parser.',
    'NEEDS_CLARIFICATION: {"question": "…", "options": ["…", "…"]}\n\nAdded the parser.',
    'If you must ask, write NEEDS_CLARIFICATION: and the question.\n\nAdded the parser.',
  ])('does not take the instruction, repeated, for a question: %j', (output) => {
    expect(findQuestion(output)).toBeNull();
  });

  it('sees the question of an agent that repeats the instruction first or last', () => {
    expect(whatOf('NEEDS_CLARIFICATION: <question>\n\nNEEDS_CLARIFICATION: Which port?')).toEqual({
      question: 'Which port?',
    });
    expect(whatOf('NEEDS_CLARIFICATION: Which port?\n\nNEEDS_CLARIFICATION: ...')).toEqual({ question: 'Which port?' });
  });

  it.each([
    '```\nNEEDS_CLARIFICATION: Which?\n```',
    '~~~text\nNEEDS_CLARIFICATION: Which?\n~~~\n',
    '```js\nconst a = 1;\nNEEDS_CLARIFICATION: Which?',
    '- ```\n  NEEDS_CLARIFICATION: Which?\n  ```',
    '````\n```\nNEEDS_CLARIFICATION: Which?\n```\n````',
    'For example:\n\n    NEEDS_CLARIFICATION: Which?\n',
    'For example:\n\n\tfirst\n\n\tNEEDS_CLARIFICATION: Which?\n',
    '> NEEDS_CLARIFICATION: Which?',
    'Write `NEEDS_CLARIFICATION: Which?` to ask.',
    '`NEEDS_CLARIFICATION: Which?`',
    'The log says NEEDS_CLARIFICATION: Which?',
    'NEEDS_CLARIFICATION is the marker.',
    '{"text": "clarification_required means that somebody is asked"}',
    '{"clarification_required": "Which?"',
  ])('does not count a marker that is shown, not meant: %j', (output) => {
    expect(findQuestion(output)).toBeNull();
  });

  it('counts a marker after a code block that was closed', () => {
    expect(whatOf('```\ncode\n```\nNEEDS_CLARIFICATION: Which port?')).toEqual({ question: 'Which port?' });
    expect(whatOf('```inline``` code\nNEEDS_CLARIFICATION: Which port?')).toEqual({ question: 'Which port?' });
  });

  it('takes the last of several markers, and all before it for its message', () => {
    const output = 'Looking.\nNEEDS_CLARIFICATION: Which format?\nFound it.\nNEEDS_CLARIFICATION: Which port?';
    expect(whatOf(output)).toEqual({ question: 'Which port?' });
    expect(messageOf(output)).toBe('Looking.\nNEEDS_CLARIFICATION: Which format?\nFound it.');
  });

  it('says where an answer that was given is no use, and why', () => {
    const asked = (more: object) =>
      findQuestion(`NEEDS_CLARIFICATION: ${JSON.stringify({ question: 'Which port?', ...more })}`);
    expect(asked({ rejects: true, because: 'it is taken' })).toMatchObject({ rejects: 'it is taken' });
    expect(asked({ rejects: true })).toMatchObject({ rejects: 'the agent could not use it' });
    expect(asked({ because: 'it is taken' })).not.toHaveProperty('rejects');
  });

  it('keeps the end of a long message, and what is said after the question', () => {
    const message = messageOf(
      `${'a '.repeat(5_000)}I would drop the users table.\nNEEDS_CLARIFICATION: Which?\n\nIt is in production.`,
    );
    expect(message.length).toBeLessThanOrEqual(4_000);
    expect(message).toMatch(/drop the users table\.\n\nIt is in production\.$/);
  });

  it.each([
    'The plan is ready.\nNEEDS_CLARIFICATION: Should I proceed?',
    'The plan is ready.\nNEEDS_CLARIFICATION: {"question":"Should I proceed?","type":"CONFIRM","options":["Yes","No"]}',
  ])('takes %j for leave to go on', (output) => {
    expect(findQuestion(output)).toEqual({
      kind: 'permission',
      question: 'Should I proceed?',
      message: 'The plan is ready.',
      marked: true,
    });
  });

  it.each([
    '{"question":"Should I proceed?","destructive":true}',
    '{"question":"Should I proceed?","context":"This drops the table."}',
    '{"question":"Should I proceed?","options":["Deploy","Abort"]}',
    'Should I proceed with deleting the tables?',
  ])('asks where leave comes with more: %s', (content) => {
    expect(findQuestion(`NEEDS_CLARIFICATION: ${content}`)?.kind).toBe('question');
  });
});

describe('findQuestion, in a final message that only asks', () => {
  it.each([
    'Which database should I use?',
    'I found two config files, `a.json` and `b.json`. Which one should I change?',
    'The spec and the README conflict with each other.\n\nWhich one should I follow?',
    '**Which folder should the new module go into?**',
    'I looked at the router.\n\nQuestion: where should the handler live?',
    'Where do you want the file?\n',
    'どの形式を使いますか？',
    'ファイルをどこに置けばよいでしょうか。',
    '使用哪个数据库？',
    '어떤 형식을 사용할까요?',
    'Welche Datenbank soll ich verwenden?',
    'Quelle base dois-je utiliser ?',
    '¿Qué formato debo usar?',
    'Qual formato devo usar?',
    'I read the code. Which port should it use? Let me know and I’ll continue.',
    'Which port should it use?\n\nI’ll wait for your answer.',
    'I’ve added the parser. Before I write the output: which format should it have?',
    'I have added the parser. Which format should the report have?',
    'I can do it in two ways.\n\nWhich would you prefer? I’d recommend the second.',
    'All tests pass. Before I write the report: which format should it have?',
    'To go on, I need the name. What is the variable called?',
    'The file config.json already exists. Should I overwrite it?',
    'Which region should I use (see https://example.com/regions?lang=en)?',
    'Which port should it use?\n\ntokens used\n4,512\n',
    'This is about the loader. The parser cannot tell them apart. Is the field optional?',
  ])('sees that %j stops for an answer', (output) => {
    expect(findQuestion(output)?.kind).toBe('question');
  });

  it('asks the question alone, and gives the words before it as its message', () => {
    const output =
      '\u001b[2mI found `a.json` and `b.json`.\u001b[0m\r\n\r\nBoth are read. **Which one should I change?**\r\n';
    expect(findQuestion(output)).toEqual({
      kind: 'question',
      what: { question: 'Which one should I change?' },
      message: 'I found `a.json` and `b.json`.\n\nBoth are read.',
      marked: false,
    });
  });

  it.each([
    'All three steps are clear now.\n\nShould I proceed?',
    'Here is my plan:\n\n1. Read the loader\n2. Change the parser\n\nShould I proceed with this plan?',
    'Step 1 is done. Shall I continue?',
    'I have a plan. Let me know if I should continue.',
    '計画は以上です。続けてもよろしいですか？',
  ])('takes %j for leave to go on', (output) => {
    expect(findQuestion(output)?.kind).toBe('permission');
  });

  it('gives the words before leave to go on, for they may name the harm', () => {
    expect(findQuestion('Next I drop the users table. Should I proceed?')).toEqual({
      kind: 'permission',
      question: 'Should I proceed?',
      message: 'Next I drop the users table.',
      marked: false,
    });
  });

  it.each([
    'Done. Anything else?',
    'Added the parser and its tests. All tests pass.\n\nWould you like me to also add docs?',
    'I’ve fixed the bug in `loader.ts`.\n\nWould you like me to add a regression test?',
    'I have updated the README. Should I commit it?',
    'Everything is done ✅ Which part would you like me to explain?',
    'Implemented.\n\nWant me to open a pull request?',
    'The refactoring is complete.\n\nWhat would you like to do next?\n\n1. Add tests\n2. Add docs',
    'Fixed.\n\nDoes that make sense?',
    'How can I help you today?',
    '修正しました。テストも追加しましょうか？',
    '完了しました。他に何かありますか？',
    '已完成。还有其他问题吗？',
    'Implementation complete! Please review it. Do you want any modifications?',
    'No changes were needed, the function already handles this. Would you like me to add a test for it?',
    'The answer is 42. Do you need more detail?',
    'It runs now. Can you confirm it works on your side?',
  ])('does not take the courtesy of %j for a question', (output) => {
    expect(findQuestion(output)).toBeNull();
  });

  it.each([
    'Why does it fail? Because the path is wrong. I changed it.',
    'Which one should I use? The README says YAML, so I used YAML.',
    'Retry? no',
    'See https://example.com/search?q=1',
    'https://example.com/which?',
    '✓ should I parse a question?',
    'Cannot connect to the daemon. Is the docker daemon running?',
    'Error: no such command. Did you mean “build”?',
    'ERROR: which one should I use?',
    'It stopped. ERROR: should I retry?',
    'Open questions for later:\n- Which format should I use?\n- Which port should I use?',
    `${`${'word '.repeat(24)}end.\n`.repeat(79)}Which port should I use?`,
    '[2026-01-05T10:00:00Z] INFO should I retry?',
    'What went wrong?',
    'Run it with `should I?`',
    'Remaining TODOs:\n- should we cache this?\n- do we need retries?',
    'Which one should I use? I’d recommend YAML, so I used it.',
    'The prompt now reads “Which format should I use?”',
    'Added the prompt:\n\n```\nWhich format should I use?\n```\n',
    '```\nWhich format should I use?',
    'The prompt is:\n\n    Which format should I use?\n',
    'The user wrote:\n\n> Which format should I use?\n',
    'const ok = value ? a : b;\nreturn ok?.name',
    '',
    '\n\n',
    'ok',
  ])('sees no question that stops the agent in %j', (output) => {
    expect(findQuestion(output)).toBeNull();
  });
});

describe('findQuestion, and what is offered', () => {
  it.each([
    ['Which format should I use?\n\n1. YAML\n2. JSON', ['YAML', 'JSON']],
    ['Which format should I use?\n- **YAML**\n- `JSON`\n', ['YAML', 'JSON']],
    ['There are two formats:\n\nA) YAML\nB) JSON\n\nWhich one do you prefer?', ['YAML', 'JSON']],
    ['I could use:\n- YAML\n- JSON\nWhich should I use?', ['YAML', 'JSON']],
    ['Which format should I use?\n\nOption A: YAML\nOption B: JSON\n\nPlease let me know.', ['YAML', 'JSON']],
  ])('takes the list beside the question for its options: %j', (output, labels) => {
    const { options } = whatOf(output) as { options: { label: string }[] };
    expect(options.map(({ label }) => label)).toEqual(labels);
  });

  it('tells a label from what is said about it', () => {
    expect(
      whatOf('Which format should I use?\n\n- YAML: human-friendly\n- **JSON** — for machines\n  and tools\n- TOML'),
    ).toEqual({
      question: 'Which format should I use?',
      options: [
        { label: 'YAML', description: 'human-friendly' },
        { label: 'JSON', description: 'for machines and tools' },
        { label: 'TOML' },
      ],
    });
  });

  it.each([
    ['Which format should I use (YAML or JSON)?', ['YAML', 'JSON']],
    ['Which format should I use? (YAML, JSON or TOML)', ['YAML', 'JSON', 'TOML']],
  ])('takes the few words in brackets for options: %s', (output, options) => {
    expect(whatOf(output)).toEqual({ question: output, options });
  });

  it.each([
    'Which format should I use (e.g. YAML or JSON)?',
    'Which format should I use (the loader reads whatever it is given, or fails when it cannot)?',
    `Which file should I change?\n\n${Array.from({ length: 21 }, (_, at) => `- file ${at}`).join('\n')}`,
    'Which file should I change?\n\n- same\n- Same',
    'I read these files:\n- a.ts\n- b.ts\n\nWhat name should the new module have?',
  ])('offers nothing for %j', (output) => {
    expect(whatOf(output)).not.toHaveProperty('options');
  });

  it.each([
    'Should I use tabs?',
    'Shall we keep the old endpoint?',
    'Do you want me to rename the package?',
    'Should the flag be on by default?',
    'Should I proceed with deleting the tables?',
  ])('asks “%s” as yes or no', (output) => {
    expect(whatOf(output)).toEqual({ question: output, type: 'CONFIRM' });
  });

  it.each([
    'Should I use tabs or spaces?',
    'Can you tell me which port to use?',
    'Do you have a preferred database?',
    'Shouldn’t I use tabs?',
    'Should I not use tabs?',
    'Can I ask which port to use?',
    'Should I use tabs? And should I use semicolons?',
    'Would you prefer tabs?',
  ])('leaves the type of “%s” open, for yes or no may be no answer', (output) => {
    expect(whatOf(output)).not.toHaveProperty('type');
  });

  it('does not offer the steps of a plan as answers to a yes or no', () => {
    const output = 'My plan:\n\n1. Read the loader\n2. Change the parser\n\nShould I keep the old parser?';
    expect(whatOf(output)).toEqual({ question: 'Should I keep the old parser?', type: 'CONFIRM' });
  });

  it('asks a list of up to four questions together, and a longer one as one text', () => {
    const lead = 'I have a few questions before I start:\n\n';
    expect(whatOf(`${lead}1. Which format should I use?\n2. Should I add tests?`)).toEqual({
      questions: [{ question: 'Which format should I use?' }, { question: 'Should I add tests?', type: 'CONFIRM' }],
    });
    const many = Array.from({ length: 5 }, (_, at) => `${at + 1}. Which name should part ${at} have?`).join('\n');
    expect(whatOf(lead + many)).toEqual({ question: many });
  });
});
