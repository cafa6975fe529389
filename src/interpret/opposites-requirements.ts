/**
 * More English words that exclude each other, written as in opposites-english.ts: those of requirements, interfaces and acts that are
 * undone by another. Nearly all tell two things apart as well, so they count only where both are plainly said of one thing.
 */
export const REQUIREMENT_AXES = `
colours: t:black | t:white | t:red | t:blue | t:green | t:yellow | t:purple | t:orange | t:pink | t:brown | t:gray t:grey | t:turquoise t:cyan
adding: w:add w:insert w:put-in | w:remove w:delete w:take-out
slowing: w:accelerate w:speed-up | w:slow
skipping: w:validate w:check w:verify | w:skip
filling2: w:fill | w:empty w:drain
lifting: w:lift w:raise | w:drop w:lower
pushing2: w:push | w:pull
inflation: w:inflate | w:deflate
tightening: w:tighten | w:loosen
sharpening: w:sharpen | w:blur
waking: w:wake | w:sleep
burying: w:bury | w:dig-up w:unearth w:dig
inviting: w:invite w:admit w:include | w:exclude w:expel
exposing: w:protect w:shield | w:expose
trading: w:buy | w:sell
lending: w:borrow | w:lend
doubling: w:double | w:halve
shuffling: w:sort w:order | w:shuffle w:randomize w:randomise
closing: w:open | w:shut
loading4: w:load | w:unload
measure: w:widen w:enlarge w:lengthen w:extend w:raise w:increase w:grow s:wider s:larger s:bigger s:longer s:higher s:greater | w:narrow w:shrink
  w:shorten w:lower w:decrease w:reduce w:cut s:narrower s:smaller s:shorter s:lower
thinness: s:thicker | s:thinner
complexity: s:simpler | s:more-complex s:complexer s:more-complicated
squareness: s:rounded s:round | s:square s:angular
renown: s:famous s:well-known | s:unknown
sidewise2: t:left s:top-left s:bottom-left | t:right s:top-right s:bottom-right
ends2: t:top s:top-left s:top-right | t:bottom s:bottom-left s:bottom-right
company: t:with | t:without
amounts: t:everything t:everyone t:everybody t:all | t:nothing t:nobody t:none
listing: s:allowlist s:whitelist s:allow-list s:allowlisted s:whitelisted | s:denylist s:blacklist s:blocklist s:deny-list s:block-list
  s:denylisted s:blacklisted s:blocklisted
clock: t:utc t:gmt | t:local-time
hours: s:24-hour | s:12-hour
indents: t:tabs t:tab | t:spaces t:space
outcome: t:pass t:passes t:succeed t:succeeds | t:fail t:fails
more: t:more | t:less t:fewer
rank: t:first t:earliest | t:last t:latest
severity: t:error t:errors | t:warning t:warnings
base: s:zero-based s:0-based | s:one-based s:1-based
wires: wired | wireless
bounds2: t:inclusive | t:exclusive
traffic: s:incoming s:inbound | s:outgoing s:outbound
architecture2: s:monolithic s:monolith | s:microservices s:microservice-based s:distributed
approach: s:bottom-up | s:top-down
units: s:relative | s:absolute
measures: s:metric | s:imperial
reuse: s:reusable s:rechargeable s:multi-use | s:single-use s:one-time-use s:disposable s:one-use
threadsafety: s:thread-safe s:threadsafe | s:thread-unsafe s:non-thread-safe s:not-thread-safe
diet: carnivorous meat-eating | herbivorous plant-eating
habitat: aquatic water-dwelling | terrestrial land-dwelling
figure: fat chubby obese plump overweight | skinny slim slender thin bony underweight
tallness: s:tall | s:short
smoothness: s:smooth s:fluid | s:jerky s:choppy s:stuttering
hardness: rock-hard s:hard-as-rock | fluffy
gloss: matte | glossy shiny
thoroughness: s:thorough s:in-depth | s:superficial s:cursory
fashion: s:modern s:contemporary s:state-of-the-art | s:old-fashioned s:dated s:antiquated
business: s:busy s:occupied | s:idle s:unoccupied
sharing: s:shared s:common s:communal | s:private s:exclusive s:unshared s:isolated
interactivity2: s:interactive s:interactively | s:non-interactive s:non-interactively s:noninteractively
finality: s:final s:definitive s:definite | s:provisional s:preliminary s:tentative s:draft
official: s:official | s:unofficial s:inofficial
tightness: s:tight s:tight-fitting | s:loose s:baggy
filledness: s:filled | s:outlined
script: s:left-to-right s:ltr | s:right-to-left s:rtl
explicitness: explicit explicitly | implicit implicitly
directness: s:direct s:directly | s:indirect s:indirectly
earliness: s:early | s:late
priority: s:primary s:main | s:secondary s:subordinate
importance: s:major s:important s:critical s:essential s:crucial | s:minor s:unimportant s:negligible s:irrelevant s:trivial
fading: w:fade-in w:zoom-in | w:fade-out w:zoom-out
speech2: w:mute s:muted | w:unmute s:unmuted
pinning: w:pin s:pinned | w:unpin s:unpinned
subscription: w:subscribe s:subscribed | w:unsubscribe s:unsubscribed
following: w:follow | w:unfollow
mounting: w:mount s:mounted | w:unmount s:unmounted
frozenness: w:freeze | w:unfreeze
archiving: w:archive s:archived | w:unarchive w:restore s:unarchived
selection: w:select s:selected s:preselected w:preselect | w:deselect w:unselect s:deselected s:unselected
checking2: w:check s:pre-checked s:prechecked s:checked | w:uncheck s:unchecked
installing: w:install s:installed s:preinstalled | w:uninstall s:uninstalled
saving: w:save w:store w:persist s:saved s:stored s:persisted | w:discard w:forget s:discarded s:thrown-away s:unsaved
accepting: w:accept | w:decline
confirming: w:confirm | w:cancel
pausing: w:resume w:continue w:proceed w:go-on | w:pause w:halt w:suspend w:abort w:stop w:cancel w:quit w:give-up
appending: w:append s:appended | w:prepend s:prepended
winning: w:win | w:lose
rising2: w:rise w:ascend w:climb | w:fall w:descend w:sink
appearing: w:appear | w:disappear w:vanish
strengthening: w:strengthen | w:weaken
brightening: w:brighten w:lighten | w:darken w:dim
folding2: w:expand w:unfold w:maximize w:maximise | w:collapse w:fold w:minimize w:minimise
heeding: w:respect w:honor w:honour w:obey | w:ignore w:disregard w:bypass w:disobey
grouping: s:grouped w:group | s:ungrouped w:ungroup
merging: w:merge w:combine w:join w:unite | w:split w:separate w:divide
vulnerability: invincible invulnerable s:immune unkillable | s:vulnerable killable s:susceptible
ripeness: s:ripe | s:unripe s:rotten s:overripe
freshness2: s:fresh | s:rotten s:mouldy s:moldy s:spoiled
passivity: s:passive | s:active
looks: cute adorable pretty | scary terrifying hideous ugly frightening
weather: s:sunny | s:rainy
sorting: s:sorted | s:random s:randomly-ordered
erasing: s:hard-delete s:hard-deleted | s:soft-delete s:soft-deleted
publishing: s:published s:final s:released | s:draft s:drafts s:unpublished s:unreleased
liveness: s:live | s:recorded s:prerecorded s:pre-recorded s:taped
federation: s:centralized s:centralised | s:federated s:distributed
windowing: s:fullscreen s:full-screen | s:windowed
typeface: s:serif | s:sans-serif
fluidity: s:fixed-width s:fixed-size | s:responsive s:fluid
scrolling: s:paginated | s:infinite-scroll s:infinitely-scrolling s:unpaginated
dragging: s:draggable s:movable s:moveable | s:fixed s:immovable s:pinned
destructiveness: s:destructive | s:non-destructive s:nondestructive
traversal: s:depth-first | s:breadth-first
layout2: s:row-based s:row-oriented | s:column-based s:column-oriented s:columnar
tax: s:tax-inclusive s:including-tax s:including-vat s:with-tax s:gross s:incl-vat | s:tax-exclusive s:excluding-tax s:excluding-vat
  s:without-tax s:net s:excl-vat s:tax-free
plenty: s:abundant s:plentiful s:common | s:scarce s:rare
burial: s:underground s:subterranean | s:above-ground s:overground
tampering: s:tamper-proof s:tamperproof s:tamper-resistant | s:tamperable
keeping: s:kept | s:removed
including: w:include w:keep w:contain | w:exclude w:omit w:skip w:leave-out
running2: w:run w:execute | w:skip
allowing2: w:let-in w:admit | w:keep-out w:block w:lock-out w:shut-out
rewriting: w:overwrite w:replace s:overwritten s:replaced | w:preserve w:keep s:preserved s:kept s:untouched
alertness: w:warn w:alert w:notify | w:ignore w:stay-silent
arrival: w:enter | w:leave w:exit
praise: w:praise w:reward | w:punish w:penalize w:penalise w:blame
healing2: w:heal w:cure w:feed w:revive | w:kill w:starve w:poison
allegiance: s:ally s:friend s:friendly | s:enemy s:foe s:hostile
belief: s:believable s:realistic | s:unbelievable s:unrealistic
responsibility: s:supervised | s:unsupervised
comfort: comfortable cosy cozy | uncomfortable
fairness: fair | unfair
legibility: readable legible human-readable | unreadable illegible
popularity: s:popular | s:unpopular
health2: s:healthy | s:sick s:ill s:diseased
fate: s:doomed | s:saved
straightness: straight | s:curved s:crooked s:bent
purity: s:pure | s:impure s:contaminated
alcohol: s:alcoholic | s:non-alcoholic s:alcohol-free
gluten: s:vegan s:vegetarian s:meat-free | s:meaty s:meat-based
fertility: s:fertile | s:infertile s:barren
loading: s:preloaded s:prefetched | s:loaded-on-demand s:loaded-lazily
threading2: s:main-thread s:on-the-main-thread | s:background-thread s:on-a-background-thread s:in-a-worker
repository: s:monorepo | s:polyrepo s:multi-repo
copy: s:by-reference | s:by-value
keyboard: s:mouse-only | s:keyboard-only
verbosity2: s:chatty s:talkative | s:taciturn s:silent s:mute
customers: s:b2b | s:b2c
coverage: s:complete s:exhaustive s:full | s:partial s:incomplete
money: s:profitable | s:unprofitable s:loss-making
consent2: s:consensual s:voluntary | s:forced s:compulsory s:involuntary
`;
