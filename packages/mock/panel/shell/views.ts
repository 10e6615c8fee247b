import type { IconName } from '../parts/icon.tsx';

/** The views, in the order of the navigation. */
export const views = [
  { view: 'requests', text: 'Requests' },
  { view: 'failures', text: 'Failures' },
  { view: 'data', text: 'Data' },
  { view: 'time', text: 'Time and limits' },
] as const satisfies readonly { view: IconName; text: string }[];

export type ViewName = (typeof views)[number]['view'];
