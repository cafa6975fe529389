/** The part of caught.ts that is about tokens, secrets and webhooks. */
import type { Caught } from './caught.ts';

const TOKEN = 'a token, bare and full, of every role, is found by its hash';
const ORDER = 'tokens and webhooks are listed by when they were made and then by their ids, oldest first';
const REVOKED = 'a token is revoked once, whoever tries, and stays where it was';
const UNIQUE = 'no two tokens share a hash or an id, and the same one again is that one';
const SECRET = 'of a secret that many want at once all get the same, and so does whoever comes later';
const WEBHOOK = 'a webhook, bare and full, with the events it is told of';
const ONE = 'of those who want to tell a webhook at once one may, and sees it as it is';
const LONGER = 'who holds a webhook may hold it longer, and another from the millisecond on in which that is over';
const DISABLED = 'what is disabled, dropped or unknown cannot be held';
const HOLDER = 'only who holds a webhook says how far it has come; a stranger is told so, and changes nothing';
const CHANNEL = 'a channel is added once, held by one process at a time, and keeps how far it was told';
const MESSAGE = 'a message is kept for each channel and question, from before it is sent until it is dropped';
const TEXT =
  'what could not be found again as it was given is refused; what somebody’s server said is kept all the same';

export const CAUGHT_ACCESS: Caught = {
  access: {
    'takes every token for one that never expires': [TOKEN],
    'finds tokens by hashes in capitals': [TOKEN],
    'keeps the data of each opening to itself': [
      TOKEN,
      REVOKED,
      SECRET,
      WEBHOOK,
      ONE,
      LONGER,
      HOLDER,
      CHANNEL,
      MESSAGE,
    ],
    'lists tokens by their ids': [ORDER],
    'lists webhooks by their ids': [ORDER],
    'says that it has revoked whatever it was told to': [REVOKED],
    'no longer lists what was revoked': [REVOKED],
    'takes tokens and webhooks that it does not keep': [
      UNIQUE,
      'what is no role, no hash, nobody’s name or half a hold is refused',
      TEXT,
    ],
    'begins a channel again that it knows': [CHANNEL],
    'keeps no message before it is sent': [MESSAGE],
    'refuses a token that it has': [UNIQUE],
    'gives everybody a secret of their own': [SECRET],
    'keeps one secret for all names': [SECRET],
    'tells every webhook of all events': [WEBHOOK],
    'says that it has dropped whatever it was told to': ['a webhook is dropped once, and no other with it'],
    'lets everybody hold a webhook': [ONE, LONGER],
    'takes a hold that ends now for one that lasts': [LONGER],
    'lets nobody hold a webhook longer': [LONGER],
    'lets a webhook be held that was given up': [DISABLED],
    'takes anybody’s word for how far a webhook has come': [HOLDER],
    'forgets what went wrong with a webhook': [HOLDER],
    'lets no webhook go': ['who no longer says until when has let a webhook go, and another may have it at once'],
    'refuses an error that is no text': [TEXT],
    'keeps half of a name': [TEXT],
    'goes on after it was closed': ['an opening that is closed takes no more of it'],
  },
};
