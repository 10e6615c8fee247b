import { networkTexts } from './network-texts.ts';

/**
 * Kinds of failures of `fetch`. Only `refused` and `unconnected` requests were certainly not sent.
 *
 * - `refused`: `fetch`, or a library in its place, rejects the request by its arguments.
 * - `unconnected`: the connection was never made.
 * - `unreadable`: a response arrived whose status line or headers the platform can't parse.
 * - `lost`: the connection broke.
 * - `hidden`: the platform, such as a browser, doesn't tell the reason.
 * - `foreign`: no sign of a network failure, so the error is one of the application's own `fetch`.
 */
export type FailureKind = 'refused' | 'unconnected' | 'unreadable' | 'lost' | 'hidden' | 'foreign';

/** A row of the table: its errors, and the consequences for the call. */
export interface FailureRow {
  readonly codes?: RegExp;
  readonly texts?: RegExp;
  readonly name?: string;
  /** System calls whose errors belong to the row. With another system call, the codes don't count. */
  readonly syscalls?: RegExp;
  /** First frame of the stack of the row's errors. */
  readonly frame?: RegExp;
  readonly kind: Exclude<FailureKind, 'hidden'>;
  /** The most retries that may help. */
  readonly retries: number;
  /** How to mend it. */
  readonly advice?: string;
  /** Whether the text says nothing about the reason, so that the cause below is shown. */
  readonly isVague?: boolean;
}

const always = Number.POSITIVE_INFINITY;

/** Failures of `fetch` in Node, Bun and Deno. The first row that has an error decides. */
export const failureTable: readonly FailureRow[] = [
  {
    texts: /^(invalid on[A-Z]\w+ method|agent\.dispatch is not a function)/,
    kind: 'refused',
    retries: 0,
    advice: 'Import both fetch and the dispatcher from undici: they must be of one version',
  },
  // Undici's codes for arguments, a closed agent and a mock without the request; codes of `node:http`.
  {
    codes:
      /^(UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH|CLOSED)|UND_MOCK_ERR_MOCK_NOT_MATCHED|ERR_(INVALID_CHAR|INVALID_HTTP_TOKEN|HTTP_INVALID_HEADER_VALUE|INVALID_PROTOCOL|UNESCAPED_CHARACTERS))$/,
    kind: 'refused',
    retries: 0,
  },
  // An agent that was destroyed. Only the first function of the stack shows whether that was before the request.
  { codes: /^UND_ERR_DESTROYED$/, frame: /\bdispatch\b/, kind: 'refused', retries: 0 },
  { codes: /^UND_ERR_DESTROYED$/, kind: 'lost', retries: 0 },
  // MSW without a handler, a blocked port in undici and Deno, and what is no request in undici, Deno, Bun and node-fetch.
  {
    texts:
      /^(\[MSW\]|bad port$|Fetch failed: Requests to port|unknown scheme$|not implemented\.\.\. yet|Url scheme '|Failed to parse URL from |Request (cannot be constructed|with GET\/HEAD|body already used)|Cannot construct a Request|RequestInit: |Failed to construct 'Request'|Input request's body|fetch\(\) |protocol must be http|Only (absolute URLs|HTTP\(S\) protocols) are supported)/,
    kind: 'refused',
    retries: 0,
  },
  // A rejected certificate by Node's and Bun's code or Deno's text, and the address of a mock that has another one.
  {
    codes:
      /^(CERT_|UNABLE_TO_(GET|VERIFY)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_MOCK_BASE_URL$)/,
    kind: 'unconnected',
    retries: 0,
  },
  // The second is undici's text when a proxy requires credentials.
  { texts: /invalid peer certificate|Proxy response \(407\)/, kind: 'unconnected', retries: 0 },
  // Bytes that are no response, such as the rest of an earlier response.
  { texts: /Expected HTTP\//, kind: 'lost', retries: always },
  // Undici, `node:http` and Deno. Some of undici's errors have only a name.
  {
    name: 'HTTPParserError',
    codes: /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_)/,
    texts:
      /^too many content-encodings|message head is too large|invalid (content-length|HTTP header|HTTP status-code) parsed/,
    kind: 'unreadable',
    retries: 0,
  },
  // A name that never gets an address: it has no dot, or a top level for tests (RFC 6761).
  { texts: /ENOTFOUND ([^.\s]+|\S+\.(test|invalid|example))$/, kind: 'unconnected', retries: 0 },
  // A name server that doesn't respond now, by Node's code and Deno's text.
  { codes: /^EAI_AGAIN$/, texts: /dns error: .*Temporary failure/, kind: 'unconnected', retries: always },
  // A host without an address. Bun's `FailedToOpenSocket` also stands for other failures; Deno has only texts.
  {
    codes: /^(ENOTFOUND|DNSResolveFailed|FailedToOpenSocket)$/,
    texts: /dns error/,
    kind: 'unconnected',
    retries: 1,
  },
  // A network that fails later, while a response is read, has the same codes. Only `syscall` shows the difference.
  {
    syscalls: /^(connect|getaddrinfo)$/,
    codes:
      /^(ECONNREFUSED|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|HTTP_REQUEST|NO_PROTOCOLS_AVAILABLE|\w*ALERT_HANDSHAKE_FAILURE|\w*ALERT_PROTOCOL_VERSION|\w*UNRECOGNIZED_NAME))$/,
    texts: /before secure TLS connection was established|client error \(Connect\)|Proxy response \(\d+\)/,
    kind: 'unconnected',
    retries: always,
  },
  // Undici's own limits, of 300 s each, however long the call's timeout is.
  {
    codes: /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/,
    kind: 'lost',
    retries: always,
    advice: 'Node ends a request after 300 s without a byte. For longer, pass a fetch whose undici agent waits longer',
  },
  // Node's sockets, undici, `node:http`, OpenSSL and Bun. `ETIMEDOUT` and `TimeoutError` also come from an application's
  // `fetch` that has a timeout of its own.
  {
    name: 'TimeoutError',
    codes:
      /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|ADDR|PROTO|NOTFOUND|AI_)|UND_ERR_|HPE_|ERR_(SSL|TLS|SOCKET|HTTP2|STREAM_PREMATURE)|Connection|FailedToOpen|DNS|Timeout)/,
    kind: 'lost',
    retries: always,
  },
  { texts: networkTexts, kind: 'lost', retries: always, isVague: true },
];
