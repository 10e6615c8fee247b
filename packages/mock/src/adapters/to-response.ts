import { nextMacrotask } from '../platform/clock/macrotask.ts';
import { hasBody, type Reply } from '../platform/http/reply.ts';
import { statusText } from '../platform/http/status-text.ts';

/** Why a request has no response. */
export const droppedText = 'the mock dropped the connection because of a fault or the scenario offline';

/** Converts a reply to a `Response`. A truncated body fails like a lost connection. */
export function toResponse({ status, headers, body, truncateAt }: Reply, method: string): Response {
  const init = { status, statusText: statusText(status), headers };
  if (!hasBody(status) || method === 'HEAD') return new Response(null, init);
  return new Response(truncateAt === undefined ? whole(body) : cut(body, truncateAt), init);
}

/** Like `toResponse`, with a `content-length`: without one, MSW's server takes 1.5 times as long. */
export function toSizedResponse(wire: Reply, method: string): Response {
  const response = toResponse(wire, method);
  if (hasBody(wire.status)) response.headers.set('content-length', `${wire.body.length}`);
  return response;
}

/** Browsers have none. */
const isBrowser = typeof setImmediate === 'undefined';

/**
 * Returns the body, in browsers as a stream. Chromium copies bytes to a cloned response through another process, which takes so long
 * that a virtual clock would jump meanwhile.
 */
function whole(body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  if (!isBrowser) return body;
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(body);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function cut(body: Uint8Array<ArrayBuffer>, at: number): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  if (at >= body.length) return body;
  let sent = at === 0;
  return new ReadableStream({
    async pull(controller) {
      if (!sent) controller.enqueue(body.subarray(0, at));
      else {
        // Let the client receive the first bytes before the error, as from a server.
        await nextMacrotask();
        controller.error(new TypeError('terminated: the mock cut the connection because of a fault'));
      }
      sent = true;
    },
  });
}
