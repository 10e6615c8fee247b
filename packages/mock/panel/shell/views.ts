import type { IconName } from '../parts/icon.tsx';

/** The views, in the order of the navigation. */
export const views = [
  { view: 'requests', text: 'Requests', about: 'Requests, responses and their explanations' },
  { view: 'failures', text: 'Failures', about: 'Make requests fail' },
  { view: 'data', text: 'Data', about: 'Organizations with their keys, projects, issues and captured data' },
  { view: 'time', text: 'Time and limits', about: 'The clock, rate limits and lockouts' },
] as const satisfies readonly { view: IconName; text: string; about: string }[];

export type ViewName = (typeof views)[number]['view'];
