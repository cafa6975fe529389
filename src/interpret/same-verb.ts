/** Verbs by what they do: "removed", "erasing" and "lost" are one act. */
import { stemOf } from './prompt-words.ts';
import { remembered } from './remembered.ts';

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lost: 'lose',
    seen: 'see',
    held: 'hold',
    eaten: 'eat',
    ate: 'eat',
    drunk: 'drink',
    drank: 'drink',
    kept: 'keep',
    sent: 'send',
    written: 'write',
    shown: 'show',
    sold: 'sell',
    worn: 'wear',
    taken: 'take',
    broken: 'break',
    slept: 'sleep',
    thrown: 'throw',
    built: 'build',
    ridden: 'ride',
    driven: 'drive',
    won: 'win',
    found: 'find',
    heard: 'hear',
    known: 'know',
    hidden: 'hide',
    made: 'make',
    bought: 'buy',
    left: 'leave',
    put: 'put',
    dug: 'dig',
    fed: 'feed',
    given: 'give',
    spoken: 'speak',
    hit: 'hit',
    told: 'tell',
  }),
);

/** The bare verb: deletes, deleting, deleted, logged. */
function bare(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known.replace(/e$/, '');
  return stemOf(word)
    .replace(/(?<=\w{3})ied$/, 'y')
    .replace(/(?<=\w{2})(?:ing|ed)$/, '')
    .replace(/([b-df-hj-km-np-rtv-z])\1$/, '$1')
    .replace(/e$/, '');
}

/** Of each group the first is meant by all. */
const SAME: ReadonlyMap<string, string> = new Map(
  [
    'delete remove erase purge wipe lose drop discard destroy',
    'see view read open access watch look visit enter',
    'hold carry wield lift grab',
    'change edit modify update alter rewrite overwrite mutate',
    'send mail email message',
    'answer reply respond',
    'speak talk say',
    'buy purchase',
    'use call',
    'kill slay defeat',
    'share publish',
    'store save record live reside',
    'show display',
    'write tell compose',
  ].flatMap((group) => {
    const verbs = group.split(' ').map(bare);
    return verbs.map((verb) => [verb, verbs[0]!] as const);
  }),
);

export const actOf = remembered((word): string => SAME.get(bare(word)) ?? bare(word));
