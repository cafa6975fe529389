/** `askonce link`: prints a link that answers one question. */
import { questionNamed } from '../terminal/id-lookup.ts';
import { EXIT, say, sayJson } from '../terminal/output.ts';
import { checkedUrl } from './checked-url.ts';
import { SERVER } from './doctor/inbox.ts';
import { personPlaces } from './person/places.ts';
import { personLinkBase } from './person/server-record.ts';
import { notForAgents } from './person-only.ts';
import { type GlobalOptions, serviceLocation } from './store-location.ts';
import { withServiceThere } from './with-store.ts';

export interface LinkFlags extends GlobalOptions {
  expires?: string;
  publicUrl?: string;
}

export async function link(typed: string, flags: LinkFlags): Promise<number> {
  notForAgents('link');
  const location = await serviceLocation(flags);
  const served = location.whose === 'person' ? personLinkBase(personPlaces()) : null;
  const base = flags.publicUrl === undefined ? null : checkedUrl(flags.publicUrl);
  return withServiceThere(location, async (askonce) => {
    const id = await questionNamed(askonce, typed);
    const made = await askonce.access.links.make(id, flags.expires === undefined ? {} : { expires: flags.expires });
    const { token, expiresAt } = made;
    // A server knows where people reach it.
    const url = base === null && made.url !== undefined ? made.url : `${base ?? served ?? SERVER}/a/${token}`;
    if (flags.json) sayJson({ url, token, expiresAt });
    else say(url);
    return EXIT.ok;
  });
}
