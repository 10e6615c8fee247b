import type { IconName } from '../parts/icon.tsx';

/** The views, in the order of the navigation. */
export const places = [
  { view: 'requests', text: 'Requests', about: 'Requests, their responses, and the reasons' },
  { view: 'failures', text: 'Failures', about: 'Make requests fail' },
  { view: 'data', text: 'Data', about: 'Organizations, projects, issues and what was captured' },
  { view: 'time', text: 'Time and limits', about: 'The clock, rate limits and lockouts' },
  { view: 'access', text: 'Access', about: 'API keys, access tokens and their scopes' },
  { view: 'snapshots', text: 'Snapshots', about: 'Moments to come back to' },
] as const satisfies readonly { view: IconName; text: string; about: string }[];

export type ViewName = (typeof places)[number]['view'];
