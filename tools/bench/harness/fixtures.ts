/** The page and the issue that all contenders parse. */

const statuses = ['open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed'] as const;
const priorities = ['low', 'medium', 'high', 'critical'] as const;
const labels = [
  'checkout',
  'login',
  'regression',
  'mobile',
  'accessibility',
  'performance',
  'copy',
  'payments',
] as const;
const people = [
  'Ada Marsh',
  'Bo Lindqvist',
  'Chidi Okafor',
  'Dana Petrov',
  'Emre Yilmaz',
  'Fatima Noor',
  'Gus Hartley',
] as const;
const titles = [
  'Checkout button stays disabled after the coupon is removed and the cart is reloaded',
  'Search results jump to the top when the filter panel closes on a narrow window',
  'Avatar upload fails without a message for images that were taken on an iPhone',
  'Totals on the invoice page are rounded twice when the currency has no decimals',
  'Keyboard focus is lost after the confirmation dialog was closed with Escape',
] as const;

function pick<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value;
}

function time(index: number): string {
  return new Date(Date.UTC(2026, 3, 1) + index * 60_000).toISOString();
}

/** Returns an issue of a world file; `index` from 0. */
export function worldIssue(index: number) {
  return {
    issueNumber: index + 1,
    title: `${pick(titles, index)} (#${index + 1})`,
    description: `Steps: open the page, ${pick(labels, index + 3)} as a signed-in user, then press the button twice. Expected one request, saw ${2 + (index % 5)}.`,
    status: pick(statuses, index * 7),
    priority: pick(priorities, index * 5),
    labels: [pick(labels, index), pick(labels, index + 3)],
    assignees: [pick(people, index), pick(people, index + 2)],
    reporterName: pick(people, index + 4),
    assigneeName: pick(people, index),
    pageUrl: `https://shop.example.com/orders/${1000 + (index % 977)}`,
    browserInfo: 'Chrome 141.0',
    osInfo: 'macOS 15.6',
    viewportSize: '1440x900',
    createdAt: time(index),
    updatedAt: time(index + 30),
    jsErrorCount: index % 3,
  };
}

/** Returns a world with one organization, with a project for each number of issues. */
export function worldOf(issueCounts: readonly number[]) {
  return {
    organizations: [
      {
        id: '6f1c9a0e-52f5-4b7e-9a53-0c9d1c9a7a11',
        slug: 'acme',
        name: 'Acme',
        projects: issueCounts.map((count, project) => ({
          id: `prj_${project}`,
          slug: `project-${project}`,
          name: `Project ${project}`,
          issues: Array.from({ length: count }, (_, index) => worldIssue(index)),
        })),
        apiKeys: [{ key: apiKey, scopes: ['projects:read' as const, 'issues:read' as const, 'issues:write' as const] }],
      },
    ],
  };
}

export const apiKey = 'svc_bench_0123456789abcdef';

/** Returns a list item with both sets of fields. */
export function listItem(index: number) {
  const { issueNumber, title, status, priority, reporterName, labels, assignees, createdAt, updatedAt } =
    worldIssue(index);
  const id = `6f1c9a0e-52f5-4b7e-9a53-${String(index + 1).padStart(12, '0')}`;
  return { id, issueNumber, title, status, priority, reporterName, labels, assignees, createdAt, updatedAt };
}

export const page = {
  data: Array.from({ length: 100 }, (_, index) => listItem(index)),
  total: 100,
  page: 1,
  totalPages: 1,
};
export const pageJson = JSON.stringify(page);

/** An issue with every field and little text: a small response shows more of a client's own work. */
export const one = {
  data: {
    issueNumber: 7,
    title: 'Totals are rounded twice',
    description: 'Saw 3.',
    status: 'open',
    priority: 'high',
    labels: ['copy'],
    reporterName: 'Ada',
    assigneeName: 'Bo',
    pageUrl: 'https://shop.test/1',
    browserInfo: 'Chrome 141',
    osInfo: 'macOS 15',
    viewportSize: '1440x900',
    metadataSummary: {
      consoleErrorCount: 1,
      networkErrorCount: 0,
      jsErrorCount: 1,
      userActionCount: 0,
      screenshotCount: 0,
    },
    createdAt: time(6),
    updatedAt: time(36),
  },
};
export const oneJson = JSON.stringify(one);

export const pagePath = '/api/v1/projects/prj_0/issues?limit=100';
export const onePath = '/api/v1/projects/prj_0/issues/7';
