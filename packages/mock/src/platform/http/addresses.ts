/** `host[:port]` as a `Host` header carries it: a name, an IPv4 address or a bracketed IPv6 address. */
const authority = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\,]+)(?::\d{1,5})?$/i;

/** The host of a `Host` header, in lower case and without its port; `null` when it is none. */
export function hostOf(header: string): string | null {
  return authority.exec(header)?.[1]?.toLowerCase() ?? null;
}

/** Whether a host is this computer: `localhost` and names below it, 127.0.0.0/8, `[::1]`. */
export function isLoopback(host: string): boolean {
  return host === '[::1]' || host === '::1' || /^(.+\.)?localhost$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host);
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

/** An IP address as it stands in a URL or `Host` header. */
export function inUrl(address: string): string {
  // A dual-stack socket shows its IPv4 addresses this way.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

/** Whether a server bound to this address takes connections to all of the computer's addresses. */
export function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}
