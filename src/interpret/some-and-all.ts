/** Some and all, all and none: "only admins may … everyone may", "all are … none is". Held against one or two sentences. */
import type { Found } from './contradictions.ts';
import { stemOf } from './prompt-words.ts';

/** @param text In lower case; `prose` is the same as it was written. */
export const someAndAll = (text: string, prose: string): Found[] => {
  const may = onlySome(text, prose);
  return [...(may.length > 0 ? may : onlyShown(text, prose)), ...allAndNone(text, prose)];
};

/** "Only admins can delete posts, and every visitor can delete posts". */
function onlySome(text: string, prose: string): Found[] {
  const only =
    /\bonly (?:the )?([a-z-]+(?: [a-z-]+)?) (?:can|may|should|must|are allowed to|is allowed to|will) ([a-z]+)(?: (?:the |all |any |a |their )?([a-z]+))?/.exec(
      text,
    );
  if (only !== null) {
    const any = new RegExp(
      `\\b(everyone|everybody|anyone|anybody|all [a-z]+|every [a-z]+|any [a-z]+|guests|visitors|users|customers|people) (?:else )?(?:can|may|should|must|are allowed to|is allowed to|will)(?: also)? ${only[2]}(?:e?s)?\\b(?: (?:the |all |any |a |their )?${only[3] ?? ''})?`,
      'g',
    );
    for (const match of text.matchAll(any)) {
      const who = match[1]!;
      if (
        who.includes(only[1]!) ||
        match.index === only.index + 5 ||
        /\b(?:not|own|if|when)\b/.test(text.slice(match.index, match.index + match[0].length + 12))
      )
        continue;
      const sides: [string, string] = [
        prose.slice(only.index, only.index + only[0].length),
        prose.slice(match.index, match.index + match[0].length),
      ];
      return [
        {
          axis: 'who',
          sides: only.index < match.index ? sides : [sides[1], sides[0]],
          cosmetic: false,
          confidence: 0.75,
        },
      ];
    }
  }
  return [];
}

/** "Only show the menu to admins; show the menu to everybody". */
function onlyShown(text: string, prose: string): Found[] {
  const only =
    /\bonly ([a-z]+) (?:the |a |an )?([a-z]+) (?:to|for) ([a-z]+)/.exec(text) ??
    /\b([a-z]+) (?:the |a |an )?([a-z]+) only (?:to|for) ([a-z]+)/.exec(text);
  if (only === null) return [];
  const all = new RegExp(
    `\\b${only[1]} (?:the |a |an )?${only[2]} (?:to|for) (?:everyone|everybody|anyone|anybody|all\\b|every [a-z]+)`,
  ).exec(text);
  if (all === null || all.index === only.index) return [];
  const shownAs = ({ 0: words, index }: RegExpExecArray) => prose.slice(index, index + words.length);
  const sides: [string, string] = [shownAs(only), shownAs(all)];
  return [
    { axis: 'who', sides: only.index < all.index ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.75 },
  ];
}

/** "All requests are logged and no request is logged". */
function allAndNone(text: string, prose: string): Found[] {
  const all = /\b(?:all|every|each) ([a-z]+) (?:is|are|must be|should be|gets?|will be) ([a-z]+)\b/.exec(text);
  if (all === null) return [];
  const none = new RegExp(
    `\\b(?:no|none of the) (${stemOf(all[1]!)}[a-z]*) (?:is|are|must be|should be|gets?|will be) ${all[2]}\\b`,
  ).exec(text);
  if (none === null) return [];
  const shownAs = ({ 0: words, index }: RegExpExecArray) => prose.slice(index, index + words.length);
  const sides: [string, string] = [shownAs(all), shownAs(none)];
  return [
    { axis: 'all', sides: all.index < none.index ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.8 },
  ];
}
