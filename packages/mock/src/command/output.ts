import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

/** Maximum buffered output for a slow reader, in bytes. */
const maxWaiting = 1_048_576;

/** Time for a reader to receive buffered output after the command has ended, in milliseconds. */
const readingTime = 1000;

/** An output stream of the command. */
export interface Output {
  write(text: string): void;
  /** Resolves when all output is written, or after a timeout. */
  end(): Promise<void>;
}

/**
 * Returns an output stream by its file descriptor. Node writes to pipes synchronously: a pipe without a reader would block the
 * server. This one buffers output up to a limit, then drops lines and reports their number.
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
    // The parent process has closed the descriptor.
    return undefined;
  }
}

/** Opens the pipe again, if possible: making a shared descriptor non-blocking would affect other processes. */
function ownEnd(fd: number): number {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
}

/** Ignores a reader that closes the pipe: `issue-tracking-mock | head -1` continues to serve. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error;
}
