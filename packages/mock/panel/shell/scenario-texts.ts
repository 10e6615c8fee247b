import type { Scenario } from '../transport/responses.ts';

/** Display names of the scenarios. */
export const scenarioTexts: Record<Scenario, string> = {
  normal: 'Normal',
  slow: 'Slow',
  failing: 'Failing',
  offline: 'Offline',
  rateLimited: 'Rate limited',
  forbidden: 'Forbidden',
  empty: 'Empty',
};

/** Options of the scenario select. */
export const scenarios = (Object.keys(scenarioTexts) as Scenario[]).map((value) => ({
  value,
  text: scenarioTexts[value],
}));
