import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule, RuleEffect } from '../../src/core/approvals/rule.ts';
import { GENEROUS_RULES, NEVER_ALLOWED, NOT_COVERED } from './hostile-commands.ts';
import { allow, ask, bash, decide, deny, effectOf, rule, tool } from './make.ts';
import { ORDINARY } from './ordinary-commands.ts';

describe('of several rules', () => {
  it('deny wins over ask, and ask over allow', () => {
    const [a, b, c] = [allow('Bash(npm test)'), ask('Bash(npm:*)'), deny('Bash(npm test:*)')];
    expect(effectOf(bash('npm test'), [...a, ...b, ...c])).toBe('deny');
    expect(effectOf(bash('npm test'), [...a, ...b])).toBe('ask');
    expect(effectOf(bash('npm test'), a)).toBe('allow');
  });

  it('those of a project may deny and ask, and cannot allow', () => {
    expect(decide(bash('npm test'), [rule('allow', 'Bash', 'project')])).toBeNull();
    expect(effectOf(bash('npm test'), [rule('allow', 'Bash', 'answer')])).toBe('allow');
    expect(effectOf(bash('npm test'), [...allow('Bash'), rule('ask', 'Bash', 'project')])).toBe('ask');
    expect(effectOf(bash('npm test'), [...allow('Bash'), rule('deny', 'Bash', 'project')])).toBe('deny');
  });

  it('one that cannot be read allows nothing, and stops the others from allowing', () => {
    expect(decide(bash('npm test'), allow('Bash(npm test'))).toBeNull();
    expect(decide(bash('npm test'), [...allow('Bash'), ...deny('Bash(npm test')])).toMatchObject({
      effect: 'ask',
      why: 'The rule “Bash(npm test” cannot be read, so no other rule allows anything.',
    });
  });

  it('the same one is named in every order', () => {
    const rules = allow('Bash(npm:*)', 'Bash(npm test)', 'Bash(npm test:*)');
    expect(decide(bash('npm test'), rules)?.rule?.rule).toBe(decide(bash('npm test'), rules.toReversed())?.rule?.rule);
  });

  it('none decides if none is about the call', () => {
    expect(decide(bash('npm test'), [...allow('Bash(npm ci)', 'Read'), ...deny('Bash(rm:*)')])).toBeNull();
  });
});

describe('a rule that denies a command', () => {
  it.each([
    ...[
      'rm x',
      'rm',
      '/bin/rm x',
      'RM x',
      'npm test && rm x',
      'npm test; rm x',
      'ls | rm x',
      'rm x & ls',
      '(rm x)',
      '{ rm x; }',
    ],
    ...[
      'sudo rm x',
      'sudo -u ann rm x',
      'env A=b rm x',
      'A=b rm x',
      'ls | xargs rm',
      'xargs -0 /bin/rm',
      'sh -c "rm x"',
    ],
    ...[
      "bash -lc 'npm test; rm x'",
      'nohup rm x',
      'timeout 5 rm x',
      'echo $(rm x)',
      'echo `rm x`',
      'find . -exec rm {} +',
    ],
    ...[
      'r\\m x',
      "'rm' x",
      'r""m x',
      'npm test\nrm x',
      'npm test\r\nrm x',
      'if ls; then rm x; fi',
      '! rm x',
      'command rm x',
    ],
    ...[
      'eval "rm x"',
      'ssh host rm x',
      'docker exec c rm x',
      'cat <(rm x)',
      'time rm x',
      'rm\tx',
      'while true; do rm x; done',
    ],
  ])('finds it in “%s”', (command) => {
    expect(effectOf(bash(command), [...allow('Bash'), ...deny('Bash(rm:*)')])).toBe('deny');
    expect(effectOf(bash(command), [...allow('Bash'), ...ask('Bash(rm:*)')])).toBe('ask');
  });

  it.each(['rmdir x', 'npm test', 'echo form', 'git log --format=rmx', 'ls rm.txt'])(
    'does not find it in “%s”',
    (command) => {
      expect(effectOf(bash(command), [...allow('Bash'), ...deny('Bash(rm:*)')])).toBe('allow');
    },
  );

  it.each(['git rm x', 'git commit -m "rm x; rm y"', 'echo rm', 'python3 -c \'run("rm x")\'', 'npm run rm'])(
    'asks where its words may mean something else: “%s”',
    (command) => {
      expect(effectOf(bash(command), [...allow('Bash'), ...deny('Bash(rm:*)')])).toBe('ask');
    },
  );

  it.each([
    ['Bash(git push)', 'git push', 'deny'],
    ['Bash(git push)', 'sudo git push', 'deny'],
    ['Bash(git push:*)', 'git push origin main', 'deny'],
    ['Bash(git push *)', 'git push --force', 'deny'],
    ['Bash(git * --force)', 'git push origin --force', 'deny'],
    ['Bash(git * --force)', 'sudo git push --force', 'deny'],
    ['Bash(* --force)', 'git push --force', 'deny'],
    ['Bash(*--force*)', 'git push --force-with-lease', 'deny'],
    ['Bash(curl * | sh)', 'curl x | sh', 'deny'],
    ['Bash(curl * | sh)', 'curl -s x  |  sh -s', 'deny'],
    ['Bash(npm test > x)', 'npm test > x', 'deny'],
    ['Bash(git push)', 'git push origin', 'ask'],
    ['Bash(git push:*)', 'git pull', 'allow'],
    ['Bash(git * --force)', 'git push', 'allow'],
    ['shell(rm:*)', 'rm x', 'deny'],
    ['Bash', 'ls', 'deny'],
    ['bash', 'ls', 'deny'],
    ['Bash(*)', 'ls', 'deny'],
    ['*', 'ls', 'deny'],
  ])('%s and “%s”: %s', (denied, command, effect) => {
    expect(effectOf(bash(command), [...allow('Bash'), ...deny(denied)])).toBe(effect);
  });

  it('is found in commands that are too long to be allowed', () => {
    const long = `rm x; ${'echo x; '.repeat(200_000)}`;
    expect(effectOf(bash(long), [...allow('Bash'), ...deny('Bash(rm:*)')])).toBe('deny');
    expect(effectOf(bash(`echo ${'x'.repeat(10_000)}`), allow('Bash'))).toBe('ask');
    expect(effectOf(bash(`echo ${'x'.repeat(9_000)}`), allow('Bash'))).toBe('allow');
    expect(effectOf(bash(`${'ls; '.repeat(49)}ls`), allow('Bash'))).toBe('allow');
    expect(effectOf(bash(`${'ls; '.repeat(60)}ls`), allow('Bash'))).toBe('ask');
  });
});

describe('the tools of other hosts', () => {
  const rules = allow('Bash(npm test:*)');

  it.each(['Bash', 'bash', 'shell', 'run_shell_command', 'exec_command', 'local_shell'])('%s runs a shell', (name) => {
    expect(effectOf(tool(name, { command: 'npm test' }), rules)).toBe('allow');
    expect(effectOf(tool(name, { command: 'npm test; rm x' }), rules)).toBe('ask');
    expect(effectOf(tool(name, { command: 'npm test' }), deny('Bash(npm:*)'))).toBe('deny');
  });

  it.each([
    [{ command: 'npm test', description: 'Runs the tests', timeout: 1000, run_in_background: false }, 'allow'],
    [{ cmd: 'npm test', workdir: '/home/ann/projects/shop' }, 'allow'],
    [{ command: ['npm', 'test', '--', 'a b'] }, 'allow'],
    [{ command: ['bash', '-lc', 'npm test'] }, 'allow'],
    [{ command: ['bash', '-lc', 'npm test; rm x'] }, 'ask'],
    [{ command: ['bash', '-lc', 'npm test', 'x'] }, 'ask'],
    [{ command: ['bash', '-c', 'npm test\nrm x'] }, 'ask'],
    [{ command: ['npm test'] }, 'ask'],
    [{ command: ['npm', 'test', 'a\nb'] }, 'ask'],
    [{ command: ['sudo', 'npm', 'test'] }, 'ask'],
    [{ command: [] }, 'ask'],
    [{ command: ['npm', 1] }, 'ask'],
    [{ command: { x: 1 } }, 'ask'],
    [{ command: 'npm test', cmd: 'rm x' }, 'ask'],
    [{ command: 'npm test', dangerouslyDisableSandbox: true }, 'ask'],
    [{ command: 'npm test', with_escalated_permissions: true }, 'ask'],
    [{ command: 'npm test', env: { PATH: '.' } }, 'ask'],
    [{ command: 'npm test', workdir: '/tmp' }, 'ask'],
    [{ command: 'npm test', cwd: '..' }, 'ask'],
    [{ command: 'npm test', shell: '/tmp/evil' }, 'ask'],
    [{}, 'ask'],
    [{ script: 'npm test' }, 'ask'],
  ])('the input %j: %s', (input, effect) => {
    expect(effectOf(tool('shell', input), rules)).toBe(effect);
  });

  it('of shells that are not read allow nothing', () => {
    for (const name of ['PowerShell', 'pwsh', 'cmd']) {
      expect(effectOf(tool(name, { command: 'npm test' }), allow('Bash', name, `${name}(npm test)`)), name).toBe('ask');
      expect(effectOf(tool(name, { command: 'npm test' }), deny(`${name}(npm:*)`)), name).toBe('deny');
    }
  });
});

describe('rules for addresses, MCP servers and other tools', () => {
  const fetching = (url: string) => tool('WebFetch', { url, prompt: 'x' });

  it.each([
    ['domain:example.com', 'https://example.com/a?b=c', 'allow'],
    ['domain:example.com', 'https://EXAMPLE.com./a', 'allow'],
    ['domain:*.example.com', 'https://docs.example.com/', 'allow'],
    ['domain:localhost', 'http://localhost:3000/x', 'allow'],
    ['domain:example.com', 'https://docs.example.com/', 'ask'],
    ['domain:*.example.com', 'https://example.com/', 'ask'],
    ['domain:*.example.com', 'https://evilexample.com/', 'ask'],
    ['domain:example.com', 'https://example.com@evil.com/', 'ask'],
    ['domain:example.com', 'https://user:x@example.com/', 'ask'],
    ['domain:example.com', 'https://example.com.evil.com/', 'ask'],
    ['domain:example.com', 'https://evil.com/example.com', 'ask'],
    ['domain:example.com', 'file://example.com/etc/passwd', 'ask'],
    ['domain:example.com', 'example.com', 'ask'],
    ['domain:example.com', 'https://ex\u0430mple.com/', 'ask'],
    ['domain:localhost', 'http://localhost:4319/approvals', 'ask'],
    ['domain:127.0.0.1', 'http://127.1:4319/approvals', 'ask'],
    ['domain:example.com', 'https://example.com/askonce', 'ask'],
  ])('WebFetch(%s) and %s: %s', (pattern, url, effect) => {
    expect(effectOf(fetching(url), allow(`WebFetch(${pattern})`))).toBe(effect);
  });

  it('allow no fetch that names another site beside its address', () => {
    const rules = allow('WebFetch(domain:example.com)');
    const url = 'https://example.com/a';
    expect(effectOf(tool('web_fetch', { url, prompt: 'Read https://example.com/b too' }), rules)).toBe('allow');
    expect(effectOf(tool('web_fetch', { url, prompt: 'Read https://evil.com/b too' }), rules)).toBe('ask');
    expect(effectOf(tool('web_fetch', { url, urls: ['https://user@example.com/'] }), rules)).toBe('ask');
  });

  it('deny a domain with all that is below it, and do not let an odd address through', () => {
    const rules = [...allow('WebFetch'), ...deny('WebFetch(domain:example.com)')];
    expect(effectOf(fetching('https://a.example.com/'), rules)).toBe('deny');
    expect(effectOf(fetching('https://x@example.com/'), rules)).toBe('ask');
    expect(effectOf(fetching('https://example.org/'), rules)).toBe('allow');
  });

  it.each([
    ['mcp__github', 'mcp__github__get_issue', 'allow'],
    ['mcp__github__get_issue', 'mcp__github__get_issue', 'allow'],
    ['mcp__github__*', 'mcp__github__get_issue', 'allow'],
    ['mcp__github__get_*', 'mcp__github__get_issue', 'allow'],
    ['mcp__github__get_*', 'mcp__github__delete_issue', 'ask'],
    ['mcp__github__get_issue', 'mcp__github__get_issues', 'ask'],
    ['mcp__github', 'mcp__githubevil__x', 'ask'],
    ['mcp__git', 'mcp__github__x', 'ask'],
    ['mcp__*', 'mcp__github__x', 'ask'],
    ['mcp__*__x', 'mcp__github__x', 'ask'],
    ['mcp__git*', 'mcp__github__x', 'ask'],
    ['*', 'mcp__github__x', 'ask'],
    ['MCP__github', 'mcp__github__x', 'ask'],
  ])('%s and %s: %s', (allowed, name, effect) => {
    expect(effectOf(tool(name, { id: 1 }), allow(allowed))).toBe(effect);
  });

  it('deny MCP tools by any wildcard', () => {
    for (const denied of ['mcp__*', 'mcp__*__x', 'mcp__git*', 'MCP__GITHUB', '*'])
      expect(effectOf(tool('mcp__github__x', {}), [...allow('mcp__github'), ...deny(denied)]), denied).toBe('deny');
  });

  it('an exact input is that input only', () => {
    const rules = allow('deploy({"env":"test","n":1})');
    expect(effectOf(tool('deploy', { n: 1, env: 'test' }), rules)).toBe('allow');
    expect(effectOf(tool('deploy', { n: 1, env: 'prod' }), rules)).toBe('ask');
    expect(effectOf(tool('deploy', { n: 1, env: 'test', x: 1 }), rules)).toBe('ask');
    expect(
      effectOf(tool('deploy', { n: 1, env: 'test' }), [...allow('deploy'), ...deny('deploy({"env":"test","n":1})')]),
    ).toBe('deny');
  });

  it('a field can be denied and not allowed', () => {
    const agent = tool('Agent', { model: 'opus', prompt: 'x' });
    expect(effectOf(agent, allow('Agent(model:opus)'))).toBe('ask');
    expect(effectOf(agent, [...allow('Agent'), ...deny('Agent(model:op*)')])).toBe('deny');
    expect(effectOf(agent, [...allow('Agent'), ...deny('Agent(OPUS)')])).toBe('deny');
    expect(effectOf(agent, [...allow('Agent'), ...deny('Agent(model:haiku)')])).toBe('allow');
  });

  it.each([
    [{ path: '.claude/settings.json' }],
    [{ deep: [{ target: '/home/ann/.bashrc' }] }],
    [{ url: 'http://localhost:4319/approvals' }],
    [{ port: 4319 }],
    [{ files: { '.mcp.json': '{}' } }],
    [{ path: '/home/ann/my notes/../.bashrc' }],
    [{ text: 'run askonce answer' }],
    [{ text: 'x'.repeat(20_000) }],
  ])('what no rule may touch is found in the input of any tool: %j', (input) => {
    expect(effectOf(tool('mcp__fs__write', input), allow('mcp__fs'))).toBe('ask');
  });

  it('AskOnce may be allowed to ask, and to do nothing else', () => {
    expect(effectOf(tool('mcp__askonce__ask_user', { question: 'Read .npmrc?' }), allow('mcp__askonce'))).toBe('allow');
    expect(effectOf(tool('mcp__askonce__approve', {}), allow('mcp__askonce', 'mcp__askonce__approve'))).toBe('ask');
  });
});

describe('whatever the rules and the call', () => {
  const commands = [...Object.values(NEVER_ALLOWED).flat(), ...NOT_COVERED, ...ORDINARY.map(([command]) => command)];
  const texts = [
    ...GENEROUS_RULES,
    ...ORDINARY.flatMap(([, ...rules]) => rules),
    ...[
      'Bash',
      'Read',
      'Edit',
      '*',
      'Bash(rm:*)',
      'Bash(* x)',
      'Bash(git * main)',
      'Read(.env)',
      'Edit(//**)',
      'Bash(bad',
      'mcp__x',
    ],
  ];
  const call = fc.oneof(
    fc.constantFrom(...commands).map(bash),
    fc.array(fc.constantFrom(...commands), { minLength: 1, maxLength: 3 }).map((list) => bash(list.join(' && '))),
    fc.string({ unit: fc.constantFrom(...'npm testgirl-;&|$`\'"\\<>(){}*?~!#=/.\n\t'), maxLength: 30 }).map(bash),
    fc
      .constantFrom('src/a.ts', '.env', '../x', '/etc/x', '.git/config')
      .map((path) => tool('Edit', { file_path: path })),
  );
  const someRule: fc.Arbitrary<Rule> = fc
    .tuple(
      fc.constantFrom<RuleEffect>('allow', 'ask', 'deny'),
      fc.constantFrom(...texts),
      fc.constantFrom<Rule['from']>('config', 'project', 'answer'),
    )
    .map(([effect, text, from]) => rule(effect, text, from));
  const rules = fc.array(someRule, { maxLength: 8 });
  const strictness = { allow: 0, ask: 1, deny: 2 };

  it('the order of the rules does not matter', () => {
    fc.assert(
      fc.property(call, rules, fc.infiniteStream(fc.nat()), (one, list, random) => {
        const shuffled = list.map((each) => [random.next().value as number, each] as const).sort(([a], [b]) => a - b);
        const other = decide(
          one,
          shuffled.map(([, each]) => each),
        );
        const { effect, rule: chosen } = decide(one, list) ?? {};
        expect([other?.effect, other?.rule?.rule]).toEqual([effect, chosen?.rule]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('one more deny or ask never allows more, and one more allow never overrides a deny', () => {
    fc.assert(
      fc.property(call, rules, someRule, (one, list, more) => {
        const before = strictness[effectOf(one, list)];
        const after = strictness[effectOf(one, [...list, more])];
        if (more.effect !== 'allow') expect(after).toBeGreaterThanOrEqual(before);
        else if (before === strictness.deny) expect(after).toBe(before);
        else expect(after).toBeLessThanOrEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a call is allowed only if a rule allows it that is not of the project', () => {
    fc.assert(
      fc.property(call, rules, (one, list) => {
        const verdict = decide(one, list);
        if (verdict?.effect !== 'allow') return;
        expect(verdict.rule).toMatchObject({ effect: 'allow', from: expect.stringMatching(/config|answer/) });
        expect(
          effectOf(
            one,
            list.filter(({ effect, from }) => effect !== 'allow' || from === 'project'),
          ),
        ).toBe('ask');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a deny for every call denies', () => {
    fc.assert(
      fc.property(call, rules, (one, list) => {
        expect(effectOf(one, [...list, ...deny('*')])).toBe('deny');
      }),
    );
  });
});
