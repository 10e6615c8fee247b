/** Shows whoever runs the mock what broke in it. The client is told no more than that something did. */
export function reportFailure(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: a server has nobody else to throw at.
  console.error(error);
}
