/**
 * English words that exclude each other in what people plan, write, cook, run and play, written as in opposites-english.ts. They count only
 * where both are plainly said of one thing; the tongues, currencies and their like only where two clauses are the same but for them.
 */
export const EVERYDAY_AXES = `
tongue: t:english | t:german | t:french | t:spanish | t:italian | t:japanese | t:chinese | t:russian | t:portuguese | t:dutch | t:polish
  | t:korean | t:swedish | t:turkish | t:arabic | t:latin
spelling: s:american-spelling s:us-spelling s:american-english s:us-english | s:british-spelling s:uk-spelling s:british-english s:uk-english
currency: t:euros t:euro t:eur | t:dollars t:dollar t:usd | t:pounds t:gbp | t:yen t:jpy | t:francs t:chf
quoting: t:single-quotes | t:double-quotes
naming: s:camelcase s:camel-case | s:snake_case s:snake-case | s:kebab-case | s:pascalcase s:pascal-case
degrees: t:celsius | t:fahrenheit
distance: t:kilometres t:kilometers t:km | t:miles
lasting: w:survive w:outlive w:persist w:endure s:survives s:left-in s:preserved s:retained s:kept w:keep w:leave-in w:retain w:preserve
  | w:empty w:clear w:wipe w:reset w:lose w:erase w:strip w:strip-out w:drop w:purge w:flush w:delete w:remove w:discard w:destroy
scrollfix: sticky-header s:sticky s:fixed s:pinned s:stays-on-top s:stay-on-top s:stays-in-view s:stay-in-view s:stays-put s:always-in-view
  s:stay-fixed s:stays-fixed s:frozen | w:scroll-with w:scroll-away w:scroll-out-of-view w:scroll-off w:scroll-out w:scroll-along
  w:scroll-with-the-page w:scroll-with-the-content s:scrolls
whereabouts: s:locally s:on-the-device s:on-device s:on-my-machine s:on-the-phone s:on-the-users-machine s:on-their-device | s:in-the-cloud
  s:on-our-server s:on-our-servers s:on-the-server s:on-a-server s:on-a-remote-server s:remotely
looping: w:loop s:on-repeat s:in-a-loop s:endlessly s:over-and-over s:repeatedly s:forever | s:just-once s:exactly-once
  s:a-single-time s:one-time-only
ending: s:permanent s:permanently s:everlasting s:never-ending s:endless s:lasts-forever | w:burn-out w:wear-off w:run-out w:fade-away w:time-out
  w:expire w:die-out w:dissolve s:burns-out-after s:wears-off-after s:runs-out-after s:expires-after s:lasts-only s:ends-after s:lasts-for
randomness: s:sequential s:sequentially s:consecutive s:in-sequence s:predictable | s:random s:randomly s:at-random s:shuffled s:unpredictable
playback: w:pause w:stop w:halt w:freeze | w:keep-playing w:play-on w:continue-playing w:go-on-playing w:keep-running w:run-on
halting: w:stop w:abort w:halt w:give-up w:quit s:stops-at | w:keep-going w:carry-on w:go-on w:continue w:move-on w:keep-on
lighting: w:light w:ignite w:kindle w:set-alight | w:extinguish w:put-out w:douse w:snuff-out
welcome: s:welcome s:invited s:admitted s:allowed-in s:let-in | s:unwelcome s:uninvited s:banned s:barred s:turned-away s:kept-out
ages: adults-only s:for-adults-only s:over-18-only | family-friendly s:child-friendly s:kid-friendly s:children-welcome
  s:children-are-welcome s:kids-are-welcome s:kids-welcome s:for-all-ages
audience: s:for-beginners s:beginner-level | s:for-experts s:expert-level s:for-professionals
modals: s:modal s:blocking | s:modeless s:non-modal s:non-blocking
attendance: s:in-person s:face-to-face s:on-site s:onsite | s:remote s:online s:virtual s:over-video s:by-video
payment: s:cash-only s:in-cash | s:cashless s:card-only s:cards-only
dress: s:black-tie s:formal-dress | s:casual-dress s:come-as-you-are
seating: s:seated s:sitting | s:standing s:standing-only
smoking: s:smoking | s:non-smoking s:smoke-free
travel: s:by-plane s:by-air | s:by-train s:by-rail | s:by-car s:by-road | s:by-bus | s:by-boat s:by-ship
serving: s:served-hot s:served-warm s:serve-hot s:serve-warm | s:served-cold s:served-chilled s:serve-cold s:serve-chilled
baking: s:baked s:oven-baked | s:no-bake s:unbaked s:raw
salt: s:salted s:salty | s:unsalted s:salt-free
caffeine: s:caffeinated | s:decaf s:decaffeinated s:caffeine-free
meat: s:vegetarian s:vegan s:meatless s:plant-based | s:meaty s:with-meat
alignment2: w:left-align s:left-aligned s:flush-left s:to-the-left | w:right-align s:right-aligned s:flush-right s:to-the-right | w:center w:centre s:centered s:centred
  s:in-the-middle s:in-the-center s:in-the-centre
handiwork: s:automatically s:automatic s:by-itself s:on-its-own | s:until-the-user s:until-a-user s:until-you s:until-someone s:until-somebody
  s:until-the-player s:until-an-admin s:until-the-admin s:until-the-customer s:until-the-author s:until-they s:until-i
being: w:remove w:drop w:delete w:take-out w:get-rid-of s:gone s:absent | w:show w:display w:appear s:shown s:displayed s:visible s:present
siting: s:off-site s:offsite | s:on-site s:onsite s:in-house
columns2: s:single-column s:one-column s:one-columns | s:two-column s:two-columns s:three-columns s:multi-column s:several-columns
format: t:json | t:xml | t:yaml | t:csv | t:html | t:toml | t:markdown | t:png | t:jpg t:jpeg | t:webp | t:svg | t:pdf | t:mp3 | t:wav
codetongue: t:typescript | t:javascript | t:python | t:rust | t:java | t:kotlin | t:ruby | t:php | t:swift | t:haskell | t:scala
person: s:first-person s:in-the-first-person | s:third-person s:in-the-third-person | s:second-person s:in-the-second-person
tense: s:past-tense s:in-the-past-tense | s:present-tense s:in-the-present-tense | s:future-tense s:in-the-future-tense
rhyme: s:rhyming s:rhymed w:rhyme | s:unrhymed s:non-rhyming s:free-verse
ending2: s:happy-ending s:ends-happily s:end-happily | s:sad-ending s:tragic-ending s:ends-sadly s:ends-badly s:ends-tragically
fiction: s:fictional s:made-up s:invented | s:true s:factual s:non-fiction
tone: s:formal s:formally | s:informal s:informally s:casual s:casually s:chatty
praise2: s:positive s:favourable s:favorable | s:negative s:unfavourable s:unfavorable
bulk: s:bulleted s:as-bullet-points s:in-bullet-points | s:as-prose s:in-prose s:in-full-sentences s:as-continuous-text
duration: s:all-day s:full-day | s:half-day
work: s:full-time | s:part-time
pay: s:paid s:salaried | s:unpaid s:voluntary
refund: s:refundable | s:non-refundable s:nonrefundable
return: s:returnable | s:non-returnable
sealed: s:sealed s:airtight s:closed | s:unsealed s:vented s:open
armed: s:armed w:arm | s:unarmed s:disarmed w:disarm
charged: s:charged w:charge | s:discharged w:discharge s:uncharged s:empty
powered: s:battery-powered s:cordless | s:mains-powered s:corded s:plugged-in
landing: w:land w:touch-down | w:take-off w:lift-off
docking: w:dock s:docked | w:undock s:undocked
buckling: w:fasten s:fastened w:tie w:buckle | w:unfasten s:unfastened w:untie w:undo w:unbuckle
wrapping: w:wrap s:wrapped | w:unwrap s:unwrapped
packing: w:pack s:packed | w:unpack s:unpacked
plugging: w:plug-in s:plugged-in | w:unplug s:unplugged
zipping: w:zip s:zipped | w:unzip s:unzipped
covering: w:cover s:covered | w:uncover s:uncovered s:bare s:exposed
shading: s:shaded s:in-the-shade | s:sunny s:in-full-sun s:in-the-sun
growth: w:grow w:swell | w:shrink w:dwindle w:shrivel
breath: w:inhale | w:exhale
sitting: w:sit-down | w:stand-up
remembering: w:remember w:memorize w:memorise w:recall | w:forget
ranks: w:promote s:promoted | w:demote s:demoted
hiring: w:hire s:hired | w:fire w:dismiss w:lay-off s:fired s:dismissed
electing: w:appoint | w:dismiss
praising: w:praise w:compliment | w:criticize w:criticise w:insult
helping: w:help w:support | w:hinder w:obstruct
agreeing: w:agree | w:disagree
winning2: w:win s:victorious | w:lose s:defeated
arriving: w:arrive | w:depart
attaching: w:attach s:attached | w:detach s:detached
assembling: w:assemble s:assembled | w:dismantle w:disassemble s:dismantled s:disassembled
tightness2: w:fasten w:tighten | w:loosen w:slacken
spending: w:spend | w:save
teaching: w:teach | w:learn
digging: w:bury | w:exhume
caching2: w:cache | w:bypass s:fetched-fresh s:always-fresh s:uncached
retrying: w:retry s:retried w:try-again | w:give-up s:never-retried s:given-up
sending: w:send | w:withhold w:hold-back
queueing: w:queue s:queued w:enqueue | w:dequeue s:dequeued
deploying: w:deploy s:deployed w:roll-out | w:roll-back s:rolled-back w:undeploy
committing: w:commit s:committed | w:roll-back s:rolled-back w:revert s:reverted
registering: w:register s:registered w:enrol w:enroll | w:unregister w:deregister s:unregistered
listing2: w:list s:listed | w:delist s:unlisted s:delisted
locking2: s:locked | s:unlocked s:open
throttling: s:throttled s:rate-limited | s:unthrottled s:unlimited s:without-rate-limit s:without-limits
nesting2: s:nested s:threaded s:hierarchical | s:flat s:unnested
padding: s:padded | s:unpadded
trimming: w:trim s:trimmed w:truncate s:truncated w:cut-off | s:untrimmed s:in-full s:at-full-length s:untruncated
masking: w:mask s:masked s:redacted w:redact w:obscure s:obscured s:obfuscated | s:unmasked s:unredacted s:in-clear s:in-the-clear s:in-plain-text
  s:in-plain-view s:in-full-view
sanitizing: w:sanitize w:sanitise w:escape s:escaped s:sanitized s:sanitised | s:unescaped s:unsanitized s:unsanitised s:raw s:verbatim s:as-is
wrapping2: s:wrapped s:word-wrapped | s:unwrapped s:on-one-line s:on-a-single-line
versioned: s:versioned | s:unversioned
tracked: s:tracked w:track | s:untracked w:untrack
monitored: s:monitored s:attended s:supervised | s:unmonitored s:unattended s:unsupervised
supported: s:supported | s:unsupported
deprecated: s:deprecated s:obsolete s:discontinued | s:current s:recommended s:supported
minify: s:minified s:uglified | s:unminified s:pretty-printed s:human-readable
scheduling: s:scheduled s:on-a-schedule s:at-fixed-times | s:unscheduled s:on-demand s:ad-hoc
sync2: s:in-sync s:synced s:synchronized | s:out-of-sync s:unsynced
spread: s:in-one-file s:in-a-single-file | s:in-several-files s:in-separate-files s:across-several-files s:one-file-per-class
mounting2: s:wall-mounted | s:free-standing s:freestanding
indent2: s:indented w:indent | s:unindented w:outdent s:flush
emphasis: s:bold | s:light s:thin
stress: s:underlined | s:not-underlined
visibility2: w:show w:display w:reveal w:expose s:visible s:shown s:on-screen | w:hide w:conceal w:suppress s:hidden s:invisible s:off-screen
  s:out-of-view
reacting: w:respond w:reply w:answer w:react | w:ignore w:stay-silent w:stay-quiet s:unanswered
flow: w:allow-through w:let-through w:pass-through | w:block w:filter-out w:hold-back w:stop-at
limits: s:unlimited s:without-limit s:without-a-limit s:limitless s:no-limit | s:limited s:capped s:restricted s:with-a-limit
rounding: w:round-up s:rounded-up | w:round-down s:rounded-down
counting: w:count-up s:counts-up | w:count-down s:counts-down
scroll: s:scrolls-up w:scroll-up | s:scrolls-down w:scroll-down
turning: w:turn-left s:turns-left | w:turn-right s:turns-right
spinning: s:clockwise | s:anticlockwise s:counterclockwise
gravity2: w:float w:hover w:levitate | w:sink w:fall-down w:drop-down
respawn: w:respawn w:come-back s:respawns | s:gone-for-good s:never-respawns s:permadeath
taming: s:tameable s:tamable | s:untameable s:untamable s:wild
crafting: s:craftable | s:uncraftable s:loot-only s:found-only
droppable: s:droppable w:drop | s:undroppable s:soulbound
tradable: s:tradable s:tradeable | s:untradable s:untradeable s:soulbound
renewability: s:renewable | s:non-renewable s:finite
solidity2: s:solid s:impassable | s:passable s:walk-through s:walkable-through s:ghostly
aggression: s:peaceful s:passive s:neutral s:friendly | s:hostile s:aggressive
spawn: w:spawn w:appear | w:despawn w:disappear w:vanish
stealth: s:stealthy s:undetected s:unnoticed | s:detected s:noticed s:conspicuous s:obvious
noise2: s:silently s:quietly s:in-silence | s:loudly s:noisily s:out-loud s:aloud
doneness: s:well-done | s:rare s:medium-rare
plurality: s:singular s:in-the-singular | s:plural s:in-the-plural
evenness: s:even-numbered | s:odd-numbered
sidewise3: s:left-handed | s:right-handed
proximity: s:nearby s:close-by | s:far-away s:distant s:remote
`;
