/**
 * How many milliseconds tests wait for a process, a port, a browser, a line or each other: longer than any of them takes on a
 * machine that is busy elsewhere. What hangs is found all the same. No wait within a test has another limit.
 */
export const patience = 300_000;

/** The options of Vitest with this limit. */
export const limits = {
  testTimeout: patience,
  hookTimeout: patience,
  teardownTimeout: patience,
  expect: { poll: { timeout: patience } },
};
