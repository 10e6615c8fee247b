import type { Scenario } from '../transport/answers.ts';

/** How the whole service behaves. */
export const scenarios: readonly { value: Scenario; text: string }[] = [
  { value: 'normal', text: 'Normal' },
  { value: 'slow', text: 'Slow' },
  { value: 'failing', text: 'Failing' },
  { value: 'offline', text: 'Offline' },
  { value: 'rateLimited', text: 'Rate limited' },
  { value: 'forbidden', text: 'Forbidden' },
  { value: 'empty', text: 'Empty' },
];
