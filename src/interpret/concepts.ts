/**
 * What follows from what a program is said to be, as rows of claims.ts: whoever says "offline" says that nothing is fetched, whoever says
 * "in memory only" that nothing outlives a restart. The breach is put by what is done to what, so that its wording matters little.
 */
import { type Claim, row, without } from './claims.ts';
import { doing, doneTo } from './verb-patterns.ts';

const ANYONE =
  '(?:users?|people|everyone|everybody|anyone|anybody|visitors?|members?|clerks?|admins?|editors?|customers?|staff|they|you)';
const CHANGE = 'edit change modify update alter rewrite overwrite correct rename amend';
const REMOVE = 'delete remove erase purge drop';
const KEEP = 'keep store save hold remember record retain persist track maintain';
const UNIT = '(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)';
const N = '(?:\\d+|an?|one|two|three|four|five|six|ten|several|a few|many)';

export const CONCEPTS: readonly Claim[] = [
  row(
    'fairness',
    '(?:gets?|pays?|has|have|charged?|sees?|at) the same (?:price|fee|rate|amount|share|rights|limit)(?: for (?:all|everyone|everybody|each))?|(?:same|equal) (?:price|fee|rate|share|rights) for (?:all|everyone|everybody|each)|no discounts?',
    '\\d+ ?% (?:off|discount|less|more|cheaper)|(?:gets?|receives?|pays?|have|has) (?:an? |the )?(?:\\w+ )?(?:discount|half|double|twice|less|more)\\b|cheaper for|more expensive for',
  ),
  row(
    'size',
    '(?:keeps?|retains?|preserves?|in|stays? at|has) (?:its|the|their) (?:original|exact|current|full|native) (?:size|dimensions|resolution)|unscaled|(?:must|may|should|can) (?:never|not) be (?:resized|scaled|cropped)',
    '(?:be |is |are |gets? )?(?:scaled?|resized?|shr[iu]nk|shrunk|enlarged?|cropped?|downscaled?|reduced?) (?:down |up |it |them )?(?:to|by|for)',
  ),
  row(
    'errors',
    '(?:fail|stop|abort|halt|exit|quit)s? (?:on|at|after|with) the (?:very )?first (?:error|failure|mistake|problem)|fails? fast',
    '(?:report|list|collect|show|print|return)s? (?:all|every) (?:of )?(?:the |its )?(?:errors?|failures?|mistakes?|problems?)|continues? (?:after|with|on|despite|past)|carr(?:y|ies) on|keeps? going',
  ),
  row(
    'threads',
    `${without('threads?|threading|multi-?threading|concurrency|parallelism')}`,
    '(?:on|in|with|across|using|over) (?:\\w+ )?(?:two|three|four|five|six|eight|several|multiple|many|\\d+|worker|all) (?:\\w+ )?(?:threads|cores|workers)|thread pool|in parallel|concurrently|simultaneously',
  ),
  row(
    'rights',
    `${without('root|sudo|admin(?:istrator)? (?:rights|privileges)|root (?:rights|access|privileges)')}|never as root|unprivileged`,
    '(?:runs?|starts?|binds?|started|executed|listens?)?(?: \\w+){0,4} ?as (?:root|administrator|superuser)|(?:needs?|requires?|with|uses?) (?:sudo|root)',
  ),
  row(
    'scripts',
    '(?:disable|ban|forbid|turn off|switch off)s? (?:all )?(?:javascript|js|scripts?)(?: completely| entirely| everywhere| altogether)?',
    '(?:with|by|in|uses?|using) (?:some |an? )?(?:\\w+ )?(?:javascript|js|script)(?! (?:disabled|off))|react|vue|jquery|onclick',
  ),
  row(
    'state',
    `stateless|sessionless|${without('state|session(?: state)?|memory of (?:\\w+ )?\\w+')}|forgets everything`,
    `${doneTo(KEEP, 'sessions?|state|log-?ins?|carts?|counters?|(?:last|previous|earlier|past) \\w+')}(?! (?:only )?(?:in|on|by) (?:the |an? |its )?(?:\\w+ )?(?:postgres\\w*|redis|mysql|database|client|browser|cookies?|url|tokens?|jwt|callers?|s3|queue))|in (?:its|the server's|server|process) memory|(?:sticky|in-memory|server-side) sessions?|remembers`,
  ),
  row(
    'writing',
    'read-only|readonly|view-only|write-protected|look but not touch',
    `${doneTo(`${CHANGE} ${REMOVE}`, 'rows?|entries|entry|records?|values?|fields?|it|them|data|items?|orders?|notes?|documents?|names?|prices?|cells?|posts?|files?|settings|texts?|pages?')}|(?:save|edit|delete|update|submit) (?:buttons?|forms?|icons?)|inline edit(?:ing|or)|(?:rich-text|text|wysiwyg) editor|${ANYONE} (?:can|may|must|should|will) (?:${CHANGE.replaceAll(' ', '|')}|delete|add|write)|(?:editable|writable) (?:fields?|cells?|inputs?|forms?|tables?)`,
  ),
  row(
    'mutability',
    'append-only|insert-only|write-once|immutable|unalterable|tamper-proof|set in stone|carved in stone',
    `${doneTo(`${CHANGE} ${REMOVE} replace mutate`, 'rows?|entries|entry|records?|lines?|events?|values?|fields?|it|them|items?|objects?|elements?|quantit(?:y|ies)|prices?|amounts?|history|contents?|blocks?|transactions?|messages?|versions?')}|in-place (?:edits?|updates?|changes?)|in place`,
  ),
  row(
    'network',
    `offline-only|offline only|(?:fully|completely|entirely|purely|strictly|always) offline|works? without (?:the |an? |any )?(?:internet|network)(?: \\w+)?|air-gapped|never (?:goes|connects?|go) online|never (?:uses?|touch(?:es)?|contacts?) the (?:network|internet)|no access to the (?:internet|network|web)|${without('network|internet|network access|internet access|internet connection|network calls?|network traffic|wifi|wi-fi')}`,
    `(?:fetch|download|pull|load)(?:s|es|ing)? (?:the |an? |all )?(?:live|current|latest|today's|real-time|newest)|(?:live|current|latest|today's|real-time) (?:\\w+ ){0,3}(?:from|via|through|off) (?:an? |the |our )?[\\w-]+|from (?:an? |the |our )?(?:[\\w-]+ )?(?:api|web service|cdn|cloud|remote server|internet|web)|(?:over|via|through) (?:the |an? )?(?:http|https|internet|web ?sockets?|network|cloud)|(?:cloud|server) (?:sync|backup|storage)|${doing('sync')} (?:\\w+ ){0,3}(?:with|to|across)|(?:calls?|hits?|queries|polls?) (?:an? |the |our )?(?:[\\w-]+ )?(?:api|endpoint|webhook|server)|multiplayer|online (?:leaderboard|scores?|ranking|matches|mode)|live (?:stream|feed|video|prices|scores|chat)|push notifications?|webhooks?|(?:posts?|sends?|uploads?|publish(?:es)?|reports?|pushes) (?:\\w+ ){0,4}to (?:slack|discord|twitter|telegram|teams|s3|github|the cloud|a webhook)`,
  ),
  row(
    'dependencies',
    `dependency-free|zero-dependency|zero-dep|vanilla (?:js|javascript)|standard library only|only the standard library|stdlib only|${without('dependenc(?:y|ies)|(?:external |third[- ]party |extra |additional )?(?:librar(?:y|ies)|packages?|frameworks?)')}`,
    `(?:with|using|via|through|uses?|on top of|by) (?:the )?[\\w.-]+ (?:library|package|framework|sdk|npm module|crate|gem)|(?:the )?[\\w.-]+ (?:library|package|framework|sdk) (?:for|to)|(?:npm|pip|cargo|gem|composer|yarn|pnpm) (?:install|add|i) \\S+|installs? (?:\\w+ ){0,2}(?:from npm|packages?)`,
  ),
  row(
    'identity',
    `anonymous(?:ly)?(?! (?:users?|visitors?|guests?|access|functions?|class|sessions?|requests?|people|readers?|customers?|log-?in))|pseudonymous|${without('personal data|tracking|names|personal information')}|nobody (?:can )?knows? who`,
    `(?:who|which (?:user|person|employee|member|customer)) (?:voted|answered|wrote|said|posted|sent|chose|rated|submitted|replied|gave|liked|clicked)|(?:with|by|next to|under|shows?|lists?|displays?|including) (?:the |their |each |every |its |all )?(?:\\w+'?s? ){0,2}(?:full |real |first |last )?names?(?: (?:of|and)\\b)?|(?:carries|contains?|includes?|holds?|stores?|has) (?:[\\w']+ ){0,3}(?:full|real) names?|(?:full|real|first|last) names? (?:is|are) (?:shown|displayed|listed|printed|published|visible)|profile (?:pictures?|photos?|links?)|(?:author|sender|voter|respondent|reviewer)s?(?:'s)? (?:name|email|e-mail|profile)s?|signed with`,
  ),
  row(
    'chance',
    'deterministic(?:ally)?|reproducible|predictable|same (?:result|output|order|layout|level|sequence) (?:every|each) time|always (?:gives|returns|yields|produces|picks|shows) the same',
    `at random|randomly|(?:new|different|other) (?:\\w+ )?(?:every|each) (?:time|run|call|start|day)|random (?:number|value|order|choice|one|item|pick|name|quote|map|level|room|winner|delay|position)s?|rolls? (?:a |the )?(?:dice|die)|flips? a coin|depending on (?:the )?(?:luck|chance|mood|weather|time of day)|never the same`,
  ),
  row(
    'files',
    '(?:in|into|as|inside|to) (?:just |only |exactly )?(?:one|a single|1) (?:\\w+ )?file|single-file|single file|only one file|(?:one|1) file only|self-contained (?:html )?file',
    `(?:styles?|css|code|script|scripts|logic|markup|javascript|tests?|types|data) (?:\\w+ )?(?:in|into|to|under|goes in|live in) (?:an? |its own |separate |the )?[\\w/-]+\\.(?:css|js|ts|jsx|tsx|py|html|json|mjs|go|rs)|(?:own|separate|external|different|several|multiple|two|three|four|five|many) (?:\\w+ )?(?:files?|stylesheets?|modules?)|(?:a|one) (?:\\w+ )?(?:file|module) (?:per|for each|for every)|(?:and|,) (?:an? |the )?\\w+\\.(?:css|js|ts|py|html)|across (?:\\w+ )?files|into (?:\\w+ )?(?:modules|files)`,
  ),
  row(
    'time',
    'real-time|realtime|in real time|live|instant(?:ly)?|up-to-the-(?:second|minute)',
    `(?:imported|updated|refreshed|fetched|loaded|synced|calculated|computed|rebuilt|generated|recomputed|collected|processed|delivered|sent|published) (?:only )?(?:once|every|each|twice) (?:a |an |per )?(?:night|day|hour|week|month|evening|morning)|(?:nightly|daily|weekly|hourly|overnight|monthly) (?:\\w+ )?(?:batch|job|import|run|export|sync|update|cron|build|refresh)|(?:a day|one day|24 hours|an hour|hours|days|a week) (?:old|late|later|behind|delayed)|yesterday's`,
  ),
  row(
    'expiry',
    `never expires?|never (?:run|runs) out|(?:burn|glow|run|live|play|stay|shine|spin|remain|exist|float|keep)s? forever|(?:valid|works?|usable|kept|stored|stays?|lasts?|available) (?:forever|indefinitely)|no (?:expiry|expiration)(?: date)?|does not expire|without (?:an? )?(?:expiry|expiration)(?: date)?`,
    `(?:becomes?|gets?|is|are|turns?|goes) (?:invalid|useless|unusable|stale|outdated|expired|revoked|void|dead|deleted|removed|worthless) (?:after|in|within|at|on|as soon)|(?:stops?|ceases?) (?:working|to work|being valid)|(?:goes|go|burns?|dies|runs?|fades?|wears?) (?:out|away|off|down) (?:after|in|within|when|at)|(?:disappears?|vanish(?:es)?|ends?|dies|stops?|is gone|despawns?) (?:after|in|within) |(?:only )?(?:valid|good|usable|works|available|lasts) (?:only )?(?:for|until) (?:the )?(?:next )?(?:${N}|end|midnight|tomorrow)|expires? (?:after|in|on|at|every|within|when)|(?:after|in|within) ${N} ${UNIT} (?:it|they|the \\w+) (?:is|are|gets?|becomes?|expires?|stops?)`,
  ),
  row(
    'compatibility',
    `backwards?[- ]compatib(?:le|ility)|${without('breaking changes?')}|without breaking (?:any|existing|old|the|current) (?:\\w+ )?(?:clients?|callers?|users?|integrations?|apis?|code)|(?:existing|old|current) (?:clients?|callers?|integrations?) (?:must )?(?:keep|continue|still)(?: to)? work(?:ing|s)?`,
    `(?:drops?|removes?|deletes?|renames?|retires?|breaks?|changes?|switch(?:es)?|replaces?|dropping|removing|renaming) (?:support for )?(?:the |an? |all |every |some |both |its )?(?:(?!it\\b|them\\b|in\\b|after\\b|with\\b|to\\b|internal|private|unused)[\\w'-]+ ){0,3}(?:formats?|fields?|endpoints?|apis?|param(?:eter)?s?|methods?|columns?|arguments?|functions?|routes?|signatures?|options?|flags?|responses?|v1|versions?|names?|types?|protocol)(?! (?:in|with|from) (?:v\\d|version|the next|a later|a future))`,
  ),
  row(
    'server',
    `static (?:site|page|html|website|export)|(?:purely|fully|completely|only|plain) static(?: html)?|serverless|${without('servers?|backend|back-end|server code|server side')}|(?:runs?|works?) (?:entirely|only|completely|purely) in the browser|client-side only`,
    `(?:rendered|renders?|generated|built|computed|calculated|assembled|produced) (?:\\w+ ){0,5}(?:on|by) (?:the|our|an?) (?:\\w+ )?(?:server|backend)(?! (?:at|during) (?:build|deploy))|server-side (?:rendering|rendered|sessions?|code|logic|rendered)|per request|for (?:each|every) request|(?:express|node|php|django|rails|flask|spring|laravel) (?:server|backend|app|route|endpoint)|our (?:server|backend) (?:\\w+s)|(?:the|a) (?:server|backend) (?:that|which|validates|checks|stores|saves|sends|answers|returns|decides)|(?:in|into|from) (?:the|a|our) (?:\\w+ )?database`,
  ),
  row(
    'price',
    `(?:completely |totally |entirely |always |100 ?% )?free(?: of charge| for (?:all|everyone|everybody)| to (?:use|play|download))|(?:is|are|be|stays?|remains?) (?:completely |totally |entirely |always )?free(?! (?:for (?!all\\b|every)|in\\b|until|during|on\\b|up\\b|if\\b|when|trial|plan|tier|space|of (?!charge)|shipping|to (?!use|play|download)|from\\b|again|slots?))|costs? nothing|${without('cost|charge|payment|fee|price')}`,
    `(?:costs?|charges?|charged|pays?|price of|priced at|priced|sold for|sells? for|bill(?:s|ed)?|fee of|billed) (?:\\w+ ){0,3}[$€£¥]? ?\\d+(?:\\.\\d+)? ?(?:dollars?|euros?|usd|eur|cents?|yen|pounds?|€|\\$|coins?|credits?|per \\w+|an? month|each)?|(?:${ANYONE}|players?|subscribers?) (?!else)(?:must |have to |has to |need to |needs to |should )?(?:pay|buy|purchase)s? (?:for|a|an|the|it|before|monthly)|(?:monthly|yearly|annual|one-time|entrance|subscription) (?:fee|price|payment|charge|subscription)|pay ?wall|credit card (?:is )?required`,
  ),
  row(
    'persistence',
    'in[- ]memory only|memory only|only (?:\\w+ )?in memory|in memory only|only in (?:ram|memory)|nothing (?:is |may be |must be )?(?:written|saved|stored) to disk|(?:must not|never|does not|do not|may not) (?:ever )?(?:write|writes|touch|touches) (?:to )?(?:the )?(?:disk|file ?system|hard drive)',
    `survives?|surviving|outlives?|(?:still )?(?:there|available|present|intact) after (?:an? |the |every )?(?:restart|reboot|crash|deploy|shutdown|power)|${doing('save write export dump store persist')} (?:[\\w'-]+ ){0,4}(?:to|as|in|into|on) (?:an? |the |its )?(?:[\\w-]+ )?(?:disk|files?|[\\w-]+\\.(?:pdf|csv|json|txt|html|log|db|xlsx?|md|png)|database|sqlite|postgres\\w*|hard drive|folder)|(?:across|through|over) restarts|(?:restored|reloaded|recovered) (?:after|on|at|from)`,
  ),
  row(
    'players',
    'single-player|singleplayer|solo (?:game|play|adventure|mode)|for one player(?: only)?|one-player',
    `(?:two|three|four|five|several|multiple|many|\\d+) (?:friends|players|people|users)|(?:friends|players|people) (?:play|fight|compete|team up|join|meet|race|trade)(?:s|ing)? (?:together|each other|against|with|online|in)|multiplayer|co-?op(?:erative)?|versus mode|with (?:your )?friends|other players|each other|lobb(?:y|ies)|matchmaking`,
  ),
  row(
    'mail',
    `${without('(?:e-?)?mails?|notifications?|messages?|newsletters?')}|no (?:e-?mails?|notifications?|messages?|newsletters?) (?:may |must |should |can |will )?(?:ever )?(?:be|is|are|get) sent|(?:never|do not|don't|must not) (?:send|mail|notify|e-?mail)s? (?:anyone|anybody|any|users|customers)(?: \\w+)?`,
    `(?:e-?mail|mail|notify|message|text)s? (?:every|each|all|the|our|its|them|him|her|users?|customers?|admins?)|sends? (?:[\\w'-]+ ){0,4}(?:an? |the |every )?(?:e-?mail|mail|notification|message|newsletter|reminder|receipt)s?|by (?:e-?mail|mail|text message|sms)|(?:e-?mail|reminder|newsletter|notification)s? (?:is|are) sent|gets? (?:an? )?(?:\\w+ )?(?:e-?mail|reminder|notification)`,
  ),
  row(
    'logging',
    `${without('logging|logs?|log output|log files?')}|(?:remove|drop|strip|delete|disable) (?:all|any|every) (?:the )?logging|logs? nothing|logging (?:is |must be )?(?:off|disabled)`,
    `(?:and|but|,|also|must|should|it) logs? (?:each|every|all|the|its|any|when|how|what|whenever)|logs? (?:\\w+ ){0,3}to (?:the )?(?:console|stdout|a file|disk|stderr|the log)|(?:written|appended|sent|added|recorded) (?:to|in) (?:the|a) log|log (?:every|each|all) \\w+`,
  ),
  row(
    'secrets',
    '(?:hash(?:es|ed)?|one-way (?:hash|encrypt)\\w*) (?:all |the |every |each )?(?:user )?passwords?|passwords? (?:\\w+ )?(?:is|are|be|get) (?:\\w+ )?hashed|nobody (?:can|may) (?:ever )?(?:recover|read|see) (?:the |a |any |their )?passwords?',
    `(?:mail|e-?mail|send|show|display|tell|print|remind)s? (?:[\\w'-]+ ){0,4}(?:their|the|his|her|its|your|current|old|existing|original|forgotten) (?:\\w+ )?passwords?(?! (?:reset|link|hint|rules|strength|hash|field|form|policy))|(?:in|as) (?:plain ?text|clear ?text|the clear)|passwords? (?:can be|is|are) (?:shown|displayed|read|decrypted|recovered|mailed|exported)`,
  ),
  row(
    'login',
    `open to (?:anybody|anyone|everyone|everybody|all|the public|the world)|publicly (?:accessible|available|open|readable)|unauthenticated|${without('auth|authentication|log-?in|sign-?in|sign-?up|accounts?|registration|authorization|credentials|tokens?|api keys?')}|without (?:ever )?(?:logging|signing) in|(?:anyone|anybody|everyone|everybody) (?:can|may) (?:use|call|open|access|read|reach) (?:it|them|the \\w+)`,
    `(?:answers?|responds?|returns?|fails?|replies|gives?)(?: with)?(?: an?)? (?:http )?(?:401|403)|(?:reject|refuse|deny|block|turn away|bounce|drop|ignore)s? (?:all |every |any |each |the )?(?:[\\w-]+ )?(?:requests?|calls?|callers?|users?|visitors?|clients?|people|connections?|anyone|everyone)(?: \\w+)? (?:without|lacking|with no|that lack|missing|who (?:is|are) not|that (?:has|have|carr(?:y|ies)) no|not) (?:an? |the |any )?(?:valid )?(?:\\w+ )?(?:tokens?|keys?|sessions?|cookies?|passwords?|log-?ins?|logged in|signed in|accounts?|credentials|authentication|header)|(?:only|just) (?:logged-in|signed-in|authenticated|registered|invited) \\w+|(?:redirect|send)s? (?:[\\w'-]+ ){0,4}to the (?:log-?in|sign-?in) (?:page|form|screen)|(?:requires?|needs?|demands?|expects?|checks?) (?:an? |the |every )?(?:valid |api |bearer |access )(?:token|key|session|login|password)`,
  ),
  row(
    'scrolling',
    `never scrolls?|${without('scrolling|scroll ?bars?')}|(?:fits|fit) (?:on|in|into) one screen|no need to scroll|unscrollable`,
    'infinite(?:ly)? scroll(?:s|ing)?|endless (?:scroll|feed|list)|scrolls? (?:down|through|to|horizontally|sideways|forever)|scrollable (?:\\w+)|(?:load|loads|loading) more (?:\\w+ )?(?:when|as|while|on) (?:\\w+ )?scroll\\w*|thousands of rows|parallax',
  ),
  row(
    'clock',
    `${without('timers?|time limits?|countdowns?|deadlines?|time pressure|timeouts?')}|as (?:long|much time) as (?:they|you|the \\w+) (?:want|like|need)s?|takes? (?:all|as much) (?:the )?time`,
    `(?:has|have|had|gets?|within|only|in|under|after) (?:only |just |at most |less than )?${N} ${UNIT} (?:to|for|per|left|the|it|until|is|are)|(?:times? out|runs? out of time|when (?:the )?time is up|counts? down|against the clock|before the (?:clock|timer|time))`,
  ),
  row(
    'languages',
    'only (?:in )?(?:english|german|french|spanish|japanese)|(?:english|german|french|spanish|japanese)[- ]only|monolingual|(?:in|supports?|support|speaks?|offer|offers) (?:only|just) (?:one language|english|german|french|spanish|japanese)|one language only',
    `${doing('translate localize localise')} (?:[\\w'-]+ ){0,4}(?:to|into|in|for)|language (?:switcher|selector|picker|menu|toggle)|(?:several|multiple|many|two|three|four|all|\\d+) languages|(?:english|german|french|spanish|japanese|italian|chinese),? (?:and|or) (?:english|german|french|spanish|japanese|italian|chinese)|multilingual|bilingual`,
  ),
  row(
    'clicks',
    `${without('(?:any )?(?:user |human |manual )?(?:actions?|interaction|interventions?|input|involvement|clicks?)')}|hands-free|fully (?:automatic|automated|autonomous)|all by itself|entirely on its own`,
    `(?:when|once|after|as soon as|until|every time|each time|only if) (?:the |an? )?(?:users?|person|admins?|operators?|players?|someone|somebody|you|they|visitors?) (?:\\w+ )?(?:clicks?|press(?:es)?|confirms?|approves?|taps?|submits?|enters?|types?|hits?|starts?|agrees?|pushes)|(?:must|has to|have to|needs? to) be (?:started|confirmed|approved|triggered|clicked|reviewed|released) (?:by|manually|first)|by hand|(?:with|after|via) a (?:click|button press|confirmation)|manual(?:ly)? (?:approval|review|step|start|confirmation|trigger|release)s?`,
  ),
  row(
    'automation',
    'manual only|manually only|only (?:ever )?(?:by hand|manually)|(?:purely|strictly|always) manual|only (?:when|if|on) (?:the |an? )?(?:user|admin|operator|button|click)s? (?:\\w+ ){0,2}(?:it|click|press|asks?)|never (?:runs? |starts? )?(?:automatically|by itself|on its own)',
    `automatically|(?:runs?|starts?|fires?|happens?) (?:by itself|on its own|every (?:night|day|hour|week|minute|month|morning|evening))|cron(?: job)?|scheduled (?:every|for|at|nightly|daily|job|run)|(?:nightly|hourly|daily|weekly) (?:job|run|export|at)|every (?:night|hour|day|week|minute) (?:at|without)`,
  ),
  row(
    'repetition',
    "(?:runs?|executes?|happens?|fires?|starts?|is sent|is done|called|shown|plays?|works?) (?:only |just |exactly )?(?:once|one time)(?: only| and never again)?|never (?:repeats?|runs? (?:again|twice))|one-off|one-shot|non-repeating|(?:must not|does not|doesn't|never|cannot|should not) (?:loop|repeat)s?|no loop(?:ing)?",
    `repeats?(?: itself)?(?: every| each| forever| until| daily| hourly| weekly|$|\\b)|(?<!again )every (?:second|minute|hour|day|night|week|month|time)|(?:over and over|again and again|in a loop|endlessly|continuously|periodically|hourly|daily|nightly|weekly)`,
  ),
  row(
    'hashing',
    `(?:encrypt|hash|encipher|scramble)s? (?:all |the |every |each |our |their |user )*(?:[\\w-]+ ){0,2}[\\w-]+`,
    `(?:stor|sav|keep|writ|kept|stored|saved|written|send|sent|show|log)(?:e|es|ing|s)? (?:it |them |the [\\w-]+ |these )?(?:\\w+ )?(?:in|as) (?:plain ?text|plain-text|clear ?text|the clear|readable text|an unencrypted \\w+)|(?:in|as) (?:plain ?text|plain-text|clear ?text|the clear)|(?:leave|keep|store|save|send)s? (?:it|them|the [\\w-]+) (?:unencrypted|unhashed|readable|as (?:it is|they are|is))`,
  ),
  row(
    'waiting',
    "fire[- ]and[- ]forget|without (?:ever )?waiting for (?:the |an? |any |its )?(?:\\w+ )?(?:result|response|reply|answer|end|it|them)|(?:does|do|must|should)(?: not|n't) wait for (?:the |an? |any |its )?(?:\\w+ )?(?:result|response|reply|answer|it|them)|never waits? for (?:the |an? |any |its )?(?:result|response|reply|answer)",
    `(?:waits?|waiting|block|blocks|blocking|pause|pauses) (?:for|until|on|till)(?! (?:the|an?) \\w+ (?:result|response|reply)) (?:its|the|their|an?|it|they|that)(?! (?:payment|upload|download|other|next|user)\\b)(?: (?:result|response|reply|answer|return|outcome|completion|job|call|server|acknowledgement|confirmation))?(?! \\w+ (?:result|response))|(?:uses?|using|shows?|returns?|prints?|reads?|checks?|needs?|displays?|stores?|fills?) (?:\\w+ ){0,3}?(?:its|the) (?:\\w+ )?(?:result|response|reply|answer|return value)`,
  ),
  row(
    'rights',
    `(?:everyone|everybody|all users|all members|any user|anyone) (?:has|have|gets?) (?:the )?(?:same|equal) (?:rights|permissions|access)|${without('roles|permission levels|admin(?:s| accounts?| users?)')}`,
    `(?:only|just) (?:the )?(?:admins?|owners?|moderators?|managers?) (?:can|may|are allowed|have)|admins? (?:can|may|have) (?:more|also|additionally)|(?:admin|moderator|editor|viewer) roles?|role-based`,
  ),
  row(
    'history',
    `${without('history|versioning|versions|undo|audit (?:log|trail)')}|keeps? (?:only|just) the (?:latest|last|current|newest) (?:\\w+)`,
    `(?:restore|roll(?:s)? back|revert|go back|undo|return)s? (?:to )?(?:\\w+ ){0,3}(?:any |an? |the |every |each )?(?:earlier|previous|old|older|past|former|any|last) (?:\\w+ )?(?:versions?|states?|revisions?|values?|changes?|edits?)|(?:every|all|each|earlier|previous|old) (?:\\w+ )?(?:versions?|revisions?) (?:\\w+ )?(?:is|are|can|stay)|version history|who changed what`,
  ),
  row(
    'size',
    '(?:no|zero) (?:bundle|build) step|without (?:a |any )?(?:build|compile|compilation|bundling) step|no (?:compilation|bundler|transpil\\w+|build tools?)|unbundled',
    '(?:compiled?|bundled?|transpiled?|minified|built) (?:\\w+ ){0,3}(?:with|by|using|via) (?:webpack|vite|rollup|esbuild|babel|tsc|parcel|swc)|(?:webpack|vite|rollup|babel|esbuild|parcel) (?:config|build|bundle|plugin)s?|typescript (?:classes|decorators|sources)|jsx|run (?:npm run )?build',
  ),
  row(
    'blocking',
    `${without('locks?|locking|mutex(?:es)?')}|lock-free|wait-free`,
    `(?:acquires?|takes?|holds?|grabs?|uses?|using|with|behind|guarded by|protected by) (?:an? |the )?(?:[\\w-]+ )?(?:lock|mutex|semaphore)s?|locks? the (?:\\w+ )?(?:row|table|file|queue|map|resource)`,
  ),
  row(
    'globals',
    `${without('global(?:s| variables?| state)|singletons?|static state')}`,
    '(?:global|window|static|module-level) (?:variables?|state|counter|object|cache|instance|singleton)|(?:a|as|the) singleton|globalthis|window\\.\\w+',
  ),
  row(
    'types',
    `${without('(?:type )?annotations?|types|typescript')}|untyped|plain javascript`,
    '(?:typescript|type) (?:interfaces?|types?|generics?|annotations? (?:on|for))|(?:strict|full|complete) (?:type ?script|typing)|in typescript|generics',
  ),
  row(
    'third-party',
    `self-hosted(?: only)?|only (?:on )?our own (?:servers?|hardware|machines?)|${without('(?:cloud|third-party|external|outside|saas) (?:services?|providers?|vendors?)|cloud')}`,
    '(?:hosted|runs?|running|deployed?|stored|stores?|saves?|on|in|via|with|uses?|through|using) (?:\\w+ ){0,3}(?:on |in |to |at |by )?(?:aws|azure|gcp|google cloud|firebase|heroku|vercel|netlify|cloudflare|s3|supabase|auth0|stripe|twilio|sendgrid|openai|dropbox|google drive|google analytics|mailchimp)',
  ),
  row(
    'analytics',
    `${without('tracking|analytics|telemetry|trackers?|statistics')}|(?:never|not|don't|do not) (?:track|monitor)s?(?: any| the| our)? (?:users?|visitors?|anyone|anything|people)`,
    `(?:counts?|measures?|records?|tracks?|tracking|logs?|reports?|collects?|analy[sz]es?) (?:how (?:often|long|many)|(?:each|every|all|which|what|where) (?:\\w+ )?(?:clicks?|visits?|users?|visitors?|page views?|pages?|events?|buttons?|they|people|person))|google analytics|heat ?maps?|page views?|click paths?|usage (?:data|statistics|report)s?|session recordings?`,
  ),
  row(
    'order',
    'in (?:no particular|any|random|arbitrary) order|unordered|unsorted|shuffled|order (?:of (?:the )?\\w+ )?does not matter',
    '(?:sorted|ordered|ranked|arranged|listed) (?:by|from|alphabetically|in ascending|in descending)|(?:alphabetical|ascending|descending|chronological) order|(?:newest|oldest|cheapest|highest|lowest|largest|smallest) first|alphabetically',
  ),
  row(
    'uniqueness',
    'unique|no duplicates|without duplicates|no two (?:\\w+ )+(?:have|share|with|may|can|are)|only once each|distinct',
    '(?:two|several|many|multiple|all|other|different|three) (?:\\w+ ){0,2}(?:can|may|will|could|should|must)? ?(?:share|have|use|get|reuse|take)s? the same|(?:the )?same (?:\\w+ ){0,2}(?:can|may|could) (?:be (?:used|taken|registered|given|chosen)|appear|occur|exist) (?:twice|several|more than|again|by|for|multiple)|duplicates? (?:are|is|may|can) (?:\\w+ )?(?:allowed|ok|okay|fine|welcome|possible|kept)',
  ),
  row(
    'speed',
    `(?:opens?|loads?|starts?|responds?|answers?|appears?|returns?|finishes) (?:instantly|immediately|at once|in (?:under|less than) (?:a|one) second|without (?:any )?delay)`,
    `(?:first |then )?(?:waits?|sleeps?|pauses?) (?:for )?(?:at least )?${N} ${UNIT}|(?:takes?|needs?) (?:at least |about |up to |around )?${N} (?:seconds|minutes|hours)|after (?:a delay of )?${N} (?:seconds|minutes|hours)|splash screen (?:for|of|that)`,
  ),
  row(
    'screens',
    `headless|${without('(?:graphical )?(?:user )?interface|ui|gui|screens?|windows?|frontend')}|(?:command[- ]line|cli|terminal|console)[- ]only|only (?:on|in|from) the (?:command line|terminal)`,
    '(?:opens?|shows?|displays?|has|with|in|pops? up|click|clicks|clicking) (?:on )?(?:an? |the |its )?(?:\\w+ )?(?:dialogs?|buttons?|modals?|pop-?ups?|drop-?downs?|side ?bars?|tool ?bars?|wizards?|dashboards?|windows?|charts?|sliders?|check ?box(?:es)?|color pickers?|web pages?|tabs)|drag(?:s|ging)?[ -]and[ -]drop',
  ),
  row(
    'arguments',
    `(?:takes?|needs?|accepts?|has|with|expects?|requires?) no (?:arguments?|parameters?|flags?|options?|inputs?)|without (?:any )?(?:arguments?|parameters?|flags?|options?)`,
    '(?:the|its|an?|first|second|by the|via the|with the) (?:\\w+ )?(?:argument|parameter|flag|option) ["“`\'-]?[\\w-]+|--[a-z][\\w-]+|(?:pass|passes|passed|given|set|sets|choose|chosen|filters?|controlled|configured) (?:\\w+ ){0,3}(?:with|by|via|as|through) (?:an? |the |its )?(?:\\w+ )?(?:arguments?|parameters?|flags?|options?)',
  ),
];
