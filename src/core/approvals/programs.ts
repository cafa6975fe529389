/** Programs that a rule never allows, because the words behind them are not all of what runs. */
import type { Words } from './shell.ts';
import { hasTelling } from './telling-options.ts';

const REFUSED: ReadonlyMap<string, string> = new Map(
  (
    [
      ['changes the folder', 'cd chdir pushd popd'],
      [
        'changes the shell for what follows',
        'alias autoload bg bind break complete compgen compopt continue declare disown emulate enable exit export fc fg getopts hash history jobs let local logout mapfile read readarray readonly return set setopt shift shopt suspend trap typeset ulimit umask unalias unset unsetopt vared wait zmodload',
      ],
      [
        'contains a word of the shell language',
        'case coproc do done elif else esac fi for foreach function if in repeat select then time until while',
      ],
      [
        'runs another program',
        'ash at batch bash builtin busybox bwrap chroot chrt cmd command crontab csh dash doas env eval exec expect fakeroot firejail fish flock gdb gosu ionice ksh lldb ltrace mksh mosh nice nocorrect noglob nohup nsenter osascript parallel pkexec powershell proot pwsh rbash runuser screen script setarch setpriv setsid sh source ssh sshpass start-stop-daemon stdbuf strace su su-exec sudo systemd-run taskset tcsh timeout tmux toybox unbuffer unshare watch wsl xargs xvfb-run zsh .',
      ],
    ] as const
  ).flatMap(([why, names]) => names.split(' ').map((name) => [name, why] as const)),
);

const CONTAINERS = new Set(['docker', 'docker-compose', 'podman', 'nerdctl', 'kubectl', 'oc', 'lxc', 'vagrant']);

/** The name of a program without its folder: /usr/bin/Sudo is sudo, and on some systems runs as such. */
export function programName(word: string): string {
  return word
    .slice(word.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

/** Why no rule may allow a simple command, as the end of a sentence about it; null if one may. */
export function refusedProgram(words: Words): string | null {
  const first = words[0]!;
  if (/^[A-Za-z_]\w*\+?=/.test(first)) return 'sets a variable for a command';
  const name = programName(first);
  const why = REFUSED.get(name);
  if (why !== undefined) return `${why} (${name})`;
  if (!/^[\w./][\w./+@-]*$/.test(first) || first.endsWith('/')) return 'has a name of a program that is not plain';
  if (runsAnother(name, words)) return `runs another program (${name})`;
  if (hasTelling(name, words)) return `has an option that can run another program or write a file (${name})`;
  return null;
}

function runsAnother(name: string, words: Words): boolean {
  const has = (pattern: RegExp) => words.some((word, index) => index > 0 && pattern.test(word));
  if (CONTAINERS.has(name)) return has(/^(?:exec|run|debug|ssh)$/);
  if (name === 'find') return has(/^-(?:exec|ok)(?:dir)?$/);
  return (name === 'fd' || name === 'fdfind') && has(/^(?:-[a-z]*x|-[a-z]*X|--exec(?:-batch)?)/);
}

/** Whether the words behind a program may be a command of their own. */
export function isWrapper(words: Words): boolean {
  const why = refusedProgram(words);
  return why !== null && !why.startsWith('changes');
}
