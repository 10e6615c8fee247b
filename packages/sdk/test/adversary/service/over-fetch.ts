import type { Fate } from './answers.ts';
import type { ServiceRequest } from './request.ts';
import type { Service } from './service.ts';

/** The service as a `fetch`, on whatever clock it has. Each is a function of its own; all are one source. */
export function overFetch(service: Service, source = 'this process'): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const request = await read(input, init, source, () => signal?.aborted ?? false);
    signal?.throwIfAborted();
    return new Promise<Response>((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      void service.take(request).then((fate) => {
        if (fate.kind === 'hang') return;
        signal?.removeEventListener('abort', abort);
        if (fate.kind === 'answer') resolve(response(fate));
        else reject(broken(fate.kind));
      }, reject);
    });
  };
}

async function read(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  source: string,
  gone: () => boolean,
): Promise<ServiceRequest> {
  // A `Request` costs more than all the rest of a run; most clients pass a URL and plain members.
  if (input instanceof Request || (init?.body && typeof init.body !== 'string')) {
    const request = new Request(input, init);
    const headers = Object.fromEntries(request.headers);
    return { method: request.method, path: pathOf(request.url), headers, body: await request.text(), source, gone };
  }
  const headers = Object.fromEntries(new Headers(init?.headers));
  const body = typeof init?.body === 'string' ? init.body : '';
  return { method: init?.method ?? 'GET', path: pathOf(String(input)), headers, body, source, gone };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The error Node's `fetch` rejects with when no response comes. */
function broken(kind: 'refused' | 'reset'): TypeError {
  const cause =
    kind === 'refused'
      ? Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:443'), { code: 'ECONNREFUSED', syscall: 'connect' })
      : Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  return new TypeError('fetch failed', { cause });
}

function response({ answer: { status, headers, body }, cut }: Extract<Fate, { kind: 'answer' }>): Response {
  if (!cut) return new Response(status === 204 ? null : body, { status, headers });
  const half = new TextEncoder().encode(body).slice(0, body.length / 2);
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => {
      controller.error(
        new TypeError('terminated', {
          cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
        }),
      );
    },
  });
  return new Response(stream, { status, headers });
}
