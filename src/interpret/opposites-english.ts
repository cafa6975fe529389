/**
 * English words that exclude each other when said of programs and what is in them, as data: one line an axis, its poles parted by `|`. A word may stand in several axes.
 * `n:` is a noun, `v:` a verb that takes an object and cannot be undone by the other, `a:` a word that is as often a verb, which
 * counts only where it stands as an adjective. `w:` is a verb that is as a rule done in turn with its opposite (show, hide), and `s:`
 * a word that often tells two things apart (daily, weekly): they count only where both are plainly said of one thing. `t:` is a word
 * so common (on, off) that it counts only where two clauses are the same but for it.
 */
export const AXES = `
visibility: visible shown w:show w:display w:reveal s:displayed s:revealed s:on-display s:visibly | invisible hidden concealed unseen
  w:hide w:conceal w:get-rid-of hides invisibly s:never-shown s:out-of-sight
synchrony: synchronous a:sync synchronously a:blocking s:in-a-blocking-way s:waits-for-the-result s:sync | asynchronous async
  asynchronously fire-and-forget non-blocking nonblocking s:without-waiting s:without-blocking s:in-the-background s:returns-immediately
  s:does-not-wait s:in-a-non-blocking-way
state: stateless holds-no-state keeps-no-state has-no-state without-state s:without-any-state sessionless | stateful s:keeps-state
  s:holds-state s:with-state session-based
keeping: v:keep v:keeps v:retain v:retains v:preserve v:preserves v:keeping kept retained preserved s:kept-forever s:retained-forever |
  v:delete v:deletes v:deleting v:remove v:removes v:removing v:erase v:erases v:purge v:purges v:discard v:discards v:wipe v:destroy
  deleted erased purged discarded s:deleted-immediately s:thrown-away s:dropped s:cleared s:wiped v:trash v:scrap v:drop v:clear
publicity: public publicly world-readable open-to-everyone s:visible-to-everyone s:visible-to-anyone s:readable-by-everyone
  s:readable-by-anyone s:accessible-to-everyone s:open-to-the-public w:publish s:published s:shared-with-everyone public-facing
  world-visible open-to-all open-to-anyone visible-to-everyone accessible-to-everyone accessible-to-anyone publicly-accessible published |
  private privately confidential secret secretly members-only s:visible-only-to-the-owner s:visible-to-nobody s:restricted-to-the-team
  s:only-for-the-owner s:for-internal-use-only s:unpublished s:kept-secret s:kept-private admin-only admins-only invite-only internal-only
  restricted restricted-to-admins unpublished closed-to-everyone closed-to-all
need: required mandatory compulsory obligatory s:non-optional s:obligatorily s:must-be-filled-in s:necessary s:must-be-filled
  s:has-to-be-filled-in s:must-be-given s:must-be-provided s:has-to-be-provided necessary non-optional must-have | optional voluntary
  s:non-mandatory s:not-required s:unnecessary s:skippable s:omittable s:discretionary s:can-be-omitted s:may-be-omitted
  s:can-be-left-empty s:may-be-left-empty s:can-be-left-out s:may-be-left-out s:can-be-skipped s:may-be-skipped s:can-be-left-blank
  s:may-be-left-blank s:can-be-empty s:may-be-empty unnecessary unneeded nice-to-have skippable
encryption: encrypted enciphered s:hashed w:encrypt hashed | plaintext plain-text unencrypted cleartext clear-text in-the-clear
  s:in-plain-text s:as-plain-text s:in-plaintext s:as-plaintext s:in-clear-text s:without-encryption s:as-clear-text s:plain w:decrypt
  s:as-readable-text
writing: read-only readonly write-protected view-only s:locked-for-editing s:not-editable s:cannot-be-edited s:uneditable non-editable
  uneditable write-once | writable writeable editable read-write write-only s:can-be-edited s:can-be-changed s:changeable overwritable
  deletable
mutability: immutable unchangeable unmodifiable append-only s:cannot-be-changed s:never-changed s:can-never-be-changed | mutable changeable
  modifiable updatable updated-in-place overwritten s:can-be-changed s:may-be-changed s:changeable-at-runtime s:editable
order: ascending oldest-first smallest-first s:asc s:sorted-ascending s:ascendingly s:a-to-z s:lowest-first s:cheapest-first s:alphabetical
  s:alphabetically s:from-oldest-to-newest s:oldest-to-newest s:low-to-high s:from-low-to-high s:lowest-to-highest s:from-lowest-to-highest
  s:smallest-to-largest s:from-smallest-to-largest s:from-a-to-z s:cheapest-to-most-expensive s:in-ascending-order s:ascending-order
  s:in-alphabetical-order s:in-chronological-order s:chronologically s:chronological s:from-first-to-last increasing low-to-high
  chronological | descending newest-first largest-first s:desc s:descendingly s:latest-first s:highest-first s:biggest-first s:z-to-a
  s:reverse-alphabetical s:most-recent-first s:most-expensive-first s:from-newest-to-oldest s:newest-to-oldest s:high-to-low
  s:from-high-to-low s:highest-to-lowest s:from-highest-to-lowest s:largest-to-smallest s:from-largest-to-smallest s:from-z-to-a
  s:most-expensive-to-cheapest s:in-descending-order s:descending-order s:in-reverse-order s:in-reverse-alphabetical-order
  s:in-reverse-chronological-order s:from-last-to-first decreasing high-to-low reverse-chronological
change: static | dynamic
network: online cloud-only online-only always-online s:works-offline s:connected s:internet-connected always-connected | offline
  offline-only s:disconnected s:air-gapped s:without-internet s:needs-no-internet offline-first-only
threads: single-threaded singlethreaded s:on-a-single-thread s:on-one-thread | multi-threaded multithreaded s:on-several-threads
  s:on-multiple-threads
players: single-player singleplayer | multi-player multiplayer
tenants: single-tenant | multi-tenant multitenant
users: single-user | multi-user multiuser
lines: single-line one-line | multi-line multiline
pages: single-page one-page | multi-page multipage
columns: single-column one-column | multi-column two-column three-column
tongues: monolingual english-only single-language | multilingual bilingual multi-language
permanence: temporary ephemeral transient short-lived volatile fleeting temporarily briefly s:one-off throwaway disposable s:short-term
  s:session-only in-memory-only s:kept-forever s:stored-forever s:never-deleted temp | permanent persistent everlasting eternal perpetual
  long-lived durable non-volatile permanently persistently persisted s:forever s:indefinitely s:long-term s:eternally s:for-good s:expires
  s:deleted-on-restart s:lost-on-restart s:gone-after-a-restart s:not-persisted s:only-in-memory
identity: anonymous unidentified nameless anonymously pseudonymous s:unnamed unauthenticated | identified identifiable s:logged-in
  s:signed-in s:authenticated s:named s:with-real-names s:with-their-real-name s:personally-identifiable authenticated logged-in signed-in
centre: centralized centralised | decentralized decentralised
automation: automatic automatically automated fully-automatic unattended s:by-itself s:on-its-own s:without-user-interaction
  s:without-human-intervention w:automate | manual manually hand-operated s:by-hand s:by-a-human s:only-when-the-user-clicks s:on-request
  s:done-by-hand s:hand-made
running: compiled | interpreted
typing: strongly-typed statically-typed | weakly-typed dynamically-typed untyped
activation: w:turn-on w:switch-on enabled switched-on turned-on w:enable w:activate s:activated s:on-by-default s:always-on activated t:on |
  w:turn-off w:switch-off disabled switched-off turned-off w:disable w:deactivate s:deactivated s:off-by-default s:always-off deactivated t:off
activity: active | inactive dormant
lock: locked w:lock | unlocked w:unlock
opening: open opened w:open s:wide-open | closed shut w:close s:sealed
filling: full | empty
permission: allowed permitted w:allow w:permit w:authorize w:authorise s:authorized s:legal w:accept s:accepted v:allow v:allows v:permit |
  forbidden prohibited disallowed banned w:forbid w:prohibit w:disallow w:deny w:ban w:reject w:refuse w:block s:denied s:blocked
  s:rejected s:refused s:illegal s:unauthorized v:forbid v:forbids v:prohibit v:ban
bounds: infinite unlimited endless boundless limitless unbounded | finite limited bounded capped
place: local on-premises on-prem s:locally local-only on-device | remote cloud-hosted cloud-based s:remotely s:in-the-cloud s:off-site
  cloud-only
simplicity: simple minimal minimalist minimalistic plain | complex complicated elaborate sophisticated ornate
price: free gratis cost-free free-of-charge s:costless s:at-no-cost s:no-charge s:for-free free-to-use | paid paid-only s:charged
  s:chargeable s:premium-only s:billed s:subscription-only s:costs-money pay-to-play
axis: horizontal horizontally | vertical vertically
alignment: left-aligned s:flush-left w:left-align | right-aligned centered centred s:flush-right w:right-align
case: uppercase upper-case s:capital-letters s:in-capitals s:in-capital-letters s:all-caps s:capitalized | lowercase lower-case
  s:small-letters s:in-small-letters s:all-lowercase
evaluation: eager eagerly s:eagerly-up-front | lazy lazily
strictness: strict strictly-validated s:rigorous s:unforgiving | lenient permissive s:forgiving s:loose s:lax s:tolerant s:relaxed
wordiness: verbose wordy | terse concise succinct
nesting: flat | nested hierarchical
loss: lossless | lossy
chance: deterministic predictable reproducible | random nondeterministic non-deterministic unpredictable randomized
sequence: sequential serial sequentially | parallel concurrent concurrently
dimension: 2d two-dimensional | 3d three-dimensional
side: client-side s:client-side-only s:in-the-browser s:on-the-client | server-side s:server-side-only s:on-the-server
direction: one-way unidirectional | two-way bidirectional
timing: real-time realtime s:live s:instantly-updated s:up-to-the-minute | batched nightly once-a-day s:once-a-night s:in-batches
  s:in-nightly-batches s:overnight
architecture: monolithic | microservice-based
certainty: certain guaranteed | uncertain
completeness: complete | incomplete partial
sameness: identical | different
scope: global s:globally s:application-wide s:system-wide s:shared s:site-wide s:project-wide | local s:per-user s:per-request
  s:per-session s:per-tenant s:user-specific s:thread-local s:individual s:isolated
trust: trusted | untrusted
ranking: s:oldest s:earliest s:smallest s:lowest s:cheapest s:shortest s:slowest | s:newest s:latest s:biggest s:largest s:highest
  s:most-expensive s:longest s:fastest
amount: w:increase w:raise w:grow w:enlarge w:expand w:extend w:lengthen w:widen w:maximize w:maximise s:increased s:raised s:increasing
  s:growing s:expanded | w:decrease w:reduce w:lower w:shrink w:cut w:shorten w:narrow w:minimize w:minimise w:diminish w:lessen
  s:decreased s:reduced s:lowered s:decreasing s:shrinking s:collapsed
presence: w:include w:add s:included s:present | w:exclude w:omit s:excluded s:omitted s:absent s:left-out s:missing
nullness: s:nullable s:null-allowed s:may-be-null s:can-be-null s:allow-null s:allows-null | s:not-null s:non-null s:nonnull s:non-nullable
  s:never-null s:forbid-null s:no-nulls
blanks: s:empty s:blank | s:non-empty s:nonempty s:filled-in
case_matters: s:case-sensitive | s:case-insensitive s:case-independent s:ignoring-case
consent: opt-in s:off-unless-chosen | opt-out
inlining: s:inline s:embedded s:inlined | s:separate s:separately s:external s:in-its-own-file s:standalone
uniqueness: s:unique s:distinct s:deduplicated s:one-of-a-kind unique | s:duplicate s:duplicated s:non-unique s:repeated s:allow-duplicates
  s:allows-duplicates duplicated duplicate non-unique
orientation: portrait s:upright s:portrait-only | landscape s:landscape-only
speedadv: quickly fast rapidly swiftly instantly immediately at-once right-away s:without-delay s:without-any-delay | slowly gradually
  sluggishly after-a-delay s:with-a-delay s:later s:with-delay s:delayed
latency: s:instant s:immediate s:instantaneous s:undelayed | s:delayed s:deferred s:postponed
frequency: s:every-second s:per-second | s:every-minute s:minutely s:once-a-minute | s:hourly s:every-hour s:once-an-hour s:each-hour |
  s:daily s:every-day s:each-day s:once-a-day s:nightly s:every-night s:once-per-day | s:weekly s:every-week s:once-a-week s:each-week
  s:once-per-week | s:monthly s:every-month s:once-a-month s:once-per-month | s:yearly s:annually s:every-year s:once-a-year
  s:once-per-year
continuity: continuous uninterrupted nonstop non-stop | intermittent sporadic s:occasional
count: s:single s:sole s:singular s:one-only | s:multiple s:several s:plural s:numerous
rendering: s:client-rendered s:client-side-rendered | s:server-rendered s:server-side-rendered
coupling: loosely-coupled decoupled s:independent s:standalone | tightly-coupled s:coupled s:dependent
normal: normalized normalised | denormalized denormalised
compression: s:compressed s:zipped s:gzipped s:minified w:compress w:minify | s:uncompressed s:raw s:unminified s:unzipped w:decompress
bits: binary s:machine-readable-only | s:textual human-readable
signing: s:signed | s:unsigned
validation: s:validated s:verified s:checked w:validate | s:unvalidated s:unverified s:unchecked s:without-validation
truth2: s:valid | s:invalid
safety: safe secure s:harmless | unsafe insecure dangerous hazardous s:vulnerable
stability: stable steady | unstable unsteady s:wobbly s:flickering
wholeness: s:intact s:complete s:full s:finished | s:broken s:partial s:unfinished s:fragmentary
expansion: s:expanded s:unfolded s:opened s:maximized s:maximised | s:collapsed s:folded s:minimized s:minimised
fixity: s:fixed s:constant s:unchanging s:sticky s:pinned s:hard-coded s:hardcoded s:invariable s:never-changes s:stays-the-same
  s:set-in-stone | s:variable s:changing s:adjustable s:configurable s:customizable s:customisable s:floating s:resizable s:scrolling
  s:changes-every-day s:changes-constantly s:keeps-changing
resizing: s:resizable s:scalable resizable stretchable | s:fixed-size s:fixed-width s:non-resizable fixed-size non-resizable
visibilityto: s:internal-only s:internal s:in-house | s:external s:public-facing s:customer-facing s:externally-accessible
horizontal: s:side-by-side s:in-a-row s:in-columns | s:stacked s:one-below-the-other s:one-above-the-other
sidewise: s:on-the-left s:leftmost s:to-the-left s:left-hand | s:on-the-right s:rightmost s:to-the-right s:right-hand
ends: s:at-the-top s:on-top s:topmost s:uppermost | s:at-the-bottom s:lowermost s:bottommost s:underneath
execution: s:eagerly-loaded s:preloaded s:up-front s:upfront s:in-advance | s:lazily-loaded s:on-demand s:lazy-loaded
freshness: s:fresh s:up-to-date s:current | s:stale s:outdated s:out-of-date s:expired
caching: s:cached | s:uncached s:non-cached s:never-cached
pushing: s:push-based s:event-driven | s:pull-based s:polling s:polled
locking: optimistic | pessimistic
typedness: typed | untyped
generality: generic s:general-purpose s:universal | specific s:specialized s:specialised s:special-purpose
verbosity: s:detailed s:exhaustive s:in-depth s:comprehensive s:full-length | s:brief s:short s:terse s:one-line s:summarized
possibility: s:possible | s:impossible
number: s:odd | s:even
sign: s:positive | s:negative
legality: s:lawful | s:unlawful
order2: s:ordered s:sorted | s:unordered s:unsorted s:shuffled s:random-order
linking: s:linked s:connected s:attached s:coupled | s:unlinked s:disconnected s:detached s:separate
openness: open-source | closed-source proprietary
inheritance: s:final s:sealed | s:extensible s:subclassable s:overridable
abstraction: s:abstract | s:concrete
nature2: procedural s:procedurally-generated | s:handmade s:hand-built s:prebuilt
failure: s:fail-fast s:aborts | s:fault-tolerant s:continues-on-error
compat: s:backward-compatible s:backwards-compatible | s:breaking s:incompatible
reversal: reversible undoable | irreversible s:final s:non-reversible
retries: s:retried | s:never-retried
cardinality: s:one-to-one | s:one-to-many s:many-to-many
ownership: s:owned s:self-hosted s:on-premise s:on-premises s:in-house | s:saas s:managed s:outsourced s:cloud-only s:third-party-hosted
build: w:create w:build | w:destroy w:demolish
gather: w:accept w:receive | w:reject w:refuse
trustful: w:trust | w:distrust w:mistrust
approve: w:approve s:approved | w:reject w:decline s:declined s:rejected s:disapproved
notify: w:notify w:alert w:inform | w:silence w:mute
encrypt: w:encrypt | w:decrypt
grant: w:grant | w:revoke w:deny
bind: w:attach w:connect w:link w:bind | w:detach w:disconnect w:unlink w:unbind
begin: w:start w:begin w:launch | w:stop w:end w:finish
speedverb: w:accelerate w:speed-up | w:decelerate w:slow-down
ease: w:simplify | w:complicate
upgrade: w:upgrade w:promote | w:downgrade w:demote
retention: s:retained s:archived s:kept-forever s:stored-forever | s:discarded s:thrown-away s:deleted s:removed s:wiped s:purged
mutation: s:in-place s:mutating | s:by-copy s:non-mutating
dryrun: s:dry-run s:simulated | s:for-real
modality: modal | modeless non-modal
border: borderless frameless | s:bordered s:framed
bordering: s:rounded | s:angular s:sharp-cornered s:square-cornered
ordering: s:fifo s:first-in-first-out | s:lifo s:last-in-first-out
endian: s:big-endian | s:little-endian
recursion: s:recursive s:recursively | s:non-recursive s:iterative
transaction: s:atomic s:transactional | s:non-atomic s:non-transactional
delivery: s:at-most-once | s:at-least-once
ground: s:in-the-foreground s:foreground | s:in-the-background s:background
progress: s:determinate | s:indeterminate
losses: s:losslessly | s:lossily
consistency: s:strongly-consistent | s:eventually-consistent
dense: s:verbose | s:quiet
interactivity: interactive | non-interactive noninteractive s:unattended
hosting: serverless | s:server-based
login: s:passwordless s:without-password | s:password-protected s:with-password
indexing: s:indexed | s:unindexed s:noindex
exactness: s:exact s:precise s:exactly | s:approximate s:approximately s:rough s:roughly
access: s:authenticated s:password-protected s:behind-a-login s:login-required s:access-controlled s:restricted | s:unauthenticated
  s:open-to-everyone s:without-login s:login-free s:unrestricted s:unprotected s:open-to-all s:freely-accessible
truth: s:true | s:false
updown: s:up s:upwards | s:down s:downwards
direction2: s:directed | s:undirected
survival: s:survives s:survive s:kept-on-reload | s:lost s:is-lost
session: s:logged-in s:signed-in s:stay-logged-in logged-in signed-in | s:logged-out s:signed-out logged-out signed-out
errors: s:stops-on-error s:stop-at-the-first-error s:stops-at-the-first-error s:aborts-on-error | s:continues-on-error s:continue-on-error
  s:continue-after-errors s:ignores-errors
db: s:relational s:sql-based | s:nosql s:non-relational s:document-based
ads: s:ad-free s:without-ads s:no-ads | s:ad-supported s:with-ads
pace: s:gradual s:step-by-step s:incremental | s:all-at-once s:sudden s:abrupt s:big-bang
grain: coarse-grained | fine-grained
level: low-level | high-level
reach: short-range close-range internal internal-only in-house | long-range external external-facing public-facing
party: first-party in-house-built | third-party
letters: case-sensitive | case-insensitive
setting: hard-coded hardcoded | configurable customizable customisable
folding: expanded unfolded | collapsed folded
device: mobile-only phone-only | desktop-only
connection: connected networked | disconnected air-gapped
checking: checked ticked | unchecked unticked
platform: s:mobile-only | s:desktop-only
`;

/** Compounds whose first word says nothing about the thing: "ice cream" may well be warm. */
export const COMPOUNDS: ReadonlySet<string> = new Set(
  `ice cream, ice creem, hot dog, hot fix, hot key, hot path, hot spot, hot reload, hot reloading, hot swap, hot module, hot standby, cold start, cold starts, cold storage, cold boot, fire wall, fire event, world map, hello world, open source, dry run, big data, small talk, search engine, game engine, template engine, rules engine, state machine, virtual machine, code block, high score, high scores, light year, light bulb, light level, light levels, light source, light sources, light beam, light switch, white space, long press, long poll, short cut, full screen, full text, full stack, free text, free form, clean up, new line, new lines, low level, high level, hard drive, hard disk, soft delete, hard delete, soft deleted, deep link, deep links, flat file, left join, dead lock, dead code, dead letter, live reload, snow golem, snow man, fire ball, open api, active directory, common js, cool down, quick start, slow cooker, static analysis, dynamic programming, fast food, fast forward, dry cleaning, soft drink, soft drinks, hard boiled, open air, open graph, public key, private key, public transport, public holiday, public holidays, private message, private messages, dark chocolate, heavy metal, quick sort, old school, old town, new year, full time, part time, first aid, black box, black hole, white paper, short story, short stories, long jump, high school, low fat, free kick, dead end, living room, flat white, fixed width, fixed point`.split(
    /,\s+/,
  ),
);
