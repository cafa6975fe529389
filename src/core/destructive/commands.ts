import type { WordList } from './kinds.ts';

/** Commands of shells, databases, version control, containers, clouds and package managers, by their words. */
export const COMMANDS: WordList = {
  danger: `
    rm, rmdir, mkfs, fdisk, wipefs, diskpart, diskutil, userdel, usermod, useradd, visudo, iptables, ufw, dropdb,
    dropuser, crontab r|e, chmod, chown, chgrp, chattr, setfacl, pkill, killall, poweroff, nopasswd, flushall,
    flushdb, xargs, tee, kill 9, dd if|of, init 0|6, mv, shutdown now|h|r, dev null|sda|sdb|nvme0n1|disk0|zero,
    systemctl|service|launchctl|pm2|supervisorctl stop|disable|mask|kill|restart|reload|unload, setenforce 0,
    allusers, 0777, 777, rejectunauthorized, permitrootlogin, public read, no preserve root, rm rf, delete from,
    insert into, update ~ set,
    drop|truncate|alter|rename table|database|schema|column|index|view|user|role|constraint|collection, where 1 1,
    vacuum full, reindex, pg resetwal|restore, redis cli, db reset|drop|push|seed|migrate,
    migrate fresh|reset|refresh|rollback|deploy|down|up, delete many, remove all, accept data loss,
    git push|reset|clean|rebase|gc|filter|stash|restore|rm|mv|revert|reflog|prune|merge|cherry|am|apply|pull|lfs,
    git commit amend|a|am, git branch d|m|f|delete, git tag d|f|a, git checkout f|head|main|master,
    git checkout ~ theirs|ours, git worktree remove|prune, git submodule deinit, git remote remove|rm|set|prune,
    git switch f, git update ref, git config global, filter branch|repo, hard reset, reset ~ hard, branch d,
    checkout ~ head, gh|glab|hub release|repo|pr|issue|secret|gist|api|workflow|run|auth, svn commit|delete|revert|ci,
    hg strip|push, docker|podman|compose ~ prune|rm|rmi|kill|stop|push|down|restart|login|swarm, compose down|up,
    down v,
    kubectl|oc delete|apply|scale|drain|cordon|replace|patch|edit|exec|rollout|create|set|taint|cp|run|annotate|label,
    helm|helmfile upgrade|uninstall|delete|rollback|install|apply|sync|destroy, argocd app|sync,
    flux reconcile|delete,
    terraform|tofu|terragrunt|pulumi|cdk|sam|serverless|sls|vagrant|nomad|cloudformation apply|destroy|deploy|up|import|taint|state|remove|delete|refresh|unlock|force,
    ansible playbook, ansible ~ all,
    aws|gcloud|az|gsutil|doctl|heroku|flyctl|fly|vercel|netlify|wrangler|firebase|supabase|rclone|s3cmd|s3|ec2|rds|eb ~ rm|rb|sync|delete|remove|terminate|destroy|deploy|publish|put|stop|purge|mv|cp|push|promote|rollback|reset|scale|secrets|modify|prod|detach|deregister,
    npm|pnpm|yarn|bun|cargo|gem|twine|poetry|hatch|flit|uv|pip|nuget|lerna|jsr|deno|composer|vsce|mix|fastlane|eas|changeset|goreleaser ~ publish|unpublish|deprecate|dist|owner|access|token|yank|push|upload|uninstall|remove|prune|release|deploy|login|submit|supply,
    brew|apt|apt-get|dnf|yum|pacman|snap|choco|winget|conda|apt get ~ remove|purge|autoremove|uninstall|upgrade,
    npm version|ci, dist tag|upgrade, cache clean force, semantic release, prisma migrate|db,
    alembic upgrade|downgrade, artisan migrate, rails|rake db, manage py flush|migrate|loaddata,
    make deploy|release|clean|distclean|publish|install, curl ~ sh|bash, wget ~ sh|bash, pipe ~ sh|bash|shell,
    pipe to sh|bash, sed i, find ~ delete|exec, psql prod|production, mysql prod|production, psql f|c, mongorestore,
    mysqldump, pg dump ~ prod, replicas 0, replicas zero, chsh, mount o, umount, swapoff, lvremove, vgremove,
    zfs destroy, zpool destroy, btrfs subvolume, parted, netsh, reg delete|add, sc delete, format c|d, rd s,
    del f|s|q, remove item, stop computer|service|process, set executionpolicy, invoke expression, iex`,
};

/** What only signs show: flags, redirections, pipes into a shell, open networks, sums of money, files of secrets. */
const SIGNS: readonly RegExp[] = [
  /--(?:hard|force|no-verify|delete|prune|purge|no-preserve-root|mirror|overwrite|clobber|insecure|no-check-certificate|privileged|skip-|no-backup|accept-data-loss|auto-approve|destroy|drop|reset|public|unsafe|dangerously|disable|no-sandbox|replace|remove|wipe|no-dry-run|dry-run=false|prod|allow-|access|theirs|ours|yes\b)/,
  /(?:^|[\s`"'(])-(?:rf|fr|fd|fdx|xdf|fx|df|9|f)\b/,
  /\| ?(?:sudo )?(?:ba|z|da)?sh\b/,
  /[\w"'`)\]] ?>{1,2} ?(?:[~./$]|\w{1,40}[./])/,
  /\bcp (?:-\w{1,9} )?[\w./~*-]{1,200} [\w./~-]|\bcopy [\w./~*-]{0,200}\.\w{1,8} [\w./~-]{0,200}\.\w/,
  /checkout (?:-- )?\.(?:\W|$)|checkout -- /,
  /0\.0\.0\.0|::\/0|\*\.\*|allow-origin|\bcors\W{0,12}\*|\*["'`]? (?:for|in|as) (?:the )?cors|verify ?= ?false|"\*"|\b(?:0?777|0?666)\b/,
  /:\(\)/,
  /[$€£¥₩₹₽] ?\d|\d ?[€£₩₹₽]|\d (?:usd|eur|gbp|dollars?|euros?|bucks)\b|\d(?:円|元|원|万円|ドル|ユーロ|块|美元|엔|달러)/,
];
/** What none of them matches without. Not a full stop or a hyphen alone, which stand in most texts. */
const ANY_SIGN =
  /--|(?:^|[\s`"'(])-|[|>*$€£¥₩₹₽]|\bcp |\bcopy |checkout |0\.0|::|:\(|allow-origin|verify|777|666|\d (?:usd|eur|gbp|d|e|b)|\d[円元원万ドユ块美엔달]/;

export const hasDangerousSign = (text: string): boolean =>
  ANY_SIGN.test(text) && SIGNS.some((pattern) => pattern.test(text));
