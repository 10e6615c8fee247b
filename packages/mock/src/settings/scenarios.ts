/** Modes of the whole service, each with its description for users. `normal` is the default. */
export const scenarios = {
  normal: 'No failures',
  slow: 'Every response takes three seconds',
  failing: 'Every request gets 500',
  offline: 'Every connection ends without a response',
  rateLimited: 'Every request with a valid credential gets 429 with a wait of a minute',
  forbidden: 'Every request with a valid credential gets 403',
  empty: 'Every list is empty',
} as const;

/** The name of a scenario. */
export type Scenario = keyof typeof scenarios;

/** Names of the scenarios. `Object.keys` returns `string[]`, hence the cast. */
export const scenarioNames = Object.keys(scenarios) as Scenario[];

/** The latency in the scenario `slow`, in milliseconds. */
export const slowMs = 3000;
