/**
 * Options by which a program that is harmless otherwise runs another one, reads its settings from elsewhere, or writes a file: a rule such as
 * `git log:*` is not about these. The list is data, so that it can grow. Programs whose first argument is a program of its own, such as awk
 * or python, are not in it: a rule for them says so.
 */
import type { Words } from './shell.ts';

interface Telling {
  /** Long options without the dashes. Most programs accept any beginning of them. */
  readonly long: string;
  /** Other words. */
  readonly other?: RegExp;
  /** The first word after the program. */
  readonly first?: RegExp;
}

const NODE: Telling = {
  long: 'script-shell node-options prefix userconfig globalconfig dir cwd',
  other: /^-C/,
};

const TELLING: ReadonlyMap<string, Telling> = new Map(
  Object.entries({
    git: {
      long: 'output upload-pack receive-pack exec ext-diff textconv open-files-in-pager extcmd',
      other: /^foreach$/,
      // Options before the command of git: settings, other folders, other programs.
      first:
        /^(?:-(?!P$|-no-pager$|-version$|-help$|-no-optional-locks$)|(?:config|bisect|difftool|mergetool|filter-branch|instaweb|daemon|hook|send-email)$)/,
    },
    find: { long: '', other: /^-(?:fprint0?|fprintf|fls)$/ },
    sort: { long: 'compress-program output', other: /^-[a-zA-Z]*[oT]/ },
    tar: {
      long: 'checkpoint-action to-command use-compress-program info-script new-volume-script rsh-command rmt-command',
      other: /^(?:-[a-zA-Z]*[IF]|[a-zA-Z]*[IF][a-zA-Z]*$)/,
    },
    rg: { long: 'pre hostname-bin' },
    man: { long: 'pager html browser', other: /^-[a-zA-Z]*[PHC]/ },
    rsync: { long: 'rsh rsync-path', other: /^-[a-zA-Z]*e/ },
    zip: { long: 'unzip-command', other: /^-TT/ },
    make: { long: 'eval', other: /^(?:-E|[A-Z.]*SHELL[A-Z]*[:+?]?=)/ },
    curl: { long: 'config output remote-name output-dir', other: /^-[a-zA-Z]*[KoO]/ },
    wget: { long: 'use-askpass config execute output-document', other: /^-[a-zA-Z]*[eOP]/ },
    sed: { long: 'in-place', other: /^-[nErsuz]*i/ },
    // It can set PATH for the next command.
    printf: { long: '', other: /^-v/ },
    npm: NODE,
    pnpm: NODE,
    yarn: NODE,
  }),
);

export function hasTelling(name: string, [, ...words]: Words): boolean {
  const telling = TELLING.get(name);
  if (telling === undefined) return false;
  if (telling.first?.test(words[0] ?? '')) return true;
  if (name === 'git' && words[0] === 'grep' && words.some((word) => /^-\w*O/.test(word))) return true;
  const long = telling.long === '' ? [] : telling.long.split(' ');
  // What follows “--” is for the script that npm runs; git takes it for files.
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => {
    const option = /^--([a-z][\w-]*)/.exec(word)?.[1];
    if (option !== undefined) return long.some((one) => option.length > 2 && one.startsWith(option));
    return telling.other?.test(word) === true;
  });
}
