/** Output to a stream of this process; writing never throws. */
export interface StreamOutput {
  write(text: string): void;
  /** Returns why the text could not be written. A reader that has gone is no failure. */
  failure(): Error | undefined;
}

/** Codes of a pipe whose reader has gone, as in `issue-tracking verify | head -1`, and of a closed terminal. */
const closedReaderCodes = ['EPIPE', 'ECONNRESET', 'EIO'];

/** Writes to a stream, and keeps the first error: one must not end a run that still has to restore an issue. */
export function outputTo(stream: NodeJS.WritableStream): StreamOutput {
  let first: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    first ??= error;
  });
  return {
    write(text) {
      if (!first) stream.write(text);
    },
    failure: () => (closedReaderCodes.includes(first?.code ?? '') ? undefined : first),
  };
}
