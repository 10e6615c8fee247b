/** Whether this run only tests that every row works (`--quick`). Its figures are meaningless. */
export const isQuick = process.argv.includes('--quick');

/** Returns the usual number of rounds, calls or records, or the number for `--quick`. */
export function effort(usual: number, quick = 1): number {
  return isQuick ? quick : usual;
}
