/** English words that exclude each other when said of things and beings: heat, size, taste, temper. Written as in opposites-english.ts. */
export const THING_AXES = `
temperature: hot warm heated boiling boiled burning fiery flaming scorching blazing sizzling steaming searing molten red-hot white-hot
  piping-hot toasty n:fire n:flame n:flames n:lava n:magma lukewarm-hot glowing-hot sun-baked sweltering overheated volcanic blazing-hot
  burning-hot boiling-hot fire-based | cold cool chilled chilly icy iced frozen freezing frosty frosted frigid glacial snowy wintry
  ice-cold ice-covered sub-zero subzero n:ice n:frost n:snow ice-cooled deep-frozen snow-cold refrigerated arctic polar icebound cryogenic
  freezing-cold ice-based
matter: liquid fluid watery runny melted liquefied gaseous flowing | solid solidified rock-hard rock-solid frozen hardened crystallized
size: tiny small little miniature microscopic minuscule mini teeny itty-bitty pocket-sized ant-sized pint-sized teensy diminutive petite
  thumb-sized dwarf palm-sized bite-sized nanoscale nano-sized compact undersized | huge big large giant gigantic enormous
  massive colossal world-sized planet-sized mountain-sized house-sized immense humongous as-big-as-the-world as-big-as-a-world
  as-large-as-the-world as-big-as-the-whole-world as-big-as-a-planet the-size-of-a-planet the-size-of-the-world the-size-of-a-world n:world
  titanic mammoth oversized monumental vast king-sized towering gargantuan jumbo city-sized continent-sized universe-sized
edibility: edible eatable digestible you-can-eat can-be-eaten players-can-eat that-is-food | inedible intangible incorporeal uneatable
  n:machine n:robot n:engine n:machinery
touch: tangible touchable | intangible untouchable incorporeal
worn: wearable you-can-wear you-wear can-be-worn players-can-wear worn-as n:helmet n:hat n:boots n:armor n:armour n:chestplate | n:block
  n:blocks n:ore n:ores
sound: silent quiet soundless noiseless muted inaudible silently quietly soundlessly | loud noisy deafening audible ear-splitting loudly
  noisily
weight: light lightweight light-weight weightless feather-light featherweight s:lightly-built | heavy heavyweight heavy-weight ponderous weighty leaden hefty
brightness: light bright luminous glowing shining brightly-lit brilliant radiant dazzling sunlit luminescent | dark dim pitch-black
  pitch-dark unlit gloomy lightless shadowy
speed: fast quick rapid speedy swift high-speed lightning-fast instant instantaneous blazing-fast super-fast immediate snappy | slow
  sluggish low-speed slow-moving delayed laggy snail-paced super-slow
strength: strong powerful | weak powerless feeble
hardness: hard rigid stiff | soft squishy flexible bendable
moisture: wet soaked dripping damp moist waterlogged drenched | dry bone-dry arid dehydrated parched dried
edge: sharp razor-sharp | blunt dull
thickness: thick | thin paper-thin
length: long lengthy | short brief
width: wide broad s:full-width | narrow s:fixed-width-width
depth: deep bottomless s:surface-level | shallow s:flat s:in-depth
height: high tall towering lofty sky-high | low s:low-lying ground-level
surface: rough bumpy | smooth
transparency: opaque | transparent see-through translucent
age: old ancient outdated age-old youthful young newly-built | new brand-new modern newborn elderly aged antique vintage retro
life: alive living undying | dead lifeless
temper: friendly peaceful harmless passive docile gentle tame tamed kind kindly good-natured benevolent pacifist calm | hostile aggressive
  violent dangerous deadly vicious evil angry furious savage feral malevolent malicious cruel
destruction: breakable fragile destructible brittle s:delicate s:easily-broken s:weak | indestructible unbreakable invincible shatterproof
  s:durable s:sturdy s:unshatterable s:undestroyable
burning: flammable combustible | fireproof nonflammable
death: mortal | immortal
colour: colorful colourful multicolored rainbow-colored | monochrome colorless colourless black-and-white grayscale greyscale
cost: cheap inexpensive | expensive costly
rarity: rare scarce | common ubiquitous
wall: indoor s:inside s:internal s:interior s:inner s:inwards s:indoors | outdoor s:outside s:external s:exterior s:outer s:outwards
  s:outdoors
time: daytime-only | nighttime-only nocturnal
shape: round circular spherical | square cubic triangular rectangular
straightness: straight | curved bent crooked
fame: famous well-known | obscure
purity: clean spotless | dirty filthy
beauty: beautiful pretty | ugly hideous
speech: mute speechless | talkative talking
motion: stationary motionless immobile unmovable immovable | moving movable
taste: sweet | sour bitter salty
poison: poisonous toxic | harmless nontoxic
comparison: s:faster s:quicker | s:slower
comparison2: s:bigger s:larger s:taller s:wider s:longer s:higher s:greater | s:smaller s:shorter s:narrower s:lower
comparison3: s:heavier | s:lighter
comparison4: s:stronger s:harder s:tougher | s:weaker s:softer s:easier
comparison5: s:brighter s:lighter s:louder | s:darker s:dimmer s:quieter
comparison6: s:hotter s:warmer | s:colder s:cooler
comparison7: s:older | s:newer s:younger
comparison8: s:cheaper | s:pricier s:dearer
comparison9: s:simpler | s:harder
freezing: w:freeze w:chill w:cool | w:melt w:thaw w:heat w:warm
health: w:heal w:cure w:restore s:healing | w:harm w:hurt w:damage w:injure w:poison w:wound s:harmful s:damaging
good: s:good s:benign | s:evil s:malignant s:wicked
flight: s:flying s:airborne s:winged s:floating s:levitating | ground-bound flightless s:grounded s:earthbound s:wingless s:sinking
floating: s:floating s:buoyant s:unsinkable | s:sinking s:submerged
politeness: polite courteous respectful | rude impolite insulting disrespectful
formality: formal | informal casual colloquial
mood: cheerful happy joyful merry | sad gloomy depressing miserable melancholic sorrowful
seriousness: serious solemn | funny humorous silly comical playful
difficulty: easy effortless trivial beginner-friendly | difficult hard challenging impossible
density: dense crowded packed compact cramped | sparse spacious roomy airy uncluttered
roughness: s:fluffy s:velvety s:silky | s:spiky s:prickly s:jagged s:thorny
fullness: s:stuffed s:crammed | s:hollow s:vacant
flexibility: elastic stretchy bouncy rubbery s:springy | inflexible brittle unbending rigid stiff
stickiness: sticky adhesive | slippery non-stick
permeability: porous permeable leaky | airtight waterproof watertight impermeable
wetness: waterproof water-resistant | water-soluble
magnetism: magnetic | nonmagnetic
conduction: conductive | insulating insulated
nature: natural organic | artificial synthetic man-made
reality: real genuine authentic | fake counterfeit imitation imaginary
origin: handmade hand-crafted | mass-produced machine-made
wildness: wild untamed | domesticated tame
sleep: awake sleepless | asleep sleeping
courage: brave fearless courageous | cowardly timid fearful
wealth: rich wealthy | poor penniless
luck: lucky | unlucky cursed
blessing: blessed holy sacred | cursed unholy demonic
sweetness: sugary sweetened | unsweetened sugar-free
spice: spicy | mild bland
cooking: raw uncooked | cooked fried roasted baked grilled
toxicity: s:healthy s:nourishing s:nutritious | s:toxic s:poisonous s:unhealthy s:venomous
day: s:by-day s:during-the-day s:diurnal s:daytime | s:by-night s:at-night s:nocturnal s:during-the-night
season: s:summery | s:wintry
gender: male | female
symmetry: symmetric symmetrical s:even-sided | asymmetric asymmetrical s:lopsided
solitude: s:alone s:solitary | s:accompanied s:in-groups s:in-herds
collaboration: s:solo s:single-handed | s:collaborative s:cooperative s:shared
competition: cooperative | competitive
rotation: s:clockwise | s:counterclockwise s:anticlockwise s:counter-clockwise s:anti-clockwise
moving: s:forward s:forwards | s:backward s:backwards
rising: s:upward s:upwards s:rising | s:downward s:downwards s:falling
solidity: s:solid | s:hollow s:gaseous
hearing: audible | s:inaudible
attraction: w:attract s:attractive | w:repel s:repellent s:repulsive
help: w:help w:assist w:protect w:guard w:defend | w:attack w:hinder w:sabotage w:kill w:destroy
love: w:love w:like | w:hate w:dislike
saturation: colourful vivid | pale pastel faded desaturated
stack: stackable | unstackable
cell: monochromatic | polychromatic
season2: evergreen | deciduous
sociality: sociable outgoing | shy reclusive
appetite: hungry starving | full-up sated
smell: fragrant sweet-smelling | smelly stinking foul-smelling odorless
noise: s:noise-free | s:noisy
dirt: s:immaculate | s:muddy s:stained
pattern: striped patterned | s:unpatterned
honesty: honest truthful | dishonest lying deceitful
loyalty: loyal faithful | disloyal treacherous
intelligence: intelligent smart clever | stupid dumb mindless
sanity: sane | insane mad
sobriety: sober | drunk
energy: energetic tireless | exhausted tired
order3: tidy neat organized | messy untidy chaotic cluttered disorganized
value: valuable precious priceless | worthless valueless
use: useful s:usable | useless s:unusable
modernity: futuristic high-tech | medieval primitive prehistoric low-tech
gravity: s:floating | s:sinking
nutrition: n:food n:meal n:snack | intangible incorporeal inedible
`;
