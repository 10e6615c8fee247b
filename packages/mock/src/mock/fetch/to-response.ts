import { nextMacrotask } from '../../platform/clock/macrotask.ts';
import { hasBody, type WireResponse } from '../../platform/http/exchange.ts';

const utf8 = new TextEncoder();

/** The core's answer as a `Response`; the body of a cut one fails as a lost connection does. */
export function toResponse({ status, headers, body, truncateAt }: WireResponse, method: string): Response {
  if (!hasBody(status) || method === 'HEAD') return new Response(null, { status, headers });
  return new Response(truncateAt === undefined ? body : cut(body, truncateAt), { status, headers });
}

/** The same, saying how long the body is: MSW's server takes half as long again without. */
export function toSizedResponse(answer: WireResponse, method: string): Response {
  const response = toResponse(answer, method);
  if (hasBody(answer.status)) response.headers.set('content-length', `${utf8.encode(answer.body).length}`);
  return response;
}

function cut(body: string, at: number): ReadableStream<Uint8Array> | string {
  const bytes = utf8.encode(body);
  if (at >= bytes.length) return body;
  let sent = at === 0;
  return new ReadableStream({
    async pull(controller) {
      if (!sent) controller.enqueue(bytes.subarray(0, at));
      else {
        // Head and beginning leave first, as from a server.
        await nextMacrotask();
        controller.error(new TypeError('terminated: the mock cut the connection, as a fault told it to'));
      }
      sent = true;
    },
  });
}
