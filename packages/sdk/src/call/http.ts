import ky from 'ky';
import type { FetchedHeaders, FetchLike } from '../platform/fetch-like.ts';

/** Sends one request to a path below the base URL. Not ky's type: the published declarations must not import other packages. */
export type Http = (path: string, init: FetchInit) => Promise<Response>;

type FetchInit = Parameters<FetchLike>[1];

/**
 * Returns a function that sends the requests of one client below its base URL. The call itself handles retries, timeouts and
 * errors, so they are turned off in ky.
 *
 * Everything for `fetch` is in `fetchInit`, an option that ky doesn't know and passes on unchanged. ky would put its own
 * options into a `Request`, with four drawbacks:
 *
 * - A custom `fetch`, such as undici's or node-fetch, may accept only its own `Request` class.
 * - A body would become a stream, sent in chunks without `Content-Length`.
 * - Garbage collection can disconnect the signal of a `Request`.
 * - Copying to and from a `Request` takes a quarter of the time of a call.
 */
export function createHttp(baseUrl: string, fetch: FetchLike | undefined): Http {
  const instance = ky.create({
    prefix: baseUrl,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // Look up the platform's `fetch` for each request, because interceptors replace it. Call it without a receiver: ky
    // would call it as a method of its options, which browsers reject.
    fetch: async (input, options) => {
      const { url } = input as Request;
      const send: FetchLike = fetch ?? globalThis.fetch;
      const response: unknown = await send(url, (options as WithInit).fetchInit);
      if (!isResponse(response))
        throw new TypeError(
          'fetch must resolve to a Response, with status, headers and text(), whose body is neither read nor locked: a new one each time',
        );
      return response;
    },
  });
  return (path, fetchInit) => instance(path, { fetchInit } satisfies WithInit as object);
}

interface WithInit {
  readonly fetchInit: FetchInit;
}

/** Whether a value is a usable response: a custom `fetch` may resolve to anything, such as one `Response` for two requests. */
function isResponse(value: unknown): value is Response {
  const { status, type, headers, text, body, bodyUsed } = (value ?? {}) as Partial<Response>;
  const isUsable =
    typeof status === 'number' && type !== 'error' && headers !== undefined && typeof text === 'function';
  return isUsable && !bodyUsed && !body?.locked;
}

/** The response headers that the client itself reads. */
const readHeaders = ['retry-after', 'date', 'content-type', 'location', 'x-request-id'];

/**
 * Returns the platform's `Headers`. The headers of a custom `fetch` may have only `get()`; then the client copies the
 * ones that it reads.
 */
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
 * Maximum size of a body, in bytes after decompression. It protects the memory from broken or hostile responses: 4 MiB of
 * `{},` become 80 MB of objects. Bodies of this API are far smaller.
 */
const maxBodyBytes = 4 * 1024 * 1024;
/** Minimum size that a chunk counts as. Each chunk costs memory, so even endless empty chunks must reach the limit. */
const minChunkBytes = 256;

/**
 * Returns the bytes of a body; `undefined` if it is too large. `response.text()` has no such limit.
 *
 * @throws the error that ends the body early, such as a lost connection or bytes that don't decompress.
 */
export async function readBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    if (!ArrayBuffer.isView(value)) throw new TypeError('the body is not made of bytes');
    bytes += Math.max(value.byteLength, minChunkBytes);
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
    // The body has already failed.
  }
}

// Creating a decoder for each body would cost more than decoding, so they share one.
const utf8 = new TextDecoder();

/** Returns the text of a body, by default in UTF-8; `undefined` for one that was too large to read. */
export function textOf(chunks: readonly Uint8Array[] | undefined, contentType?: string | null): string | undefined {
  if (!chunks) return undefined;
  const decoder = contentType ? decoderOf(contentType) : utf8;
  // Most bodies are one chunk.
  if (chunks.length < 2) return decoder.decode(chunks[0]);
  let text = '';
  for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function decoderOf(contentType: string): TextDecoder {
  const [, charset] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? [];
  try {
    return charset ? new TextDecoder(charset) : utf8;
  } catch {
    // The platform doesn't know this charset.
    return utf8;
  }
}
