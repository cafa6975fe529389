/** Patterns for what is done to something, however it is put: "keeps the sessions", "sessions are kept", "keeping every session". */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    keep: 'kept',
    hold: 'held',
    send: 'sent',
    write: 'written',
    read: 'read',
    show: 'shown',
    hide: 'hidden',
    put: 'put',
    make: 'made',
    take: 'taken',
    give: 'given',
    build: 'built',
    get: 'got',
    run: 'run',
    draw: 'drawn',
    choose: 'chosen',
    set: 'set',
    eat: 'eaten',
    overwrite: 'overwritten',
    rewrite: 'rewritten',
    forget: 'forgotten',
    sell: 'sold',
    pay: 'paid',
    break: 'broken',
    split: 'split',
    tell: 'told',
    say: 'said',
    reset: 'reset',
    begin: 'begun',
    buy: 'bought',
    freeze: 'frozen',
    unfreeze: 'unfrozen',
    grow: 'grown',
    shrink: 'shrunk',
    bind: 'bound',
    unbind: 'unbound',
    hurt: 'hurt',
    shut: 'shut',
    lend: 'lent',
    wake: 'woken',
    dig: 'dug',
    win: 'won',
    lose: 'lost',
    forbid: 'forbidden',
    cut: 'cut',
  }),
);

export const doneForm = (verb: string): string =>
  IRREGULAR.get(verb) ??
  (verb.endsWith('e')
    ? `${verb}d`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ied`
      : /^(?:admit|dim|drop|flag|log|map|permit|pin|plan|plug|scan|scrap|ship|skip|step|stop|strip|tag|trim|unpin|wrap|zip|submit)$/.test(
            verb,
          )
        ? `${verb}${verb.at(-1)}ed`
        : `${verb}ed`);
const thirdOf = (verb: string): string =>
  /(?:s|sh|ch|x)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
export const goingForm = (verb: string): string =>
  /[^e]e$/.test(verb)
    ? `${verb.slice(0, -1)}ing`
    : /^(?:put|get|run|set|split|drop|log|scan|skip|stop|forget|reset|submit)$/.test(verb)
      ? `${verb}${verb.at(-1)}ing`
      : `${verb}ing`;

/** Keep, keeps, keeping, for each of the verbs. */
export const doing = (verbs: string): string =>
  `(?:${verbs
    .split(' ')
    .flatMap((verb) => [verb, thirdOf(verb), goingForm(verb)])
    .join('|')})`;
/** Kept, stored: what has been done. */
const done = (verbs: string): string => `(?:${verbs.split(' ').map(doneForm).join('|')})`;

const BEFORE_OBJECT = "(?:(?!and\\b|but\\b|or\\b|no\\b|not\\b|without\\b)[\\w'-]+ ){0,4}?";
const BE = '(?:is|are|be|get|gets|being|been|was|were)(?: (?!not\\b|never\\b|no\\b)[\\w-]+)?';

/** One of the verbs is done to one of the things, actively or passively. @param things A pattern. */
export const doneTo = (verbs: string, things: string): string =>
  `${doing(verbs)} ${BEFORE_OBJECT}(?:${things})|(?:${things}) (?:(?:can|may|must|should|will|to) )?(?:always |then )?${BE} ${done(verbs)}`;
