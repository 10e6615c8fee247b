import { readEvents } from './event-stream.ts';
import { errorOf, eventOf, type MockEvent, type Transport } from './transport.ts';

/** Time before a lost event stream is requested again, in milliseconds. */
const reconnectAfter = 1000;

/** Address and token of the control API. */
export interface HttpTransportOptions {
  /** The URL of `/__mock/`, with the slash at its end. */
  readonly base: string;
  /** Returns the current token. */
  token(): string | null;
  /** Asks the user for the token after a 401; resolves once there is another. */
  askForToken(): Promise<void>;
}

/** Returns a transport to a mock behind HTTP. */
export function httpTransport({ base, token, askForToken }: HttpTransportOptions): Transport {
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    for (;;) {
      const sent = token();
      const headers = new Headers(init.headers);
      if (sent) headers.set('x-mock-token', sent);
      const response = await fetch(new URL(path, base), { ...init, headers, cache: 'no-store' });
      if (response.status !== 401) return response;
      // The user may have entered a token while this request was under way.
      if (token() === sent) await askForToken();
    }
  }

  return {
    async call(method, input = {}) {
      const response = await request(method, {
        method: 'POST',
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json' },
      }).catch((cause) => {
        throw new Error(`The mock at ${new URL(base).origin} does not respond. Is it still running?`, { cause });
      });
      const body = parsed(await response.text());
      if (!response.ok) throw errorOf(method, body);
      return body;
    },
    subscribe(listener) {
      const stopped = new AbortController();
      void listen(listener, stopped.signal);
      return () => stopped.abort();
    },
  };

  async function listen(listener: (event: MockEvent) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const response = await request('events', { signal });
        if (response.ok && response.body) {
          listener({ type: 'connection', connected: true });
          for await (const event of readEvents(response.body)) {
            const mockEvent = eventOf(event.name, parsed(event.data));
            if (mockEvent) listener(mockEvent);
          }
        }
      } catch {
        // The server or the panel has stopped; the listener is notified below.
      }
      if (signal.aborted) return;
      listener({ type: 'connection', connected: false });
      await new Promise((resolve) => setTimeout(resolve, reconnectAfter));
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
