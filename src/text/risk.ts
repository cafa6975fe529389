/**
 * Whether a question is dangerous: it asks for permission for an act that destroys, publishes, pays, reveals or takes control, or offers an
 * option that performs one. The form decides first (permission to act, a choice among acts, a choice of design), by `data/forms.tsv`, then
 * verb and object, by acts.ts. A question about design is not dangerous, whatever words it contains. What this misses is still not
 * permitted automatically: consent.ts only knows what is harmless.
 */
import { mentionsAct, performed, performs, startsWithAct } from './acts.ts';
import { fold, undisguised } from './fold.ts';
import { endOfForm, formsIn, hasForm, type Place } from './forms.ts';
import { wordList } from './lists.ts';
import { asksLeave, asksWhich, isRead } from './question-form.ts';
import { remembering } from './remembering.ts';
import { namesSecret } from './secrets.ts';
import { isJapanese, wordsOf } from './words.ts';
import { readYesNo } from './yes-no.ts';

interface Choice {
  readonly label: string;
  readonly description?: string | undefined;
}

/** What the person sees of a question. */
export interface Shown {
  readonly question: string;
  readonly options?: readonly Choice[];
  readonly header?: string | undefined;
  readonly context?: string | undefined;
}

/** Text beyond this is not read: a question that long gets no automatic answer either. */
const MAX_READ = 8_000;
/** How much of a question is read for its form; the rest is searched for any mention of harm. */
const MAX_QUESTION = 1_500;
const MAX_LABEL_WORDS = 14;
/** How many characters may come before the act in a Japanese label. */
const MAX_JA_LEAD = 16;

/**
 * Whether a text that is not a question mentions harm at all: a plan, a prompt, a free-text answer. Broad on purpose; a text in an
 * unsupported language counts as harm.
 * @example
 * mentionsHarm('1. Back up\n2. Drop the users table'); // true
 */
export function mentionsHarm(text: string): boolean {
  const read = text.slice(0, MAX_READ);
  const folded = fold(read.replace(/\s*\n\s*/g, '. '));
  if (hasCommand(read) || MONEY.test(read) || namesSecret(read) || !isRead(read)) return true;
  return mentionsAct(folded) || japaneseActs(folded).length > 0 || text.length > MAX_READ;
}

/** "Deletion strategy?" names a thing and is not an order. */
const NOUN = /^[a-z\u00c0-\u1fff\u3041-\u30fa\u30fc-\u9fff-]+(?:tion|sion|ment|oval|ewal)s?\b/;
const PASSIVE =
  /\b(?:should|shall|can|may|must|could|will) (?:the|this|these|those|my|your|our|all|it|they|that) [^?.!]{0,80}?\bbe ([a-z-]+(?: (?:back|down|off|live|public))?)/g;

/** In lower case: commands that destroy, publish or take control, in any position. */
const COMMAND =
  /\brm\s+-\w*[rf]|\bgit\s+(?:push\b|reset\s+--hard|clean\s+-\w*f|branch\s+-d|checkout\s+--|filter-branch|filter-repo|stash\s+(?:drop|clear)|rebase\s+-i|tag\s+-d)|--force\b|--hard\b|--no-verify\b|--auto-approve\b|\b(?:drop|truncate)\s+(?:table|database|schema|column|index|view)\b|\bdelete\s+from\b|\bupdate\s+\w+\s+set\b|\bterraform\s+(?:apply|destroy|state\s+rm)|\bkubectl\s+(?:delete|apply|drain|scale|replace|patch)|\bhelm\s+(?:upgrade|uninstall|rollback|delete)|\b(?:npm|pnpm|yarn|cargo|twine|gem|poetry|docker|podman)\s+(?:publish|unpublish|push|upload|yank|system\s+prune|rmi?\b|volume\s+rm)|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\bmkfs|\bdd\s+(?:if|of)=|\bchmod\s+(?:-r\s+)?(?:777|a\+)|\bchown\s+-r|\bsudo\b|\bkill(?:all)?\s+-9|\bshutdown\s+-|\bredis-cli\s+flush|\bflushall\b|\b(?:aws|gcloud|az|gsutil|heroku|fly|flyctl|vercel|netlify|firebase|wrangler)\s+[\w\s-]*\b(?:rm|rb|delete|destroy|deploy|terminate|publish|promote|release)\b|\bdropdb\b|\bcrontab\s+-r|\bmv\s+\S+\s+\/|>\s*\/(?:etc|dev)|\bdb:(?:drop|reset|migrate)|\bmigrate\s+(?:reset|deploy|fresh)|\bprisma\s+db\s+push/;
/** Most texts contain no word of any command, so the full patterns need not run. */
function hasCommand(text: string): boolean {
  const lower = text.toLowerCase();
  const may = /--|[|>:]/.test(lower) || lower.split(/[^a-z]+/).some((word) => wordList('commands').has(word));
  return may && COMMAND.test(lower);
}

const OVERRIDE = /[\u202d\u202e]/;
const MONEY = /[$€£¥]\s?\d|\d\s?(?:usd|eur|gbp|dollars?|euros?|円|ドル)(?![a-z])/i;

/** The text around each harmful act that a Japanese text names. */
function japaneseActs(text: string): { readonly before: string; readonly behind: string }[] {
  const found = [];
  for (const act of wordList('ja_acts'))
    for (let at = text.indexOf(act); at >= 0; at = text.indexOf(act, at + 1))
      found.push({ before: text.slice(0, at), behind: text.slice(at + act.length) });
  return found;
}
/** The act comes right before the end of a sentence that asks for permission. */
const JA_LEAVE = /^[ぁ-ん良宜問題大丈夫構ok]{0,16}[?？。]?\s*$/;
const JA_ASKS = /(?:ますか|ましょうか|ていい|てもいい|てよい|てもよい|てよろしい|てもよろしい)/;
const JA_DESIGN =
  /入力欄|ラベル|ボタン|どの|どちら|どれ|どう|何|なに|いつ|どこ|誰|方式|方針|仕様|設計|べきですか|論理削除|物理削除|場合は/;
/** A label that orders the act. */
const JA_ORDER = /^[^。、]{0,10}(?:する|します|して|送る|出す|消す|払う|渡す|止める|捨てる|直す|流す|押す|買う)$/;
/** A choice of how something should be, even if the options are verbs. "どうしますか" asks what to do. */
const JA_CHOICE = /どの|どちら|どれ|何|なに|いつ|どこ|誰|方式|方針|仕様|設計|文言|名前|ラベル|場合は/;

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？])\s+|(?<=[。！？])|\n+/).filter((part) => part.trim() !== '');
}

/** Requests for permission for what the agent would do next. The act follows. */
function* leaveIn(sentence: string): Generator<Place> {
  const first = endOfForm('leave_first', sentence, 0);
  if (first >= 0) yield { start: 0, end: first };
  for (const place of formsIn('leave', sentence)) if (place.start >= first) yield place;
}

function asksLeaveToHarm(text: string): boolean {
  for (const sentence of sentencesOf(text)) {
    if (isJapanese(sentence)) {
      const isLeave = japaneseActs(sentence).some(({ behind }) => JA_LEAVE.test(behind));
      const asks = isLeave || (JA_ASKS.test(sentence) && namesSecret(sentence));
      if (asks && !JA_DESIGN.test(sentence)) return true;
      continue;
    }
    // "Which platform should we deploy to?" is a choice; choosesAct reads it.
    if (asksWhich(sentence)) continue;
    for (const { start, end } of leaveIn(sentence)) {
      const act = sentence.slice(end);
      // "Do you want to deploy to X or Y?" chooses a place, and starts nothing.
      const chooses = sentence.slice(start, end).endsWith(' to ') && act.includes(' or ');
      if (chooses || hasForm('as_a_rule', act)) continue;
      if (performs(act) || MONEY.test(act) || namesSecret(act)) return true;
    }
    for (const match of sentence.matchAll(PASSIVE)) {
      const object = match[0];
      if (performs(`${match[1]} ${object}`) && !hasForm('as_a_rule', sentence)) return true;
    }
    // "Delete the old branch?", "Deploy now?"
    const isOrder = !/[.!。！]\s*$/.test(sentence) && !/^(?:does|do|is|are)\b/.test(sentence) && !NOUN.test(sentence);
    if (isOrder && performs(sentence) && !hasForm('as_a_rule', sentence)) return true;
  }
  return false;
}

/** Whether an option carries out a harmful act: by its label, or by the first words of its description. */
export function optionPerforms({ label, description }: Choice): boolean {
  const folded = fold(label);
  if (isJapanese(folded)) {
    const orders = japaneseActs(folded.replace(/^はい[、,]?/, '')).some(
      ({ before, behind }) => before.length <= MAX_JA_LEAD && !before.includes('。') && JA_ORDER.test(behind),
    );
    return orders && !/しない|せず|ない$/.test(folded);
  }
  const order = folded.replace(/^(?:yes|ok|okay|sure|y)\b[\s,:;–—-]*/, '');
  if (/^(?:no|don't|do not|never|skip|keep|cancel)\b/.test(order)) return false;
  const words = order.split(/\s+/).length;
  if (words <= MAX_LABEL_WORDS && performs(order)) return true;
  // "Clean start": what it does is in its description.
  return description !== undefined && startsWithAct(fold(description));
}

/**
 * Whether the question is dangerous, by the rule above.
 * @example
 * isDangerous({ question: 'Should I drop the users table?' }); // true
 * isDangerous({ question: 'Soft or hard delete?', options: [{ label: 'Soft delete' }, { label: 'Hard delete' }] }); // false
 */
export const isDangerous: (shown: Shown) => boolean = remembering(
  readDanger,
  ({ question, options, header, context }) => JSON.stringify([question, header, context, options]),
);

function readDanger(shown: Shown): boolean {
  // Text with direction overrides does not read as it is shown.
  if (OVERRIDE.test(shown.question)) return true;
  if (isDangerousAsRead(shown)) return true;
  // "d e l e t e" and "de1ete": read again without the disguise.
  const bare = undisguised(fold(shown.question.slice(0, MAX_QUESTION)));
  return bare !== fold(shown.question.slice(0, MAX_QUESTION)) && isDangerousAsRead({ ...shown, question: bare });
}

function isDangerousAsRead({ question, options = [], header, context }: Shown): boolean {
  const text = fold(question.slice(0, MAX_QUESTION).replace(/\r?\n/g, '. '));
  if (question.length > MAX_QUESTION && mentionsHarm(question.slice(MAX_QUESTION))) return true;
  const labels = options.map(({ label }) => label).join('\n');
  if (hasCommand(`${question}\n${labels}`) || asksForSecret(text)) return true;
  if (asksLeaveToHarm(text)) return true;
  const beside = [header, context].filter((part) => part !== undefined).join('\n');
  if (beside !== '' && isBareLeave(text) && mentionsHarm(beside)) return true;
  if (hasCommand(beside) && asksLeave(question) && !asksWhich(text)) return true;
  const asksWhatToDo = asksForAct(text);
  if (asksWhatToDo && choosesAct(text, fold(labels))) return true;
  if ((!asksWhatToDo && isDesign(text)) || hasForm('names_a_thing', text)) return false;
  // "Proceed" or "Stop": in a request for permission, a no stops only the asker.
  const refuses = ({ label, description }: Choice) =>
    description === undefined && asksLeave(text) && !asksWhich(text) && readYesNo(label, null) === 'No';
  return options.some((option) => optionPerforms(option) && !refuses(option));
}

/**
 * "Which branch should I delete?": whatever is chosen, the act is done to it. Where to publish is a choice of design unless a live place is
 * named.
 */
function choosesAct(text: string, labels: string): boolean {
  const [asked] = formsIn('asks_for_act', text);
  const phrase = asked === undefined ? '' : text.slice(asked.end);
  const act = hasForm('as_a_rule', phrase) ? undefined : performed(phrase);
  return act !== undefined && (act.kind !== 'publish' || hasForm('live', `${text} ${labels}`));
}

/** The clauses of a text from a question word on. */
function* askedIn(text: string): Generator<string> {
  for (const clause of text.split(/[?.!]/)) for (const { end } of formsIn('asks', clause)) yield clause.slice(end);
}

/** Whether the agent asks what to do: then the options are the acts. */
function asksForAct(text: string): boolean {
  if (hasForm('what_to_do', text)) return true;
  for (const clause of askedIn(text)) if (hasForm('should_i', clause)) return true;
  return false;
}

/** Whether a question asks for a thing, and not what to do. */
export function asksForThing(question: string): boolean {
  const text = fold(question.slice(0, MAX_QUESTION));
  return asksWhich(text) && !asksForAct(text);
}

/** Whether it is about how a program or a rule should work: the asker would do nothing now. */
function isAboutDesign(text: string): boolean {
  if (endOfForm('states', text, 0) >= 0 && endOfForm('is_it_fine', text, 0) < 0) return true;
  if (hasForm('design', text)) return true;
  for (const { end } of formsIn('should_thing', text)) if (endOfForm('be_gone_now', text, end) < 0) return true;
  for (const clause of askedIn(text))
    for (const { end } of formsIn('modal', clause))
      if (
        /^[a-z\u00c0-\u1fff\u3041-\u30fa\u30fc-\u9fff'-]/.test(clause.slice(end)) &&
        endOfForm('me_or_you', clause, end) < 0
      )
        return true;
  return false;
}

/** A question about how something should be. A statement with options below it is not one. */
function isDesign(text: string): boolean {
  if (hasForm('at_once', text) || !/[?？]|か[。\s]*$/.test(text)) return false;
  if (isAboutDesign(text) || hasForm('as_a_rule', text)) return true;
  return isJapanese(text) && JA_CHOICE.test(text);
}

/**
 * Whether a question consists only of words that ask for permission, with no act: the text beside it says what would be done.
 * @example
 * isBareLeave('Shall I do it?'); // true
 */
export function isBareLeave(question: string): boolean {
  const text = fold(question.slice(0, MAX_QUESTION));
  if (isJapanese(text)) return text.replace(JA_BARE, '') === '';
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => wordList('bare_leave').has(word));
}

const JA_BARE =
  /それでは|このまま|以上の?|上記の?|よろしい|でしょう|ましょう|これで|ません|大丈夫|では|この|内容|計画|手順|変更|続行|続け|進め|実行|開始|適用|して|よい|いい|良い|作業|です|ます|問題|あり|ない|ok|で|を|に|の|、|て|も|次|か|[?？。\s]/g;

/** A question whose answer would be a secret. */
function asksForSecret(text: string): boolean {
  const asks = hasForm('asks_for', text) || /教えて|入力|貼り付け|ください/.test(text);
  return (
    asks &&
    !/\b(?:where|how|should|store|hash|format|length|rotat)/.test(text) &&
    !isAboutDesign(text) &&
    namesSecret(text)
  );
}
