import type { IssueInput } from '@issue-tracking/mock';
import type { IssuePriority, IssueStatus } from '@issue-tracking/sdk';

/** A week of a web shop, for the stories to show. */
const week = `
open          | critical | Checkout hangs after a second click on Pay       | bug checkout  | Grace Hopper   | Ada Lovelace      | 2026-04-07T09:12:40.000Z
open          | medium   | Search ignores umlauts                           | bug search    |                | Alan Turing       | 2026-04-06T14:40:00.000Z
open          | high     | Product pictures load at full size on phones     | performance   |                | Katherine Johnson | 2026-04-06T08:05:00.000Z
open          | low      | Say how long delivery takes before people pay    | idea          |                | Ada Lovelace      | 2026-04-03T16:20:00.000Z
in_progress   | high     | Coupon is applied twice when the cart is restored from a link | bug cart | Barbara Liskov | Edsger Dijkstra | 2026-04-05T11:30:00.000Z
in_progress   | medium   | Keyboard focus is lost when the size picker closes | accessibility | Grace Hopper | Margaret Hamilton | 2026-04-04T09:00:00.000Z
blocked       | medium   | Invoices show the wrong time zone                | bug invoices  | Barbara Liskov | Edsger Dijkstra   | 2026-04-02T13:15:00.000Z
fix_submitted | high     | Wish list forgets everything after signing in    | bug account   | Grace Hopper   | Margaret Hamilton | 2026-04-02T10:45:00.000Z
fix_submitted | low      | Price filter jumps back while it is dragged      | bug search    | Barbara Liskov | Katherine Johnson | 2026-04-01T15:10:00.000Z
verified      | medium   | Newsletter form accepts anything as an address   | bug           | Barbara Liskov | Alan Turing       | 2026-03-31T12:00:00.000Z
closed        | medium   | Images of sold-out products are missing          | bug catalogue | Grace Hopper   | Ada Lovelace      | 2026-03-30T09:30:00.000Z
closed        | high     | Back button leaves the checkout                  | bug checkout  | Barbara Liskov | Katherine Johnson | 2026-03-28T17:55:00.000Z
`;

/** A form with a button, drawn so that it needs no network. */
const checkout = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1440 900" font-family="sans-serif">
  <path fill="#fff" d="M0 0h1440v900H0z" />
  <path fill="#2456d6" d="M0 0h1440v72H0zM120 610h220v64H120z" />
  <path fill="none" stroke="#d5d9e0" stroke-width="3" d="M120 250h660v64H120zM120 370h660v64H120zM120 490h660v64H120z" />
  <text x="120" y="180" font-size="44" fill="#1b1f27">Checkout</text>
  <text x="148" y="651" font-size="24" fill="#fff">Pay €48.90</text>
</svg>`;

const shop = 'https://shop.example';

/** Everything that the extension captures, on the first issue. */
const captured: Partial<IssueInput> = {
  description:
    'Clicking Pay twice shows the spinner for good.\nThe order arrives twice, and the card is charged twice.',
  pageUrl: `${shop}/checkout`,
  browserInfo: 'Firefox 144',
  osInfo: 'Windows 11',
  viewportSize: '1440x900',
  jsErrorCount: 1,
  userActions: [
    { type: 'navigation', target: `${shop}/checkout`, timestamp: '2026-04-07T09:11:02.310Z' },
    { type: 'input', target: 'input#card-number', timestamp: '2026-04-07T09:11:31.870Z' },
    { type: 'click', target: 'button#pay', text: 'Pay €48.90', timestamp: '2026-04-07T09:11:58.005Z' },
    { type: 'click', target: 'button#pay', text: 'Pay €48.90', timestamp: '2026-04-07T09:11:58.420Z' },
  ],
  consoleLogs: [
    {
      level: 'warn',
      message: 'payment: submit while pending',
      source: `${shop}/assets/checkout.js:201:9`,
      timestamp: '2026-04-07T09:11:58.422Z',
    },
    {
      level: 'error',
      message: "TypeError: Cannot read properties of undefined (reading 'orderId')",
      source: `${shop}/assets/checkout.js:214:17`,
      timestamp: '2026-04-07T09:11:58.951Z',
    },
  ],
  networkLogs: [
    { method: 'POST', url: `${shop}/api/orders`, status: 201, duration: 412, timestamp: '2026-04-07T09:11:58.417Z' },
    { method: 'POST', url: `${shop}/api/orders`, status: 409, duration: 88, timestamp: '2026-04-07T09:11:58.940Z' },
  ],
  screenshots: [{ url: `data:image/svg+xml,${encodeURIComponent(checkout)}`, createdAt: '2026-04-07T09:12:38.000Z' }],
  techContext: {
    cssSelector: 'main > form.checkout > button#pay',
    elementStyles: { opacity: '0.5', cursor: 'wait' },
    reactComponentTree: ['App>CheckoutPage>PaymentForm>PayButton'],
  },
  comments: [
    {
      content: 'Happens in Safari too, with a slow connection.',
      authorName: 'Alan Turing',
      createdAt: '2026-04-07T10:02:00.000Z',
    },
  ],
};

export const shopIssues: IssueInput[] = week
  .trim()
  .split('\n')
  .map((line, index) => {
    const [status, priority, title = '', labels = '', assigneeName, reporterName, createdAt] = line.split(/ *\| */);
    return {
      ...(index === 0 && captured),
      ...{ status: status as IssueStatus, priority: priority as IssuePriority, title, labels: labels.split(' ') },
      ...{ assigneeName, reporterName, createdAt },
    };
  });

/** The same for 21 weeks: 252 issues, several pages in most columns. */
export const manyIssues: IssueInput[] = Array.from({ length: 21 }, (_, week) =>
  shopIssues.map((issue) => ({ ...issue, createdAt: weeksBefore(issue.createdAt, week) })),
).flat();

function weeksBefore(timestamp = '2026-04-07T09:00:00.000Z', weeks: number): string {
  return new Date(Date.parse(timestamp) - weeks * 7 * 86_400_000).toISOString();
}

const unbroken = (begin: string) => begin.padEnd(500, 'ABCDEFGHIJ');

/** Texts that designs forget and users write. */
export const longTexts: IssueInput[] = [
  {
    ...shopIssues[0],
    title: unbroken('LongTitle'),
    description: unbroken('Description'),
    labels: [unbroken('label'), 'bug', unbroken('other')],
    assigneeName: unbroken('Assignee'),
    reporterName: unbroken('Reporter'),
    pageUrl: unbroken('https://shop.example/'),
    browserInfo: unbroken('Firefox'),
    userActions: [{ type: 'click', target: unbroken('button'), text: unbroken('Pay') }],
    consoleLogs: [{ level: 'error', message: unbroken('Error'), source: unbroken('https://shop.example/') }],
    networkLogs: [{ method: 'POST', status: 409, url: unbroken('https://shop.example/') }],
    comments: [{ content: unbroken('Comment'), authorName: unbroken('Author') }],
  },
  ...shopIssues.slice(1),
];
