/** Where the person's store cannot be written: the project's own serves, and a line says so. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ended } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';
import { newPerson, type Project, up } from '../support/person.ts';

const OWN = '.askonce/askonce.db';

/** Runs a program that may write below one folder only, by the Landlock of Linux 5.13 or newer: `-c LANDLOCK <folder> <program> …`. */
const LANDLOCK = `
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    result = libc.syscall(number, *args)
    if result < 0: sys.exit("no Landlock")
    return result
# To write files, to make and to remove files and folders.
writes = 1 << 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8
rules = call(444, struct.pack("=Q", writes), 8, 0)
call(445, rules, 1, struct.pack("=Qi", writes, os.open(sys.argv[1], os.O_PATH)), 0)
libc.prctl(38, 1, 0, 0, 0)
call(446, rules, 0)
os.execv(sys.argv[2], sys.argv[2:])
`;

describe('where the person’s store cannot be written, the project’s own serves and a line says so', () => {
  const isRoot = process.getuid?.() === 0;
  const because = 'permission denied. This project';

  async function prepared() {
    const person = newPerson();
    const project = person.newProject();
    await up(project);
    expect((await project.run(['down'])).code).toBe(0);
    return { person, project };
  }

  async function expectOwnStore(project: Project, asked: Ended): Promise<void> {
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('[parked]') });
    expect(asked.stderr).toContain(`cannot be used here: ${because}`);
    expect(existsSync(join(project.path, OWN))).toBe(true);
    expect((await project.run(['inbox'])).stderr).toContain(`Run \`askonce inbox --db ${OWN}\` to see it.`);
  }

  it('because of its permissions', async () => {
    const { person, project } = await prepared();
    chmodSync(person.store, 0o555);
    onTestFinished(() => chmodSync(person.store, 0o700));
    // Permissions bind root too, once it has lost the right to pass them by.
    const bound = ['--bounding-set=-dac_override', process.execPath, BIN];
    const ask = ['ask', 'Which colour?'];
    const asking = isRoot ? project.start([...bound, ...ask], { program: 'setpriv' }) : project.start(ask);
    const asked = await asking.ended;
    chmodSync(person.store, 0o700);
    await expectOwnStore(project, asked);
  });

  const python = process.env.PYTHON_PATH ?? 'python3';
  const hasLandlock = spawnSync(python, ['-c', LANDLOCK, '/tmp', '/bin/sh', '-c', 'exit 0']).status === 0;

  it.skipIf(!hasLandlock)('because of a sandbox that its permissions know nothing of', async () => {
    const { project } = await prepared();
    const args = ['-c', LANDLOCK, project.path, process.execPath, BIN, 'ask', 'Which colour?'];
    await expectOwnStore(project, await project.start(args, { program: python }).ended);
  });
});
