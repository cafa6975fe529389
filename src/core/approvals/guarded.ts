/**
 * What no rule may allow: calls that could change who decides. These are AskOnce itself, its store, port and configuration, the settings
 * and hooks of the hosts, and files that a shell runs when it starts.
 */
import { absolutePath, type CallPlace, segmentsBelow } from './paths.ts';

/** Folders and files by name, in lower case; each is preceded by a slash. */
const GUARDED_NAMES = new RegExp(
  [
    // Agents, commands and skills may grant tools and have hooks. Plans and the work of other sessions are plain files.
    String.raw`\/\.claude(?:\.json|$|\/(?!(?:worktrees|plans)\/.))`,
    String.raw`\/\.(?:git|codex|gemini|cursor|opencode|askonce|husky|vscode|idea|ssh)(?:\/|$)`,
    String.raw`\/\.config\/(?:git|fish|opencode|claude)(?:\/|$)`,
    String.raw`\/(?:\.mcp\.json|\.?opencode\.jsonc?|managed-settings\.json|managed-mcp\.json)$`,
    String.raw`\/(?:\.gitconfig|\.gitmodules|\.npmrc|\.envrc|\.inputrc|\.pam_environment)$`,
    String.raw`\/\.(?:bash_?(?:rc|profile|login|logout|aliases|env)|z(?:sh)?(?:rc|env|profile|login|logout)|profile|k?shrc|t?cshrc|login)$`,
    String.raw`\/askonce\.(?:config|json|db)[^/]*$`,
    String.raw`\/etc\/(?:profile|bash\.bashrc|zsh|environment|claude-code)`,
  ].join('|'),
);

/** Whether a path is guarded by its name alone, wherever it is. */
export const guardedName = (path: string): boolean => GUARDED_NAMES.test(`/${path.toLowerCase()}`);

/** AskOnce's tools for agents: they ask and read answers, and cannot decide anything. */
const OWN_TOOLS = /^mcp__askonce__(?:ask_user|ask_person|get_answer|recall)$/;

export const isOwnTool = (tool: string): boolean => OWN_TOOLS.test(tool);

/** Tells why no rule may allow a call that touches a path, or that contains a word; null if one may. */
export interface Guard {
  readonly path: (path: string) => string | null;
  /** A word of a command or a text may name a path, a program or an address. */
  readonly word: (word: string) => string | null;
}

export function guardOf(place: CallPlace): Guard {
  const folder = place.folder.toLowerCase();
  const guarded = place.guarded.map((path) => path.toLowerCase());
  const ports = place.ports.map((port) => new RegExp(`(?<!\\d)0*${port}(?!\\d)`));
  const guardsInside = guarded.some((path) => segmentsBelow(folder, path) !== null);

  const path = (named: string): string | null => {
    const lower = named.toLowerCase();
    const touched = guarded.find((one) => segmentsBelow(one, lower) !== null);
    if (touched !== undefined) return `touches ${touched}`;
    // The project itself may be in a folder such as .claude/worktrees, and be called askonce.
    const inside = segmentsBelow(folder, lower)?.join('/');
    const isOwn = inside === undefined && /\/[^/]*askonce[^/]*(?:\/|$)/.test(lower);
    if (isOwn || guardedName(inside ?? lower)) {
      return `touches ${named}, which belongs to the settings of a host, a shell or AskOnce`;
    }
    return null;
  };

  /** A command may reach a guarded file through a folder that it is in; the project's own folder is too common to count. */
  const reached = (named: string): string | null => {
    const problem = path(named);
    if (problem !== null) return problem;
    const lower = named.toLowerCase();
    if (segmentsBelow(lower, folder) !== null) return null;
    const inside = guarded.find((one) => segmentsBelow(lower, one) !== null);
    return inside === undefined ? null : `names ${named}, which contains ${inside}`;
  };

  const word = (whole: string): string | null => {
    if (/askonce/i.test(whole)) return 'names AskOnce';
    if (ports.some((port) => port.test(whole))) return 'names the port of AskOnce';
    // “--file=.git/config”, “-C.git”, “HEAD:.npmrc”, “open('.mcp.json')”
    const pieces = [whole, ...whole.split(/[\s=:,@'"`()<>[\]{};|&]+/)];
    if (/^-[A-Za-z]./.test(whole)) pieces.push(whole.slice(2));
    for (const piece of pieces) {
      if (piece === '' || piece.startsWith('--') || !(guardsInside || /[./\\]/.test(piece))) continue;
      if (guardedName(piece)) return `names ${piece}`;
      const problem = reached(absolutePath(piece, place.folder));
      if (problem !== null) return problem;
    }
    return null;
  };

  return { path, word };
}
