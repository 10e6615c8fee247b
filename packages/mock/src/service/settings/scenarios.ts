/** How the whole service behaves, and what that is, for people. The first is how it is unless somebody says otherwise. */
export const scenarios = {
  normal: 'As it should be',
  slow: 'Every response takes three seconds',
  failing: 'Every request gets 500',
  offline: 'Every connection ends without a response',
  rateLimited: 'Every request with a valid credential gets 429, to come back in a minute',
  forbidden: 'No credential may do anything: 403',
  empty: 'Every list is empty',
} as const;

/** The name of a scenario. */
export type Scenario = keyof typeof scenarios;

/** `Object.keys` gives strings: they are the table's own. */
export const scenarioNames = Object.keys(scenarios) as Scenario[];

/** The latency in the scenario `slow`, in milliseconds. */
export const slowMs = 3000;

/** How long a client is told to wait in the scenario `rateLimited`, in milliseconds. */
export const closedForMs = 60_000;
