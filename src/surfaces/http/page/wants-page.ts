/** Whether whoever asks would rather have a page than JSON. Pure. */

/**
 * Browsers that open an address name `text/html` first; programs name JSON, anything at all, or nothing. An address that serves both
 * gives the page only to who names it and does not like JSON as much.
 */
export function wantsPage(accept: string | undefined): boolean {
  const liking = new Map((accept ?? '').split(',').map(typeOf));
  const page = liking.get('text/html') ?? 0;
  return page > 0 && page > (liking.get('application/json') ?? 0);
}

/** A media type with how much it is liked, 0 to 1. */
function typeOf(part: string): [type: string, liking: number] {
  const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
  const said = parameters.find((one) => one.startsWith('q='));
  const liking = said === undefined ? 1 : Number(said.slice(2));
  return [type, Number.isFinite(liking) ? liking : 0];
}
