/** Facts about a failure of `fetch`, as far as the platform reveals them. */
export interface ConnectionFailure {
  /** Whether the request may have been sent. `false` only when the connection itself was never made. */
  readonly sent: boolean;
  /**
   * Whether a retry can't help: after a rejected certificate or proxy authentication, a wrong address of a mock, or
   * an unreadable response.
   */
  readonly final: boolean;
  /** Whether a response arrived whose status line or headers the platform can't parse. */
  readonly isUnreadable: boolean;
  /** The root cause in the platform's words. */
  readonly reason: string | undefined;
}

/**
 * Classifies an error of `fetch`, or with `hasStatus` an error while the body is read. Browsers reveal almost
 * nothing, so there the request counts as sent.
 */
export function connectionFailure(cause: unknown, hasStatus = false): ConnectionFailure {
  const roots = rootsOf(cause);
  // While a body is read, a connection that breaks causes the same errors.
  const isUnreadable = !hasStatus && roots.some(isParserError);
  const final = isUnreadable || roots.some(isFinal);
  return {
    sent: !(roots.length > 0 && roots.every((root) => isFinal(root) || isBeforeSending(root))),
    final,
    isUnreadable,
    reason: reasonOf(roots.find(isFinal) ?? roots[0]),
  };
}

/** The contract with mocks: texts by host name, for an address of a mock that receives no requests, or of no mock. */
const adviceKey: unique symbol = Symbol.for('@issue-tracking/mock/advice');
const global: typeof globalThis & { readonly [adviceKey]?: ReadonlyMap<unknown, string> } = globalThis;
const loopback = /^(127\.|::1$)/;

function adviceOn({ hostname, address }: Root): string | undefined {
  const texts = global[adviceKey];
  return texts?.get(hostname ?? address) ?? (loopback.test(String(address)) ? texts?.get('localhost') : undefined);
}

/** The fields of an error that are read here. Any value can be thrown, so each field may have any type. */
interface Root {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  /** Of a name that wasn't found. */
  readonly hostname?: unknown;
  /** Of a connection that was refused. */
  readonly address?: unknown;
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

function isFinal({ code, message }: Root): boolean {
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

function matches(text: unknown, ...patterns: RegExp[]): boolean {
  return typeof text === 'string' && patterns.some((pattern) => pattern.test(text));
}

function reasonOf(root: Root = {}): string | undefined {
  const { message, code } = root;
  if (typeof message !== 'string' || message === '') return typeof code === 'string' ? code : undefined;
  // OpenSSL's messages also have a memory address, the routine, the source file and the line.
  const [, sslReason] = /:SSL routines:[^:]*:([^:]+):/.exec(message) ?? [];
  const reason = (sslReason ?? message).replace(/^.*invalid peer certificate: /, 'invalid certificate: ');
  const advice = adviceOn(root);
  return advice ? `${reason}. ${advice}.` : reason;
}
