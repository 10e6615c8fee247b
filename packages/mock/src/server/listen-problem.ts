import { inUrl, isWildcard } from '../platform/http/addresses.ts';
import { serviceName } from './request-listener.ts';

/** An address to listen on. */
interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Returns why a server can't listen on an address, and the remedy; `undefined` for an error that isn't the system's.
 *
 * @param names Names of port and host in the message.
 */
export async function listenProblem(
  error: unknown,
  { port, host }: Address,
  names: Readonly<Record<keyof Address, string>>,
): Promise<string | undefined> {
  const code: unknown = Object(error).code;
  if (typeof code !== 'string') return undefined;
  const otherPort = `Choose another with ${names.port}; 0 is any free one`;
  const found = code === 'EADDRINUSE' ? await processOfMock({ port, host }) : undefined;
  const remedies: Readonly<Record<string, string>> = {
    EADDRINUSE: `${found === undefined ? 'it is in use' : `a mock listens there already, process ${found}`}. ${otherPort}`,
    EACCES: `the system does not permit it. ${otherPort}`,
  };
  const remedy = remedies[code] ?? `the system says ${code}. Choose another address with ${names.host}`;
  return `Can't listen on port ${port} of ${host}: ${remedy}`;
}

/** Maximum time for the server that has the port to say what it is, in milliseconds. */
const answerTime = 1000;

/** Returns the process id of the mock that has the port; `undefined` for another server. */
async function processOfMock({ port, host }: Address): Promise<number | undefined> {
  const name = isWildcard(host) ? 'localhost' : inUrl(host);
  try {
    const response = await fetch(`http://${name}:${port}/`, { signal: AbortSignal.timeout(answerTime) });
    const { service, pid } = await response.json();
    return service === serviceName ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
