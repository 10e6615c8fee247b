import { apiRoot } from '@issue-tracking/model';

/** The base URL for clients of a mock for any origin. */
const anyOrigin = 'https://issues.test';

/** The addresses that a mock responds to: all below `<baseUrl>/api/`. */
export interface BaseUrl {
  /** Without a trailing slash; `*` for any origin. */
  readonly text: string;
  /** The base URL for clients. */
  readonly forClients: string;
  /** The host name; `undefined` for any origin. */
  readonly host: string | undefined;
  /** Matches addresses of the mock, without their query. */
  readonly pattern: RegExp;
  /** Returns the path below the base URL, starting with `/api/`; `undefined` for other addresses. */
  pathOf(url: URL): string | undefined;
}

/** @throws TypeError for an invalid base URL. */
export function parseBaseUrl(text: string): BaseUrl {
  if (text === '*') {
    return {
      text,
      forClients: anyOrigin,
      host: undefined,
      pattern: /^[a-z]+:\/\/[^/]+\/api\//,
      pathOf: ({ pathname }) => owned(pathname),
    };
  }
  const url = parse(text);
  // enforces GEN-1
  const path = url.pathname.replace(/\/+$/, '');
  const plain = `${url.origin}${path}`;
  return {
    text: plain,
    forClients: plain,
    host: url.hostname,
    pattern: new RegExp(`^${plain.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}/api/`),
    pathOf({ origin, pathname }) {
      return origin === url.origin && pathname.startsWith(path) ? owned(pathname.slice(path.length)) : undefined;
    },
  };
}

function owned(path: string): string | undefined {
  return path.startsWith('/api/') ? path : undefined;
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError(
      `baseUrl must be "*" or an http(s) address without query, fragment and user, such as "https://issues.test"${/[@?#]/.test(text) ? '' : `; found ${JSON.stringify(text)}`}.`,
    );
  }
  const plain = text.replace(/\/+$/, '');
  if (plain.endsWith(apiRoot)) {
    throw new TypeError(`baseUrl must end before ${apiRoot}: use "${plain.slice(0, -apiRoot.length)}".`);
  }
  return url;
}
