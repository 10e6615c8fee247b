/*
 * The kinds of failures of `fetch` in the words of an error. A page has only those that it can tell apart: `runtime.ts`.
 */

export function refused(): string {
  return 'fetch refused the request, and nothing was sent';
}

export function unconnected(host: string): string {
  return `could not connect to ${host}`;
}

export function unreadable(host: string): string {
  return `the response of ${host} cannot be parsed`;
}

export function lost(host: string): string {
  return `the connection to ${host} was lost`;
}

export function hidden(host: string): string {
  return `no response of ${host}, and the platform does not say why`;
}

export function foreign(): string {
  return 'fetch failed, and not because of the network';
}
