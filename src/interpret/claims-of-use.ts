/** More claims that leave no room, as claims.ts: what is done without, or kept in one place, and the use that breaks it. */
import { type Claim, row, without } from './claims.ts';

const SENDS =
  '(?:uploads?|sends?|syncs?|back(?:s|ed)? (?:it |them |everything )?up|stores?|push(?:es)?|saves?|posts?|forwards?|mirrors?|cop(?:y|ies))';

export const CLAIMS_OF_USE: readonly Claim[] = [
  row(
    'cookies',
    `cookie-free|cookieless|${without('cookies?')}`,
    '(?:sets?|in|into|with|via|uses?|reads?|writes?|from) (?:an? |the )?(?:[\\w-]+ )?cookies?(?! (?:banner|notice|consent|policy|jar|recipe))',
  ),
  row(
    'place',
    "(?:never|(?:must|may|should|can|does|do)(?: not|not|n't)) (?:ever )?leaves? (?:the|our|their|this|your) (?:\\w+ )?(?:network|servers?|device|machine|browser|phone|computer|company|premises|country|eu)|(?:stays?|kept|keep|remains?) (?:entirely |only |strictly )?on (?:the|our|their|this) (?:\\w+ )?(?:device|machine|phone|computer|premises)|on-premises? only|on-prem only",
    `${SENDS} (?:[\\w']+ ){0,5}(?:to|in|on|with|into) (?:the |an? |our )?(?:\\w+ )?(?:cloud|s3|aws|azure|google drive|dropbox|firebase|icloud|onedrive|third[- ]part(?:y|ies)|external \\w+|openai|remote \\w+)|(?:hosted|runs?|stored|saved) (?:in|on) (?:the )?(?:cloud|aws|azure|firebase|heroku)`,
  ),
  row(
    'calls',
    `${without('(?:external|outgoing|outbound|http|api|remote) (?:calls?|requests?|apis?|services?|connections?|traffic)')}`,
    '(?:gets?|fetch(?:es)?|loads?|reads?|pulls?|queries|query|asks?|calls?|looks? up|sends?|posts?|downloads?|uploads?)(?: \\w+){0,4} (?:from|to|via|with|over|through|at) (?:the |an? |our |its )?(?:[\\w-]+ ){0,2}(?:api|website|web ?service|endpoint|web|internet|server|cloud|cdn|s3|url|github|stripe)|(?:calls?|quer(?:y|ies)) (?:the|an?|our) (?:\\w+ )?(?:api|web ?service|endpoint)',
  ),
  row(
    'network',
    `${without('network(?: \\w+)?|internet(?: \\w+)?')}`,
    '(?:fetch(?:es)?|gets?|loads?|reads?|pulls?|downloads?|looks? up)(?: \\w+){0,4} (?:from|via|over|at) (?:the |an? |our |its )?(?:[\\w-]+ ){0,2}(?:website|web ?site|url|web ?page|web ?service|endpoint|internet|https?)',
  ),
  row(
    'asking',
    "without (?:ever )?(?:asking|prompting|bothering|a prompt|a confirmation|confirmation|confirming)(?: (?:the user|users|anyone|anybody|them|for (?:confirmation|permission)|again|first|anything)){0,2}|(?:never|do not|don't|must not) (?:ever )?(?:asks?|prompts?|bothers?) (?:the user|users|anyone|for (?:confirmation|permission))",
    'before (?:\\w+ing)(?: it| them| anything)?, (?:it |always |please )?(?:must |should )?(?:shows?|asks?|prompts?|displays?|pops?)(?: \\w+){0,4}|(?:always|first) (?:asks?|prompts?|shows? an? confirm\\w*)(?: \\w+){0,2}|(?:users?|they|he|she|people) (?:must|has to|have to|needs? to) (?:first |always )?(?:confirm|approve|agree|click)(?: \\w+)?|(?:with|shows?|opens?|displays?) (?:an? |the )?(?:\\w+ )?(?:confirmation|confirm|are-you-sure|"are you sure) (?:dialog|prompt|popup|box|modal|window|question)s?',
  ),
  row(
    'tests',
    `${without('(?:unit |automated |new )?tests?|testing')}`,
    '(?:writes?|adds?|includes?|with|provide) (?:\\w+ ){0,2}(?:unit |integration |e2e |automated )?tests? (?:for|that|covering|suite)|\\d+ ?% (?:test |code )?coverage|full(?:y)? test(?:ed| coverage)',
  ),
  row(
    'comments',
    `comment-free|${without('(?:code )?comments?(?: in the code)?')}`,
    'comments? (?:on |for |above |in )?(?:every|each|all) (?:\\w+ )?(?:lines?|functions?|methods?)|(?:explain|explained|document|documented)(?: \\w+){0,4} (?:in|with|by) (?:an? )?comments?|well[- ]commented|commented line by line',
  ),
  row(
    'animation',
    `animation-free|${without('animations?|transitions?|motion|moving parts?')}`,
    '(?:fades?|slides?|spins?|bounces?|zooms?|pulses?|wiggles?|flies|glides?) (?:in|out|around|up|down|when|on|into|smoothly|slowly|from)|animated (?:\\w+)|spinning \\w+|parallax',
  ),
  row(
    'threads',
    'single-threaded|single threaded|one thread only|only one thread|on a single thread',
    '(?:worker|multiple|several|many|two|three|four|five|eight|\\d+) (?:\\w+ )?threads|thread pool|multi-?threaded|multithreading',
  ),
  row(
    'advertising',
    `ad-free|advertisement-free|${without('ads|adverts?|advertis(?:ing|ements?)|banner ads')}`,
    '(?:with|shows?|displays?|plays?|and|contains?|has|puts?|financed by|paid for by|funded by) (?:an? |the )?(?:\\w+ ){0,2}(?:ads|advert|adverts|advertisements?|ad banners?|banner ad)|(?:google )?adsense',
  ),
  row(
    'password',
    `passwordless|password-less|password-free|${without('passwords?(?: field)?')}`,
    '(?:checks?|enters?|types?|verif(?:y|ies)|asks? for|requires?|with|resets?|chooses?|sets?) (?:in )?(?:the|their|an?|his|her|its|your) (?:\\w+ )?passwords?(?! (?:manager|less))',
  ),
  row(
    'recursion',
    `non-recursive|${without('recursion|recursive (?:calls?|functions?)')}`,
    'calls? itself|(?:an?|uses?|using|with) recursi(?:ve \\w+|on)|recursively',
  ),
  row('loops', `${without('loops?')}`, '(?:an?|with|uses?|using|in) (?:\\w+ )?(?:for|while|nested)[- ]loops?'),
  row(
    'containers',
    `${without('docker|containers?')}`,
    'docker(?: compose|-compose|file| image| container)|(?:in|with|as|using) (?:an? )?(?:docker )?container|in docker|with docker|kubernetes',
  ),
  row(
    'lines',
    'one-liner|one-line (?:\\w+)|(?:in|on|as) (?:exactly )?(?:one|a single) line(?: of code)?',
    '(?:separate|several|multiple|two|three|four|five|ten|\\d+) (?:\\w+ )?lines',
  ),
  row(
    'styles',
    `unstyled|${without('css|styl(?:es|ing)|stylesheets?')}`,
    '(?:bootstrap|tailwind|sass|styled-components)|rounded corners|drop shadows?|(?:blue|red|green|dark|grey|gradient) background',
  ),
  row(
    'sign-up',
    `${without('accounts?|sign-?up|registration|log-?in|sign-?in')}|without (?:ever )?(?:signing up|registering|logging in|creating an account)`,
    '(?:must|has to|have to|needs? to|need to) (?:first )?(?:register|sign up|create an account|log in|sign in|be logged in|be signed in|be registered)|only (?:after|with) (?:an? )?(?:\\w+ )?(?:login|log-in|logging in|signing in|registration|account)|(?:requires?|behind) (?:an? )?(?:\\w+ )?(?:login|log-in|sign-?in|account|registration)',
  ),
  row(
    'sound',
    'never (?:makes?|plays?) (?:an?|any) (?:sound|noise)|makes? no (?:sound|noise)|cannot be heard',
    'loud(?:ly)?(?: \\w+)?|screams?|roars?|howls?|barks?|rings?|beeps?|sings?|shouts?|bangs',
  ),
  row(
    'damage',
    "(?:can't|cannot|can not|does not|doesn't|never) (?:ever )?(?:hurt|harm|damage|kill|injure)s? (?:anything|anyone|anybody|any \\w+)",
    '(?:kills?|slays?|destroys?|one-shots?|deals?|hurts?|wounds?) (?:\\w+ ){0,2}(?:mobs?|enem(?:y|ies)|players?|everyone|everything|damage|hearts?|zombies?|creepers?|skeletons?|bosses|anything|villagers?)',
  ),
  row(
    'crafting',
    "uncraftable|(?:cannot|can't|can not|must not) be crafted|no (?:crafting )?recipe",
    '(?:is |are )?crafted (?:with|from|out of|using|by)|craft it (?:with|from|out of|using|by)|crafting recipe|(?:you|players?) (?:can )?crafts? it',
  ),
  row(
    'pickup',
    "(?:cannot|can't|can not) be picked up",
    '(?:you|players?) (?:can )?(?:picks? it up|carry it|carries it|hold it)|in (?:the|your) inventory|goes into (?:the|your) inventory',
  ),
  row(
    'spawning',
    "(?:never|does not|doesn't|cannot|can't) (?:ever )?spawns?(?: naturally| anywhere| at all)?",
    'spawns (?:in|every|at|near|around|on|all over)|(?:found|common|appears?) (?:in|everywhere|all over|near)',
  ),
  row(
    'network',
    "(?:under no circumstances|never|not|cannot|can't|mustn't|don't)(?: may| must| should)?(?: the| this| our| an?)?(?: \\w+)? (?:ever )?(?:contact|connect to|talk to|reach|call|phone) (?:an?|any|the|our) (?:\\w+ )?(?:servers?|internet|network|backend|api)",
    '(?:uploads?|downloads?|sends?|fetch(?:es)?|syncs?|posts?|gets?|pulls?|reports?)(?: \\w+){0,4} (?:from|to|with|via) (?:the |an? |our |its )?(?:\\w+ ){0,2}(?:cloud|internet|server|api|cdn|backend|website)',
  ),
  row(
    'price',
    'costs? nothing|free of charge|(?:completely|entirely|totally|always) free|free for (?:everyone|everybody|all)|for free',
    'charges? (?:\\w+ ){0,3}[$€£]?\\d+|(?:for|pays?|costs?|of) (?:\\w+ )?(?:[$€£] ?\\d+(?:\\.\\d+)?|\\d+(?:\\.\\d+)? ?(?:euros?|dollars?|€|usd|eur|pounds?|yen))',
  ),
  row(
    'rights',
    `${without('root|sudo|admin(?:istrator)? (?:rights|privileges)|root (?:rights|access|privileges)')}`,
    '(?:needs?|requires?|uses?|with|via|using) (?:sudo|root|admin(?:istrator)? (?:rights|privileges))|runs? as (?:root|administrator)|sudo \\w+',
  ),
  row(
    'identity',
    `anonymous(?:ly)?|${without('(?:personal|private|user) (?:data|information|details)')}`,
    "(?:prints?|asks?(?: the \\w+)? for|publish(?:es)?|writes?|enters?|lists?|requests?) (?:[\\w']+ ){0,4}(?:full name|date of birth|birthday|names?|e-?mail(?: address(?:es)?)?|phone numbers?|home address(?:es)?)",
  ),
];
