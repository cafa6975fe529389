/**
 * Claims that leave no room, and what breaks them, as data: "stateless" and "keeps sessions". A row is what is claimed, what breaks it,
 * and what it is about. Patterns are bounded and held against one or two sentences in lower case.
 */
export interface Claim {
  readonly axis: string;
  /** The sources of the two patterns, without their edges. */
  readonly sources: readonly [claim: string, breach: string];
  readonly claim: RegExp;
  readonly breach: RegExp;
}

const LIBRARIES =
  'lodash|underscore|ramda|react|vue|angular|svelte|express|fastify|koa|axios|got|jquery|moment|dayjs|date-fns|luxon|commander|yargs|chalk|ora|inquirer|zod|joi|yup|ajv|rxjs|redux|mobx|webpack|vite|rollup|bootstrap|tailwind(?:css)?|prisma|sequelize|typeorm|knex|mongoose|winston|pino|requests|numpy|pandas|scipy|flask|django|fastapi|click|typer|pydantic|sqlalchemy|boto3|spring|guava|gson|jackson|hibernate|tokio|serde|clap|reqwest|gin|cobra|rails|sinatra|laravel|symfony|socket\\.io|ws|dotenv|uuid|immer|d3|three(?:\\.js)?|chart\\.js|beautifulsoup|pytorch|tensorflow|opencv|pillow|npm packages?|pip packages?|third[- ]party (?:\\w+ )?(?:librar(?:y|ies)|packages?|modules?)|external (?:librar(?:y|ies)|packages?|modules?)';
const DATABASES =
  'postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|redis|dynamodb|oracle|sql server|firestore|cassandra';

export const row = (axis: string, claim: string, breach: string): Claim => ({
  axis,
  sources: [claim, breach],
  claim: new RegExp(`(?<![\\w-])(?:${claim.replaceAll('never ', 'never (?:ever )?')})(?![\\w])`),
  breach: new RegExp(`(?<![\\w-])(?:${breach})(?![\\w])`),
});
export const without = (what: string): string =>
  `(?:no|without(?: any| an?)?|zero|free of|needs? no|requires? no|uses? no|has no|have no|not (?:use|need|have|require)(?: any| an?)?|(?:must|may|should|can|does|do)(?:n't| not|not) (?:use|need|have|require|touch|access|contact|want|make|collect|store|open|send|rely on|depend on|add|install|include|contain)(?: any| an?| the)?|never (?:use|need|have|make|touch|access|collect|open|send)s?(?: any| an?| the)?) (?:(?!tracking\\b|third-party\\b|first-party\\b|new\\b|unnecessary\\b|old\\b)[\\w-]+ )?(?:(?:or|and no) )?(?:${what})`;

export const CLAIMS: readonly Claim[] = [
  row(
    'state',
    'stateless',
    '(?:keeps?|stores?|holds?|remembers?|saves?|caches?|tracks?|maintains?|keeping|storing|remembering) (?:\\w+ ){0,3}(?:sessions?|state|logins?|users?|carts?|history|previous \\w+|requests?|counters?)|in-memory sessions?|(?:server-side|sticky) sessions?|remembers? (?:the|its|each|every|what)',
  ),
  row(
    'writing',
    'read-only|readonly|view-only|write-protected|nobody can (?:edit|change|write)',
    '(?:users?|people|everyone|anyone|they|you|admins?|editors?|visitors?|customers?|members?|it) (?:can |may |must |should |will |also )?(?:edit|change|modif|update|write|delete|rename|add|overwrite)(?:s|ies|y)?|(?:edit|change|modify|update|delete|overwrite|write to|editing|changing|updating|deleting) (?:every|all|any|each|its|the|their) \\w+|inline editing|(?:edit|save|delete) buttons?|edited (?:by|in)',
  ),
  row(
    'mutability',
    'append-only|insert-only|write-once|immutable|unchangeable|never changes?|frozen config',
    '(?:users?|admins?|people|players?|they|you|everyone|anyone) (?:can |may |will )?(?:changes?|edits?|modif(?:y|ies)|updates?|overwrites?)|(?:rows?|entries|entry|records?|lines?|events?|values?|fields?|it|they|items?|objects?|elements?|state|contents?) (?:\\w+ ){0,2}(?:updated|overwritten|deleted|edited|removed|modified|rewritten|changed|mutated|replaced)|(?:updates?|overwrites?|deletes?|edits?|modif(?:y|ies)|mutates?|changes?|rewrites?|removes?) (?:\\w+ ){0,2}(?:rows?|entries|records?|lines?|events?|values?|fields?|items?|elements?|it|them|in place)|setters?|updated? in place|in-place updates?',
  ),
  row(
    'network',
    `offline-only|offline only|works? (?:only )?offline|fully offline|completely offline|air-gapped|never (?:goes|connects?|go) online|never (?:uses?|touch(?:es)?|contacts?) the (?:network|internet)|${without('network|internet|connection|internet connection|network access|network calls?|wifi')}`,
    '(?:streams?|downloads?|fetch(?:es)?|uploads?|pulls?|syncs?|loads?|gets?|reads?|streaming|downloading|fetching)(?: \\w+){0,4} (?:from|to|with|over|via) (?:the |a |our |its )?(?:\\w+ ){0,2}(?:cloud|internet|web|server|api|cdn|network|s3|github|backend)|(?:downloads?|fetch(?:es)?|uploads?) (?:the |every|all|its|new|latest|a )|calls? (?:the|a|an|our) (?:\\w+ )?(?:api|server|endpoint|web ?service)|websockets?|(?:cloud|remote) (?:api|server|storage|database)|google maps|live (?:prices|data|weather|scores)',
  ),
  row(
    'availability',
    `zero-downtime|${without('downtime|interruption|outage')}|always (?:be )?(?:available|up|on|running|reachable)|up at all times|never (?:goes )?down|24\\/7`,
    '(?:stops?|shuts? down|takes? down|kills?|turns? off|stopping|shutting down|restarts? all|halts?|powers? off|shut) (?:the |every |all |each |our )?(?:\\w+ )?(?:servers?|services?|app|site|system|database|instances?|everything|machines?|it)|(?:is|are|be|gets?) (?:stopped|shut down|turned off|switched off|restarted)|maintenance (?:window|page|mode)|takes? (?:the |it |everything )?(?:\\w+ )?(?:down|offline)|(?:down|offline|unavailable) (?:for|during|every)',
  ),
  row(
    'dependencies',
    `dependency-free|zero-dependency|zero-dep|vanilla (?:js|javascript)|standard library only|only the standard library|stdlib only|only (?:uses? )?(?:the )?(?:standard library|stdlib|built-in (?:\\w+ )?modules)|${without('(?:third[- ]party )?dependenc(?:y|ies)|librar(?:y|ies)|packages?|frameworks?|third[- ]party (?:code|librar(?:y|ies)|packages?|modules?)')}`,
    `(?:uses?|using|with|via|on|on top of|imports?|importing|from|by|requires?|needs?|depends? on|through|and) (?:the )?(?:\\w+ )?(?:${LIBRARIES})`,
  ),
  row(
    'javascript',
    `javascript-free|js-free|pure html|html only|only html|plain html|${without('javascript|js|client-side code|scripts?')}`,
    'react|vue|angular|svelte|jquery|javascript (?:for|to|widget|code)|js components?|<script>|(?:a|with|uses?|using|by|in) (?:some )?(?:javascript|typescript|js)(?! (?:disabled|off))|onclick|single-page app',
  ),
  row(
    'effects',
    `pure (?:function|method|helper|reducer)|side-effect-free|${without('side effects?|side-effects?')}`,
    '(?:writes?|saves?|stores?|sends?|logs?|prints?|posts?|persists?) (?:\\w+ ){0,4}(?:to|into|in) (?:the |a |an )?\\w+|(?:mutates?|modif(?:y|ies)|updates?|increments?|changes?|sets?|deletes?) (?:the |a |its |an )?(?:global|input|argument|database|file|state|dom|cache|counter)(?: \\w+)?|sends? an? (?:e-?mail|request)|writes? (?:a|the) (?:file|log)|reads? the (?:clock|current time)|(?:with|has|have|having) (?:\\w+ )?side[- ]effects(?! (?:in|on|at|inside|outside)\\b)',
  ),
  row(
    'server',
    `serverless|server-less|${without('servers?|backend|back-end')}|client-side only|(?:everything|all of it|all logic) (?:must |should |has to )?(?:happens?|runs?|be done|is done|stays?) (?:only )?(?:on|in) the (?:client|browser)|static (?:site|page|html|website)|purely client-side`,
    '(?:own|dedicated|always-on|on-premises?|bare-metal|physical|long-running|central|node|express|php|our) servers?|server-side (?:rendering|rendered|sessions?|code|logic|validation)|(?:stores?|saves?|keeps?) (?:\\w+ ){0,4}(?:on|in) the (?:server|backend|database)|(?:runs?|running|hosted) on (?:a|our|the) (?:\\w+ ){0,3}server|the (?:server|backend) (?:calculates|computes|renders|does|stores|validates|processes|handles|sends|decides)|(?:runs?|executes?|uses?) (?:php|node|python|ruby|java)\\b|queries? the database|rendered (?:per|on each|for every) request|renders? (?:each|every) \\w+ on the server',
  ),
  row(
    'login',
    `unauthenticated|open to (?:everyone|anyone|all)|${without('auth|authentication|log-?in|sign-?in|sign-?up|account|password|registration|authorization|credentials')}|without (?:logging|signing) in|no one (?:has|needs) to log in`,
    '(?:valid |api |access |bearer )(?:token|key)s?|only (?:for )?(?:logged-in|signed-in|authenticated|registered|admins?|members?)(?: \\w+)?|(?:logged|signed)[- ]in (?:users?|people|members?)(?: only)?|(?:must|has to|have to|need to|needs to) (?:log|sign) in|requires? (?:a |an )?(?:login|password|account|token|authentication)|authenticated users|password-protected|behind (?:a|the) login',
  ),
  row(
    'identity',
    `anonymous(?:ly)?|${without('personal data|tracking|personal information|personally identifiable information|user data|pii')}`,
    "(?:stores?|saves?|records?|collects?|shows?|logs?|asks? for|keeps?|includes?|requires?|with|displays?) (?:\\w+(?:'s|s')? ){0,5}(?:full name|date of birth|names?|e-?mails?(?: address(?:es)?)?|ip address(?:es)?|phone numbers?|identit(?:y|ies)|real names?|user ids?|addresses)|tracks? (?:each|every|the|all) (?:user|visitor|person)s?|google analytics|(?:signed|linked) with (?:the|their) (?:user|name)",
  ),
  row(
    'sound',
    `silent|soundless|muted|noiseless|${without('sound|sounds|audio|noise')}`,
    '(?:plays?|makes?|emits?) (?:a |an |some )?(?:\\w+ )?(?:sounds?|music|noise|tune|song|alarm|melody)|beeps?|rings?|screams?|roars?|explodes? loudly|loud (?:noise|bang|sound)|sings?|shouts?',
  ),
  row(
    'durability',
    'unbreakable|indestructible|never breaks?|invincible|shatterproof|everlasting|cannot (?:be broken|break)|infinite durability|cannot be destroyed',
    'breaks? (?:after|when|if|in|on|easily|at)|shatters?|durability of \\d+|(?:after|has|only) (?:\\w+ )?uses|wears? out|is destroyed|can be (?:killed|destroyed|broken|defeated)|falls? apart|crumbles?|can be destroyed',
  ),
  row(
    'temper',
    'peaceful|passive|harmless|friendly|gentle|docile|pacifist|tame',
    '(?:attacks?|kills?|hurts?|murders?|destroys?|poisons?|bites?|slaughters?) (?:\\w+ )?(?:everyone|everything|players?|anyone|people|villagers?|you|all|every|nearby|whoever|on sight|the player)|deals? (?:\\w+ )?damage|explodes? (?:near|when|on)',
  ),
  row(
    'death',
    'immortal|cannot die|never dies|cannot be killed|unkillable',
    'dies?|killed|is dead|can be slain|health points?|\\d+ (?:hp|hearts|health)',
  ),
  row(
    'visibility',
    'invisible|unseen|cannot be seen|never visible',
    'everyone can see|(?:is )?(?:easy|easily) (?:to see|seen)|clearly visible|visible to (?:everyone|everybody|all|anyone)|bright (?:red|blue|green|yellow|pink|neon)|glows? brightly|catches the eye',
  ),
  row(
    'storage',
    `database-free|${without('databases?|persistence|db')}|${without('data')} (?:is |are |be )?(?:stored|saved|kept)|nothing is (?:stored|saved|persisted)|never (?:stores?|saves?|persists?|writes?) (?:anything|any|data|to (?:disk|a file|files|the database))|in-memory only|memory only`,
    `(?:stores?|saves?|writes?|persists?|keeps?|inserts?|reads?|updates?|connects?) (?:\\w+ ){0,4}(?:in|to|into|from) (?:a |an |the )?(?:\\w+ )?(?:${DATABASES}|database|table|disk|file)|sql quer(?:y|ies)|(?:uses?|using|with|on) (?:a |an |the )?(?:${DATABASES})|(?:is|are) (?:stored|saved|persisted) (?:for|in|on|until|to)`,
  ),
  row(
    'interface',
    `headless|command-line only|cli only|cli-only|terminal-only|${without('ui|gui|user interface|graphical interface|frontend|windows?|screen')}`,
    '(?:a|an|the|with|settings|confirmation) (?:\\w+ )?(?:dialogs?|buttons?|modals?|pop-?ups?|dropdown|sidebar|toolbar|wizard|dashboard|window|settings page|web page)|clicks? (?:on )?(?:a|the)|drag and drop',
  ),
  row(
    'configuration',
    `zero-config|configuration-free|${without('config(?:uration)?s?|settings|setup|options')}`,
    '(?:config(?:uration)? files?|yaml files?|environment variables?|settings (?:file|page|screen)|command-line flags?|must be configured|has to be configured|configure (?:the|each|every|it))',
  ),
  row(
    'logging',
    `logs? nothing|logging (?:is )?(?:off|disabled)|${without('logs?|logging|log output')}|never logs?(?: anything)?|do(?:es)? not log(?: anything)?`,
    '(?:writes?|adds?|appends?|sends?|records?) (?:\\w+ ){0,4}(?:to|into|in) the logs?(?: file)?|logs? (?:every|each|all|the)(?: \\w+)?|log (?:every|each|all)',
  ),
  row(
    'files',
    '(?:in|into|fits? in|as) (?:one|a single|exactly one) (?:\\w+ )?file|single-file|single file|one file only|only one file|exactly one file',
    '(?:two|three|four|five|several|multiple|separate|many|different|its own|\\d+) (?:\\w+ )?(?:files?|modules?)|split (?:it )?(?:in|into|across) (?:\\w+ )?files|a file per|one file per',
  ),
  row(
    'price',
    `(?:completely|totally|fully|entirely|always|100 ?%|is|be|for) free(?: of charge| to use| for everyone)?|free(?: of charge| forever| plan| tier| app| game| version)|${without('cost|charge|payments?|fees?')}`,
    '(?:costs?|charges?|priced at|price of|for|at) (?:\\w+ )?[$€£¥]?\\d+|subscription fee|must pay|have to pay|has to pay|pays? (?:a|for|per|monthly)|monthly fee|paid subscription|[$€£¥] ?\\d+(?:\\.\\d+)?',
  ),
  row(
    'automation',
    `fully automat(?:ic|ed)|completely automat(?:ic|ed)|automatic(?:ally)?|unattended|hands-free|${without('human(?: \\w+)?|manual (?:\\w+ )?|user interaction|interaction|user input|approval|intervention|confirmation|manual steps?|clicks?')}|never asks?(?: the user)?(?: anything)?`,
    '(?:users?|person|people|admins?|operators?|someone|somebody|humans?|managers?|engineers?) (?:(?:must|has to|have to|needs? to|should) (?:first |always |manually )?(?:click|confirm|approve|enter|press|type|start|trigger|run|do|copy|move)|clicks?|confirms?|approves?|enters?|presses)(?: \\w+)?|by hand|manual (?:approval|confirmation|step|trigger|review)|asks? (?:the user|for confirmation)|waits? for (?:user|manual|human|the user|approval|confirmation)|prompts? (?:the user|for)|every time you (?:click|press)',
  ),
  row(
    'time',
    `real-time|realtime|in real time|instant(?:ly|aneous)?|immediate(?:ly)?|${without('delay|latency|waiting|lag')}|up-to-the-second|live updates?`,
    '(?:once|only) (?:a|an|per|every) (?:day|week|hour|month)|nightly|overnight|every (?:hour|day|night|week|month|\\d+ (?:hours?|minutes?|days?))|(?:after|with|within|for) (?:\\w+ )?(?:\\d+|two|three|a few|several|one|an?) (?:hours?|days?|weeks?)|takes? (?:at least |about |up to |around )?(?:\\d+|an?|several|a few|two|three|five|ten) (?:seconds?|minutes?|hours?|days?)|(?:the )?next day|in (?:nightly|daily|weekly) batches|weekly|monthly|daily(?! use)',
  ),
  row(
    'cache',
    `uncached|always fresh|never (?:be )?cached?(?: anything| it)?(?=\\s*(?:[,.;]|and |but |$))|${without('cach(?:e|ing)')}|do(?:es)? not cache(?: anything)?`,
    'cached? (?:for|the|it|them|every|each|all|responses?|results?|in)|(?:from|in|with) (?:the|a) (?:\\w+ )?cache|served? stale|redis cache',
  ),
  row(
    'chance',
    'deterministic|reproducible|always (?:the same|returns? the same)|same (?:result|output|order) (?:every|each) time|predictable',
    '(?:a |at |in )?randomly(?: \\w+)?|random (?:number|value|order|seed|colou?r|choice)s?|math\\.random|shuffles|(?:rolls?|throws?) (?:a |the )?dice|depends? on the (?:current )?time|coin (?:flip|toss)',
  ),
  row(
    'compatibility',
    `backwards?[- ]compatible|fully compatible|${without('breaking changes?')}|without breaking (?:the |any |existing )?\\w+`,
    '(?:removes?|renames?|drops?|deletes?|breaks?|removing|renaming|dropping) (?:\\w+ ){0,4}(?:fields?|endpoints?|apis?|param(?:eter)?s?|methods?|columns?|arguments?|functions?|routes?)',
  ),
  row(
    'encryption',
    'end-to-end[- ]encrypted|end-to-end encryption|zero-knowledge|encrypted',
    'servers? (?:can |may |must |should )?(?:reads?|decrypts?|scans?|index(?:es)?|search(?:es)?|analy[sz]es?|inspects?)|admins? (?:can |may )?reads?|readable (?:for|by|to) (?:anyone|everyone|all|the server)|(?:full-text|server-side) search|moderators? (?:can )?reads?',
  ),
  row(
    'input',
    `keyboard-only|keyboard only|${without('mouse|pointer|touch(?:screen)?')}`,
    'drag(?:s|ging)?(?: and drop)?|clicks?|hover(?:s|ing)?|mouse wheel|right-click|double-click|swip(?:e|es|ing)',
  ),
  row(
    'pictures',
    `text-only|text only|plain[- ]text only|only plain text|plain-text (?:e-?mail|page|mail)|${without('images?|pictures?|graphics|photos?|icons?')}`,
    '(?:insert|embed|paste|attach)s? (?:\\w+ ){0,2}(?:images?|pictures?|photos?|tables?|videos?)|(?:an?|the|with|large|show|shows|hero|background|company|profile|product|\\d+) (?:\\w+ ){0,2}(?:images?|photos?|pictures?|logos?|videos?|icons?|avatars?|screenshots?)',
  ),
  row(
    'colour',
    `black[- ]and[- ]white|monochrome|gr[ae]yscale|colou?rless|${without('colou?rs?')}`,
    '(?:bright|in|is|are|with|a|an|and|the)? ?(?:red|blue|green|orange|purple|pink|yellow|rainbow|turquoise)(?: \\w+)?',
  ),
  row(
    'users',
    'single-user|one user only|only one user|for one person(?: only)?|only (?:i|me) (?:can )?(?:use|see|access)?|just for me',
    '(?:multiple|several|many|other|all|different|\\d+) (?:users?|people|accounts|teams?)|teams? (?:can|share|of)|shared? (?:with|between|by|among)|collaborat\\w+|user roles|invite (?:other|people|friends)',
  ),
  row(
    'bounds',
    `unlimited|${without('limits?|upper bound|maximum|caps?|restrictions?')}|infinite|unbounded|bottomless|endless|as many as (?:they|you) (?:want|like)`,
    '(?:at most|no more than|max(?:imum)?(?: of)?|up to|limit(?:ed)? (?:to|of)|only|capped at|(?:a )?cap of|(?:a )?limit of|never more than|with(?= \\d+ slots)) (?:\\d+|one|two|three|four|five|ten)(?: \\w+)?|runs? out|is used up',
  ),
  row(
    'expiry',
    'never expires?|permanent(?:ly)?|forever|does not expire|no expiry|kept forever|valid forever|unlimited validity|never (?:be )?deleted',
    'expires? (?:after|in|on|at|every|within)|(?:ttl|lifetime|validity) of|(?:valid|kept|stored|available|lasts?) (?:only )?for (?:\\d+|one|an?|two|three) (?:\\w+)|(?:deleted|removed|purged|gone) after|for (?:\\d+|one|two|three|a few) (?:seconds|minutes|hours|days|weeks)',
  ),
  row(
    'count',
    'one-time|single-use|only once|exactly once|just once|one time only',
    'every (?:time|day|hour|minute|week)|reus(?:e|ed|able)|again and again|multiple times|repeatedly|as often as|several times|twice|each (?:time|day)',
  ),
  row(
    'publicity',
    '(?:nobody|no one) (?:may|can|should|must) (?:see|read|view|access)|private|secret|confidential|only (?:i|me|the owner|owners?) can see|hidden from everyone|internal-only',
    '(?:anyone|everyone|everybody|anybody|all users|the whole world|strangers|every visitor) (?:can|may|will|should|must) (?:see|read|view|access|open|find|edit|download|use|join)|publicly (?:visible|available|listed|readable|accessible)|indexed by google|(?:is|are) (?:shown|displayed|listed|published|visible) (?:on|to|in|for)|visible to (?:everyone|anyone|all)|without (?:logging|signing) in',
  ),
  row(
    'need',
    '(?:is|are|be|as|a|the|every|all|each) (?:\\w+ ){0,2}(?:required|mandatory|compulsory)(?: \\w+)?|must (?:always )?be filled(?: in)?|cannot be (?:empty|blank|null)|must not be (?:empty|blank|null)|not null',
    '(?:can|may|could) (?:also )?be (?:left )?(?:empty|blank|skipped|omitted|null|missing|left out)|may be omitted|(?:can|may) (?:skip|omit|leave) (?:it|them|out|this)|left (?:blank|empty)|leave it (?:empty|blank|out)',
  ),
  row(
    'uniqueness',
    'unique|no duplicates|without duplicates|no two (?:\\w+ )?(?:have|share|with)',
    'duplicates? (?:must |should )?(?:are |is |be )?(?:allowed|ok|fine|possible|present|included|kept)|allows? duplicates|(?:the )?same (?:\\w+ )?(?:twice|several times|for (?:two|several|all|multiple))|(?:may|can) (?:repeat|share|occur twice|be (?:used|registered|taken) (?:twice|more than once|several times))',
  ),
  row(
    'order',
    'sorted|in (?:alphabetical|chronological|a fixed) order|alphabetical(?:ly)?|ordered by \\w+',
    '(?:in )?(?:a )?random order|shuffled|in no particular order|randomly ordered|arbitrary order',
  ),
  row(
    'synchrony',
    'synchronous(?:ly)?|blocking',
    '(?:returns?|answers?|responds?) (?:immediately|at once|right away|a promise|before (?:it|the))|in the background|without waiting|does not wait|callbacks?',
  ),
  row(
    'synchrony',
    'asynchronous(?:ly)?|async|non-blocking|fire-and-forget',
    '(?:waits?|blocks?|blocking|waiting) (?:for|until|the)(?! (?:the|an?) \\w+ (?:result|response|reply))(?: \\w+)?|(?:blocks?|freezes?) (?:the )?(?:ui|main thread|caller|thread|page)|returns? (?:the|its) (?:final )?result (?:directly|synchronously|at once)',
  ),
  row(
    'repetition',
    'idempotent',
    '(?:creates?|adds?|inserts?|appends?|sends?|charges?) (?:a new|another|one more|a second|an additional|a|an) (?:\\w+ ){1,4}(?:each|every|on each|on every|for each|per) (?:call|time|request|retry)|increments?',
  ),
  row(
    'water',
    'waterproof|water-resistant|watertight',
    'dissolves?|(?:breaks?|melts?|dies|is destroyed|damaged|stops? working) (?:in|by|under|when) (?:the )?(?:water|rain|wet)|leaks?',
  ),
  row(
    'motion',
    'stationary|immobile|motionless|immovable|cannot move|never moves?|rooted to the spot',
    'walks?|runs (?:around|after|away|towards)|moves?|follows?|fl(?:y|ies)|chases?|teleports?|jumps?|swims?|dances?|wanders?|patrols?|charges at',
  ),
  row(
    'speech',
    'mute|speechless|silent|cannot (?:speak|talk)',
    'talks?|speaks?|sings?|screams?|shouts?|yells?|tells?|chats?|greets?',
  ),
  row('flight', 'flightless|cannot fly|never flies|wingless', 'fl(?:y|ies|ying)|soars?|hovers?|takes off'),
  row('sight', 'blind|eyeless|cannot see', '(?:sees?|watches|spots?|looks? at|stares? at|aims? at)'),
  row(
    'weight',
    'weightless|feather-light|light as a feather|weighs nothing',
    'weighs? (?:a ton|tons?|\\d+|more)|too heavy|slows? (?:you|the player|players) down|heavy as',
  ),
  row(
    'burning',
    'fireproof|non-?flammable|cannot burn|never burns',
    'burns?|catches fire|on fire|goes up in flames|ignites?',
  ),
  row(
    'temperature',
    'ice-cold|freezing cold|always cold|never melts?|frozen solid',
    'burns? (?:anyone|everyone|you|players?|whoever)|boils?|melts? (?:in|when|after|at)|sets? (?:\\w+ ){1,2}on fire',
  ),
  row(
    'light',
    'pitch-black|pitch-dark|gives off no light|unlit|lightless',
    'lights? up|glows?|shines?|illuminates?|emits? light|light level',
  ),
  row(
    'taste',
    'tasteless|inedible|not edible|cannot be eaten',
    '(?:you|players?|anyone|it) can (?:be )?eat(?:en)?|restores? (?:\\d+ )?hunger|tastes? (?:like|of|sweet|good|great|delicious)|delicious',
  ),
  row(
    'emptiness',
    '(?:always|is|are|be|stays?) empty|empty (?:file|list|page|folder|string|table|document|box|chest)|blank (?:page|file|screen)|with nothing in it',
    '(?:is |are )?(?:contains?|containing|full of|filled with|packed with|stuffed with)|(?:shows?|lists?|prints?|displays?|sorts?) its (?:first |last |top )?(?:\\w+ )?(?:entries|items|rows|elements|contents?|lines)',
  ),
  row(
    'files',
    "(?:do not|don't|without|not|never) (?:add|adding|create|creating) (?:any |a |new )*(?:files?)|no new files?",
    '(?:create|add|write|generate|new file) (?:a |the |an )?(?:new )?\\S+\\.\\w+|(?:create|add) (?:a|an|the|two|three) (?:new )?(?:\\w+ )?(?:file|module)',
  ),
  row(
    'schema',
    "(?:do not|don't|without|not|never) (?:change|changing|modify|modifying|touch|touching|alter|altering) the (?:\\w+ )?(?:schema|database|tables?)|no (?:schema changes?|migrations?)",
    '(?:add|drop|rename|remove|create|adding|dropping|renaming|removing|adds|drops) (?:a |an |the |new |two )*(?:[\\w`"]+ )?(?:columns?|tables?|index(?:es)?|foreign keys?)',
  ),
  row(
    'weapon',
    'unarmed|weaponless|without (?:a |any )?weapons?',
    '(?:with|holding|carr(?:ies|ying)|wield(?:s|ing)|swings?) (?:a|an|his|her|its|two|the) (?:\\w+ )?(?:sword|axe|bow|gun|dagger|spear|knife|weapon|trident|crossbow)',
  ),
  row(
    'damage',
    `harmless|${without('damage|harm')}|(?:never|cannot) (?:does|do|deals?|hurts?|harms?)(?: any)?(?: damage| anyone| anything)?`,
    '(?:kills?|slays?|destroys?|one-shots?|deals?|hurts?|wounds?) (?:\\w+ ){0,2}(?:mobs?|enem(?:y|ies)|players?|everyone|everything|damage|hearts?|zombies?|bosses|anything)',
  ),
  row(
    'cost',
    `${without('ingredients?|materials?|resources?|fuel|mana')}|costs? nothing`,
    '(?:takes?|needs?|costs?|requires?|uses?|consumes?|burns?) (?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a|an|some) \\w+(?: \\w+)?',
  ),
  row(
    'edits',
    '(?:without|not) (?:changing|touching|modifying|editing) (?:any|a single|the|existing) (?:\\w+ )?(?:code|files?|lines?)(?: of code)?|(?:without|not) (?:changing|touching|editing) anything',
    '(?:rewrit|refactor|renam|delet|mov)ing (?:the|all|every)|rewrite (?:the|all|every)|refactor (?:the|all|every)|rename (?:the|all|every)|(?:edit|change|modify|update|rename|rewrite) (?:the|all|every|\\S+\\.\\w+)',
  ),
];
