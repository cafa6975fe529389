/** The fetch that model SDKs are given: it follows nobody elsewhere, and reads no more than a reply can be. */

/** A verdict is a few hundred bytes; the rest leaves room for what a model says while it thinks. */
const MAX_BYTES = 1_000_000;

export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

async function readAtMost(response: Response, most: number): Promise<Buffer<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body, so that the rest is never fetched.
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > most) throw new ReplyTooLarge(`the reply is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks);
}

/**
 * A redirect is handed back as it is, and so fails as an HTTP status: the question was meant for one server, not for whichever
 * that one names.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const body = await readAtMost(response, MAX_BYTES);
  const headers = new Headers(response.headers);
  // They speak of the bytes on the wire, which are unpacked by now.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
};
