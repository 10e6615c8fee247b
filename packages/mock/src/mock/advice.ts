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

/** The code of an error for a request with an address of no mock, which tells clients not to retry. */
export const wrongAddressCode = 'ERR_MOCK_BASE_URL';

/** Whether a path below a base URL begins with `/api` twice, as with a base URL that ends with it. */
export function hasApiTwice(path: string): boolean {
  return path.startsWith('/api/api/');
}

/** Returns what is wrong with the address of a request, and what would be right. */
export function adviceFor({ origin, pathname }: URL, addresses: readonly string[]): string {
  const at = Math.max(0, pathname.indexOf('/api/'));
  const [before, path] = [pathname.slice(0, at).replace(/\/+$/, ''), pathname.slice(at)];
  const baseUrl = `${origin}${before}`;
  if (hasApiTwice(path))
    return `${origin}${pathname} has /api twice. A client's baseUrl must end before /api: '${baseUrl}'`;
  let fix = `Pass the baseUrl of mock.clientOptions to the client, or create the mock with createMock({ baseUrl: '${baseUrl}' })`;
  if (addresses.includes(baseUrl)) fix = 'Begin the path with /api/v1/';
  if (pathname.includes('//api/')) fix = `Join base URL and path with one slash: '${baseUrl}${path}'`;
  return `${origin}${pathname} is not below ${addresses.join('/api/ or ')}/api/, the address of the mock. ${fix}`;
}
