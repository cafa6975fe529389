/**
 * Whether a message says what its writer would go on with, and all of it is known to do no harm. Leave to go on is given for such
 * alone: a list of harm can never be whole, so here, as for a yes said beforehand, what is not known is asked.
 */
import { isDestructive } from './destructive.ts';
import { isHarmlessAct } from './harmless-acts.ts';
import { seeksPermission } from './permission.ts';

/** A plan that is longer is the person's to read. */
const LONGEST = 4_000;

/** What stands around the steps of a plan, and proposes nothing. */
const FRAME =
  /^(?:(?:ok|okay|sure|great|thanks|thank you|understood|hello|hi|ready|got it|all clear)|(?:here(?:['’]s| is| are) )?(?:my |the |a |our )?(?:proposed |implementation |short |simple |next )?(?:plan|approach|proposal|steps?|changes)(?: (?:is|are))?(?: ready| clear| as follows| below| so far| now)*|here(?:['’]s| is) what i(?:['’]ll| will| would) do|what i(?:['’]ll| will| would) do)[:.!]*$/i;

/** What was done so far: read and thought, nothing else. */
const REPORTS: readonly RegExp[] = [
  /^(?:i|we)(?: have|['’]ve)?(?: now| already| just)? (?:read|looked (?:at|into|through)|checked|reviewed|analy[sz]ed|studied|understood|examined|explored|went through|gone through|understand) [\w\s./,'’-]{1,120}$/i,
  /^(?:all )?(?:the |\d+ )?(?:tests?|checks?|steps?) (?:pass|passed|is done|are done|is clear|are clear)(?: now)?$/i,
  /^step \d+ (?:is )?(?:done|complete|finished)$/i,
  /^(?:コード|ファイル|内容|計画)[^。]{0,30}(?:読みました|確認しました|以上です)$/,
  /^ich habe [\p{L}\s]{1,60}(?:gelesen|geprüft|angesehen|analysiert)$/iu,
  /^j['’]ai (?:lu|vérifié|regardé|analysé) [\p{L}\s’']{1,60}$/iu,
];
const AND_MORE = /\b(?:will|would|going|then|next|plan|afterwards|before|and i|und|puis|et)\b|['’]ll\b/i;

const MARK = /^(?:[-*+•]|\d{1,2}[.)]|step \d{1,2}\s*[:.)-])\s+/i;
const WHEN = /^(?:(?:first|second|third|next|then|now|after that|afterwards|finally|lastly|and|also|so)[,:]?\s+)+/i;
const WHO =
  /^(?:(?:i|we)(?:['’]ll|['’]d| will| would| am going to|['’]m going to| plan to| want to| intend to| would like to| can| could| should| need to)|let me|(?:my|the) plan is to|(?:my|the) next step is to)(?: now| then| next| also| first)?\s+/i;
/** A thing more of the same kind, and no act more: "add tests and a short guide". */
const THING =
  /^(?:a|an|the|its|their|some|new|more|two|three)\s|^(?:tests?|docs?|documentation|comments?|examples?|types?|helpers?|fixtures?)\b/i;

/**
 * @example
 * isHarmlessPlan('I have read the code. I will add tests for the parser.'); // true
 * isHarmlessPlan('I will bump the instance.'); // false
 * isHarmlessPlan('The plan is ready.'); // false
 */
export function isHarmlessPlan(text: string): boolean {
  if (text.length > LONGEST || isDestructive(text)) return false;
  let acts = 0;
  for (const { statement, listed } of statementsOf(text)) {
    if (seeksPermission(statement) || FRAME.test(statement)) continue;
    if (!AND_MORE.test(statement) && REPORTS.some((report) => report.test(statement))) continue;
    if (!isHarmlessStep(statement, listed)) return false;
    acts += 1;
  }
  return acts > 0;
}

interface Statement {
  readonly statement: string;
  /** An item of a list, or all there is: such may be told as an order, "add tests". */
  readonly listed: boolean;
}

function statementsOf(text: string): Statement[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const plain = line
      .trim()
      .replace(/^#{1,6}\s+/, '')
      .replace(/\*\*|__/g, '')
      // A name in marks of code is a name; anything else in them stays code, which nothing here knows.
      .replace(/`([\w./-]+)`/g, '$1');
    const listed = MARK.test(plain) || lines.length === 1;
    return plain
      .replace(MARK, '')
      .split(/(?<=[.!?;。！？])\s+|(?<=[。！？])/)
      .map((part) => part.replace(/[.!;。！\s]+$/, '').trim())
      .filter((part) => part !== '')
      .map((statement) => ({ statement, listed }));
  });
}

function isHarmlessStep(statement: string, listed: boolean): boolean {
  const when = statement.replace(WHEN, '');
  const act = when.replace(WHO, '');
  const english = /^[\x20-\x7e’‘“”–—…]+$/.test(statement);
  if (!english) return isHarmlessAct(statement);
  // In English somebody must be said to do it, or it must stand in a list of what is to be done.
  if (act === when && !listed) return false;
  const [first, ...more] = act
    .split(/\s*(?:,|;|\band then\b|\bthen\b|\band\b|\bbefore\b|\bafter\b|\bwhile\b)\s*/i)
    .filter(Boolean);
  const harmless = (part: string) => isHarmlessAct(`Should I ${part}?`);
  const isThing = (part: string) => THING.test(part) && harmless(`add ${part}`);
  return first !== undefined && harmless(first) && more.every((part) => harmless(part) || isThing(part));
}
