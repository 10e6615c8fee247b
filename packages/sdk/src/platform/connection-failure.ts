import { isNetworkText } from './network-texts.ts';

/** Facts about a failure of `fetch`, as far as the platform reveals them. */
export interface ConnectionFailure {
  /**
   * `unreadable`: a response arrived whose status line or headers the platform can't parse. `foreign`: no sign of a network
   * failure, so the error is one of the application's own `fetch`, or of a mock that rejects the request.
   */
  readonly kind: 'lost' | 'unreadable' | 'foreign';
  /** Whether the request may have been sent. `false` only when the connection itself was never made. */
  readonly sent: boolean;
  /** The most retries that may help. */
  readonly retries: number;
  /** The root cause in the platform's words. */
  readonly reason: string | undefined;
}

/**
 * Classifies an error of `fetch`, or with `hasStatus` an error while the body is read. An unknown error may have been thrown
 * after the request was sent, so it counts as sent.
 *
 * @param host The host of the request, with a port that isn't the default.
 */
export function connectionFailure(cause: unknown, hasStatus = false, host = ''): ConnectionFailure {
  const roots = rootsOf(cause);
  // While a body is read, a connection that breaks causes the same errors.
  const isUnreadable = !hasStatus && roots.some(isParserError);
  const isFromMsw = roots.some(({ message }) => matches(message, fromMsw));
  const isForeign = isFromMsw || !(hasStatus || isNetworkFailure(cause as Root, roots));
  const isFinal = isUnreadable || isForeign || roots.some(isRejected);
  const isUnsent = (root: Root) => isRejected(root) || isBeforeSending(root);
  return {
    kind: isUnreadable ? 'unreadable' : isForeign ? 'foreign' : 'lost',
    sent: !isFromMsw && !(roots.length > 0 && roots.every(isUnsent)),
    retries: isFinal ? 0 : roots.some(isUnknownHost) ? (roots.some(isReservedHost) ? 0 : 1) : Number.POSITIVE_INFINITY,
    reason: reasonOf(roots.find(isRejected) ?? roots[0], host),
  };
}

/** The contract with mocks: texts by host, for an address of a mock that receives no requests, or of no mock. */
const adviceKey: unique symbol = Symbol.for('@issue-tracking/mock/advice');
const global: typeof globalThis & { readonly [adviceKey]?: ReadonlyMap<string, string> } = globalThis;

/** The fields of an error that are read here. Any value can be thrown, so each field may have any type. */
interface Root {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}

const longestChain = 5;
const mostAddresses = 10;

/** Returns the root causes of an error: the last one of its chain of causes, or one for each address that was tried. */
function rootsOf(cause: unknown, depth = longestChain): Root[] {
  if (typeof cause !== 'object' || cause === null) return [];
  const { errors, cause: inner, code, syscall } = cause as Root & { errors?: unknown; cause?: unknown };
  if (depth > 0 && Array.isArray(errors) && errors.length > 0) {
    return errors.slice(0, mostAddresses).flatMap((error) => rootsOf(error, depth - 1));
  }
  const deeper = depth > 0 ? rootsOf(inner, depth - 1) : [];
  // Prefer an error with a code to its cause without one.
  const isPlain = deeper.every((root) => root.code === undefined && root.syscall === undefined);
  return deeper.length > 0 && !((code !== undefined || syscall !== undefined) && isPlain) ? deeper : [cause as Root];
}

/** Codes of Node and Bun, and below the message of Deno, for a rejected certificate. */
const certificateCode =
  /^(CERT_|UNABLE_TO_(GET|VERIFY)_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;
const certificateMessage = /invalid peer certificate/;
/** Undici's message when a proxy requires credentials. */
const proxyWantsCredentials = /Proxy response \(407\)/;

/** The code with which a mock's `fetch` rejects an address that isn't the mock's. */
const mockCode = 'ERR_MOCK_BASE_URL';

/** Whether another attempt would be rejected too, before anything is sent. */
function isRejected({ code, message }: Root): boolean {
  return (
    code === mockCode ||
    certificateCode.test(String(code)) ||
    matches(message, certificateMessage, proxyWantsCredentials)
  );
}

/**
 * Node's errors for a response that it can't parse: codes of undici and of `node:http`. Some errors have only a name.
 */
const parserCode = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_)/;
const parserName = 'HTTPParserError';
const tooManyCodings = /^too many content-encodings/;
const denoParserMessage = /message head is too large|invalid (content-length|HTTP header|HTTP status-code) parsed/;
/** Message about bytes that are no response, such as the rest of an earlier response. */
const notHttp = /Expected HTTP\//;

function isParserError({ name, code, message }: Root): boolean {
  if (matches(message, notHttp)) return false;
  return name === parserName || parserCode.test(String(code)) || matches(message, tooManyCodings, denoParserMessage);
}

/** Codes of a failed handshake, for example with a port that doesn't speak TLS. */
const handshakeCode =
  /^(UND_ERR_CONNECT_TIMEOUT|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|HTTP_REQUEST|NO_PROTOCOLS_AVAILABLE|\w*ALERT_HANDSHAKE_FAILURE|\w*ALERT_PROTOCOL_VERSION|\w*UNRECOGNIZED_NAME))$/;
/** Bun's codes for a refused connection or a host without an address. */
const bunCode = /^(ConnectionRefused|FailedToOpenSocket|DNSResolveFailed)$/;
const systemCode = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH)$/;
const beforeTls = /before secure TLS connection was established/;
/** Deno's errors have only a message. */
const denoConnect = /client error \(Connect\)/;
const proxyRefused = /Proxy response \(\d+\)/;

function isBeforeSending({ code, syscall, message }: Root): boolean {
  // A network that fails later, while a response is read, has the same codes. Only `syscall` shows the difference.
  if (syscall !== undefined) return syscall === 'connect' || syscall === 'getaddrinfo';
  if ([handshakeCode, bunCode, systemCode].some((pattern) => pattern.test(String(code)))) return true;
  return matches(message, beforeTls, denoConnect, proxyRefused);
}

/** Codes of a host without an address. Bun's `FailedToOpenSocket` also stands for other failures. */
const unknownHostCode = /^(ENOTFOUND|EAI_AGAIN|DNSResolveFailed|FailedToOpenSocket)$/;
const denoUnknownHost = /dns error/;
/** Node's message for a name that never gets an address: it has no dot, or a top level for tests (RFC 6761). */
const reservedHost = /ENOTFOUND ([^.\s]+|\S+\.(test|invalid|example))$/;

function isUnknownHost({ code, message }: Root): boolean {
  return unknownHostCode.test(String(code)) || matches(message, denoUnknownHost);
}

function isReservedHost({ message }: Root): boolean {
  return matches(message, reservedHost);
}

/** MSW's error for a request without a handler. */
const fromMsw = /^\[MSW\]/;

/**
 * Codes of network failures, of Node's sockets, undici, `node:http`, OpenSSL and Bun. `ETIMEDOUT` and `TimeoutError` also come
 * from an application's `fetch` that has a timeout of its own.
 */
const networkCode =
  /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|ADDR|PROTO|NOTFOUND|AI_)|UND_ERR_(?!INVALID|NOT_SUPPORTED)|HPE_|ERR_(SSL|TLS|SOCKET|HTTP2|STREAM_PREMATURE)|Connection|FailedToOpen|DNS|Timeout)/;

/** Whether an error, or one of its root causes, is a network failure. */
function isNetworkFailure(error: Root | undefined, roots: readonly Root[]): boolean {
  return [error ?? {}, ...roots].some(
    (one) =>
      isNetworkText(one.message) ||
      one.name === 'TimeoutError' ||
      networkCode.test(String(one.code)) ||
      isRejected(one) ||
      isParserError(one) ||
      isBeforeSending(one),
  );
}

function matches(text: unknown, ...patterns: RegExp[]): boolean {
  return typeof text === 'string' && patterns.some((pattern) => pattern.test(text));
}

function reasonOf(root: Root = {}, host: string): string | undefined {
  const { message, code } = root;
  if (typeof message !== 'string' || message === '') return typeof code === 'string' ? code : undefined;
  // OpenSSL's messages also have a memory address, the routine, the source file and the line.
  const [, sslReason] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  const reason = (sslReason ?? message).replace(/^.*invalid peer certificate: /, 'invalid certificate: ');
  const advice = isBeforeSending(root) ? global[adviceKey]?.get(host) : undefined;
  return advice ? `${reason}. ${advice}.` : reason;
}
