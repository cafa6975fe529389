/** The forms of a regular English verb. A form too many ("openning") is no word, and harms nothing. */
export function verbForms(verb: string): string[] {
  if (verb.endsWith('e')) {
    const stem = verb.slice(0, -1);
    return [verb, `${verb}s`, `${verb}d`, `${stem}ing`];
  }
  if (/[^aeiou]y$/.test(verb)) {
    const stem = verb.slice(0, -1);
    return [verb, `${stem}ies`, `${stem}ied`, `${verb}ing`];
  }
  const plural = /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
  const forms = [verb, plural, `${verb}ed`, `${verb}ing`];
  if (/[^aeiou][aeiou][bdgklmnprtvz]$/.test(verb)) {
    const last = verb.at(-1)!;
    forms.push(`${verb}${last}ed`, `${verb}${last}ing`);
    if (last === 'z') forms.push(`${verb}zes`);
  }
  return forms;
}
