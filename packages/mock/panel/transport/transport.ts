import type { ChangeTopic } from '../../src/control-api/types.ts';

/** A route's response: its status, and its body as JSON. */
export interface RouteResponse {
  readonly status: number;
  readonly body: unknown;
}

/** An event of the mock, such as an answered request or a change, or of the connection to it. */
export type MockEvent =
  | { readonly type: 'request'; readonly entry: unknown }
  | { readonly type: 'change'; readonly what: ChangeTopic }
  /** Another mock responds from now on, such as that of the next story. */
  | { readonly type: 'another' }
  /** Whether events come at all: after a gap, everything has to be asked again. */
  | { readonly type: 'connection'; readonly connected: boolean };

/** How the panel talks to a mock, wherever that is: behind HTTP, on the same page, or in Storybook's preview. */
export interface Transport {
  /**
   * Asks a route under `/__mock/`, named as below it: `send('GET', 'requests?limit=10')`.
   *
   * @throws when there was no response at all; a refusal is a response.
   */
  send(method: string, path: string, body?: unknown): Promise<RouteResponse>;
  /** Calls back with every event; returns how to stop. */
  subscribe(listener: (event: MockEvent) => void): () => void;
}

/** An event of the control API as the panel takes it; `null` for one that it doesn't know. */
export function eventOf(name: string, data: unknown): MockEvent | null {
  if (name === 'request') return { type: 'request', entry: data };
  if (name !== 'change' || typeof data !== 'object' || data === null || !('what' in data)) return null;
  // The control API has written it: it is one of the subjects.
  return { type: 'change', what: data.what as ChangeTopic };
}
