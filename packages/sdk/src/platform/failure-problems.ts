/** Returns the message of a connection that broke, on every platform. */
export function lost(host: string): string {
  return `the connection to ${host} was lost`;
}

/** Returns the message of a failure that is none of the network, on every platform. */
export function foreign(): string {
  return 'fetch failed, and not because of the network';
}
