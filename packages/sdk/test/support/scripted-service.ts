import { virtualClock } from '@issue-tracking/mock';
import { type ClientOptions, IssueTrackingClient } from '@issue-tracking/sdk';

/** The reaction to one request: a response, or a function that returns it. */
export type Step = Response | Error | ((request: Request, signal: AbortSignal) => Response | Promise<Response>);

/** A JSON response. */
export function json(body: unknown, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

/** An error response as the API sends it (ERR-1). */
export function errorResponse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers });
}

/**
 * A client against a service that does one step for each request and then keeps doing the last one. Time passes by
 * itself, whenever everyone waits.
 */
export function scripted(steps: Step[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const clock = virtualClock({ now: '2026-04-01T09:30:00.000Z', auto: true });
  const start = clock.now();
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push(request);
    if (step instanceof Error) throw step;
    if (typeof step === 'function') return step(request, init?.signal ?? request.signal);
    if (!step) throw new Error('The script has no step');
    return step.clone();
  };
  const client = new IssueTrackingClient({
    baseUrl: 'https://issues.test',
    apiKey: 'svc_key',
    fetch,
    clock,
    ...options,
  } as ClientOptions);
  return {
    client,
    clock,
    requests,
    /** Path and query of every request. */
    sent: () => requests.map(({ method, url }) => `${method} ${url.slice('https://issues.test'.length)}`),
    /** Virtual milliseconds since the client was made. */
    elapsed: () => clock.now() - start,
  };
}

/** Waits until the signal aborts, as a request does that never gets a response. */
export function never(_request: Request, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
