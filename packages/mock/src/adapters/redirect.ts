import type { Sent } from '../platform/http/sent.ts';

/** A request that follows a redirect. */
interface Redirected {
  readonly url: URL;
  readonly init: RequestInit;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the request that `fetch` sends after a redirect; `undefined` if the response is none.
 *
 * @param sent The request with that response, sent to `url`.
 * @param body The body if it can be sent again; `undefined` if it can't.
 *
 * @throws TypeError if the body must be sent again and can't.
 */
export function redirectOf(
  { status, headers }: Response,
  url: URL,
  sent: Sent,
  body: BodyInit | null | undefined,
): Redirected | undefined {
  const location = headers.get('location');
  if (!redirects.has(status) || location === null) return undefined;
  const target = new URL(location, url);
  const { method, signal } = sent;
  const { authorization, 'content-type': contentType, ...others } = sent.headers;
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  if (!becomesGet && body === undefined)
    throw new TypeError(
      `fetch failed: a ${status} sends the body again, which a Request or a stream can't. Pass a text`,
    );
  return {
    url: target,
    init: {
      method: becomesGet ? 'GET' : method,
      headers: {
        ...others,
        ...(!becomesGet && contentType !== undefined && { 'content-type': contentType }),
        ...(target.origin === url.origin && authorization !== undefined && { authorization }),
      },
      body: becomesGet ? null : (body ?? null),
      signal: signal ?? null,
    },
  };
}
