/**
 * Means and the acts that need them, as rows of claims.ts: whoever has no microphone cannot be spoken to, what stores nothing greets
 * nobody by name. Each row is a means, the acts, and other ways to say that the means is not there.
 */
import { type Claim, row, without } from './claims.ts';
import { doneTo } from './verb-patterns.ts';

const OFF =
  '(?:is |are |being |stays? |remains? )?(?:always )?(?:off|switched off|turned off|disabled|denied|forbidden|prohibited|banned|blocked|unavailable|not (?:allowed|available|permitted|used))';
/** "JavaScript switched off", "no access to the camera", "may not ask for the location". */
const ruledOut = (means: string): string =>
  `${without(means)}|(?:${means}) ${OFF}|(?:no|without) \\w+ (?:to|of|for) (?:an? |the |any |your )?(?:${means})|(?:(?:must|may|should|can|does|do|will)(?: not|n't|not| never)|never) (?:ever )?(?:ask(?:s)? for|produce|make|play|emit|connects? to|go on|read|request|listen to|rely on|calls?|send|show|accesses) (?:an? |the |any |your )?(?:${means})|(?:lacks?|lacking|(?:turn|switch) off|disable) (?:an? |any |all |every )?(?:${means})`;

const needs = (axis: string, means: string, acts: string, otherwise = ''): Claim =>
  row(axis, ruledOut(means) + (otherwise === '' ? '' : `|${otherwise}`), acts);

const WHO = '(?:users?|visitors?|customers?|clients?|people|players?|members?|ips?|accounts?|callers?|persons?)';
const KEPT = '(?:saved|stored|kept|remembered|recorded|persisted|retained)';
const DATA = '(?:data|information|state|records?|memory|history|logs?)';
const NOTHING_KEPT = `stateless|(?:(?:nothing|no (?:\\w+ )?${DATA})(?: at all| whatsoever)? (?:(?:is|are|may|must|should|gets?|will|can)(?: ever)?(?: be)? )?${KEPT}(?: (?:anywhere|at all|between \\w+|on the server))?|(?:stor|sav|keep|record|remember|retain|persist)(?:es?|s)? (?:nothing|no (?:\\w+ )?${DATA})(?: or \\w+)?(?: (?:at all|whatsoever|about (?:our |the )?${WHO}|of any kind))?|(?:must|may|should|does|do|can)(?: not|n't|not) (?:store|save|keep|record|remember|persist|retain) (?:anything|any(?: \\w+)? ${DATA}))(?! (?:of|in|on|to|for|until|about)\\b)`;
const ELSEWHERE =
  '(?![^.;]*\\b(?:redis|browser|client-side|cookies?|url|local ?storage|jwt|tokens?|database|postgres\\w*|memcached|upstream|caller)\\b)';
const LIVE = "(?:live|current|latest|real-time|up-to-date|today's|newest)";

export const MEANS: readonly Claim[] = [
  needs(
    'network',
    'network(?: access| requests?| calls?| traffic| connections?)?|internet(?: access| connection)?|wifi|mobile data|online access|connectivity',
    `${LIVE} (?:[\\w-]+ ){0,2}(?:prices?|rates?|weather|scores?|news|forecasts?|traffic|quotes?|data|release|version|results?|stocks?)|(?:e-?mail|tweet|upload|download|stream)(?:s|ed|ing)? (?:the|an?|it|them|every|each|all|songs|music|videos?|their|its)|send(?:s|ing)? (?:[\\w'-]+ ){0,4}(?:e-?mails?|tweets?|messages? to)|check(?:s|ing)? (?:github|npm|the web|online)|(?:payments?|pays?|order(?:s|ed)?|play(?:s|ed)?|search(?:es)?) online|(?:from |on |via |to )?(?:spotify|youtube|netflix|google maps|openai|chatgpt|slack|dropbox)|multiplayer|push notifications?|video calls?`,
    '(?:stays?|remains?|is|runs?|works?) (?:completely |fully |entirely |strictly )?offline at all times|never (?:access|use|touch)(?:es|s)? the (?:network|internet)',
  ),
  row(
    'memory',
    NOTHING_KEPT,
    `(?:(?:remembers?|recogni[sz]e[sd]?|reminds?|greets?)(?: [\\w'-]+){0,6}|(?:read|said|bought|did|saw|viewed|ordered|wrote|played|visited)(?: \\w+){0,2} (?:last|yesterday|before|earlier)|returning ${WHO}|(?:(?:their|its|the|your|his|her|a|browsing|search|order|chat)(?: [\\w']+)? )?history(?! (?:of art|lessons?|books?))|where (?:they|you|he|she|it|we|i|the \\w+) left off|high ?scores?|leaderboards?|summar(?:y|ies) of (?:\\w+ ){0,2}activit(?:y|ies)|(?:chart|graph|statistics|report|list|summary|overview)s? of (?:\\w+ ){0,5}(?:past|last|previous)|(?:last|previous|earlier|past) (?:orders?|visits?|searche?s?|messages?|purchases?|results?)|recently (?:viewed|used|played)|(?:activity|usage) logs?|log of (?:all|every|what)\\w*|favou?rites|(?:locks?|blocks?|bans?|locked|blocked|banned) (?:[\\w-]+ ){0,3}after (?:its |the |their )?(?:\\w+ )?(?:failed|wrong|bad|invalid)?|after (?:\\w+ ){1,2}(?:failed|wrong|bad|invalid) \\w+|(?:limits?|limiting) (?:each|every) (?:${WHO}) to|count(?:s|ing)? (?:\\w+ ){0,4}per ${WHO}|(?:signed|logged) in for|still there (?:after|tomorrow|next))${ELSEWHERE}`,
  ),
  needs(
    'persons',
    '(?:personal|private|user|customer) (?:data|information|details)',
    `(?:e-?mail|mail|text|call|phone|send)s? (?:every|each|all|the|our|its) ${WHO}|ask(?:s|ing)? (?:[\\w-]+ ){0,2}for (?:their |the |your |an? )?(?:[\\w-]+ )?(?:names?|birthdays?|phone numbers?|e-?mails?|addresse?s?)|birthday (?:cards?|mails?|e-?mails?|greetings?)|by (?:their )?(?:first |full )?names?|home address(?:es)?|phone numbers?`,
    '(?:store|save|keep|collect|record)s? no (?:personal|private|user|customer) (?:data|information|details)(?: whatsoever| at all)?',
  ),
  needs(
    'javascript',
    'javascript|scripts?|scripting',
    `client-side(?: \\w+)?|single-page app(?:lication)?|spa|react|vue|angular|svelte|jquery|(?:javascript|js) (?:click )?(?:handlers?|code|functions?|widgets?)|without (?:reloading|a (?:page )?reload)|live in the browser|while (?:they|you|users?|the user) types?|drag(?:s|ging)? and drop`,
    '(?:works?|working|usable|runs?) with javascript (?:switched off|turned off|disabled|off)',
  ),
  needs(
    'microphone',
    'microphones?|mic|audio input|voice input',
    `(?:users?|people|players?|you|they|customers?|the user) (?:can |may |must |should )?(?:speaks?|dictates?|says?|talks?|sings?|records?)|what (?:[\\w-]+ ){1,2}(?:says?|speaks?|sings?)|(?:voice|spoken) (?:commands?|control|messages?|notes?)|dictat(?:es?|ing|ion)|transcribes?|by voice|listens? (?:to|for)|speech recognition|records? (?:the |your |their )?(?:voice|audio|speech)`,
  ),
  needs(
    'camera',
    'cameras?|webcam',
    `scan(?:s|ning)? (?:\\w+ ){0,3}(?:qr|bar) ?-?codes?|(?:qr|barcode) scan(?:ner|ning)|(?:takes?|taking|snaps?|shoots?) (?:an? |the |some )?(?:[\\w-]+ )?(?:photos?|pictures?|selfies?|snapshots?|videos?)|selfies?|film(?:s|ing)? (?:the|an?|it|them)|face (?:recognition|detection|unlock)|recogni[sz]es? (?:faces?|gestures)|video calls?`,
  ),
  needs(
    'location',
    'gps|location(?: data| access| services)?|position data|geolocation',
    `(?:the )?(?:nearest|closest) \\w+|near (?:you|me|the user)|(?:current|own|your|their) (?:position|location)|where (?:you|the user|users|they|i) (?:are|is|am)|when you (?:leave|enter|arrive|reach)|turn-by-turn|how far (?:away )?(?:you|the user|i)`,
  ),
  needs(
    'speakers',
    'speakers?|loudspeakers?|audio output|sound output|sounds?|audio',
    `(?:reads?|says?|speaks?|announces?|plays?) (?:[\\w-]+ ){0,4}(?:aloud|out loud|a (?:sound|song|melody|jingle|tune))|(?:creak|squeak|bang|ring|beep|chime|buzz|growl|roar|hiss|whistle|thump)(?:s|es)?(?: (?:when|as|if|on|at|every|loudly))?|voice-?over|background music|sound effects?`,
  ),
  needs(
    'keyboard',
    'keyboards?',
    `typ(?:e|es|ing|ed) (?:in|their|the|an?|your)|hotkeys?|keyboard shortcuts?|press(?:es)? (?:ctrl|enter|escape|the \\w+ key)`,
  ),
  needs(
    'mouse',
    'mouse|mice|pointing device|trackpad',
    '(?:right|left|double|middle)-?click(?:s|ing|ed)?|hover(?:s|ing)?|drag(?:s|ging)?|mouse wheel|click(?:s|ing)? (?:on )?(?:the|an?)',
  ),
  needs(
    'screen',
    'screens?|displays?|monitors?',
    '(?:on|onto) (?:the|its|a) (?:screen|display|monitor)|(?:displays?|shows?) (?:the|an?|all|its) (?:[\\w-]+ )?(?:picture|image|video|chart|text|map|menu|page)s?|touch ?screen',
  ),
  needs('paper', 'paper|printers?|ink|toner', 'print(?:s|ed|ing)? (?:the|an?|it|them|out|every|each|on)|printouts?'),
  needs(
    'notifications',
    'notifications?|alerts?|reminders?',
    '(?:notif(?:y|ies)|alerts?|reminds?|pings?) (?:me|us|them|the|every|each|all|users?)|push messages?',
  ),
  row(
    'messages',
    "(?:cannot|can't|can not|must not|may not|never) (?:ever )?(?:sends?|posts?|writes?) (?:any )?(?:messages?|replies|anything)",
    '(?:repl(?:y|ies)|answers?|responds?|writes back) (?:to )?(?:every|each|all|the|any|people|users?)|greets? (?:every|each|all|new|the)',
  ),
  needs('clock', 'clock|system time', '(?:current|actual|exact) (?:time|date)|time ?stamps?|time of day|what time'),
  row(
    'signs',
    '(?:only|solely) (?:be |contains? |consists? of |use |have |made of )?(?:digits|numbers|numerals)|(?:digits|numbers) only|purely numeric|numeric only',
    '(?:and|but|with|needs?|contains?|has|have|includes?) (?:at least |exactly )?(?:one|an?|two|three|\\d+) (?:[\\w-]+ )?(?:letters?|special characters?|symbols?)|(?:upper|lower)-?case letters?|capital letters?',
  ),
  row(
    'signs',
    '(?:only|solely) (?:be |contains? |consists? of |use |have |made of )?letters|letters only|purely alphabetic|alphabetic only',
    '(?:and|but|with|needs?|contains?|has|have|includes?) (?:at least |exactly )?(?:one|an?|two|three|\\d+) (?:[\\w-]+ )?(?:digits?|numbers?|special characters?|symbols?)',
  ),
  row(
    'drive',
    'fully electric|all-electric|purely electric|electric-only',
    'petrol|gasoline|diesel|fuel tank|exhaust pipe|refuel(?:s|led)?',
  ),
  needs(
    'song',
    'lyrics|vocals|singing|singers?',
    '(?:sings?|sung|singer)(?: \\w+)?|sing-?along|(?:first|second|last) verse',
  ),
  row(
    'rewriting',
    "append-only|insert-only|write-once|(?:existing|old|older|earlier) (?:lines?|entries|rows?|records?) (?:are|is|must|may|can)(?: never| not|n't|not)(?: be)? (?:altered|changed|edited|modified|touched)",
    `${doneTo('overwrite delete remove erase edit correct rewrite change alter update replace anonymize', '(?:names?|rows?|lines?|entry|entries|records?|amounts?|values?)(?: (?:in|from|of) (?:the |its )?(?:older |existing |earlier )?\\w+)?')}|in place`,
  ),
  row(
    'read-only',
    'read-only|readonly|view-only',
    `(?:writes?|saves?|inserts?|puts?) (?!go\\b|are\\b|to\\b)(?:[\\w-]+ ){1,4}(?:in|into|to) (?:the |its )?\\w+|(?:updates?|changes?|edits?|inserts?|deletes?) (?:[\\w-]+ ){1,3}(?:in|from) the \\w+|(?:form|button|field|dialog)s? (?:for|to) (?:edit|chang|updat|renam|delet)\\w*`,
  ),
  needs(
    'server',
    'backend|back-end|servers?',
    '(?:on|by|in) (?:the|our|a) (?:server|backend)|server-side(?: \\w+)?|api endpoints?|node(?:\\.js)? (?:service|process)',
  ),
  needs(
    'accounts',
    '(?:user )?accounts?|log-?ins?|registration|sign-?ups?',
    '(?:after|by|when|upon) (?:logging|signing) in|(?:their|his|her|your) own (?:\\w+ )?(?:orders?|profile|dashboard|posts?|data|settings|page)|(?:log|sign)s? in (?:with|to|using)|my account',
  ),
  needs(
    'cookies',
    'cookies?',
    `(?:keeps?|stays?|remains?) (?:[\\w-]+ ){0,2}(?:signed|logged) in (?:for|until|after|over)|remember(?:s|ed)? (?:the|their|each|every|which|what|who|me)|recogni[sz]e[sd]? (?:[\\w-]+ ){0,3}(?:next|again|later)|greeted by name${ELSEWHERE}`,
  ),
  needs(
    'disk',
    'disk|files?|file ?system|hard drive',
    `(?:exports?|saves?|writes?|stores?|dumps?) (?:[\\w-]+ ){0,3}(?:as|to|into|in) (?:an? |the )?(?:[\\w-]+ )?(?:files?|folder|disk|pdf|csv|directory)`,
    "(?:must|may|should|does|do|can)(?: not|n't|not|never) (?:ever )?write (?:anything )?to (?:the )?(?:disk|file ?system|hard drive)",
  ),
  needs(
    'services',
    '(?:external|third[- ]party|outside|remote) (?:services?|apis?|providers?)',
    `(?:from |via |to )?(?:the )?(?:openai|stripe|twilio|google|aws|azure|github|slack|spotify|mapbox|sendgrid|paypal|chatgpt)(?:'s)?(?: \\w+)? ?(?:apis?|maps|translate|analytics|tiles?)?`,
  ),
  row(
    'deleting',
    "(?:(?:nobody|no one) (?:can|may)|(?:users?|they|people) (?:cannot|can't|may not|must not|can never)) (?:ever )?delete (?:anything|any \\w+)",
    'delete (?:buttons?|icons?|links?|options?)|(?:delete|remove|trash) (?:their|his|her|own|each|every|all)',
  ),
  needs('engine', 'engines?|motors?', '(?:with|by|its|the|a) (?:\\w+ )?(?:engine|motor)|horsepower|revs up'),
  needs(
    'oven',
    'oven|baking',
    'bak(?:e|es|ed|ing) (?:the|it|for|at|in|until|them|an?)|baked|roast(?:s|ed|ing)? (?:the|it|for|at|in)',
    'no-bake|unbaked',
  ),
  needs(
    'stove',
    'stove|cooker|cooking|heat',
    '(?:boil|fry|simmer|cook)(?:s|ed|ing)? (?:the|it|for|in|until|an?)',
    'no-cook',
  ),
  needs(
    'electricity',
    'electricity|power(?: outlet| source| supply)?|batter(?:y|ies)|mains',
    `microwaves?|(?:electric|induction) \\w+|plug(?:s|ged)? (?:it )?in|hair ?dryer|blender|toaster|charg(?:es?|ing) (?:the|your|it)|(?:shines?|glows?|runs?|works?) (?:all|for|day|around|the whole)`,
  ),
  needs(
    'car',
    "car|driving licen[cs]e|licen[cs]e|driver's licen[cs]e",
    '(?:i|we|you|to|then|and) drives?|driving (?:to|from|through)|road trip|park(?:ing)? (?:the|our|your) car|by car',
  ),
  needs(
    'weapons',
    'weapons?|arms',
    `(?:shoots?|stabs?|slays?) (?:[\\w-]+ ){0,4}with|with (?:his|her|its|their|a|an) (?:\\w+ )?(?:bow|sword|axe|gun|spear|dagger|crossbow|rifle|pistol)s?`,
  ),
  needs(
    'legs',
    'legs|feet',
    '(?:runs?|walks?|jumps?|kicks?|strolls?|marches|sprints?) (?:after|around|to|towards|over|through|away|across|up|the|at)',
  ),
  needs('wings', 'wings', 'fl(?:y|ies|ying) (?:over|above|through|across|around|to|in|up|away|after)|soars?|flaps?'),
  needs('hands', 'hands|arms', '(?:grabs?|holds?|throws?|waves?|punches|carries) (?:the|an?|at|it|its|you|items?)'),
  needs('eyes', 'eyes', '(?:sees?|watches|stares? at|looks? at|spots?) (?:the|you|players?|every|any|who|an?)'),
  needs(
    'mouth',
    'mouth',
    '(?:bites?|eats?|speaks?|talks?|sings?|shouts?|swallows?) ?(?:the|to|you|players?|every|any|an?)?',
  ),
  needs(
    'gravity',
    'gravity',
    '(?:falls?|drops?|sinks?|tumbles?) (?:down|to the (?:ground|floor)|off|onto)|falling \\w+|fall damage',
  ),
  needs(
    'enemies',
    'enem(?:y|ies)|monsters?|hostile mobs?|fights?|combat',
    '(?:fights?|battles?|duels?) (?:against|with) (?:an? |the )?|boss(?:es)?(?: fight| battle)?|(?:kill|defeat|slay)s? (?:the|all|every|ten|\\d+) \\w+|zombies? (?:attack|spawn)s?',
  ),
];
