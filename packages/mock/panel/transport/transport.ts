import type { ChangeTopic } from '../../src/control/types.ts';

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
   * Calls a method of the mock: `call('faults.add', { status: 503 })`.
   *
   * @returns its result, as JSON.
   *
   * @throws Error with the mock's message for invalid input, or if no response arrives.
   */
  call(method: string, input?: unknown): Promise<unknown>;
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

/** Returns the error of a call, from the mock's response: with its details, otherwise its `error`. */
export function errorOf(method: string, response: unknown): Error {
  const { error = `${method} failed`, details } = Object(response);
  const lines = Array.isArray(details)
    ? details.map(({ field, message }) => (field === 'body' ? message : `${field} ${message}`))
    : [];
  return new Error(lines.length > 0 ? lines.join('; ') : String(error));
}
