/** What follows from what a thing or a being is said to be, as concepts.ts does for programs: what never moves follows nobody. */
import { type Claim, row, without } from './claims.ts';
import { doing } from './verb-patterns.ts';

const N = '(?:\\d+|an?|one|two|three|four|five|ten|several|many)';
const HARMS = '(?:attack|kill|hurt|harm|bite|poison|burn|sting|wound|slay|destroy|explode|damage)';

const MEAT =
  'meat|beef|chicken|pork|fish|bacon|ham|steak|lamb|turkey|sausages?|salami|tuna|salmon|shrimps?|prawns?|anchov(?:y|ies)|minced? beef|chorizo|duck';
const DAIRY =
  '(?<!(?:oat|soy|almond|coconut|rice|vegan|plant|peanut|cocoa|nut) )(?:milk|cheese|butter|cream|cheddar|mozzarella|parmesan|yogh?urt|feta|ricotta)';
const SPIRITS = 'vodka|rum|gin|whisky|whiskey|tequila|wine|beer|brandy|bourbon|champagne|prosecco|liqueur';
/** "With a slice of cheddar on top"; what it only tastes like, or is made to look like, is not in it. */
const having = (food: string): string =>
  `(?<!\\b(?:like|loves?|miss)\\b(?: [\\w-]+){0,4} )(?<!(?:vegan|mock|fake|plant-based) )(?:(?:with|using|add|in) (?:(?!no|not|without|vegan|any)[\\w-]+ ){0,4}?)?(?:${food})(?: (?:in|on|for|to) (?:the |an? )?\\w+)?`;
/** What is left out of a dish, and what has it in it. "Not", "instead of" and their like take it back as everywhere. */
const FOOD: readonly Claim[] = [
  row('food', 'vegan|plant-based', having(`${MEAT}|eggs?|honey|${DAIRY}`)),
  row('food', `vegetarian|meat-free|meatless|${without('meat')}`, having(MEAT)),
  row('food', `dairy-free|lactose-free|${without('dairy|milk')}`, having(DAIRY)),
  row(
    'food',
    `gluten-free|${without('gluten|wheat')}`,
    having(
      '(?:wheat|rye|barley|spelt|all-purpose|plain|bread) flour|wheat|couscous|semolina|breadcrumbs|(?:normal|regular|white) (?:flour|bread|pasta)|bulgur|seitan',
    ),
  ),
  row(
    'food',
    `nut-free|${without('nuts')}`,
    having('almonds?|walnuts?|hazelnuts?|cashews?|peanuts?|pecans?|pistachios?|peanut butter|almond milk'),
  ),
  row('food', `alcohol-free|non-alcoholic|${without('alcohol')}`, having(SPIRITS)),
  row(
    'food',
    `sugar-free|sugarless|${without('sugar')}`,
    '(?:with|made of|full of|contains?|and|of|lots of) (?:\\w+ )?(?:sugar|honey|syrup|caramel|candy)',
  ),
];

export const CONCEPTS_OF_THINGS: readonly Claim[] = [
  ...FOOD,
  row(
    'motion',
    "never (?:ever )?moves?|(?:cannot|can't|does not|doesn't|can not) move|stationary|immobile|motionless|immovable|stands? still|rooted to the (?:spot|ground)|stays? (?:in one place|where it is)|frozen in place",
    `${doing('follow chase walk wander roam patrol fly swim jump teleport dance run crawl gallop march')}(?: (?:you|the|after|around|towards|to|away|over|from|every|players?|everyone|up|back))?|moves? (?:towards|around|away|when|toward|faster|to)`,
  ),
  row(
    'light',
    `(?:gives?|emits?|casts?|sheds?|makes?)(?: off| out)? no light|(?:always|completely|totally|pitch)[- ]?dark|unlit|lightless|${without('light|glow')}`,
    `(?:lights?|brightens?) (?:up|the|every|all|your)|illuminat(?:es?|ing)|glow(?:s|ing)?|shin(?:es?|ing)|bright(?:ly)?(?: \\w+)?|emits? light|light level|as bright as`,
  ),
  row(
    'sight',
    "invisible|unseen|(?:cannot|can't) be seen|nobody (?:can |may |ever )?sees?|no one (?:can |may |ever )?sees?|never (?:visible|seen)",
    `(?:every|each|all|any) (?:\\w+ )?(?:players?|users?|visitors?|people|members?|one)? ?(?:can |may )?sees?|(?:everyone|everybody|anyone|you) (?:can |may |will )?(?:see|sees|spot|watch|admire)|(?:in|is|and|are) (?:bright|neon|colou?rful) (?:\\w+)|seen (?:by|from)|(?:clearly|easily|always|well) visible|easy to (?:spot|see)|visible from`,
  ),
  row(
    'contents',
    `(?:holds?|contains?|stores?|carries|keeps?) (?:nothing|no items?|no \\w+s)|(?:always|forever|completely|totally) empty|${without('(?:\\w+ )?(?:slots?|inventory|space|room|capacity|storage|compartments?|shelves)')}`,
    `(?:with|holds?|holding|contains?|containing|stores?|carries|keeps?|full of|filled with|fits?|room for|space for) (?:up to |at least |exactly |more than )?(?:${N}|all|your|lots of|diamonds|gold|items?|loot|treasure)(?: \\w+)?`,
  ),
  row(
    'breaking',
    "unbreakable|indestructible|never (?:ever )?breaks?|(?:cannot|can't) (?:ever )?(?:break|be (?:broken|destroyed|damaged))|infinite durability|eternal|lasts forever|everlasting",
    `(?:breaks?|shatters?|crumbles?|snaps?|bursts?|cracks?|falls? apart|wears? (?:out|off)|is used up|is gone|disappears?|vanish(?:es)?|turns? to dust) (?:after|when|if|in|on|easily|at|once|into|with|as soon)|durability (?:of|is|:)? ?\\d+|(?:only|after|has|for|lasts?) (?:for )?(?:just )?${N} (?:uses?|hits?|shots?|blows?|swings?|blocks?|strikes?|minutes?|days?|seconds?)|can be (?:broken|destroyed|mined|smashed)`,
  ),
  row(
    'temper',
    `peaceful|harmless|friendly|gentle|docile|pacifist|tame|never (?:attacks?|hurts?|harms?|fights?)(?: anyone| anything| players?)?|(?:cannot|can't|would never) (?:attack|hurt|harm) (?:anyone|anything|anybody|a fly)`,
    `${HARMS}s? (?:\\w+ ){0,2}(?:players?|villagers?|everyone|everything|everybody|anyone|anybody|people|you|who(?:ever)?|on sight)|deals? (?:\\w+ )?(?:damage|hearts?)(?! to (?:hostile|enem|monster|undead|zombie))|explodes?|shoots? (?:at )?(?:\\w+ )?(?:players?|you|everyone|arrows|fireballs)`,
  ),
  row(
    'death',
    "immortal|undying|(?:cannot|can't|never) (?:be killed|dies?|be slain|be defeated)|unkillable|invincible|invulnerable|immune to (?:all|any|every) (?:\\w+ )?(?:damage|attacks?|weapons?)",
    `${doing('die')}(?: (?:after|when|if|in|from|at|within))?|(?:killed|slain|defeated|destroyed|beaten) (?:by|with|after|when|in|if)|(?:has|with|and|only) \\d+ (?:hp|hearts?|health(?: points)?|lives)|(?:drops?|leaves?) (?:\\w+ ){1,4}(?:when (?:killed|it dies|slain)|on death)|easy to (?:kill|beat|defeat)|one hit kills`,
  ),
  row(
    'sound',
    `silent(?:ly)?|soundless(?:ly)?|noiseless(?:ly)?|${without('sounds?|noise|audio|music')}|makes? no (?:sound|noise)|(?:cannot|can't) be heard|without (?:making )?(?:a|any) (?:sound|noise)`,
    `(?:plays?|makes?|emits?|lets out|gives?|sounds?|blares?) (?:an? |the |its |some )?(?:\\w+ ){0,2}(?:sounds?|siren|music|noise|tune|song|alarm|melody|bell|roar|scream|beep|jingle|horn|chime)s?|(?:roar|scream|bark|howl|sing|shout|yell|beep|ring|buzz|growl|hum|whistl|thunder|speak|talk)(?:s|es|ing)?(?: (?:loudly|at|when|to|all|every))?|loud(?:ly)?(?: \\w+)?|(?:reads?|says?|speaks?|announces?) (?:\\w+ ){0,4}(?:aloud|out loud)`,
  ),
  row(
    'flight',
    "flightless|wingless|(?:cannot|can't|never|does not|doesn't) (?:ever )?(?:fly|flies|leave the ground|take off)",
    `(?:fl(?:y|ies|ying)|soar(?:s|ing)?|hover(?:s|ing)?|glid(?:es?|ing)|takes? off)(?: (?:over|above|through|across|around|up|to|in|high|away))?`,
  ),
  row(
    'swimming',
    "(?:cannot|can't|never) swims?|sinks like a stone|afraid of water|never (?:goes|enters) (?:into )?(?:the )?water",
    '(?:swims?|swimming|dives?|diving) (?:across|through|in|around|after|to|with|under)|lives (?:in|under) (?:the )?(?:water|sea|ocean|lake|river)|underwater',
  ),
  row(
    'weight',
    'weightless|weighs nothing|light as (?:a feather|air)|feather-light|has no weight',
    '(?:weighs?|weighing) (?:a ton|tons?|\\d+|more|as much)|(?:too|very|extremely|so) heavy|slows? (?:you|the player|players|him|it) down|heavy as|(?:takes?|needs?) (?:two|three|four|several|many|\\d+) (?:people|players|men|horses) to (?:lift|carry|move)',
  ),
  row(
    'ammunition',
    `(?:needs?|uses?|takes?|requires?|consumes?|costs?) no (?:arrows?|ammo|ammunition|bullets?|mana|fuel|energy|power|electricity|batter(?:y|ies)|charge|coal|stamina)|${without('arrows?|ammo|ammunition|bullets?|mana|fuel|energy|batter(?:y|ies)|coal|stamina')}|(?:infinite|unlimited|endless) (?:arrows|ammo|ammunition|mana|fuel|energy|stamina)`,
    `(?:uses?|takes?|costs?|consumes?|burns?|needs?|requires?|eats?|drains?) (?:up )?(?:${N}|some|more|your|the|its|all|lots of) (?:\\w+ )?(?:arrows?|ammo|ammunition|bullets?|mana|fuel|energy|batter(?:y|ies)|power|coal|stamina|charges?)|(?:runs?|running) out of (?:arrows|ammo|mana|fuel|energy|power|coal|stamina)|(?:recharged?|refuel(?:l?ed)?|reload(?:ed)?|refilled?) (?:after|every|with|by|when)`,
  ),
  row(
    'colour',
    'black[- ]and[- ]white(?: only)?|only (?:in )?black and white|monochrome|gr[ae]yscale|colou?rless|(?:only|just) (?:shades of )?gr[ae]y',
    '(?:red|blue|green|orange|purple|pink|yellow|turquoise|golden|violet|cyan|magenta) (?:\\w+)|(?:in|is|are|turns?|painted|colou?red|with) (?:\\w+ )?(?:red|blue|green|orange|purple|pink|yellow|rainbow|turquoise)|colou?rful|rainbow|(?:bright|vivid|many) colou?rs',
  ),
  row(
    'sleep',
    'never sleeps?|sleepless|always awake|does not sleep',
    '(?:sleeps?|naps?|dozes?|snores?|falls? asleep|goes to (?:bed|sleep)|sleeping) ?(?:at|during|by|in|when|all|until|every|through|on)?',
  ),
  row(
    'food',
    'never eats?|does not eat|needs no food|without (?:any )?food',
    '(?:eats?|feeds? on|devours?|swallows?|hungry for|lives on|fed with|must be fed|starves) ?(?:\\w+)?',
  ),
  row(
    'trade',
    "(?:cannot|can't|must not|may not|never) be (?:sold|traded|bought|given away|dropped|transferred)|untradeable|unsellable|soulbound",
    '(?:sold|sells?|traded|trades?|bought|buys?|given away) (?:for|to|at|by|with|in|from)|(?:price|worth) (?:of |is )?\\d+|\\d+ (?:coins|emeralds|gold|diamonds)|(?:in|from|at) (?:the|any|every) (?:shop|market|store|merchant)',
  ),
  row(
    'cold',
    "ice-cold|freezing cold|always cold|(?:never|cannot|can't|does not|doesn't) (?:ever )?melts?|(?:always|forever) frozen|frozen solid",
    '(?:melts?|thaws?) (?:in|when|after|at|if|under|near|away|as)|(?:burns?|scalds?|boils?) (?:\\w+ )?(?:anyone|everyone|you|players?|whoever|your|hands?)|(?:hot|warm) to the touch|steams?|sets? (?:\\w+ ){1,2}on fire',
  ),
  row(
    'wet',
    'waterproof|watertight|water-resistant|never gets wet|stays dry',
    '(?:soaked|drenched|dripping wet|leaks?|lets? (?:the )?(?:water|rain) (?:in|through)|dissolves?|ruined by (?:water|rain)|gets? wet)',
  ),
  row(
    'doors',
    "(?:always|permanently|forever) (?:locked|closed|shut|sealed)|(?:cannot|can't|can never|never) be opened|never opens?|sealed (?:forever|shut)",
    '(?:opens?|unlocks?) (?:when|if|with|for|by|as|after|every|at|on|to)|(?:open|opened|unlocked) (?:with|by|for|at|during|when|every)|(?:players?|you|anyone|everyone|visitors?) (?:can |may )?(?:walks?|goes|go|enters?|opens?|steps?) (?:it|through|in)?',
  ),
  row(
    'age',
    "never (?:ages?|grows?(?: up| old)?|changes? size)|ageless|(?:cannot|can't) grow",
    '(?:grows?|growing|ages?|matures?) (?:up|into|bigger|older|with|over|every|to|by|after|taller|larger)|gets? (?:bigger|older|taller|larger)',
  ),
  row(
    'company',
    '(?:always|completely|totally) alone|solitary|lives alone|never (?:in|found in) groups?',
    '(?:in|lives in|spawns? in|hunts? in|travels? in|moves? in|always in) (?:\\w+ )?(?:groups?|packs?|herds?|swarms?|flocks?|pairs?)|(?:with|has|together with) (?:its|his|her|their) (?:family|pack|friends|herd|babies)',
  ),
  row(
    'speech',
    "mute|speechless|(?:cannot|can't|never|does not|doesn't) (?:ever )?(?:speaks?|talks?|says? (?:a word|anything)|repl(?:y|ies)|answers?)(?: anyone| anything)?",
    '(?:talks?|speaks?|sings?|screams?|shouts?|yells?|tells?|chats?|greets?|answers?|repl(?:y|ies)|responds?|whispers?|says)(?: (?:to|with|you|the|every|each|all|jokes|stories|when|a|hello|everyone|within|any))?',
  ),
  row(
    'speed',
    '(?:slowest|extremely slow|very slow|snail-paced|slow as a snail)',
    '(?:faster|quicker) than (?:any|every|all|the|a|an|light|sound)|(?:outruns?|overtakes?|catches) (?:any|every|all|everyone|you|players?)|at (?:the speed of|lightning) \\w+|(?:lightning|super) ?-?fast',
  ),
  row(
    'tools',
    "(?:cannot|can't|can not) be mined|unminable|unmineable",
    '(?:mined|dug|broken|harvested) (?:with|by|using|in)|(?:players?|you) (?:can )?(?:mines?|digs?|harvests?) (?:it|them)|drops? (?:\\w+ ){0,3}when mined',
  ),
];
