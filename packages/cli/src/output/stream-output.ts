/** Output to a stream of this process; writing never throws. */
export interface StreamOutput {
  write(text: string): void;
  /** Returns the error of a failed write. A closed reader is no failure. */
  failure(): Error | undefined;
}

/** Error codes of a closed pipe, as in `issue-tracking compare | head -1`, and of a closed terminal. */
const closedReaderCodes = ['EPIPE', 'ECONNRESET', 'EIO'];

/** Returns an output that keeps the first error of a stream. An error must not end a run that has to restore an issue. */
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
