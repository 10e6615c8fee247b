import { serverSide } from '#server-side';
import type { ClientOptions } from './client-options.ts';

/** Options that an environment variable sets where the program doesn't. */
const variables = {
  baseUrl: 'ISSUE_TRACKING_BASE_URL',
  apiKey: 'ISSUE_TRACKING_API_KEY',
} as const;

/** Options with those of the environment. */
export interface CompleteOptions {
  readonly options: ClientOptions;
  /** The name under which an error reports an option: that of the variable, if it is from the environment. */
  nameOf(option: string): string;
}

/** Adds the options of the environment. The program's own options win, and either of the two credentials. */
export function withEnvironment(given: ClientOptions): CompleteOptions {
  // A program without types may pass other values; the table of options reports them.
  if (typeof given !== 'object') return { options: given, nameOf: (option) => option };
  const found: Record<string, string> = {};
  for (const [option, variable] of Object.entries(variables)) {
    const isGiven =
      given[option as keyof typeof variables] != null || (option === 'apiKey' && given.accessToken != null);
    const value = isGiven ? undefined : serverSide?.environmentVariable(variable);
    if (value !== undefined) found[option] = value;
  }
  return {
    options: { ...given, ...found },
    nameOf: (option) => (option in found ? variables[option as keyof typeof variables] : option),
  };
}
