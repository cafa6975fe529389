/**
 * What is dangerous in a command or a text, as patterns. Each marks the piece that a person should look at, and says what it does. A pattern
 * that finds too much costs a person one more look; one that finds too little costs more.
 */

export interface DangerPattern {
  readonly why: string;
  readonly pattern: RegExp;
  /** Also looked for in the texts of tools that are no shell: databases, deployments. */
  readonly anywhere?: true;
}

/** The rest of one command, bounded so that a long text stays quick. */
const rest = String.raw`[^\n;|&]{0,200}?`;
const near = String.raw`[^\n;|&]{0,40}?`;

const of = (why: string, ...sources: readonly string[]): DangerPattern => ({
  why,
  pattern: new RegExp(sources.join('|'), 'gi'),
});
const anywhere = (why: string, ...sources: readonly string[]): DangerPattern => ({
  ...of(why, ...sources),
  anywhere: true,
});

export const DANGERS: readonly DangerPattern[] = [
  of(
    'deletes files for good',
    String.raw`\brm\s+(?:-\S+\s+){0,5}-(?:\w*[rf]\w*|-recursive|-force|-no-preserve-root)`,
    String.raw`(?<![-\w])rm\s${rest}\s-(?:\w*[rf]\w*|-r\w*|-f\w*|-no-p\S*)(?=\s|$)`,
    String.raw`(?<![-\w])rm\s+--(?:r|f|no-p)\w*`,
    String.raw`\b(?:shred|srm|unlink|wipefs)\s`,
    String.raw`\bfind\b${rest}\s-delete\b`,
    String.raw`\b(?:xargs|-exec|-execdir)\s${rest}\brm\b`,
    String.raw`\bRemove-Item\b${rest}-(?:Recurse|Force)\b`,
    String.raw`\b(?:rd|rmdir|del)\s+\/s\b`,
    String.raw`\btruncate\s${rest}-(?:s|-si)`,
    String.raw`\brsync\b${rest}\s--delete\S*`,
  ),
  of(
    'overwrites or deletes history on a server',
    String.raw`\bgit\b${near}\spush\b${rest}\s(?:--force\S*|-\w*f\w*|--mirror|--delete|-d|\+\S+|:\S+)(?=\s|$)`,
  ),
  of('sends commits to a server', String.raw`\bgit\s+(?:-\S+\s+(?:[^-\s]\S*\s+)?){0,5}push\b`),
  of(
    'discards work in git',
    String.raw`\bgit\b${near}\s(?:reset\s${near}--hard|clean\s${near}-\w*[fdx]\w*|branch\s${near}(?:-D|-d|--delete)|checkout\s${near}--(?=\s|$)|checkout\s+\.|(?:checkout|switch)\s${near}(?:-f|--force|--discard\S*)(?=\s|$)|restore\b|stash\s+(?:-\S+\s+)?(?:drop|clear)|filter-branch|filter-repo|tag\s+(?:-d|--delete)|reflog\s+expire|gc\s${rest}--prune|update-ref\s+-d|worktree\s+remove\s${rest}(?:-f|--force)|rebase\b)`,
  ),
  of(
    'skips the checks of the project',
    String.raw`\s(?:--no-verify|--no-gpg-sign|--skip-checks|--ignore-scripts=false)\b`,
  ),
  of(
    'writes to a disk or a device',
    String.raw`\bdd\s${rest}\bof=\S*`,
    String.raw`\b(?:mkfs(?:\.\w+)?|mkswap|fdisk|parted|sgdisk|diskutil)\s`,
    String.raw`>\s*\/dev\/(?!null|stdout|stderr|tty|fd)\w+`,
  ),
  of(
    'changes who may use files',
    String.raw`\bchmod\s${rest}(?:\b0?[0-7]?[0-7][2367][2367]\b|\b[0-7]?777\b|[ao][+=]\w*w|\+s|-R\b)`,
    String.raw`\b(?:chown|chgrp|setfacl)\s${rest}-\w*R`,
  ),
  of(
    'runs text as a command',
    String.raw`\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|z|da|k|fi|c|tc)?sh\b`,
    String.raw`\|\s*(?:sudo\s+)?(?:python[\d.]*|node|perl|ruby|php)\s*(?:-(?=\s|$))?(?=$|[;&|\n])`,
    String.raw`\b(?:ba|z|da|k|fi)?sh\s+-\w*c\b`,
    String.raw`\beval\b`,
    String.raw`(?:\bsource|(?:^|[\s;])\.)\s+<\(`,
    String.raw`\b(?:iex|Invoke-Expression)\b`,
  ),
  of('has the rights of the administrator', String.raw`\b(?:sudo|doas|pkexec)\b`, String.raw`\bsu\s+(?:-|root)`),
  of(
    'stops programs or the machine',
    String.raw`\bkill\s+-(?:s\s+|-signal[\s=])?(?:9|KILL|SIGKILL)\b`,
    String.raw`\b(?:killall|pkill)\s`,
    String.raw`\b(?:shutdown|reboot|poweroff|halt)\b(?=\s|$)`,
    String.raw`\bsystemctl\s+(?:stop|disable|mask|poweroff|reboot)\b`,
    String.raw`:\s*\(\)\s*\{`,
  ),
  anywhere(
    'changes or deletes data in a database',
    String.raw`\bdrop\s+(?:table|database|schema|column|index|view|user|role|collection)\b`,
    String.raw`\btruncate\s+(?:table\s+)?\w+`,
    String.raw`\bdelete\s+from\b`,
    String.raw`\bupdate\s+[\w."]{1,80}\s+set\b`,
    String.raw`\balter\s+table\b`,
    String.raw`\bgrant\s+[\w, ]{1,80}\s(?:on|to)\b`,
    String.raw`\b(?:dropDatabase|deleteMany|flushall|flushdb)\b`,
    String.raw`\bdropdb\b`,
    String.raw`\bdb:(?:drop|reset|migrate|seed|push)\b`,
    String.raw`\bmigrate[\s:]+(?:reset|deploy|fresh|down)\b`,
    String.raw`\bprisma\s+db\s+push\b`,
  ),
  anywhere(
    'changes a running system',
    String.raw`\bkubectl\b${rest}\s(?:delete|drain|apply|scale|replace|patch|cordon|rollout|edit)\b`,
    String.raw`\bhelm\b${rest}\s(?:install|upgrade|uninstall|rollback|delete)\b`,
    String.raw`\b(?:terraform|tofu|terragrunt)\b${rest}\s(?:apply|destroy|import|taint|state\s+(?:rm|mv|push))\b`,
    String.raw`\b(?:pulumi\s+(?:up|destroy)|cdk\s+(?:deploy|destroy)|ansible-playbook|serverless\s+(?:deploy|remove))\b`,
    String.raw`\b(?:docker|podman)\b${rest}\s(?:prune|rmi?|volume\s+rm|kill|down\s${rest}(?:-v|--volumes))\b`,
    String.raw`\b(?:aws|gcloud|az|gsutil|heroku|fly|flyctl|vercel|netlify|firebase|wrangler|doctl|railway)\b${rest}\s(?:rm|rb|(?:batch-)?delete[\w-]*|destroy|deploy|terminate[\w-]*|publish|promote|release|stop[\w-]*|--prod)\b`,
    String.raw`--auto-approve\b`,
    String.raw`--force\b`,
  ),
  anywhere(
    'publishes',
    String.raw`\b(?:npm|pnpm|yarn|bun|cargo|gem|twine|poetry|uv|vsce|lerna|flit|hatch)\s${rest}\b(?:(?:un)?pub(?:l|li|lis|lish)?|upload|yank|deprecate|dist-tag\s+(?:add|rm))\b`,
    String.raw`\b(?:docker|podman)\s${rest}\bpush\b`,
    String.raw`\bgh\s+(?:release\s+(?:create|delete|edit|upload)|repo\s+(?:delete|edit|archive|rename|create)|pr\s+(?:merge|close)|secret\s+\w+|api\s${rest}-X)`,
    String.raw`\bmvn\b${rest}\sdeploy\b`,
  ),
  of(
    'runs something later or at every start',
    String.raw`\bcrontab\b`,
    String.raw`\bsystemctl\s+enable\b`,
    String.raw`\blaunchctl\s+(?:load|bootstrap|submit)\b`,
    String.raw`\bschtasks\b`,
  ),
  of(
    'switches off protection',
    String.raw`\biptables\s+-F\b`,
    String.raw`\bufw\s+disable\b`,
    String.raw`\bsetenforce\s+0\b`,
    String.raw`\s--privileged\b`,
    String.raw`\s(?:--insecure|--no-check-certificate|--dangerously\S*|--no-sandbox)\b`,
    String.raw`\bStrictHostKeyChecking=no\b`,
  ),
  anywhere(
    'touches secrets',
    String.raw`\.(?:ssh|aws|gnupg|kube|docker)\/\S{0,100}`,
    String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`,
    String.raw`\.(?:netrc|pgpass|git-credentials|npmrc|pypirc)\b`,
    String.raw`(?:^|[\s/"'=@])\.env(?:\.(?!example|sample|template)\w+)?(?=$|[\s"';|&])`,
    String.raw`\bprintenv\b`,
    String.raw`\/etc\/shadow\b`,
    String.raw`\bsecurity\s+find-\w+-password\b`,
  ),
  of(
    'sends data over the network',
    String.raw`\b(?:curl|wget)\b${rest}\s(?:-\w*d|-d@\S*|--data\S*|-F|--form\S*|-T|--upload-file|--post-(?:data|file)\S*|--json)(?=\s|=|$)`,
    String.raw`\b(?:nc|ncat|netcat|socat)\s`,
    String.raw`\/dev\/(?:tcp|udp)\/`,
    String.raw`\b(?:scp|sftp)\s`,
  ),
  of('writes outside the project', String.raw`>\s*(?:\/etc|\/usr|\/bin|\/var|~|\$HOME)\S*`),
  of('uses AskOnce itself', String.raw`\baskonce\b`),
  anywhere(
    'contains a character that cannot be seen',
    String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+`,
  ),
];
