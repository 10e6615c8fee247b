/** Signals that end a run, with the exit code that shells give each. */
export const stopSignals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type StopSignal = keyof typeof stopSignals;
