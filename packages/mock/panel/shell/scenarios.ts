import type { Scenario } from '../transport/answers.ts';

/** How scenarios are called where people choose one. */
export const scenarioTexts: Record<Scenario, string> = {
  normal: 'Normal',
  slow: 'Slow',
  failing: 'Failing',
  offline: 'Offline',
  rateLimited: 'Rate limited',
  forbidden: 'Forbidden',
  empty: 'Empty',
};

/** How the whole service can behave, to choose from. */
export const scenarios = (Object.keys(scenarioTexts) as Scenario[]).map((value) => ({
  value,
  text: scenarioTexts[value],
}));
