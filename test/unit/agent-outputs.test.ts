/** Whole outputs in the manner of well-known command-line agents: what the detector must make of each. */
import { describe, expect, it } from 'vitest';
import { findQuestion } from '../../src/worker/agents/output/question-detector.ts';

const ASKING: Readonly<Record<string, string>> = {
  'a Claude Code style agent that found two stores': `I've explored the repository to understand how sessions are kept.

## What I found

- \`src/session/memory.ts\` keeps sessions in a \`Map\`
- \`src/session/redis.ts\` talks to Redis, but nothing imports it

\`\`\`ts
export const store = new MemoryStore(); // TODO: redis?
\`\`\`

Both would meet the request, and they lead to quite different deployments.

**Which store should the login flow use?**

1. **Redis** (recommended) — survives restarts, needs a server
2. **Memory** — nothing to run, sessions are lost on restart
`,
  'a Codex style agent that stops with a short question': `[2026-02-03T09:12:44] OpenAI Codex (research preview)
--------
workdir: project
model: some-model
--------
exec rg -n "timeout" src in project succeeded in 41ms:
src/http.ts:12:const timeout = 30;
src/queue.ts:7:const timeout = 5_000;

codex
There are two timeouts, one in seconds and one in milliseconds. The task says “raise the timeout to 60” without saying which.

Should I change the one in src/http.ts, or the one in src/queue.ts?
tokens used
12,408
`,
  'a Gemini style agent with a list of questions': `Okay, I can set up the export. To do it right, I need some details first:

* **Which format should the export have?**
* **Where should the files be written?**
* **Should I include archived orders?**
`,
  'an opencode style agent in colours': `\u001b[94m\u001b[1m| \u001b[0m\u001b[90mRead    \u001b[0m src/theme.css\r
\u001b[94m\u001b[1m| \u001b[0m\u001b[90mGrep    \u001b[0m "dark"\r
\r
The design file has two dark palettes and neither is marked as final.\r
\r
Which palette should I use (Slate or Midnight)?\r
`,
  'an agent that says it is blocked after some work': `I added the \`invoices\` table and its migration.

I can't continue with the PDF part: the template and the tax rules contradict each other.

Is the tax shown per line or per invoice?
`,
  'a Japanese agent that weighs two places': `設定ファイルの読み込み処理を確認しました。

\`config/\` と \`settings/\` の両方に設定ファイルが存在します。

どちらのディレクトリを使用しますか？
- config: 現在のコードが参照
- settings: README に記載
`,
};

const FINISHED: Readonly<Record<string, string>> = {
  'a Claude Code style report with an offer at its end': `I've added the dark mode toggle to the settings page.

## Changes

- \`src/settings/Theme.tsx\`: the toggle itself
- \`src/theme.css\`: colours for both modes

All 48 tests pass. Would you like me to also add a story for it?
`,
  'a Codex style summary with next steps': `codex
Raised the HTTP timeout to 60 seconds and updated the one test that pinned it.

Next steps you may want:
1. Run the integration tests
2. Raise the queue's timeout as well

Want me to do either of these?
tokens used: 8,120
`,
  'a Gemini style closing phrase': `I have created the export script and written a short README for it.

Is there anything else you would like me to do?
`,
  'a test run whose names ask': `> vitest run

 ✓ test/prompt.test.ts > asks "Which format should I use?"
 ✓ test/prompt.test.ts > should I be able to cancel?

 Test Files  1 passed (1)
      Tests  2 passed (2)
`,
  'an explanation that asks for effect and answers itself': `Why was it slow? Every request opened a new connection. What changed? They now share a pool, so the p95 fell from 900 ms to 40 ms.
`,
  'a tool that failed with a question': `npm run build
sh: vite: command not found
Could not start the build. Did you forget to run npm install?
`,
  'a FAQ that was written into a file': `Wrote docs/faq.md:

\`\`\`markdown
## Which format should I use?

YAML.

## Should I commit the lock file?
\`\`\`
`,
  'an opencode style diff with a conditional': `| Edit     src/a.ts

-  return value
+  return value ? value : fallback

Updated \`src/a.ts\` to fall back when the value is empty.
`,
  'a Spanish report with a courtesy': `He añadido las pruebas y todo funciona. ¿Necesitas algo más?
`,
};

describe('findQuestion, on whole outputs', () => {
  it.each(Object.entries(ASKING))('hears %s', (_, output) => {
    expect(findQuestion(output)?.kind).toBe('question');
  });

  it.each(Object.entries(FINISHED))('lets %s be finished', (_, output) => {
    expect(findQuestion(output)).toBeNull();
  });

  it('offers what the first agent listed, with its recommendation', () => {
    const output = ASKING['a Claude Code style agent that found two stores']!;
    expect(findQuestion(output)).toMatchObject({
      what: {
        question: 'Which store should the login flow use?',
        options: [
          { label: 'Redis', description: 'survives restarts, needs a server' },
          { label: 'Memory', description: 'nothing to run, sessions are lost on restart' },
        ],
        recommended: 'Redis',
      },
    });
  });

  it('asks the questions of a list together', () => {
    expect(findQuestion(ASKING['a Gemini style agent with a list of questions']!)).toMatchObject({
      what: {
        questions: [
          { question: 'Which format should the export have?' },
          { question: 'Where should the files be written?' },
          { question: 'Should I include archived orders?', type: 'CONFIRM' },
        ],
      },
    });
  });

  it('offers what a Japanese agent listed', () => {
    expect(findQuestion(ASKING['a Japanese agent that weighs two places']!)).toMatchObject({
      what: { options: [{ label: 'config' }, { label: 'settings' }] },
    });
  });
});

describe('findQuestion, on hostile outputs', () => {
  it('reads JSON nested as deep as it is long', () => {
    const deep = `NEEDS_CLARIFICATION: {"question":"Which?","options":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    expect(findQuestion(deep)?.kind).toBe('question');
    expect(findQuestion(`NEEDS_CLARIFICATION: ${'{"a":'.repeat(190_000)}`)?.kind).toBe('malformed');
  });

  it('finds a marker within the last million characters, and none before', () => {
    const marker = 'NEEDS_CLARIFICATION: Which port?\n';
    expect(findQuestion(marker + 'a b c d\n'.repeat(120_000))?.kind).toBe('question');
    expect(findQuestion(marker + 'a b c d\n'.repeat(130_000))).toBeNull();
  });
});
