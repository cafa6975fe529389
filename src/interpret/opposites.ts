/**
 * English words that exclude each other, as data: one line an axis, its two poles parted by `|`. A word may stand in several axes.
 * `n:` is a noun, `v:` a verb that takes an object and cannot be undone by the other, `a:` a word that is as often a verb, which
 * counts only where it stands as an adjective. Of what is often done in turn (open, close; start, stop) only the states are here.
 */

export type WordRole = 'adjective' | 'noun' | 'verb' | 'unsure';

export interface Entry {
  readonly axis: string;
  readonly pole: 0 | 1;
  readonly role: WordRole;
  readonly cosmetic: boolean;
}

/** Looks alone, as seed 001 has it. */
const COSMETIC_AXES = new Set(['temperature']);

const AXES = `
temperature: hot warm heated boiling boiled burning fiery flaming scorching blazing sizzling steaming searing molten overheated sweltering volcanic blazing-hot burning-hot boiling-hot glowing-hot fire-based red-hot white-hot piping-hot toasty
  n:fire n:flame n:flames n:lava n:magma | cold cool chilled chilly icy iced frozen freezing frosty frosted frigid glacial snowy wintry ice-cold ice-covered icebound arctic cryogenic refrigerated deep-frozen freezing-cold ice-based
  sub-zero subzero n:ice n:frost n:snow
matter: liquid fluid watery runny melted liquefied flowing n:liquid n:fluid gaseous | solid solidified hardened crystallized rock-hard rock-solid frozen n:solid
size: tiny small little miniature microscopic minuscule mini teeny itty-bitty pocket-sized ant-sized pint-sized palm-sized bite-sized nanoscale nano-sized compact undersized
  | huge big large giant gigantic enormous massive colossal world-sized planet-sized mountain-sized house-sized immense humongous gargantuan oversized jumbo titanic towering city-sized continent-sized universe-sized as-big-as-the-world
  as-big-as-a-world as-large-as-the-world as-big-as-the-whole-world as-big-as-a-planet the-size-of-a-planet the-size-of-the-world the-size-of-a-world n:world
edibility: edible eatable digestible you-can-eat can-be-eaten players-can-eat that-is-food | inedible intangible incorporeal uneatable n:machine n:robot n:engine n:machinery
session: logged-in signed-in | logged-out signed-out
uniqueness: unique | duplicated duplicate non-unique
letters: case-sensitive | case-insensitive
nutrition: n:food n:meal n:snack | intangible incorporeal inedible uneatable
touch: tangible touchable | intangible untouchable incorporeal
worn: n:helmet n:hat n:boots n:armor n:armour n:chestplate wearable you-can-wear you-wear can-be-worn players-can-wear worn-as | n:block n:blocks n:ore n:ores
sound: silent quiet soundless noiseless muted inaudible | loud noisy deafening audible ear-splitting
visibility: visible shown | invisible hidden concealed unseen
weight: light lightweight weightless feather-light featherweight | heavy heavyweight
brightness: light bright luminous glowing shining brightly-lit | dark dim pitch-black pitch-dark unlit gloomy
speed: fast quick rapid speedy swift high-speed lightning-fast blazing-fast super-fast instant instantaneous immediate snappy | slow sluggish low-speed slow-moving delayed laggy snail-paced super-slow
synchrony: synchronous a:sync synchronously a:blocking | asynchronous async asynchronously fire-and-forget non-blocking nonblocking
state: stateless sessionless | stateful session-based
keeping: v:keep v:keeps v:retain v:retains v:preserve v:preserves v:keeping kept retained preserved
  | v:delete v:deletes v:deleting v:remove v:removes v:removing v:erase v:erases v:purge v:purges v:discard v:discards v:wipe v:destroy v:trash v:scrap v:drop v:clear deleted erased purged discarded
publicity: public publicly public-facing world-readable world-visible open-to-everyone open-to-all open-to-anyone visible-to-everyone accessible-to-everyone accessible-to-anyone publicly-accessible published
  | private privately confidential secret secretly members-only admin-only admins-only invite-only internal-only restricted restricted-to-admins unpublished
reach: internal internal-only in-house | external external-facing public-facing
need: required mandatory compulsory obligatory necessary non-optional must-have | optional voluntary unnecessary unneeded nice-to-have skippable
encryption: encrypted enciphered hashed | plaintext plain-text unencrypted cleartext clear-text in-the-clear
writing: read-only readonly write-protected view-only immutable unchangeable unmodifiable non-editable uneditable append-only write-once
  | writable writeable editable read-write write-only mutable changeable modifiable updatable overwritable deletable updated-in-place overwritten
order: ascending increasing oldest-first smallest-first low-to-high chronological | descending decreasing newest-first largest-first high-to-low reverse-chronological
change: static | dynamic
setting: hard-coded hardcoded | configurable customizable customisable
resizing: resizable stretchable | fixed-size non-resizable
folding: expanded unfolded | collapsed folded
device: mobile-only phone-only | desktop-only
connection: connected networked | disconnected air-gapped
network: online cloud-only online-only always-online always-connected | offline offline-only offline-first-only
threads: single-threaded singlethreaded | multi-threaded multithreaded
players: single-player singleplayer | multi-player multiplayer
tenants: single-tenant | multi-tenant multitenant
users: single-user | multi-user multiuser
lines: single-line one-line | multi-line multiline
pages: single-page one-page | multi-page multipage
columns: single-column one-column | multi-column two-column three-column
tongues: monolingual english-only single-language | multilingual bilingual multi-language
permanence: temporary temp ephemeral transient short-lived volatile fleeting | permanent persistent everlasting eternal perpetual long-lived durable non-volatile
identity: anonymous unidentified nameless unauthenticated | identified identifiable authenticated logged-in signed-in
centre: centralized centralised | decentralized decentralised
automation: automatic automatically automated fully-automatic unattended | manual manually hand-operated
running: compiled | interpreted
typing: strongly-typed statically-typed | weakly-typed dynamically-typed untyped
activation: enabled switched-on turned-on activated | disabled switched-off turned-off deactivated
checking: checked ticked | unchecked unticked
activity: active | inactive dormant
lock: locked | unlocked
opening: open opened | closed shut
filling: full | empty
permission: v:allow v:allows v:permit allowed permitted | v:forbid v:forbids v:prohibit v:ban forbidden prohibited disallowed banned
strength: strong powerful | weak powerless feeble
hardness: hard rigid stiff | soft squishy flexible bendable
moisture: wet soaked dripping | dry bone-dry arid
edge: sharp razor-sharp | blunt dull
thickness: thick | thin paper-thin
length: long lengthy | short brief
width: wide broad | narrow
depth: deep bottomless | shallow
height: high tall | low
surface: rough bumpy | smooth
transparency: opaque | transparent see-through translucent
age: old ancient outdated age-old | new brand-new modern newborn
life: alive living undying | dead lifeless
temper: friendly peaceful harmless passive docile gentle | hostile aggressive violent dangerous deadly vicious
destruction: breakable fragile destructible brittle | indestructible unbreakable invincible shatterproof
burning: flammable combustible | fireproof nonflammable
death: mortal | immortal
bounds: infinite unlimited endless boundless limitless unbounded | finite limited bounded capped
place: local local-only on-premises on-prem on-device | remote cloud-hosted cloud-based cloud-only
simplicity: simple minimal minimalist minimalistic plain | complex complicated elaborate sophisticated ornate
price: free gratis cost-free | paid paid-only
axis: horizontal horizontally | vertical vertically
alignment: left-aligned | right-aligned centered centred
case: uppercase upper-case | lowercase lower-case
evaluation: eager eagerly | lazy lazily
strictness: strict | lenient permissive
wordiness: verbose wordy | terse concise succinct
colour: colorful colourful multicolored rainbow-colored | monochrome colorless colourless black-and-white grayscale greyscale
cost: cheap inexpensive | expensive costly
rarity: rare scarce | common ubiquitous
nesting: flat | nested hierarchical
loss: lossless | lossy
chance: deterministic predictable reproducible | random nondeterministic non-deterministic unpredictable randomized
sequence: sequential serial sequentially | parallel concurrent concurrently
dimension: 2d two-dimensional | 3d three-dimensional
side: client-side | server-side
direction: one-way unidirectional | two-way bidirectional
timing: real-time realtime | batched nightly once-a-day
architecture: monolithic | microservice-based
wall: indoor | outdoor
time: daytime-only | nighttime-only nocturnal
shape: round circular spherical | square cubic triangular rectangular
straightness: straight | curved bent crooked
fame: famous well-known | obscure
purity: clean spotless | dirty filthy
certainty: certain guaranteed | uncertain
completeness: complete | incomplete partial
sameness: identical | different
beauty: beautiful pretty | ugly hideous
speech: mute speechless | talkative talking
motion: stationary motionless immobile unmovable immovable | moving movable
taste: sweet | sour bitter salty
scope: global | local
trust: trusted | untrusted
poison: poisonous toxic | harmless nontoxic
`;

const ROLES: Readonly<Record<string, WordRole>> = { n: 'noun', v: 'verb', a: 'unsure' };

/** By the words of an entry, blank-separated; hyphens make no difference. */
function tableOf(text: string): ReadonlyMap<string, readonly Entry[]> {
  const table = new Map<string, Entry[]>();
  for (const line of text.trim().split(/\n(?=\S)/)) {
    const [, axis, rest] = /^(\w+):([\s\S]*)$/.exec(line)!;
    for (const [pole, side] of rest!.split('|').entries()) {
      for (const word of side.trim().split(/\s+/)) {
        const [, mark, plain] = /^(?:([nva]):)?(.+)$/.exec(word)!;
        const key = plain!.replaceAll('-', ' ');
        const role = mark === undefined ? 'adjective' : ROLES[mark]!;
        const entry: Entry = { axis: axis!, pole: pole as 0 | 1, role, cosmetic: COSMETIC_AXES.has(axis!) };
        table.set(key, [...(table.get(key) ?? []), entry]);
      }
    }
  }
  return table;
}

export const OPPOSITES = tableOf(AXES);
export const LONGEST_ENTRY = Math.max(...[...OPPOSITES.keys()].map((key) => key.split(' ').length));

const NEGATING = ['un', 'non', 'in', 'im', 'ir', 'il', 'dis'];

/** "Nullable" and "non-nullable", "harmful" and "harmless": opposites by their form. */
export function isNegatedForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4) return false;
  if (NEGATING.some((prefix) => long === prefix + short))
    return /(?:able|ible|ed|al|ive|ic|ous|ant|ent|ing|ar|ful|ct|te|id|le|ure)$/.test(short);
  const bare = /^(.{3,})less$/.exec(one)?.[1] ?? /^(.{3,})less$/.exec(other)?.[1];
  return bare !== undefined && (one === `${bare}ful` || other === `${bare}ful`);
}

/** Compounds whose first word says nothing about the thing: "ice cream" may well be warm. */
export const COMPOUNDS: ReadonlySet<string> = new Set([
  'ice cream',
  'ice creem',
  'hot dog',
  'hot fix',
  'hot key',
  'hot path',
  'hot spot',
  'hot reload',
  'hot reloading',
  'hot swap',
  'hot module',
  'hot standby',
  'cold start',
  'cold starts',
  'cold storage',
  'cold boot',
  'fire wall',
  'fire event',
  'world map',
  'hello world',
  'open source',
  'dry run',
  'big data',
  'small talk',
  'search engine',
  'game engine',
  'template engine',
  'rules engine',
  'state machine',
  'virtual machine',
  'code block',
  'high score',
  'high scores',
  'light year',
  'light bulb',
  'white space',
  'long press',
  'long poll',
  'short cut',
  'full screen',
  'full text',
  'full stack',
  'free text',
  'free form',
  'clean up',
  'new line',
  'new lines',
  'low level',
  'high level',
  'hard drive',
  'hard disk',
  'soft delete',
  'hard delete',
  'soft deleted',
  'deep link',
  'deep links',
  'flat file',
  'left join',
  'dead lock',
  'dead code',
  'dead letter',
  'live reload',
  'snow golem',
  'snow man',
  'fire ball',
  'open api',
  'active directory',
  'common js',
  'cool down',
  'quick start',
  'fixed width',
  'fixed point',
]);
