/** Answers that settle nothing: not knowing, not caring, leaving it to others, a bare yes or no to a choice. */
const NOT_SAID =
  /\b(?:i )?(?:really |just )?(?:do not|don'?t|dont|doesn'?t|can'?t|cannot|didn'?t) (?:really )?(?:know|care|mind|matter|decide|say|remember|understand|have (?:a |any )?(?:preference|idea|opinion))\b|\b(?:no|not a|not the faintest|no clear) (?:idea|clue|preference|opinion|comment)\b|\b(?:idk|dunno|no clue|idc|ikd|whatever|whichever|wherever|n\/a)\b|\b(?:you|u|your ai|the (?:ai|model|system)) (?:may |can |should |get to |just |please )?(?:decide|choose|pick|select|tell me)\b|\b(?:up to|depends on) (?:you|u|them)\b|\b(?:your|ur|you'?re) (?:call|choice|decision|pick)\b|\b(?:either|any|anything|both|all|neither|none|one)(?: (?:one|way|of them|of those|of these|option))? (?:is|are|works?|would be|will do|would do|goes)(?: (?:fine|ok|okay|good|great|alright|for me|with me))?\b|\b(?:doesn'?t|does not|don'?t) matter\b|\bnot (?:sure|certain|decided)\b|\b(?:un|in)decided\b|\bsurprise me\b|\bflip a coin\b|\bmakes no difference\b|\ball the same\b|\b(?:use|do|pick) (?:whatever|your judge?ment|what you (?:want|like|think))\b|\bask (?:me )?(?:again|later|someone|somebody)\b|\bskip (?:it|this)?\s*$|\bnever ?mind\b|\bforget (?:it|about it)\b|\bwhat(?:'s| is| do you| does)\b|\bhuh\b|\bno preference\b|\b(?:good|great|nice|interesting|excellent|fair) (?:question|point|catch)\b|\b(?:let me|have to|need to|i'll|will) (?:think|check|get back|ask)\b|\bwho knows\b|\bto be (?:decided|determined)\b|\btb[da]\b|\bnot (?:yet|now)\b|\byou tell me\b|\bno hurry\b|\bwhat do you (?:think|suggest|recommend)\b|\bas you (?:like|wish|want|please)\b|\bgo (?:ahead|on)\b/i;

/** Whole answers that say nothing by themselves. */
const BARE =
  /^(?:(?:yes|yeah|yep|yup|ya|no|nope|nah|ok|okay|k|sure|fine|maybe|perhaps|possibly|both|both of them|either|neither|none|any|anything|all|all of them|everything|nothing|something|default|the default|normal|correct|right|true|false|please|thanks|thank you|hello|hi|hmm+|uh+|um+|it|that|this|same|good|great|cool|nice|done|continue|next|skip|pass|stop|cancel|quit|help|test|lol|haha+|well|do it|just do it|go|proceed|make it|one of them|the best|the best one|the better one|best|better)[\s,.!?]*)+$/i;

const NOT_SAID_JAPANESE =
  /わから(?:ない|ん|ず)|分から(?:ない|ん|ず)|判(?:ら|から)ない|知ら(?:ない|ん)|どちらでも|どっちでも|何でも|なんでも|任せ|まかせ|適当に?|お好き|好きに|決め(?:て(?:ください)?$|られない)|どうでも|特に(?:ない|なし)|さあ|未定|両方(?:で|とも)?(?:お願い|いい|です|。|$)|どちらか|どっちか/;
const BARE_JAPANESE =
  /^(?:はい|いいえ|うん|ううん|ええ|おう|おっけー|オッケー|了解|お願いします|お願い|それで|それ|これ|そう|そうです|ok|大丈夫(?:です)?|両方|どちらも|どっちも|(?:その|この)まま|(?:書いた|書いてある|上記の?)(?:通り|とおり)|なし|ない|特に|です|で|ね|よ|[。、！!？?\s])+$/i;

const LONGEST_BARE = 100;

/** @example settlesNothing("I don't know"); // true */
export function settlesNothing(answer: string): boolean {
  const text = answer.normalize('NFKC').replaceAll('’', "'").trim();
  if (!/[\p{L}\p{N}]/u.test(text) || /[✗✘❌🚫👎]/u.test(text)) return true;
  const bare = text.length <= LONGEST_BARE && (BARE.test(text) || BARE_JAPANESE.test(text));
  return bare || NOT_SAID.test(text) || NOT_SAID_JAPANESE.test(text);
}
