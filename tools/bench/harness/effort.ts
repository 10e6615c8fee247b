/** Whether this run only proves that every row still works (`--quick`): its figures say nothing. */
export const isQuick = process.argv.includes('--quick');

/** Returns the number of rounds, or of anything else that makes a figure reliable and a run long. */
export function effort(usual: number, quick = 1): number {
  return isQuick ? quick : usual;
}
