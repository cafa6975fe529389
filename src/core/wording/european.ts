/** A few turns of German, French, Spanish and Portuguese that ask the same; everything else of these languages stays as it is. */
import { startsWith } from './phrases.ts';

/** Every phrase is written in words that no other of these languages has with another meaning. */
const TURNS: ReadonlyMap<string, readonly (readonly [readonly string[], readonly string[]])[]> = turns(
  // German
  'möchten sie = willst du|wollen sie = willst du|möchtest du = willst du|benutzen = verwenden|nutzen = verwenden',
  'sollte ich = soll ich',
  // French
  'est-ce que je dois = dois-je|souhaitez-vous = voulez-vous|veux-tu = voulez-vous|souhaites-tu = voulez-vous|devrais-je = dois-je',
  // Spanish and Portuguese
  'quiere que = quieres que|desea que = quieres que|deseas que = quieres que|te gustaría que = quieres que|le gustaría que = quieres que',
  'utilizar = usar|debería usar = debo usar|deberia usar = debo usar|deveria usar = devo usar',
  'cuál formato = qué formato|você quer que = quer que|gostaria que = quer que|você gostaria que = quer que',
);

function turns(...lists: string[]) {
  const map = new Map<string, (readonly [readonly string[], readonly string[]])[]>();
  for (const rule of lists.flatMap((list) => list.split('|'))) {
    const [from, to] = rule.split(' = ').map((side) => side.split(' ')) as [string[], string[]];
    map.set(from[0]!, [...(map.get(from[0]!) ?? []), [from, to]]);
  }
  return map;
}

/** German, French, Spanish or Portuguese: one of their own words stands in the text. */
const OURS =
  /(?:^| )¿?(?:soll|sollte|möchten|möchtest|welche[nrs]?|wollen|willst|dois-je|devrais-je|est-ce|voulez-vous|souhaitez-vous|veux-tu|quelles?|quels?|qué|cuál|debo|debería|quieres?|desea|deseas|devo|deveria|qual|você|quer)(?: |$)/;

export function isEuropean(text: string): boolean {
  return OURS.test(text);
}

/** "voulez-vous que j'ajoute" and "dois-je ajouter": verbs whose forms tell the infinitive. Others stay as they are. */
function withInfinitive(tokens: readonly string[]): readonly string[] {
  const que = tokens.findIndex((token, at) => token === 'que' && WISH.has(tokens[at - 1] ?? ''));
  if (que < 1) return tokens;
  const wish = tokens[que - 1]!;
  const french = wish === 'voulez-vous';
  const [subject, verb] = [tokens[que + 1] ?? '', tokens[que + 2] ?? ''];
  const form = french
    ? subject.startsWith("j'")
      ? subject.slice(2)
      : subject === 'je'
        ? verb
        : ''
    : subject === 'eu'
      ? verb
      : subject;
  const infinitive = french
    ? form.replace(/e$/, 'er').replace(/iser$/, 'izer')
    : form.replace(/ce$/, 'zar').replace(/e$/, 'ar');
  if (infinitive === form) return tokens;
  const taken = french ? (subject === 'je' ? 3 : 2) : subject === 'eu' ? 3 : 2;
  const should = french ? 'dois-je' : wish === 'quieres' ? 'debo' : 'devo';
  return [...tokens.slice(0, que - 1), should, infinitive, ...tokens.slice(que + taken)];
}

const WISH = new Set(['voulez-vous', 'quieres', 'quer']);

/** The tokens with each turn in its one form. */
export function european(tokens: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const word = tokens[i]!.replace(/^¿/, '');
    const found = TURNS.get(word)?.find(([from]) =>
      startsWith([word, ...tokens.slice(i + 1, i + from.length)], 0, from),
    );
    if (word !== '') out.push(...(found ? found[1] : [word]));
    if (found) i += found[0].length - 1;
  }
  return withInfinitive(out);
}
