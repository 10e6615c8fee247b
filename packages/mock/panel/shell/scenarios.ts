import { scenarioNames } from '../../src/service/scenarios/scenarios.ts';

/** How the whole service can behave, to choose from: `rateLimited` as `Rate limited`. */
export const scenarios = scenarioNames.map((value) => {
  const words = value.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { value, text: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
});
