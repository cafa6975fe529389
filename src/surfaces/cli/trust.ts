/** `askonce trust`: shows what the project's config file would run, and allows it once you agree. */
import type { Config } from '../../config/config.ts';
import { checkedConfig, configFileIn, contentOf, isJson, NEED_TRUST } from '../../config/config-file.ts';
import { endTrust, keepTrust, ownedByOther, sha256 } from '../../config/trust.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { withoutPassword } from '../../store/postgres/address.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { oneLine, shellQuoted } from '../terminal/text.ts';
import { agrees } from './agree.ts';
import { notForAgents, personOnly } from './person-only.ts';
import { type GlobalOptions, projectRoot } from './store-location.ts';

export interface TrustFlags extends GlobalOptions {
  yes?: boolean;
  revoke?: boolean;
}

export async function trust(flags: TrustFlags): Promise<number> {
  personOnly('trust');
  // It chooses what runs, and which store decides.
  if (!flags.revoke) notForAgents('trust');
  const file = ownConfigFile(flags);
  if (flags.revoke) {
    const status = endTrust(file) ? 'revoked' : 'untrusted';
    if (flags.json) sayJson({ status, file });
    else say(oneLine(status === 'revoked' ? `${file} is no longer trusted.` : `${file} was not trusted.`));
    return EXIT.ok;
  }
  const content = contentOf(file);
  const hash = sha256(content);
  const json = isJson(file);
  const allows = json ? allowedBy(await checkedConfig(file, content)) : { code: 'anything your user may do' };
  showWhatItAllows(file, hash, allows);
  if (!flags.yes) await mustAgree(file);
  if (sha256(contentOf(file)) !== hash) {
    throw new AskOnceError('config_untrusted', `${file} changed while you read it. Nothing was trusted; start again.`);
  }
  // The code runs here for the first time. Its settings are stored, so that commands that run no tasks need not run it.
  const { executor, ...config } = await checkedConfig(file, content);
  const kept = typeof executor === 'string' ? { ...config, executor } : config;
  keepTrust(file, { sha256: hash, config: kept });
  if (flags.json) sayJson({ status: 'trusted', file, sha256: hash, allows });
  else say(oneLine(`${file} is trusted until it changes.`));
  return EXIT.ok;
}

function ownConfigFile({ project, config }: TrustFlags): string {
  if (config !== undefined) {
    throw new AskOnceError('usage', 'A file given with --config needs no trust. Leave --config out.');
  }
  const root = projectRoot(project);
  const file = configFileIn(root);
  if (file === null)
    throw new AskOnceError('usage', `${root} has no askonce.config file, so there is nothing to trust.`);
  const foreign = ownedByOther(file);
  if (foreign === null) return file;
  const remedy = `Copy the file, or add to each command: --config ${shellQuoted(file)}`;
  throw new AskOnceError('config_untrusted', `${foreign} belongs to another user and cannot be trusted. ${remedy}`);
}

/** The values that need trust, as they are shown. */
function allowedBy(config: Config): Record<string, unknown> {
  const needed = NEED_TRUST.filter((name) => config[name] !== undefined);
  return Object.fromEntries(
    needed.map((name) => [name, name === 'db' ? withoutPassword(String(config[name]), '<password>') : config[name]]),
  );
}

/** Printed on stderr: with --json stdout holds only the result. */
function showWhatItAllows(file: string, hash: string, allows: Readonly<Record<string, unknown>>): void {
  note(file);
  note(`  sha256    ${hash}`);
  for (const [name, value] of Object.entries(allows)) {
    note(`  ${name.padEnd(9)} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  if (Object.keys(allows).length === 0) note('  Nothing in it needs trust.');
  if ('code' in allows)
    note('  The file is a program. It runs now, and whenever tasks run. Read it and what it imports.');
}

async function mustAgree(file: string): Promise<void> {
  const answer = await agrees('Trust it?');
  if (answer === true) return;
  if (answer === false) throw new AskOnceError('config_untrusted', `${file} was not trusted.`);
  const text = `${file} was not trusted: there is no terminal for the prompt. Read the file, then add --yes.`;
  throw new AskOnceError('config_untrusted', text);
}
