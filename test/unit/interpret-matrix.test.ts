/**
 * The same thing under two opposites is a contradiction, whatever trails behind; what sets the two apart makes it none. Held against a matrix
 * of pairs, sentences and things, so that no single wording decides.
 */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../src/interpret/interpret.ts';

type Frame = (one: string, other: string, thing: string) => string;
type Pair = readonly [string, string];
const pairs = (text: string): Pair[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string]);

const ACTS =
  pairs(`add/remove keep/delete retain/purge show/hide reveal/conceal open/close increase/decrease raise/lower enlarge/shrink
  expand/collapse extend/shorten allow/forbid permit/prohibit accept/reject approve/reject enable/disable activate/deactivate start/stop lock/unlock
  heal/hurt heal/damage merge/split combine/separate encrypt/decrypt compress/decompress include/exclude attach/detach connect/disconnect
  mount/unmount mute/unmute freeze/melt archive/restore subscribe/unsubscribe install/uninstall save/discard confirm/cancel pause/resume
  strengthen/weaken brighten/darken maximize/minimize respect/ignore group/ungroup select/deselect publish/unpublish grant/revoke
  upgrade/downgrade create/destroy protect/attack reward/punish lift/drop inflate/deflate tighten/loosen sharpen/blur load/unload
  register/unregister protect/expose sort/shuffle double/halve`);
const QUALITIES =
  pairs(`big/small bigger/smaller higher/lower faster/slower darker/brighter heavier/lighter dark/light open/closed
  locked/unlocked hot/cold mandatory/optional public/private visible/hidden enabled/disabled empty/full horizontal/vertical
  left-aligned/right-aligned ascending/descending synchronous/asynchronous stateless/stateful encrypted/unencrypted read-only/editable
  immutable/mutable online/offline temporary/permanent anonymous/identified automatic/manual allowed/forbidden unlimited/limited local/remote
  simple/complex free/paid uppercase/lowercase lazy/eager strict/lenient flat/nested random/deterministic sequential/parallel global/local
  unique/duplicated case-sensitive/case-insensitive daily/weekly compressed/uncompressed valid/invalid safe/dangerous stable/unstable
  expanded/collapsed cached/uncached detailed/brief true/false liquid/solid edible/inedible quiet/noisy strong/weak wet/dry sharp/blunt
  thick/thin long/short wide/narrow deep/shallow opaque/transparent alive/dead friendly/hostile fragile/indestructible cheap/expensive
  round/square clean/dirty easy/difficult formal/informal raw/cooked clickable/unclickable documented/undocumented rich/poor`);
const THINGS =
  `search bar,old audit logs,sidebar,checkout button,timeout of the http client,cookie banner,export job,main menu,iron door,nightly report,
  price column,email field,loading screen,comment section,input validation,kitchen lamp,settings tab,invoice total,magic sword,title text`
    .split(',')
    .map((thing) => thing.trim());

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const going = (verb: string): string => {
  if (/^(?:stop|split|drop|forbid|permit)$/.test(verb)) return `${verb}${verb.at(-1)}ing`;
  return verb.endsWith('e') ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
};
const does = (verb: string): string =>
  /(?:sh|ch|x|ss)$/.test(verb) ? `${verb}es` : verb.replace(/([^aeiou])y$/, '$1ie').concat('s');
const one = (thing: string): string => thing.replace(/s$/, '');
const anyOf = (thing: string): string => thing.replace('old ', '');
const an = (word: string): string => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);

const ACTS_THAT_CLASH: Record<string, Frame> = {
  and: (a, b, x) => `${capital(a)} the ${x} and ${b} the ${x}.`,
  'to and from': (a, b, x) => `${capital(a)} the ${x} to the header and ${b} the ${x} from the header.`,
  'forever, tonight': (a, b, x) => `${capital(a)} the ${x} forever, and ${b} the ${x} tonight.`,
  'in production': (a, b, x) => `${capital(a)} the ${x} and ${b} the ${x} in production.`,
  'on page load': (a, b, x) =>
    `The script should ${a} the ${x} on page load. On page load, the script should ${b} the ${x}.`,
  'two sentences': (a, b, x) => `Hi there! Please ${a} the ${x}. Also, please ${b} the ${x}. Thanks a lot!`,
  while: (a, b, x) => `${capital(a)} the ${x} while ${going(b)} the ${x}.`,
  both: (a, b, x) => `I want you to both ${a} and ${b} the ${x}.`,
  bullets: (a, b, x) => `For this sprint:\n- ${a} the ${x}\n- ${b} the ${x}\n- update the changelog`,
  ticket: (a, b, x) => `ticket 4411: ${a} the ${x}. ${b} the ${x}. due friday`,
  'one helper': (a, b, x) => `I want the new helper to ${a} the ${x} and to ${b} the ${x}, same helper, same moment.`,
  'a script': (a, b, x) => `Write a script that ${does(a)} the ${x} and ${does(b)} the ${x}, for Node 24.`,
  polite: (a, b, x) => `Could you please ${a} the ${x}, and also ${b} the ${x}? Thank you very much`,
  'by Friday': (a, b, x) => `By Friday ${a} the ${x}, and by Friday ${b} the ${x}.`,
  it: (a, b, x) => `${capital(a)} the ${x} and ${b} it at the same time.`,
};
const QUALITIES_THAT_CLASH: Record<string, Frame> = {
  'two sentences': (a, b, x) => `The ${x} should be ${a}. The ${x} must be ${b}.`,
  'make and must': (a, b, x) => `make ${x} ${a}. and the ${x} must be ${b}`,
  arrow: (a, b, x) => `${x} -> ${a}. ${x} -> ${b}. due friday`,
  bullets: (a, b, x) => `TODO\n- ${x}: ${a}\n- ${x}: ${b}\n- release notes`,
  it: (a, b, x) => `Make the ${x} ${a} and keep it ${b} at all times.`,
  'a row': (a, b, x) => `I need ${an(a)} ${b} ${one(x)} for my project.`,
  'in production': (a, b, x) => `The ${x} should be ${a} in production. In production the ${x} should be ${b}.`,
  every: (a, b, x) => `Every ${one(x)} has to be ${a}, and every ${one(x)} has to be ${b}, before the merge.`,
  'a version': (a, b, x) => `In the new version the ${x} is ${a} and the ${x} is ${b}.`,
  'far apart': (a, b, x) => `The ${x} must be ${a}. Write a test and update the docs. The ${x} must be ${b}.`,
  'on page load': (a, b, x) => `the ${x} should be ${a} on page load. on page load the ${x} should stay ${b}`,
};
const ACTS_SET_APART: Record<string, Frame> = {
  'other things': (a, b, x) => `${capital(a)} the ${x} and ${b} the wooden chest.`,
  'other places': (a, b, x) => `${capital(a)} the ${x} on desktop and ${b} the ${x} on mobile.`,
  'other environments': (a, b, x) => `${capital(a)} the ${x} in production. In staging, ${b} the ${x}.`,
  'other users': (a, b, x) => `${capital(a)} the ${x} for admins and ${b} the ${x} for guests.`,
  'other cases': (a, b, x) => `${capital(a)} the ${x} when the user logs in and ${b} the ${x} when the user logs out.`,
  otherwise: (a, b, x) => `If the flag is set, ${a} the ${x}; otherwise ${b} the ${x}.`,
  'in turn': (a, b, x) => `First ${a} the ${x}. Then run the checks. Finally ${b} the ${x} again.`,
  toggle: (a, b, x) => `Add a toggle that can ${a} the ${x} and ${b} the ${x}.`,
  'old and new': (a, b, x) => `${capital(a)} the old ${anyOf(x)} and ${b} the new ${anyOf(x)}.`,
  instead: (a, b, x) => `${capital(a)} the ${x} instead of ${going(b)} the ${x}.`,
  clicks: (a, b, x) => `On the first click, ${a} the ${x}; on the second click, ${b} the ${x}.`,
  'before and after': (a, b, x) => `${capital(a)} the ${x} before the deploy and ${b} the ${x} after the deploy.`,
  'as it is now': (a, b, x) => `The code ${does(a)} the ${x} now. Make it ${b} the ${x}.`,
  steps: (a, b, x) => `1. ${capital(a)} the ${x}\n2. Run the smoke tests\n3. ${capital(b)} the ${x}`,
  days: (a, b, x) => `${capital(a)} the ${x} on Monday and ${b} the ${x} on Friday.`,
  keys: (a, b, x) => `Pressing F2 should ${a} the ${x}, pressing Escape should ${b} the ${x}.`,
  owners: (a, b, x) => `${capital(a)} the ${x} of the admin and ${b} the ${x} of the guest.`,
  'may both': (a, b, x) => `Admins can ${a} the ${x}. Admins can also ${b} the ${x}.`,
};
const QUALITIES_SET_APART: Record<string, Frame> = {
  'other things': (a, b, x) => `The ${x} should be ${a} and the wooden chest should be ${b}.`,
  'other places': (a, b, x) => `On desktop the ${x} should be ${a}. On mobile the ${x} should be ${b}.`,
  'other users': (a, b, x) => `The ${x} should be ${a} for admins. For guests the ${x} should be ${b}.`,
  'from and to': (a, b, x) => `Change the ${x} from ${a} to ${b}.`,
  'as it is now': (a, b, x) => `The ${x} is ${a} now, make it ${b}.`,
  hover: (a, b, x) => `The ${x} should be ${a}, and ${b} on hover.`,
  columns: (a, b) => `Make the \`ssn\` column ${a}; the \`zip\` column can stay ${b}.`,
  night: (a, b, x) => `During the day the ${x} should be ${a}, at night the ${x} should be ${b}.`,
  filter: (a, b) => `Let me filter the list by ${a} and ${b}.`,
  values: (a, b, x) => `The ${x} has a status field with the values ${a} and ${b}.`,
  owners: (a, b, x) => `The player's ${x} should be ${a}. The enemy's ${x} should be ${b}.`,
  'old and new': (a, b, x) => `The old ${anyOf(x)} should be ${a} and the new ${anyOf(x)} should be ${b}.`,
};

/** By frame, the share of prompts that are asked about, in percent, and that of all. */
function asked(frames: Record<string, Frame>, all: readonly Pair[]): { shares: [string, number][]; total: number } {
  let count = 0;
  const shares = Object.entries(frames).map(([name, frame], j): [string, number] => {
    const hits = all.filter(([a, b], i) => {
      const [first, second] = (i + j) % 2 === 0 ? [a, b] : [b, a];
      const prompt = frame(first, second, THINGS[(i * 7 + j * 5) % THINGS.length]!);
      return interpret({ originalPrompt: prompt, resolvedPrompt: prompt }).kind !== 'spec';
    }).length;
    count += hits;
    return [name, Math.round((100 * hits) / all.length)];
  });
  return { shares, total: (100 * count) / (all.length * shares.length) };
}

describe('opposites in a matrix of pairs, sentences and things', () => {
  it.each([
    ['acts', ACTS_THAT_CLASH, ACTS],
    ['qualities', QUALITIES_THAT_CLASH, QUALITIES],
  ] as const)('the same thing under two opposite %s is asked about', (_, frames, all) => {
    const { shares, total } = asked(frames, all);
    expect(shares.filter(([, share]) => share < 93)).toEqual([]);
    expect(total).toBeGreaterThan(98);
  });

  it.each([
    ['acts', ACTS_SET_APART, ACTS],
    ['qualities', QUALITIES_SET_APART, QUALITIES],
  ] as const)('opposite %s that something sets apart are not asked about', (_, frames, all) => {
    const { shares, total } = asked(frames, all);
    expect(shares.filter(([, share]) => share > 2)).toEqual([]);
    expect(total).toBeLessThan(0.5);
  });
});
