/** Everyday nouns in the singular, and small words of other languages: a prompt with one of them is no made-up string. */
export const EVERYDAY: ReadonlySet<string> = new Set(
  `account action address admin air airplane alarm album alert amethyst anchor angel animal ant anvil apple archer area arena arm armor armour army arrow art article
  asset atom author avatar axe baby back bag bakery ball balloon banana banner bar bark barrel base basket bat battery bay beach beacon beam bean bear bed bee
  beetle bell belt berry bike bird biscuit block blood blossom board boat body bomb bone book boot border boss bottle bow bowl box boy brain branch bread brick bridge
  broom bubble bucket bug build bus bush butter button cactus cage cake calendar camera camp candle candy cannon canvas cape car card carpet carrot cart castle cat
  cave cell chain chair chart chat cheese chef cherry chest chicken child chocolate church circle city class claw clay cliff clock cloud clover club coal coat cobalt
  code coffee coin color colour column comment company compass computer cookie copper coral corn cotton couch count country cow crab cream creature creeper crop crossbow
  crown crystal cube cup curtain customer dagger dark dashboard data date day deck deer demon desert desk diamond dice dinosaur dirt disc disk dog doll dolphin donkey door
  dot dragon dream drill drink drone drum duck dungeon dust eagle ear earth earthquake echo egg elephant elf elixir ember emerald emoji end ender enemy energy engine error
  event eye face factory fairy fan farm farmer feather feature feed fence field file film filter fin finger fire fish fist flag flame flash floor flour flower flute fly
  fog font food foot football forest fork form fort fountain fox frame friend frog fruit fuel function fur furnace galaxy game garden gate gem ghost giant gift girl
  glass globe glove glow goat goblin gold golem goose graph grape grass gravel gravity grid group guard guest guild guitar gun hair hammer hand hat hawk hay head heart
  heat hedge helmet herb hero hill hive hole home honey hood hook horn horse hospital hotel house human ice icon idea image ink insect invoice iron island item ivory jacket
  jar jelly jet jewel job juice jungle kettle key keyboard king kitchen kite kitten knife knight label ladder lake lamp land lantern laser lava leaf leather leg lemon
  letter lever library light lightning lily line link lion liquid list lizard lobby location lock log logo loot machine magic magnet mail mall man map maple marble market
  mask match mead meadow meal meat medal melon member menu message metal meteor milk mill mind mine mineral minute mirror mob mode model mole money monkey monster month
  moon moose mosaic moss moth motor mountain mouse mouth movie mud muffin mug museum mushroom music name nature neck necklace needle nest net netherite network night ninja
  noise noodle nose note number nut oak oasis object obsidian ocean octopus office oil olive onion orb orchard order ore organ otter oven owl oyster page paint paintbrush
  palace palm pan panda panel paper park parrot part party password pasta path paw pea peach peak pear pearl pebble pen pencil penguin people pepper person pet phantom
  phoenix phone photo piano picture pickaxe pie pig pigeon pillar pillow pin pine pipe pirate pit pizza place plain plan planet plank plant plate player plot plum plush
  pocket poem point poison pole police pond pony pool popcorn portal post pot potato potion powder power price prince princess prism product profile project pumpkin puppet
  puppy purse puzzle pyramid quartz queen quest question quilt rabbit radio raft rail rain rainbow raptor rat raven record recipe redstone reef request response rice ring
  river road robe robot rock rocket rod role roof room root rope rose row ruby rug ruin rune saddle sail salad salmon salt sand sandwich sapphire sauce scarf school
  scorpion screen scroll sea seal search season seat seed serpent server service session shadow shape shark sheep shell shelf shield ship shirt shoe shop shore shovel
  shrine sight sign silk silver skeleton skin skirt skull sky slab sleep slime sloth snail snake snow soap sock sofa soil soldier song soul sound soup space spark spear
  spell spice spider spike spirit sponge spoon spring sprout square squid squirrel stable staff stair star statue steak steam steel stem step stew stick stone storage
  store storm story stove straw strawberry stream street string sugar suit summer sun surface swamp sword syrup table tail tank tea teacher team tear temple tent test text
  theme thing thorn throne thunder ticket tiger tile time tin titan toast toaster toilet token tomato tool tooth top torch tornado towel tower town toy track train trap
  tree trident troll trophy truck trumpet tulip tunnel turret turtle unicorn universe user valley value vampire vanilla vase vault vegetable vehicle veil vest village
  villager vine violin volcano wall wallet walrus wand warrior watch water waterfall wave wax weapon weather web wedding week well whale wheat wheel whip whistle wing
  winter witch wither wizard wolf woman wood wool word workshop world worm wreath yarn year yeti zebra zombie zone zoo
  wrapper plugin parser linter compiler driver adapter xpath ffmpeg pgvector angular ansible apache api aws azure babel bash bun cassandra chrome cli css csv deno django docker docs eslint express fastify figma firebase flask gcp git github gitlab
  golang grafana gradle graphql grpc helm html http java javascript jest jira json jwt kafka kotlin kubernetes lambda laravel linux loki lua mac markdown mongodb mqtt mysql
  nextjs nginx node npm oauth openapi pandas pdf perl php playwright postgres prisma prometheus pytest python pytorch rails react redis redux regex rest ruby rust s3 scala
  slack spring sql sqlite ssh stripe svelte swift tailwind terraform typescript ubuntu unix url vite vitest vue webhook webpack websocket windows xml yaml zod
  een het van voor met naar toe niet wij ook maar dit dat deze aan bij uit
  il lo gli di da per con che non una uno questo questa nel alla della sul come fare crea aggiungi
  um uma para com sem não que os as no na dos das este esta adicione criar
  en ett och att för med inte som till den det jag vi lägg skapa på av
  og ikke til fra jeg vil det som lag opprett
  ja nie jest dla z do na w i oraz dodaj stwórz
  ve bir bu için ile ekle yap olan`.split(/\s+/),
);
