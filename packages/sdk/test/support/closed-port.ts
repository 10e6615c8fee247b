import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address of this machine that refuses connections, as long as it is kept. */
export interface ClosedPort {
  readonly host: string;
  readonly port: number;
  free(): void;
}

/**
 * A port that was closed may be another test's a moment later. So it stays taken, and the address is another one of this
 * machine, of which only Linux has more than one.
 */
export async function closedPort(): Promise<ClosedPort> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (process.platform === 'linux') return { host: '127.0.0.2', port, free: () => server.close() };
  await new Promise((resolve) => server.close(resolve));
  return { host: '127.0.0.1', port, free: () => {} };
}
