/** A few turns of German, French, Spanish and Portuguese that ask the same; everything else of these languages stays as it is. */
import { startsWith } from './phrases.ts';

/** Every phrase is written in words that no other of these languages has with another meaning. */
const TURNS: ReadonlyMap<string, readonly (readonly [readonly string[], readonly string[]])[]> = turns(
  // German
  'möchten sie = willst du|wollen sie = willst du|möchtest du = willst du|benutzen = verwenden|nutzen = verwenden',
  'sollte ich = soll ich|welchen = welche|welches = welche|welcher = welche',
  // French
  'est-ce que je dois = dois-je|souhaitez-vous = voulez-vous|veux-tu = voulez-vous|souhaites-tu = voulez-vous|devrais-je = dois-je',
  'quelle = quel|quels = quel|quelles = quel',
  // Spanish and Portuguese
  'quiere que = quieres que|desea que = quieres que|deseas que = quieres que|te gustaría que = quieres que|le gustaría que = quieres que',
  'utilizar = usar|debería usar = debo usar|deberia usar = debo usar|deveria usar = devo usar',
  'cuál = qué|qual = que|você quer que = quer que|gostaria que = quer que|você gostaria que = quer que',
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

/** The tokens with each turn in its one form, and a leading "para la API," put last. */
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
  return out;
}
