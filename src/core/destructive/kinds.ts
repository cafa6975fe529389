/** What a word or phrase says about a question. One bit each, so that a whole text is a sum. */
export const KIND = {
  /** Enough by itself. */
  danger: 1,
  /** A compound whose parts only look dangerous: "drop-down". */
  harmless: 2,
  /** Enough by itself, unless the text only asks for information. */
  mild: 4,
  /** Does something to … */
  act: 8,
  /** … what others depend on. */
  live: 16,
  /** Lets somebody see … */
  show: 32,
  /** … what nobody should; asking for it is enough (`ask`). */
  secret: 64,
  /** May be a secret, may be a word of the trade ("key"): only showing it counts. */
  key: 128,
  ask: 256,
  spend: 512,
  money: 1024,
  /** Loosens or skips … */
  off: 2048,
  /** … a protection. */
  guard: 4096,
  give: 8192,
  right: 16384,
  /** Ends or empties, said softly … */
  lose: 32768,
  /** … what may be the only copy. */
  data: 65536,
  tell: 131072,
  people: 262144,
  /** The speaker offers to do something (proposal.ts) … */
  offer: 524288,
  /** … to something of value, whatever the verb. */
  stake: 1048576,
  /** The speaker offers to put something … */
  placing: 2097152,
  /** … where others see it. */
  outside: 4194304,
  /** Says nothing, and takes its letters from what else they might say: "書きますか" is no offer to act. */
  plain: 8388608,
} as const;

export type Kind = keyof typeof KIND;

/**
 * Words and phrases by kind, one per line or comma. In a phrase: `a|b` is either, `~` leaves room for up to four words,
 * `+word` stands for all forms of an English verb, `stem*` for every word that begins so (as the first word only), and
 * `=word` is known with its accents only ("=gửi", because "gui" is another word).
 */
export type WordList = Readonly<Partial<Record<Kind, string>>>;

/** Two halves that together are an act, when they stand near each other. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  /** How far apart, in characters, they may stand. */
  readonly near: number;
  /** Whether such words also meet in a question that only asks for information. */
  readonly mild: boolean;
}

const STAKES = KIND.stake | KIND.outside | KIND.live | KIND.secret | KIND.money | KIND.right | KIND.data | KIND.people;

export const PAIRS: readonly Pair[] = [
  { first: KIND.show, second: KIND.secret | KIND.key, near: 160, mild: false },
  // "What is the API key?", not "What happens when somebody without the right password …".
  { first: KIND.ask, second: KIND.secret, near: 40, mild: false },
  { first: KIND.act, second: KIND.live, near: 160, mild: true },
  { first: KIND.spend, second: KIND.money, near: 160, mild: true },
  { first: KIND.off, second: KIND.guard, near: 160, mild: true },
  { first: KIND.give, second: KIND.right, near: 160, mild: true },
  { first: KIND.lose, second: KIND.data, near: 160, mild: true },
  { first: KIND.tell, second: KIND.people, near: 160, mild: true },
  { first: KIND.offer, second: STAKES, near: 120, mild: true },
  { first: KIND.placing, second: KIND.live | KIND.outside | KIND.secret, near: 120, mild: true },
];
