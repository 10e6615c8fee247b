import type { Scenario } from '../scenario.ts';

/** Bugs of who may do what. */
export const members: readonly Scenario[] = [
  {
    labels: ['permissions', 'security'],
    priority: 'critical',
    story: ({ pick, faker }) => {
      const name = faker.person.firstName();
      return {
        title: pick([
          'Removed member still sees projects',
          `${name} has left the company and can still log in`,
          'Role change takes effect only after the next login',
        ]),
        what: `${name} was removed from the organization this morning and still sees everything.`,
        expected: 'Access ends at once.',
        page: '/settings/members',
        actions: [
          ['navigation', '/settings/members'],
          ['click', 'button[data-test="remove-member"]', 'Remove'],
          ['click', 'dialog button.danger', `Remove ${name}`],
        ],
        requests: [
          ['DELETE', '/api/members/318', 204, 66],
          ['GET', '/api/projects', 200, 71],
        ],
        console: [['info', 'members: removed, cache 3600 s']],
        selector: 'tr[data-member="318"]',
        styles: { opacity: '0.5', 'text-decoration': 'line-through' },
        components: 'App>SettingsPage>MembersTable>MemberRow',
        talk: {
          triage: [['qa', 'Confirmed, for exactly an hour. Also for a change from admin to viewer.']],
          cause: 'Permissions are cached in the token for its whole lifetime.',
          fix: 'The token says who one is, no longer what one may do; that is looked up on each request.',
          verified: 'Removed and downgraded a member with three open tabs: 403 on the very next click.',
        },
      };
    },
  },
  {
    labels: ['members', 'email'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const line = number(3, 180);
      return {
        title: pick([
          'Bulk invitation stops at the first bad address',
          `Line ${line} of the invitation file is wrong and nobody gets a mail`,
          'Importing members: no way to tell who was invited',
        ]),
        what: `I imported ${line + 40} addresses. One was mistyped (line ${line}); those before it were invited, the others not, and the page says only "Invalid".`,
        expected: 'All valid addresses are invited and the others listed.',
        page: '/settings/members/import',
        actions: [
          ['navigation', '/settings/members/import'],
          ['input', 'input[type="file"]', 'team.csv'],
          ['click', 'button[type="submit"]', 'Invite all'],
        ],
        requests: [['POST', '/api/members/bulk', 400, 1330]],
        console: [['error', `bulk: row ${line}: "jo@@example" is not an address`]],
        selector: 'div.import-result',
        styles: { color: 'rgb(180, 35, 24)' },
        components: 'App>SettingsPage>MemberImport>ImportResult',
        talk: {
          triage: [['reporter', 'We sent the rest by hand, but some now have two invitations.']],
          cause: 'Rows are sent one by one in a loop that ends with the first exception.',
          fix: 'All rows are checked first; the result says of each what happened, and trying again skips who was invited.',
          verified: 'File with 5 bad rows of 200: 195 mails, 5 listed with their reason. Second try: 0 mails.',
        },
      };
    },
  },
  {
    labels: ['audit-log'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const page = number(11, 60);
      return {
        title: pick([
          `Audit log: page ${page} and later are empty`,
          'Can’t see who changed the settings last month',
          'Audit log ends after 1,000 entries',
        ]),
        what: `From page ${page} on the audit log is empty, though it says there are more.`,
        expected: 'All entries of the last 12 months.',
        page: `/settings/audit?page=${page}`,
        actions: [
          ['navigation', '/settings/audit'],
          ['click', 'nav.pagination a:last-child', 'Last'],
        ],
        requests: [['GET', `/api/audit?page=${page}&limit=100`, 400, 31]],
        console: [['error', 'audit: Result window is too large, from + size must be less than or equal to: [1000]']],
        selector: 'table.audit tbody',
        styles: { 'min-height': '0px' },
        components: 'App>SettingsPage>AuditLog>AuditTable',
        talk: {
          triage: [['qa', 'The answer is 400, the page shows it as an empty list.']],
          cause: 'The index answers only the first thousand, and the page hides the error.',
          fix: 'The log continues from the last entry shown, and errors are shown as errors.',
          verified: 'Went back to last November, entry by entry.',
        },
      };
    },
  },
];
