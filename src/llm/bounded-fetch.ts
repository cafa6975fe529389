/** The fetch passed to model SDKs: it follows no redirects, and limits the size of a reply. */

/** A verdict is a few hundred bytes; the rest leaves room for a model's reasoning. */
const MAX_BYTES = 1_000_000;

export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

async function readAtMost(response: Response, most: number): Promise<Buffer<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body, so the rest is never fetched.
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > most) throw new ReplyTooLarge(`the reply is larger than ${most} bytes`);
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks);
}

/**
 * A redirect is returned as it is, and so fails as an HTTP status: the question was meant for one server, not for any server that it names.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const body = await readAtMost(response, MAX_BYTES);
  const headers = new Headers(response.headers);
  // These headers describe the compressed bytes, which are decompressed by now.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
};
