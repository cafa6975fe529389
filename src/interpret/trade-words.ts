/** Names of the trade, and common words beside everyday-words.ts: a prompt with one of them is no made-up string, however short. */
export const TRADE_WORDS: ReadonlySet<string> = new Set(
  `ada agda airflow alpine ant antd apex arduino ascii assembly astro atom audacity avif avro bazel bison blender bokeh brew brotli cad cairo
  celery centos ceph chakra chromium cilium clang clojure cmake cobol cocoa cohere colab conda consul coq cordova couchdb cron crystal cuda
  cuid curl cypress cython dart dask debian delphi deno dhcp dns docx drizzle drupal duckdb ecma eiffel elasticsearch electron elixir elm
  emacs emberjs epub erlang etcd excel expo fedora fiber flink flux flutter fortran freebsd fsharp gatsby gcc gdb gecko ghost gimp gin glsl
  gnome godot gpt grep groovy gtk gulp gzip hadoop haskell heic heroku hex hono hsl htmx hugo ico imap influxdb inkscape ionic istio jar
  jasmine jenkins jinja jpeg jpg jquery julia jupyter jvm karma keras keycloak kibana koa kotlin kubectl ladder langchain latex ldap less
  lisp llama llvm lodash logstash loki lua mapbox mariadb matlab matplotlib maven memcached mercurial meson meteor minio mistral mocha
  mongoose mono mpeg mypy nano nats neo neovim nestjs netlify nim ninja nix nomad nosql numba numpy nuxt obsidian ocaml octave odin ogg
  oidc okta ollama opencv openssl opentelemetry oracle pascal pearl phoenix pico pinia pip pixi plotly pnpm png podman poetry polars
  powershell prolog protobuf psql pug pulsar pulumi puppet pydantic pygame qemu qt quarkus rabbitmq rack radix raku raspberry rclone react
  regex remix rgb rollup rss ruff rust rxjs safari saml sass scala scapy scheme scipy scss seaborn selenium sentry shader sinatra smtp
  snowpack solidity solr spark splunk sqlite ssl ssr stata storybook strapi supabase svg swagger swc symfony systemd tauri tcl tcp telnet
  tensorflow tesseract tetris three thrift tiff tls toml tomcat torch traefik trello trino trpc tsv ttf turbo twig udp ulid unity unreal
  uuid vagrant vala vault vercel verilog vhdl vim vimscript vlc voxel vscode wasm wav webgl webgpu webkit webm webp webrtc wgpu woff
  wordpress xcode xlsx yarn yew zig zip zlib zookeeper zsh
  amber ancient android anime apron arcade armada asteroid atlas aurora autumn backlog bamboo ban bandit banjo banquet baroque basalt bazaar
  bento bingo bistro bitcoin blog blues bonsai boomerang brass bravo breakout bronze budget buffet bungalow burger cabin cafe calculator
  calculus calypso canyon capacitor caravan cargo caribou carnival cartoon casino catalog cello censor census cereal chaos chess chili
  chorus cider cinema circus citadel citrus clown cocktail cola comet comic concert condor consensus convoy cosmos couscous coyote cricket
  cryptid curry cyborg cyclone dashboard decor deluxe depot derby detox disco diva dojo domino druid dynamo echo eclipse ecology electron
  elf embassy emperor encyclopedia enigma epic espresso ether expo fable falafel fantasy fauna festival fiasco fiction flamenco flamingo
  flora flux formula fossil fractal frappe frisbee fugue fungus gadget gala galleon gamma garlic gecko genesis genie genre geyser gizmo
  gnome golf gorilla gothic graffiti granite guru gypsy haiku halo hangman harbor harem havoc hazard hexagon hippo hobby hockey hologram
  horizon hydra icon igloo iguana impala inferno inn jackpot jaguar jargon jazz jigsaw judo jukebox kabuki kangaroo karaoke karate karma
  kata katana kayak kebab kelp kimono kiosk kirby kiwi koala kraken labyrinth lagoon lasagna latte legend lemur leopard lexicon limbo lingo
  llama loft logic lotus lottery lunar lunch lynx macro mafia magenta mahjong mammal mandala mandelbrot mango manga mantra marathon mario
  maze medusa melody memo metaphor metro mime minesweeper minotaur mocha mojo mosque motel motto muse musical mutant myth nebula neon nexus
  nirvana nomad nova novel oboe octagon odyssey omelet omega opal opera oracle orbit orchid origami osprey ostrich oxide oxygen paella pagoda
  panorama panther papaya paprika parade paradox parish parody pasta patio peanut pelican pesto photon picnic pilot pinball ping pixel
  plasma plaza pluto podium poker polka polygon pomodoro pong poncho pop porcelain presto pretzel prom proton psyche puma punk python quasar
  quark quantum quiz racoon radar radish ramen ranch raptor ratio rebus reggae relic remedy renaissance retro rhino rhyme rhythm ribbon
  riddle robin rodeo rogue romance rondo rosary rugby rumba safari saga sake saloon salsa salto samba samovar samurai sari saturn sauna savanna
  saxophone scuba senate serif shaman shuriken silo siren sitar skateboard ski sloop smoothie snooker soccer soda solitaire solo sonar sonata
  sorbet soya spa sphinx spinach sprint sputnik squash stadium stanza stoic studio sudoku sumo sushi symphony syntax taco taiga tango tapas
  tarot tattoo taxi teapot tempo tennis theatre tofu tomb topaz totem tourist trauma trivia tropic tsunami tuba tundra turban turnip tuxedo
  twilight typhoon typo ufo ukulele uncle utopia vacuum veto video villa viola virus visa vodka volt voodoo waffle waltz wasabi whiskey
  wigwam yacht yoga yogurt zelda zen zenith zeppelin zeus zigzag zinc zodiac zoom zucchini
  annotate backdrop batter bevel blur brew caret carve chord clamp corpus crop cubic cursor dim digit duck edge exponent fade flatten fuzz glyph
  hem hoist hue invert ledger lexer limb lint lookup mesh mock mow mute normalize nudge orphan pad panorama peel pitch pivot prefix prune rig
  sew shard shear shrink silhouette sleeve smelt snap solve squash stitch stub suffix swap tempo tensor terrain thumbnail throttle tint tooltip
  torso transpose trim tune tweak vary vector warp whisk`.split(/\s+/),
);
