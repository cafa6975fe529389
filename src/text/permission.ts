/**
 * Whether a question only asks for permission to continue ("Should I proceed?"). Such a question has one useful answer, and no person needs
 * to give it. Precision comes first: a question that names an act, a choice or a condition besides continuing is an ordinary question.
 */
import { fold } from './fold.ts';
import { isForm } from './forms.ts';
import { isJapanese, LETTERS } from './words.ts';

/** A request for permission to continue is short; a longer text says more. */
const MAX_LENGTH = 160;

const HAS_LETTER = new RegExp(`[${LETTERS}]`, 'u');
const NO_LETTERS = new RegExp(`[^${LETTERS}]+`, 'gu');

/** Without accents, case and punctuation, so that one form covers its spellings. */
function bare(sentence: string): string {
  return sentence.replace(NO_LETTERS, ' ').trim().replace(/ +/g, ' ');
}

const YES_NO_HINT = /\s*[([]\s*(?:y|yes)\s*\/\s*(?:n|no)\s*[)\]]\s*[:?？]?\s*$/i;

/** Sentences that ask without a mark: "Let me know if I should continue." */
const ASKS_WITHOUT_MARK =
  /^(?:(?:please |just )*(?:let me know|tell me|say|confirm)|should|shall|may|can|could|do|would|is it) /;

function isLeave(sentence: string, asked: boolean): boolean {
  const plain = bare(sentence);
  if (!isJapanese(sentence)) return (asked || ASKS_WITHOUT_MARK.test(plain)) && isForm('leave_to_go_on', plain);
  const together = plain.replaceAll(' ', '');
  return (asked || together.endsWith('か')) && isForm('ja_leave_to_go_on', together);
}

/**
 * Whether a question asks only for permission to continue.
 * @example
 * seeksPermission('Should I proceed?'); // true
 * seeksPermission('Should I proceed with deleting the tables?'); // false
 * seeksPermission('続けてもよろしいですか？'); // true
 */
export function seeksPermission(question: string): boolean {
  if (question.length > MAX_LENGTH) return false;
  const folded = fold(question.replace(YES_NO_HINT, ''));
  // Quoted text or code names something, so the question is about more than continuing.
  if (/[`"“”«»„「」『』]/.test(folded)) return false;
  const sentences = folded.match(/[^.!?。]+[.!?。]*/g) ?? [];
  const spoken = sentences.filter((sentence) => HAS_LETTER.test(sentence));
  const hinted = YES_NO_HINT.test(question);
  return spoken.length > 0 && spoken.every((sentence) => isLeave(sentence.trim(), hinted || sentence.includes('?')));
}

const GOES_ON = /^(?:yes|y|ok|okay|sure|proceed|continue|go ahead|go on|carry on|はい|続ける|続行)[\s!.,:。]*/i;

/**
 * The answer that gives permission: the one option that continues, if there are options; null if that is not clear.
 * @example
 * goingOn(['Proceed', 'Stop']); // 'Proceed'
 * goingOn([]); // 'continue'
 */
export function goingOn(labels: readonly string[]): string | null {
  if (labels.length === 0) return 'continue';
  const fits = labels.filter((label) => GOES_ON.test(label.trim()));
  return fits.length === 1 ? fits[0]! : null;
}
