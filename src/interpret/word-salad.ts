/**
 * Words in no order that means anything: small words piled up ("the the of but"), and sentences whose form alone is right ("deploy the
 * melancholy of spoons into the elbow of arithmetic"). One odd turn may be a joke or a name; two and nothing else mean nothing.
 */
import { CONJUNCTIONS, PREPOSITIONS, words } from './prompt-words.ts';

const DAY = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|tomorrow)';
const BODY =
  '(?:elbow|knee|ankle|shoulder|nose|thumb|toe|beard|belly|chin|eyebrow|tongue|tooth|teeth|hair|skin|shadow|voice)s?';
const KIN = '(?:grandmother|grandfather|grandma|grandpa|uncle|aunt|cousin|nephew|niece|mother|father)';
const FOOD =
  '(?:soup|butter|carrot|spoon|fork|pancake|sandwich|cheese|banana|mustard|noodle|biscuit|porridge|toast|pickle|potato|onion|teapot|hammer|feather)s?';
const FEELING =
  '(?:melancholy|sadness|jealousy|loneliness|nostalgia|sorrow|boredom|envy|regret|anger|laughter|sneeze|giggle|whisper|sigh|smell|taste|colou?r|weight|sound|mood|yawn)';
const NUMBER =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)';
const STUDY =
  '(?:arithmetic|geometry|grammar|algebra|mathematics|philosophy|gravity|punctuation|logic|the (?:number|letter) \\w+|never|always|nowhere|because|although)';
const SHAPE = `(?:triangle|hexagon|octagon|rectangle|pentagon|kilomet(?:er|re)|number (?:\\d+|${NUMBER})|${STUDY})`;
const MOOD = '(?:loud|silent|sleepy|angry|polite|shy|jealous|hungry|melancholy|lonely|nervous|thirsty|sad|grumpy)';
const WAY = '(?:sideways|slowly|backwards?|upwards?|downwards?|quickly|because|although|whether|nevertheless|despite)';
const COLOUR = '(?:purple|green|yellow|blue|red|orange|pink|grey|brown)';

const ODD: readonly RegExp[] = [
  `${FEELING} of (?:the )?(?:${FOOD}|${DAY}|${STUDY})`,
  `(?:${BODY}|${FOOD}) of (?:the )?(?:${DAY}|${STUDY}|${FEELING})`,
  `${MOOD} ${SHAPE}`,
  `${FOOD}'s ${KIN}|(?:compile|deploy|install|merge|upload|refactor|commit|render|debug|download) my ${KIN}'s \\w+`,
  `(?:${WAY}|${KIN}) (?:through|into|under) (?:the|an?) ${MOOD}`,
  `of ${WAY}`,
  `${DAY} (?:tastes?|smells?|sings?|sneezes?|whispers?|dreams?|eats?|swallows?)`,
  `^(?:please )?${COLOUR} the ${NUMBER}|^(?:please )?[a-z]+ (?:the|a|my|every) (?:\\w+ )?${DAY} (?:into|onto|under|inside|through|to)`,
].map((form) => new RegExp(`(?<![\\w-])(?:${form})(?![\\w-])`, 'g'));
const TOLD = /[`"“]|\b(?:story|poem|song|haiku|surreal|joke|lyrics|dream|title|caption)\b/;

/** The plain words of the classes; a text with fewer than two has no two odd turns. */
const ODD_WORDS: ReadonlySet<string> = new Set(
  [DAY, BODY, KIN, FOOD, FEELING, NUMBER, STUDY, SHAPE, MOOD, WAY, COLOUR]
    .flatMap((list) => list.match(/[a-z]{3,}/g) ?? [])
    .flatMap((word) => [word, `${word}s`, `${word}'s`])
    .concat('monday tuesday wednesday thursday friday saturday sunday kilometer kilometre color colour'.split(' ')),
);

/** @param text In lower case. */
export function isAbsurd(text: string, list: readonly string[]): boolean {
  let count = 0;
  for (const word of list) if (ODD_WORDS.has(word)) count += 1;
  if (count < 2 || TOLD.test(text)) return false;
  count = 0;
  for (const form of ODD) count += text.match(form)?.length ?? 0;
  return count > 1;
}

const LEADS = words('the an my our your their every');
/** Behind "turned on", "logged in" and the like another preposition may follow. */
const PARTICLES = words('in on over from as like than about to through since until outside inside');
const NEVER_BEHIND_ARTICLE = words('the a an of and but or is was to with in');

/** Whether a word cannot follow another in any sentence. "A" may be a name, as in "set a to b". */
function isBreak(word: string, next: string): boolean {
  if (LEADS.has(word)) return NEVER_BEHIND_ARTICLE.has(next) || CONJUNCTIONS.has(next) || next === '';
  if (word === 'a') return /^(?:the|an?|of|is)$/.test(next);
  if (CONJUNCTIONS.has(word)) return /^(?:and|but|or|of)$/.test(next);
  if (!PREPOSITIONS.has(word)) return false;
  return (
    CONJUNCTIONS.has(next) || next === word || next === 'because' || (PREPOSITIONS.has(next) && !PARTICLES.has(word))
  );
}

/** A fourth of the words at least stands where it cannot. */
export function isJumble(list: readonly string[]): boolean {
  if (list.length < 4 || list.length > 30) return false;
  const breaks = list.filter((word, i) => isBreak(word, list[i + 1] ?? '')).length;
  return breaks > 1 && breaks * 4 >= list.length;
}
