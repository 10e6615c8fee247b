import type { IssueInput } from '../records/records.ts';

const places: readonly (readonly [name: string, label: string])[] = [
  ['Checkout', 'checkout'],
  ['Search', 'search'],
  ['Cart', 'cart'],
  ['Order history', 'orders'],
  ['Profile page', 'account'],
  ['Login', 'login'],
  ['Price filter', 'search'],
  ['Product page', 'catalogue'],
  ['Wish list', 'account'],
  ['Member list', 'members'],
  ['File upload', 'files'],
  ['Notifications', 'notifications'],
  ['Invoice download', 'invoices'],
];

const problems = [
  'stays empty after a reload',
  'forgets what was entered when one goes back',
  'is cut off on phones',
  'loads twice on a slow connection',
  'shows the time in the wrong zone',
  'can’t be reached with the keyboard',
  'ignores umlauts and accents',
  'jumps to the top while one scrolls',
  'says "Something went wrong" without a reason',
  'shows yesterday’s numbers until noon',
  'is unreadable in dark mode',
  'takes ten seconds with many entries',
  'breaks when the text is long',
  'keeps spinning after signing in again',
  'shows a blank page in Safari',
  'flickers when the pointer moves over it',
] as const;

/**
 * Returns an issue of a generated list. 13 places and 16 problems have no common divisor, so 208 issues in a row have different
 * titles; later ones name a version. The lists are short because every bundle contains them.
 */
export function generatedIssue(index: number): IssueInput {
  const [name, label] = places[index % places.length] ?? ['Page', 'page'];
  const problem = problems[index % problems.length];
  const round = Math.floor(index / (places.length * problems.length));
  const title = `${name} ${problem}${round > 0 ? ` (since 4.${round})` : ''}`;
  return { title, description: `${title}. It was fine before.`, labels: ['bug', label] };
}
