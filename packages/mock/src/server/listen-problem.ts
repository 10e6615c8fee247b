/** Returns why a server can't listen on a port, and the remedy; `undefined` for an error that isn't the system's. */
export function listenProblem(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
  names: { readonly port: string; readonly host: string },
): string | undefined {
  const code: unknown = Object(error).code;
  if (typeof code !== 'string') return undefined;
  const otherPort = `Choose another with ${names.port}; 0 is any free one`;
  const remedies: Readonly<Record<string, string>> = {
    EADDRINUSE: `it is in use. ${otherPort}`,
    EACCES: `the system does not permit it. ${otherPort}`,
  };
  const remedy = remedies[code] ?? `the system says ${code}. Choose another address with ${names.host}`;
  return `Can't listen on port ${port} of ${host}: ${remedy}`;
}
