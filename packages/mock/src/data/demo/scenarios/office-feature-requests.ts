import type { FeatureRequestList } from '../feature-request.ts';
import { reports } from './words.ts';

/** What people who work with tables all day wish for. */
export const officeFeatureRequests: FeatureRequestList = ({ pick }) => {
  const report = pick(reports);
  return [
    [
      'Keyboard shortcuts for the report pages',
      'Analysts spend the day there and ask for it in every interview.',
      ['idea', 'accessibility'],
      'low',
      'Let us begin with range, export and search.',
      '"?" shows the list.',
    ],
    [
      `Alert when "${report}" drops by more than 20 %`,
      'We noticed the last drop after three days.',
      ['idea', 'alerts'],
      'high',
      'By mail or in the app?',
      'Both, and the threshold can be set.',
    ],
    [
      'Dark theme for printed reports should not print black pages',
      'It empties the toner.',
      ['idea', 'printing'],
      'low',
      'Fair point.',
      'Printing always uses the light theme.',
    ],
    [
      'Show amounts with thousands separators',
      'Large numbers are hard to read.',
      ['idea', 'tables'],
      'low',
      'In the user’s own format, then.',
      'Uses the account’s locale everywhere.',
    ],
    [
      'Write down what "active account" means',
      'Sales and product count differently.',
      ['docs', 'reports'],
      'medium',
      'Proposal: one action within 28 days.',
      'Agreed and linked from the report.',
    ],
    [
      'Members should see who invited them',
      'People take the invitation for spam.',
      ['idea', 'email'],
      'low',
      'Name and picture of who invites?',
      'Name and organization are in the mail.',
    ],
    [
      'Bulk actions in the member list',
      'Removing 30 people one by one takes an hour.',
      ['idea', 'members'],
      'medium',
      'Remove and change role would cover it.',
      'Both are there, with undo for 10 seconds.',
    ],
  ];
};
