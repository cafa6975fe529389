/**
 * Whether a text is random keystrokes. Decides by the structure of words: which consonants a word can begin and end with. An unknown word
 * that can be pronounced ("zorbly") counts as a word; so does every name, identifier and other script.
 */
import { isJapanese } from './prose.ts';

const BEGINS =
  /^(?:[bcdfgkpst]?[hlrw]?|[bdfgk]j|c[hz]|chr|gn|kn|mn|ph[rl]?|p[nst]|q|s[cfklmnpqtv]|s[cp]h|s[ckpt][lr]|sch[lmnrw]?|sh[lmr]|t[sz]|tch|th[rw]|v[lrs]?|w[hr]|x|z[hlw]?|[jmnry]|dn|km|kv|mc|ng)$/;
const ENDS =
  /^(?:[bcdfghjklmnpqrstvwxz]?|bb|c[cht]|ck|dd|ff|ft|g[ghn]|gm|ght|hn|l[bdfgklmnptxvz]|l[ct]h|ls|mb|mm|mn|mp|n[cdgknstxz]|nch|n?gth|ngst|p[ht]|pp|ps|rr|r[bcdfgklmnpstvxz]|r[cts]h|rld|rst|s[hklmpst]|t[hltz]|tch|thm|w[dkln]|x[t]|zz|[dk]t|[bt]t|ndt|cht|tzt)s?$/;
/** Patterns of technical names. */
const TRADE = /sql|ssh|rpc|ctl|^(?:ff|pg|xp|k8)|(?:db|dc|fs|gl|js|ml|pg)$/;
/** Neighbouring keys, as fingers run over them. */
const MASHED =
  /asdf|sdf[gj]|dfgh|fghj|ghjk|hjkl|qwer|rtyu|tyui|yuio|uiop|zxcv|xcvb|cvbn|vbnm|lkjh|kjhg|jhgf|hgfd|gfds|fdsa|poiu|oiuy|mnbv|^(?:sdf|dfg|fgh|ghj|hjk|jkl|qwe|zxc|xcv|cvb|vbn|bnm)$|fjdk|sdlk|lksd|sldk|lkj|kjh|dkfj/;

/** Whether a word can be pronounced. Capitals and digits mark names; a few letters without a vowel are abbreviations. */
function isSpeakable(word: string): boolean {
  if (!/^[a-z]{3,}$/.test(word) || TRADE.test(word)) return true;
  if (MASHED.test(word) || /(.)\1\1\1|[bcdfghjklmnpqrstvwxz]{6}/.test(word)) return false;
  if (!/[aeiouy]/.test(word)) return word.length <= 4;
  return BEGINS.test(/^[^aeiouy]*/.exec(word)![0]) && ENDS.test(/[^aeiouy]*$/.exec(word)![0]);
}

const MAX_WORDS = 12;

/** @example isNonsense('aesho faesf asdofh'); // true */
export function isNonsense(text: string): boolean {
  const plain = text.slice(0, 400).normalize('NFKC');
  if (!/\p{L}/u.test(plain)) return plain.trim() !== '';
  if (isJapanese(plain)) {
    // Hiragana with Latin letters in between come from an input method switched on by mistake: あｓｄふぁｓｄ.
    const strays = plain.match(/(?<=[ぁ-ん])[b-df-hj-np-tv-z]{1,6}(?=[ぁ-ん]|$)/g) ?? [];
    return (strays.length >= 2 || MASHED.test(plain)) && !/[\p{Script=Han}ァ-ヶ]/u.test(plain);
  }
  if (/[^\p{ASCII}]/u.test(plain) || /[`/"\d]/.test(plain)) return false;
  const words = (plain.match(/[A-Za-z']+/g) ?? []).filter((word) => word.length > 2);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const strange = words.filter((word) => !isSpeakable(word));
  // One odd name beside an ordinary word is a name.
  return strange.length * 2 >= words.length && (strange.length > 1 || strange.some((word) => MASHED.test(word)));
}
