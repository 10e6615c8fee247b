import ky from 'ky';
import type { FetchedHeaders, FetchLike } from '../platform/fetch-like.ts';

/** Sends one request to a path below the base URL. An interface of our own: the declarations name no other package. */
export type Http = (path: string, init: FetchInit) => Promise<Response>;

type FetchInit = Parameters<FetchLike>[1];

/**
 * Sends the requests of one client below its base URL, each with the members that `fetch` gets. ky hands an option that it
 * doesn't know on to `fetch` as it is. As options of ky they would come through a `Request`: an application's own `fetch`,
 * such as undici's or node-fetch, may know no other than its own; a body would be a stream, sent in chunks without its
 * length; a garbage collection can cut the signal; and copying them to and from it costs a quarter of a call. Retries,
 * timeouts and errors are the call's: ky does none.
 */
export function createHttp(baseUrl: string, fetch: FetchLike | undefined): Http {
  const instance = ky.create({
    prefix: baseUrl,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // The platform's `fetch` is looked up for each request, because interceptors replace it, and called as a plain
    // function: ky would call it on its options, which browsers reject.
    fetch: async (input, options) => {
      const { url } = input as Request;
      const send: FetchLike = fetch ?? globalThis.fetch;
      // ky only hands the response on. What is read of it is checked first.
      return (await send(url, (options as WithInit).fetchInit)) as Response;
    },
  });
  return (path, fetchInit) => instance(path, { fetchInit } satisfies WithInit as object);
}

interface WithInit {
  readonly fetchInit: FetchInit;
}

/** Whether a custom `fetch` has resolved with a response: it may return anything, and ky passes that on. */
export function isResponse(value: Partial<Response> | undefined): value is Response {
  return typeof value?.status === 'number' && value.type !== 'error' && value.headers !== undefined;
}

/** The response headers that the client itself reads. */
const readHeaders = ['retry-after', 'date', 'content-type', 'location', 'x-request-id'];

/** Headers as the platform has them, also of a `fetch` whose own have `get()` alone. */
export function headersOf({ headers }: { headers: FetchedHeaders }): Headers {
  if (headers instanceof Headers) return headers;
  const copy = new Headers();
  for (const name of readHeaders) {
    const value = headers.get(name);
    if (value !== null) copy.set(name, value);
  }
  return copy;
}

/**
 * Maximum size of a body, in bytes after decompression. It protects the memory from broken or hostile responses, and is
 * far above those of this API.
 */
const maxBodyBytes = 32 * 1024 * 1024;
/** A chunk costs as much, however few bytes are in it: a body of empty ones must have an end too. */
const leastOfChunk = 256;

/**
 * The bytes of a body, or `undefined` when it is too large. `response.text()` has no limit.
 *
 * @throws whatever breaks the body off: a lost connection, or bytes that don't decompress.
 */
export async function readBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    if (!ArrayBuffer.isView(value)) throw new TypeError('the body is not made of bytes');
    bytes += Math.max(value.byteLength, leastOfChunk);
    if (bytes > maxBodyBytes) {
      cancel(reader);
      return undefined;
    }
    chunks.push(value);
  }
}

/** Cancels a body that will not be read, so that its connection is freed. */
export async function cancel(body: ReadableStream | ReadableStreamDefaultReader): Promise<void> {
  try {
    await body.cancel();
  } catch {
    // It broke by itself first.
  }
}

const wholeBodies = new TextDecoder();

/** Returns the text of a body; `undefined` for one that was too large to read. */
export function textOf(chunks: readonly Uint8Array[] | undefined): string | undefined {
  if (!chunks) return undefined;
  // Most bodies come in one piece, and a decoder of its own for each costs more than the decoding.
  if (chunks.length < 2) return wholeBodies.decode(chunks[0]);
  const decoder = new TextDecoder();
  let text = '';
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
