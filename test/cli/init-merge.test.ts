/** Merging into a person's JSON files, and taking it out again: every byte that is not ours stays. */
import { describe, expect, it } from 'vitest';
import { hookEntries, leaveEntry, serverEntry } from '../../src/surfaces/cli/init/claude-code.ts';
import { merged, presumed, Unmergeable, unmerged } from '../../src/surfaces/cli/init/merge.ts';

const RUN = { command: 'askonce', args: [] };
const HOOKS = hookEntries({ reach: { run: RUN }, wait: '9m', waitSeconds: 540 });
const WANTED = [...HOOKS, leaveEntry()];
const SERVER = [serverEntry({ run: RUN })];

/** A hook of the person's own. */
const MINE = { hooks: [{ type: 'command', command: './mine.sh' }] };

interface Settings {
  hooks?: Record<string, { hooks: { timeout?: number; command?: string }[] }[]>;
}

const pretty = (value: unknown, unit: string | number = 2) => JSON.stringify(value, null, unit);

/** Files as people have them. */
const FILES: readonly (readonly [string, string])[] = [
  ['an empty object', '{}\n'],
  ['an empty object over two lines', '{\n}\n'],
  ['nothing', ''],
  ['only a line end', '\n'],
  ['other settings', `${pretty({ model: 'opus', permissions: { allow: ['Bash(ls:*)'] } })}\n`],
  ['a hook of one’s own on the same event', `${pretty({ hooks: { PermissionRequest: [MINE] } })}\n`],
  ['a hook with another matcher', `${pretty({ hooks: { PreToolUse: [{ matcher: 'Bash', ...MINE }] } })}\n`],
  ['hooks on other events', `${pretty({ hooks: { Stop: [MINE], PreCompact: [] } })}\n`],
  ['events without hooks', `${pretty({ hooks: { PermissionRequest: [], Notification: [] } })}\n`],
  ['hooks without events', `${pretty({ hooks: {} })}\n`],
  ['tabs', `${pretty({ hooks: { Stop: [MINE] } }, '\t')}\n`],
  ['four spaces', `${pretty({ hooks: { Stop: [MINE] } }, 4)}\n`],
  ['line ends of Windows', `${pretty({ hooks: { Stop: [MINE] } })}\n`.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${pretty({ hooks: { Stop: [MINE] } })}\n`],
  ['no final line end', pretty({ hooks: { Stop: [MINE] } })],
  ['two final line ends', `${pretty({ model: 'opus' })}\n\n`],
  ['everything on one line', JSON.stringify({ model: 'opus', hooks: { Stop: [MINE] } })],
  ['lists on one line', '{\n  "permissions": { "allow": ["a", "b"] },\n  "hooks": { "PermissionRequest": [] }\n}\n'],
  [
    'numbers and texts as they were typed',
    '{\n  "a": 1.0,\n  "b": 1e3,\n  "c": "\\u00e9\\/",\n  "2": 1,\n  "1": 2\n}\n',
  ],
  ['texts that look like JSON', '{\n  "a": "{\\"hooks\\": [",\n  "hooks ": "}]",\n  "__proto__": {}\n}\n'],
  ['another server allowed', '{\n  "enabledMcpjsonServers": ["other"]\n}\n'],
];

describe.each(FILES)('a file with %s', (_, before) => {
  it('gets the hooks and keeps everything else; a second run changes nothing; undo gives the same bytes back', () => {
    const first = merged(before, WANTED);
    const root = JSON.parse(first.text!.replace('\ufeff', ''));
    const old = JSON.parse(before.replace('\ufeff', '').trim() || '{}');
    for (const { at, value } of HOOKS) expect(root.hooks[at[1]!]).toContainEqual(value);
    expect(root.enabledMcpjsonServers).toContain('askonce');
    for (const key of Object.keys(old)) {
      if (key !== 'hooks' && key !== 'enabledMcpjsonServers') expect(root[key]).toEqual(old[key]);
    }
    for (const [event, groups] of Object.entries(old.hooks ?? {}))
      expect(root.hooks[event]).toEqual(expect.arrayContaining(groups as []));
    expect(first.kept).toEqual([]);

    const second = merged(first.text, WANTED, first.written);
    expect(second).toEqual({ text: first.text, written: first.written, kept: [] });

    const undone = unmerged(first.text!, first.written, WANTED);
    expect(undone.text).toBe(before);
    expect(undone.kept).toEqual([]);
  });

  it('keeps its own lines in the diff: they are the same, but for commas', () => {
    const lines = (text: string) => text.split('\n').map((line) => line.replace(/,(?=\r?$)/, ''));
    const after = merged(before, WANTED).text!;
    // Lines that the entries themselves are added to may change, and so may a file of one line.
    const untouched = before.trim().includes('\n') ? lines(before).filter((line) => !/[\]}]$/.test(line.trim())) : [];
    expect(lines(after)).toEqual(expect.arrayContaining(untouched));
    expect(after.endsWith('\n')).toBe(before.endsWith('\n') || before.trim() === '');
    expect(/(?<!\r)\n/.test(after) && /\r\n/.test(after)).toBe(false);
  });
});

describe('a file that is not there', () => {
  it('is created, and deleted by undo', () => {
    const { text, written } = merged(null, SERVER);
    expect(text).toBe(
      '{\n  "mcpServers": {\n    "askonce": {\n      "command": "askonce",\n      "args": ["mcp"]\n    }\n  }\n}\n',
    );
    expect(unmerged(text!, written, SERVER).text).toBeNull();
  });

  it('is not deleted by undo if something else is in it by then', () => {
    const { text, written } = merged(null, SERVER);
    const edited = JSON.parse(text!);
    edited.mcpServers.mine = { command: 'mine' };
    expect(JSON.parse(unmerged(pretty(edited), written, SERVER).text!)).toEqual({
      mcpServers: { mine: { command: 'mine' } },
    });
  });
});

describe.each([
  ['comments', '{\n  // mine\n  "hooks": {}\n}\n', 'is not plain JSON'],
  ['a comma too many', '{ "a": 1, }', 'is not plain JSON'],
  ['half of a file', '{ "hooks": {', 'is not plain JSON'],
  ['a list', '[]', 'does not hold a JSON object'],
  ['hooks that are a list', '{ "hooks": [] }', 'has “hooks”, which is not an object'],
  [
    'an event that is no list',
    '{ "hooks": { "PermissionRequest": {} } }',
    'has “hooks.PermissionRequest”, which is not an array',
  ],
  ['hooks that are null', '{ "hooks": null }', 'has “hooks”, which is not an object'],
])('a file with %s', (_, before, why) => {
  it('is refused', () => {
    expect(() => merged(before, WANTED)).toThrow(Unmergeable);
    expect(() => merged(before, WANTED)).toThrow(why);
  });
});

describe('entries of one’s own', () => {
  it('a server called askonce is kept, and undo does not remove it', () => {
    const before = pretty({ mcpServers: { askonce: { command: 'my-askonce' } } });
    const { text, written, kept } = merged(before, SERVER);
    expect(text).toBe(before);
    expect(kept).toEqual([expect.stringContaining('an entry of your own is there already')]);
    expect(unmerged(before, written, SERVER).text).toBe(before);
  });

  it('a hook that runs AskOnce in another way is kept, and no second one is added beside it', () => {
    const own = { hooks: [{ type: 'command', command: 'npx askonce hook claude-code --wait 1h' }] };
    const { text, kept } = merged(pretty({ hooks: { PermissionRequest: [own] } }), HOOKS);
    expect(JSON.parse(text!).hooks.PermissionRequest).toEqual([own]);
    expect(JSON.parse(text!).hooks.Elicitation).toHaveLength(1);
    expect(kept).toHaveLength(1);
  });

  it('an entry that is exactly ours but was written by another is not undone with ours', () => {
    const shared = merged(null, SERVER).text!;
    const { written } = merged(shared, SERVER);
    expect(unmerged(shared, written, SERVER).text).toBe(shared);
  });

  it('the server stays off if you turned it off', () => {
    const before = pretty({ disabledMcpjsonServers: ['askonce'] });
    const { text, kept } = merged(before, [leaveEntry()]);
    expect(text).toBe(before);
    expect(kept).toEqual([expect.stringContaining('you turned this MCP server off')]);
  });
});

describe('a later run with other flags', () => {
  const http = hookEntries({ reach: { http: 'http://127.0.0.1:4766' }, wait: '9m', waitSeconds: 540 });

  it('replaces what the first one wrote, in its place', () => {
    const first = merged(pretty({ hooks: { PermissionRequest: [MINE] } }), HOOKS);
    const second = merged(first.text, http, first.written);
    const { hooks } = JSON.parse(second.text!);
    expect(hooks.PermissionRequest).toEqual([MINE, http.find(({ id }) => id === 'hook PermissionRequest')!.value]);
    expect(second.text).not.toContain('"command": "askonce"');
    expect(JSON.parse(unmerged(second.text!, second.written, http).text!)).toEqual({
      hooks: { PermissionRequest: [MINE] },
    });
  });

  it('takes the hooks out that would race with a prompt tool', () => {
    const tool = hookEntries({ reach: { run: RUN }, wait: '9m', waitSeconds: 540, promptTool: true });
    expect(tool.map(({ id }) => id)).toEqual(['hook Elicitation', 'hook Notification']);
    const first = merged(null, HOOKS);
    const second = merged(first.text, tool, first.written);
    expect(Object.keys(JSON.parse(second.text!).hooks)).toEqual(['Elicitation', 'Notification']);
    expect(unmerged(second.text!, second.written, tool).text).toBeNull();
  });
});

describe('undo after edits by hand', () => {
  const start = () => merged(pretty({ model: 'opus' }), WANTED);
  const undo = (change: (root: Settings) => void) => {
    const { text, written } = start();
    const root = JSON.parse(text!);
    change(root);
    const { text: after, kept } = unmerged(pretty(root), written, WANTED);
    return { root: JSON.parse(after!), kept };
  };

  it('keeps what was added beside the hooks', () => {
    const { root } = undo(({ hooks }) => {
      hooks!.PermissionRequest!.unshift(MINE);
      hooks!.Stop = [MINE];
    });
    expect(root).toEqual({ model: 'opus', hooks: { PermissionRequest: [MINE], Stop: [MINE] } });
  });

  it('finds a hook that was moved into a group with others', () => {
    const { root, kept } = undo(({ hooks }) => hooks!.Notification![0]!.hooks.push(MINE.hooks[0]!));
    expect(root).toEqual({ model: 'opus', hooks: { Notification: [MINE] } });
    expect(kept).toEqual([]);
  });

  it('keeps a hook that was changed, and says so', () => {
    const { root, kept } = undo(({ hooks }) => {
      hooks!.PermissionRequest![0]!.hooks[0]!.timeout = 30;
    });
    expect(Object.keys(root.hooks)).toEqual(['PermissionRequest']);
    expect(kept).toEqual([expect.stringMatching(/permissions.*changed since, and is kept/)]);
  });

  it('needs nothing of what is gone already', () => {
    const { root, kept } = undo((root) => {
      delete root.hooks;
    });
    expect(root).toEqual({ model: 'opus' });
    expect(kept).toEqual([]);
  });

  it('recognises its entries without a record, and touches no other', () => {
    const root = JSON.parse(start().text!);
    root.hooks.PermissionRequest.push(MINE);
    const text = pretty(root);
    expect(JSON.parse(unmerged(text, presumed(text, WANTED), WANTED).text!)).toEqual({
      model: 'opus',
      hooks: { PermissionRequest: [MINE] },
    });
  });
});

describe('the hooks', () => {
  it('block if they fail, and outlast the wait, except for the notice, which answers nothing', () => {
    const hooks = HOOKS.map(({ value }) => (value as { hooks: { timeout: number; onFailure?: string }[] }).hooks[0]!);
    expect(hooks.map(({ onFailure }) => onFailure)).toEqual(['block', 'block', 'block', undefined]);
    for (const { timeout } of hooks.slice(0, 3)) expect(timeout).toBeGreaterThan(540);
  });

  it('carry a token only to a server on another machine, and never the token itself', () => {
    const reach = (http: string) =>
      JSON.stringify([hookEntries({ reach: { http }, wait: '9m', waitSeconds: 540 }), serverEntry({ http })]);
    expect(reach('http://127.0.0.1:4766')).not.toContain('TOKEN');
    expect(reach('https://ask.example.com')).toContain('Bearer $ASKONCE_TOKEN');
  });
});
