import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

/** Maximum buffered output for a slow reader, in bytes. */
const maxWaiting = 1_048_576;

/** How long a reader has, once the command has ended, for what still waits, in milliseconds. */
const readingTime = 1000;

/** Where the command writes. */
export interface Output {
  write(text: string): void;
  /** Resolves when nothing waits any more, or the reader has had time enough. */
  end(): Promise<void>;
}

/**
 * A stream of this process by its number. Node writes into pipes and waits: one that no process reads would stop the whole
 * server. Here what is written waits in memory, and beyond a limit lines are left out, which is then said.
 */
export function outputTo(fd: 1 | 2): Output {
  const pipe = pipeOf(fd);
  if (!pipe) {
    const stream = fd === 1 ? process.stdout : process.stderr;
    stream.on('error', ignoreGone);
    return { write: (text) => void stream.write(text), end: async () => {} };
  }
  let leftOut = 0;
  pipe.on('error', ignoreGone);
  pipe.on('drain', () => {
    if (leftOut > 0) pipe.write(`${JSON.stringify({ event: 'left-out', lines: leftOut })}\n`);
    leftOut = 0;
  });
  return {
    write(text) {
      if (pipe.destroyed) return;
      if (pipe.writableLength > maxWaiting) leftOut++;
      else pipe.write(text);
    },
    end: () =>
      new Promise((resolve) => {
        if (pipe.destroyed) resolve();
        const late = setTimeout(() => pipe.destroy(), readingTime);
        pipe.once('close', () => {
          clearTimeout(late);
          resolve();
        });
        pipe.end(() => pipe.destroy());
      }),
  };
}

function pipeOf(fd: 1 | 2): Socket | undefined {
  try {
    const stat = fstatSync(fd);
    if (!stat.isFIFO() && !stat.isSocket()) return undefined;
    return new Socket({ fd: stat.isFIFO() ? ownEnd(fd) : fd, readable: false, writable: true });
  } catch {
    // The parent process has closed it.
    return undefined;
  }
}

/** Another end of the same pipe where the system gives one: a pipe that doesn't wait doesn't for others who hold it either. */
function ownEnd(fd: number): number {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}

/** The reader of a pipe may close it: `issue-tracking-mock | head -1` goes on serving. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
}
