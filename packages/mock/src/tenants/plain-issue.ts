import type { IssueInput } from '../world/world.ts';

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
  ['Newsletter form', 'forms'],
  ['Address book', 'account'],
  ['Monthly report', 'reports'],
  ['Member list', 'members'],
  ['Settings', 'settings'],
  ['File upload', 'files'],
  ['Calendar', 'calendar'],
  ['Notifications', 'notifications'],
  ['Invoice download', 'invoices'],
  ['Help page', 'content'],
  ['Language menu', 'i18n'],
  ['Comment box', 'comments'],
  ['Import', 'data'],
  ['Price table', 'catalogue'],
];

const troubles = [
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
  'sends an empty request when one clicks twice',
  'mixes up two languages',
  'loses the selection when the window is resized',
  'rounds amounts differently from the e-mail',
  'works only after clearing the cookies',
  'shows a blank page in Safari',
  'overlaps the footer in print',
  'sorts 10 before 9',
  'is announced as "button button" by screen readers',
  'lets one save although a field is missing',
  'opens in a new tab without saying so',
  'refuses addresses with a plus sign',
  'flickers when the pointer moves over it',
  'disappears for a moment after each change',
  'counts deleted entries too',
] as const;

/**
 * What the issue at a place of a plain list is about. With 23 places and 29 troubles, which share no divisor, 667 issues
 * in a row have different titles; later ones say which version they are about.
 */
export function plainIssue(index: number): Partial<IssueInput> {
  const [name, label] = places[index % places.length] ?? ['Page', 'page'];
  const trouble = troubles[index % troubles.length];
  const round = Math.floor(index / (places.length * troubles.length));
  const title = `${name} ${trouble}${round > 0 ? ` (since 4.${round})` : ''}`;
  return { title, description: `${title}. It was fine before.`, labels: ['bug', label] };
}
