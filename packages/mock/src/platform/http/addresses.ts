/** Matches the `host[:port]` of a `Host` header: a name, an IPv4 address or a bracketed IPv6 address. */
const authority = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(?::\d{1,5})?$/i;

/** Returns the host of a `Host` header, in lower case and without its port; `null` for an invalid header. */
export function hostOf(header: string): string | null {
  return authority.exec(header)?.[1]?.toLowerCase() ?? null;
}

/** Whether a host is this computer: `localhost` and names below it, 127.0.0.0/8, `[::1]`. */
export function isLoopback(host: string): boolean {
  return host === '[::1]' || host === '::1' || /^(.+\.)?localhost$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether a text can be an address or host name to listen on, without scheme, path and brackets. */
export function isHost(value: string): boolean {
  return /^[^\s/?#@[\]]+$/.test(value);
}

/** Whether a text can be a host name as in a `Host` header, without port. */
export function isHostName(value: string): boolean {
  return isHost(value) && !value.includes(':');
}

/** Whether a text is an origin as browsers send it. */
export function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}

/** Whether a page's origin is on this computer. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  return host !== undefined && isLoopback(hostOf(host) ?? '');
}

/** Returns an IP address in the form of URLs and `Host` headers. */
export function inUrl(address: string): string {
  // Dual-stack sockets prefix IPv4 addresses.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** Whether a server bound to this address accepts connections to all addresses of the computer. */
export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
