import type { Scenario } from '../transport/answers.ts';

const texts: Record<Scenario, string> = {
  normal: 'Normal',
  slow: 'Slow',
  failing: 'Failing',
  offline: 'Offline',
  rateLimited: 'Rate limited',
  forbidden: 'Forbidden',
  empty: 'Empty',
};

/** How the whole service can behave, to choose from. */
export const scenarios = (Object.keys(texts) as Scenario[]).map((value) => ({ value, text: texts[value] }));
