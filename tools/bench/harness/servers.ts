import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../project/free-port.ts';

/** A server in a process of its own. */
export interface Server {
  url: string;
  pid: number;
  /** Time from the start of the process to the end of its first response. */
  firstAnswerMs: number;
  stop: () => Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts `node ARGS` (`PORT` in them becomes the port) and polls `path` until the response is 200. */
export async function startServer(
  args: readonly string[],
  path: string,
  headers: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(
    process.execPath,
    args.map((arg) => arg.replace('PORT', String(port))),
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' } },
  );
  running.add(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const giveUp = setTimeout(() => child.kill('SIGKILL'), 2_000);
    await ended;
    clearTimeout(giveUp);
    running.delete(child);
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}: ${said}`);
    const status = await fetch(url + path, { headers }).then(readStatus, () => 0);
    if (status === 200) break;
    if (performance.now() - start > 30_000) {
      await stop();
      throw new Error(`${args.join(' ')}: expected 200 for ${path}, received ${status}: ${said}`);
    }
    await sleep(1);
  }
  return { url, pid: child.pid ?? 0, firstAnswerMs: performance.now() - start, stop };
}

async function readStatus(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}
