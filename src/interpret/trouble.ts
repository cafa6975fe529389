/** Sentences that tell what is wrong now, or ask about it: what they say together is a report, not a wish. */
export const TROUBLE_SENTENCE =
  /\b(?:bugs?|fix(?:e[sd]|ing)?|broken|wrong(?:ly)?|incorrect(?:ly)?|unexpected(?:ly)?|regression|investigate|debug|why|currently|prevents?|detects?|rejects?|refuses?|warn(?:s|ing)?|complains?|fails?|failing|crash(?:es)?|explain|describe|difference|mistakenly|accidentally|reproduce|toggles?|switch(?:es|ing)? between|even though|still(?! be))\b/i;
