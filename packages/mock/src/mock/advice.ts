import type { BaseUrl } from '../platform/http/base-url.ts';

/**
 * Texts for a connection that fails, by host: an address of a mock that receives no requests, or an address of no mock. Clients
 * read them under this global key, without importing this package. An empty text stands for a mock that receives requests.
 */
const key: unique symbol = Symbol.for('@issue-tracking/mock/advice');
const global: typeof globalThis & { [key]?: Map<string, string> } = globalThis;
global[key] ??= new Map();
const texts = global[key];

/** Advises on an address at which there is no mock, until it is called without a text. */
export function adviseOn(address: string, text: string | undefined): void {
  if (text === undefined) texts.delete(hostOf(address));
  else texts.set(hostOf(address), text);
}

/** Returns the host as clients name it, with a port that isn't the default. */
function hostOf(address: string): string {
  return new URL(address).host;
}

/** Notes that a mock was created. Until a server listens for it, its address leads nowhere. */
export function adviseOnCreated(baseUrl: BaseUrl): void {
  const isListening = baseUrl.host !== undefined && texts.get(hostOf(baseUrl.text)) === '';
  if (!isListening) adviseOnListening(baseUrl, false);
}

/** Notes whether a server of `setupMock` listens for a mock. */
export function adviseOnListening({ host, text }: BaseUrl, isListening: boolean): void {
  if (host === undefined) return;
  adviseOn(
    text,
    isListening
      ? ''
      : `The mock at ${text} receives no requests, because no server of setupMock() listens for it: call server.listen() in beforeAll, or pass mock.clientOptions to the client`,
  );
}

/** The code of an error for a request that isn't below the address of a mock, which tells clients not to retry. */
export const notBelowCode = 'ERR_MOCK_BASE_URL';

/** Returns the text about a request that isn't below the address of a mock. */
export function notBelow({ origin, pathname }: URL, addresses: readonly string[]): string {
  const baseUrl = beforeApi({ origin, pathname });
  const fix = addresses.includes(baseUrl)
    ? 'Begin the path with /api/v1/'
    : `Pass the baseUrl of mock.clientOptions to the client, or create the mock with createMock({ baseUrl: '${baseUrl}' })`;
  return `${origin}${pathname} is not below ${addresses.join('/api/ or ')}/api/, the address of the mock. ${fix}`;
}

/** Returns the part of an address before `/api/`. */
export function beforeApi({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string {
  const at = pathname.indexOf('/api/');
  return origin + (at < 0 ? '' : pathname.slice(0, at));
}
