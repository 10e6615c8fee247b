import type { MockOptions } from '../create-mock/options.ts';
import type { Fault } from '../faults/fault.ts';
import type { TenantOptions } from '../tenants/tenant.ts';

const always = { times: Number.POSITIVE_INFINITY };

/** What the toolbar offers. */
export const scenarios = {
  normal: 'As it should be',
  slow: 'Every answer takes three seconds',
  failing: 'Every request gets 500',
  offline: 'Every connection ends without an answer',
  rateLimited: 'Every request gets 429, to come back in a minute',
  forbidden: 'No credential may do anything: 403',
  empty: 'Every list is empty',
} as const;

export type Scenario = keyof typeof scenarios;

const faults: { readonly [name in Scenario]?: Fault } = {
  slow: { ...always, delayMs: 3000 },
  failing: { ...always, status: 500 },
  offline: { ...always, drop: true },
  forbidden: { ...always, status: 403 },
};

interface Behaviour extends Pick<MockOptions, 'rateLimit' | 'world'>, Pick<TenantOptions, 'issues'> {
  faults?: readonly Fault[] | undefined;
}

/** A story's parameters as a scenario makes them. */
export function inScenario<Parameters extends Behaviour>(parameters: Parameters, scenario: Scenario): Parameters {
  const fault = faults[scenario];
  if (fault) return { ...parameters, faults: [fault, ...(parameters.faults ?? [])] };
  if (scenario === 'rateLimited') return { ...parameters, rateLimit: { requests: 0 } };
  if (scenario === 'empty' && !parameters.world) return { ...parameters, issues: 0 };
  return parameters;
}
