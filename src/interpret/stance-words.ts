/** The words by which answers in English speak for something, against it, or about it: what denies, ranks, hedges, asks or takes back. */
import { words } from './prompt-words.ts';

const NOT = words(
  `not no never without none neither nor cannot cant wont dont doesnt isnt arent shouldnt mustnt wouldnt avoid avoids avoiding except
  excepting excluding exclude excludes minus stop prevent prevents forbid forbids lacks lacking zero nothing nobody drop drops dropping
  remove removes removing skip forget ignore ignoring omit omitting lose losing cut scrap discard delete ditch kill reject refuse dislike
  hate hates abandon eliminate strip sans unwanted non un anti besides bar dump nix scratch veto against cancel opposite`,
);
export const isNot = (text: string): boolean => NOT.has(text) || text.endsWith("n't");
/** "Instead of", "rather than": the second word is what tells. */
export const IN_TWO: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['of', words('instead free out rid lieu place enough tired sick')],
  ['to', words('opposed contrary preference')],
  ['from', words('apart aside far away change switch go move switching changing moving')],
]);
/** Right before a word they rank it below the one before: "hot over frozen". */
export const BELOW = words('over than beats beat trumps outranks vs versus');
export const LESS = words('less fewer least too hardly barely scarcely excessively overly');
export const SOFTENS = words(
  'very so too that necessarily always entirely completely fully totally just only quite merely simply overly',
);
export const EXCHANGES = words(
  'replace swap exchange substitute change turn convert switch replacing changing turning',
);
export const HEDGES = words(
  'maybe perhaps possibly probably guess guessing suppose might presumably likely kinda sorta hmm hm dunno unsure ish',
);
export const CONDITIONS = words('if unless whether when whenever assuming supposing provided');
export const BEFORE = words(
  'said wrote thought typed mentioned originally initially was were used had previously formerly',
);
/** They begin a clause of their own: a denial before them does not reach behind them. */
export const STARTS = words('but yet instead then so however because since although though');
/** Behind them something else is told of the word. */
export const GOES_ON = words(
  'that which who so because as since and with without where while or but for if when unless to',
);
export const OUT = words(
  `out wrong off gone bad excluded unwanted unacceptable forbidden mistake typo error nonsense removed dropped deleted ignored rejected
  lost loses sucks stinks fails stupid silly unnecessary useless impossible wrongly cancelled nope never void`,
);
export const NEGATED_VERB =
  /^(?:is|are|was|were|be|would|should|must|will|can|does|do|did|has|may|might|could)(?:n't| not| never)\b|^(?:cannot|can't|won't|isnt|doesnt|wont|cant)\b/;
/** What a negated verb has to go on with to speak against its subject, and not of what happens to it. */
export const DENIES_ITSELF =
  /^(?: be| really| at all| even)*(?:$| (?:what|the|right|good|ok|okay|fine|wanted|needed|an option|acceptable|allowed|possible|correct|it|me|work|want|fit|do|suitable|desired|necessary|required|meant|intended|my|for me|be|happening|happen|make sense|an|a good)\b)/;
/** They have a denial in them and deny nothing, or nobody can tell. */
export const IDIOMS =
  /\b(?:wouldn't mind|can'?t go wrong|can(?:'|no)?t beat|nothing beats|couldn't be|not bad|no wonder|why not|not only|not just|not to mention|if not|whether or not|can'?t wait|no less than|nothing wrong with|no objections?)\b/;
export const HARMLESS =
  /\bno (?:doubt|question|problem|worries|offen[cs]e|matter what)\b|\b(?:nothing|none) (?:but|except|besides|other than)\b/g;
export const ASKS =
  /^(?:so |and |but |hm+ |well )?(?:why|how|who|where|(?:what|which)(?! i\b| we\b| it\b| means\b)|(?:is|are|was|were|does|do|did|should|can|could|would|will|shall|may) (?:it|that|this|they|i|we|you|the|there|a|not)\b|isn't|aren't|can't (?:it|we|you)|shouldn't (?:it|we)|or\b)/;
export const REQUESTS =
  /^(?:please )?(?:can|could|would|will) (?:you|we)(?: please| just| kindly)* (?:make|use|take|go|pick|choose|have|keep|do|let|build|leave|set)/;
/** Verbs that look like nouns to the reader of prompts. */
export const CHOOSES = words(
  `prefer choose pick go going want like wish mean say vote stick decide decided opt favour favor rather think believe ensure select selected
  chose chosen picked preferred i'd i'm i'll i've let's it's that's we're we'd we'll they're having leave leaving said meant wrote thought
  using making keeping being doing obviously simply sorry yes signed logged thinking talking built build come serve served stay keep settle
  supposed intended well no wins win nothing none change switch turn replace swap move actually gets starts`,
);
