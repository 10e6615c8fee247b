import type { FeatureRequestList } from '../feature-request.ts';

/** What every team has to do sooner or later. */
export const teamFeatureRequests: FeatureRequestList = () => [
  [
    'Upgrade to React 19.3',
    'We are two minors behind and want the new compiler.',
    ['chore', 'dependencies'],
    'low',
    'Blocked by the date picker until now, its new version is out.',
    'Upgraded; bundle is 11 kB smaller.',
  ],
  [
    'Remove the old search endpoint',
    'Nobody has called it for 60 days.',
    ['chore', 'search'],
    'low',
    'Logs agree. One call from a crawler.',
    'Removed, answers 410 for a while.',
  ],
  [
    'Documentation: how to rotate an API key',
    'Asked twice this week.',
    ['docs'],
    'medium',
    'I’ll write it with screenshots.',
    'Published under "Security".',
  ],
  [
    'Move nightly import away from 02:30',
    'It does not run, or runs twice, when the clocks change.',
    ['chore', 'dates'],
    'medium',
    '03:30 UTC suits everyone.',
    'Moved.',
  ],
  [
    'Ask before leaving a page with unsaved changes',
    'Especially in settings.',
    ['idea', 'forms'],
    'medium',
    'Only when something has changed, please.',
    'Asks in settings and the editor.',
  ],
  [
    'Log slow queries with their report',
    'We see that something is slow, but not what.',
    ['chore', 'performance'],
    'medium',
    'Above 2 s?',
    'Logged above 1 s with the report’s name.',
  ],
  [
    'Retention: delete exports after 30 days',
    'They contain personal data.',
    ['legal', 'export'],
    'high',
    'Announced to customers last week.',
    'Job runs nightly, first run deleted 2,300 files.',
  ],
];
