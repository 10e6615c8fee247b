import type { ChangeTopic } from '../../src/control-api/types.ts';

/** A route's response: its status, and its body as JSON. */
export interface RouteResponse {
  readonly status: number;
  readonly body: unknown;
}

/** An event of the mock, such as a request with its response, or a change, or of the connection to it. */
export type MockEvent =
  | { readonly type: 'request'; readonly entry: unknown }
  | { readonly type: 'change'; readonly what: ChangeTopic }
  /** Another mock responds from now on, such as the next story's. */
  | { readonly type: 'another' }
  /** Whether events arrive: after a gap, everything is requested again. */
  | { readonly type: 'connection'; readonly connected: boolean };

/** Connects the panel to a mock: behind HTTP, on the same page, or in Storybook's preview. */
export interface Transport {
  /**
   * Requests a route by its path below `/__mock/`: `send('GET', 'requests?limit=10')`.
   *
   * @throws Error without a response; an error response is a response.
   */
  send(method: string, path: string, body?: unknown): Promise<RouteResponse>;
  /** Calls back with each event. @returns a function that unsubscribes. */
  subscribe(listener: (event: MockEvent) => void): () => void;
}

/** Returns an event of the control API for the panel; `null` for an unknown one. */
export function eventOf(name: string, data: unknown): MockEvent | null {
  if (name === 'request') return { type: 'request', entry: data };
  if (name !== 'change' || typeof data !== 'object' || data === null || !('what' in data)) return null;
  // The control API sends only known topics.
  return { type: 'change', what: data.what as ChangeTopic };
}
