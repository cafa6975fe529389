/** Whether a client prefers a page over JSON. Pure. */

/**
 * Browsers that open an address prefer `text/html`; programs name JSON, anything, or nothing. An address that serves both returns the page
 * only to clients that name HTML and prefer it to JSON.
 */
export function wantsPage(accept: string | undefined): boolean {
  const liking = new Map((accept ?? '').split(',').map(typeOf));
  const page = liking.get('text/html') ?? 0;
  return page > 0 && page > (liking.get('application/json') ?? 0);
}

/** A media type with its weight, 0 to 1. */
function typeOf(part: string): [type: string, liking: number] {
  const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
  const said = parameters.find((one) => one.startsWith('q='));
  const liking = said === undefined ? 1 : Number(said.slice(2));
  return [type, Number.isFinite(liking) ? liking : 0];
}
