/** Some and all, all and none: "only to admins … to everybody", "all are … none is". Held against one or two sentences. */
import type { Found } from './contradictions.ts';
import { stemOf } from './prompt-words.ts';

/** @param text In lower case; `prose` is the same as it was written. */
export const someAndAll = (text: string, prose: string): Found[] => [
  ...onlyShown(text, prose),
  ...onlySeen(text, prose),
  ...allAndNone(text, prose),
];

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

/** "Only admins can see the report. Show the report to every visitor." */
function onlySeen(text: string, prose: string): Found[] {
  const only = /\bonly (?:the |our )?[a-z]+ (?:can|may) (?:see|view|read|open|access) (?:the |an? )?([a-z]+)/.exec(
    text,
  );
  if (only === null) return [];
  const all = new RegExp(
    `\\b(?:show|display|publish|send|give|offer)s? (?:it|the ${only[1]}) (?:to|for) (?:everyone|everybody|anyone|anybody|all\\b|every [a-z]+)`,
  ).exec(text);
  if (all === null) return [];
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
