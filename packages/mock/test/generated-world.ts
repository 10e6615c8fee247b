import type { IssueInput, PulledIssue, PulledWorld, World } from '@issue-tracking/mock';
import { type CapturedName, consoleLevels, issuePriorities, issueStatuses } from '@issue-tracking/model';
import fc from 'fast-check';
import { acme, globex } from './fixture.ts';

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('Müller', '日本', '\u2028', '"', '<b>', '%41', '🎉'),
);
const name = text.map((generated) => generated || 'x');
const date = fc.integer({ min: 0, max: 1_700_000_000 }).map((s) => new Date(s * 1000).toISOString());
const count = fc.integer({ min: 0, max: 2000 });

/** An object with any of these members. */
function any<Shape>(members: { [Member in keyof Shape]: fc.Arbitrary<Shape[Member]> }) {
  return fc.record(members, { requiredKeys: [] });
}

function few<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.array(item, { maxLength: 3 });
}

const version = fc.record({ name: text, version: text });
const issueMembers = {
  description: text,
  status: fc.constantFrom(...issueStatuses),
  priority: fc.constantFrom(...issuePriorities),
  labels: few(text),
  assignees: few(text),
  reporterName: text,
  assigneeName: text,
  pageUrl: text,
  browserInfo: text,
  osInfo: text,
  createdAt: date,
  updatedAt: date,
  jsErrorCount: count,
  comments: few(fc.record({ content: text, authorName: text, createdAt: date }, { requiredKeys: ['content'] })),
  consoleLogs: few(any({ level: fc.constantFrom(...consoleLevels), message: text, source: text, timestamp: date })),
  networkLogs: few(any({ method: text, url: text, status: count, duration: count, timestamp: date })),
  screenshots: few(any({ id: name, url: text, width: count, height: count, createdAt: date })).map((entries) =>
    entries.map((entry, at) => ({ ...entry, ...(entry.id && { id: `${entry.id}${at}` }) })),
  ),
  techContext: any({
    browserInfo: version,
    osInfo: version,
    cssSelector: text,
    elementStyles: fc.dictionary(name, text, { maxKeys: 2 }),
    reactComponentTree: few(text),
  }),
  userActions: few(any({ type: text, target: text, text, timestamp: date })),
} satisfies Record<CapturedName, unknown> & Record<string, unknown>;
const issue: fc.Arbitrary<IssueInput> = fc.record({ title: name, ...issueMembers }, { requiredKeys: ['title'] });

const apiKeys: { key: string; scopes?: 'issues:read'[] }[] = [
  { key: 'svc_acme' },
  { key: 'svc_reader', scopes: ['issues:read'] },
];
const users = [{ id: 'usr_ada', name: 'Ada', organizations: ['acme', 'globex'], accessTokens: [{ token: 'oat_ada' }] }];

/** A world of two organizations, in which `svc_acme` and `oat_ada` may do everything. */
export const generatedWorld: fc.Arbitrary<World> = fc
  .record({ name, description: fc.option(text), active: fc.boolean(), web: few(issue), theirs: few(issue) })
  .map(({ name: own, description, active, web, theirs }) => ({
    organizations: [
      {
        id: acme,
        slug: 'acme',
        name: own,
        apiKeys,
        projects: [
          { id: 'prj_web', slug: 'web', name: own, description, issues: web },
          { id: 'prj_empty', slug: 'empty', name: 'Empty' },
        ],
      },
      {
        id: globex,
        slug: 'globex',
        name: 'Globex',
        active,
        projects: [{ id: 'prj_globex', slug: 'globex', name: 'Globex', issues: theirs }],
      },
    ],
    users,
  }));

/** Responses of a service that deviates from v1. */
const odd = fc.oneof(text, fc.constant(null), fc.integer(), fc.constant({ level: 1 }), fc.constant([]));
const pulledIssue: fc.Arbitrary<Omit<PulledIssue, 'issueNumber'>> = any({
  ...issueMembers,
  title: odd,
  description: odd,
  status: odd,
  priority: odd,
  labels: odd,
  assignees: odd,
  assigneeName: odd,
  pageUrl: odd,
  severity: odd,
  createdAt: odd,
  updatedAt: odd,
  consoleLogs: few(any({ level: odd, message: odd, source: odd, timestamp: odd })),
  networkLogs: few(any({ method: odd, url: odd, status: odd, duration: odd })),
  screenshots: few(any({ id: odd, url: odd, width: odd, height: odd })),
  userActions: few(any({ type: odd, target: odd, text: odd })),
  metadataSummary: fc.constant({ consoleErrorCount: 3 }),
  techContext: fc.oneof(
    fc.constant(null),
    any({ engine: odd, browserInfo: odd, viewportSize: odd, elementStyles: odd, reactComponentTree: odd }),
  ),
  comments: few(any({ id: fc.integer(), content: odd, edited: fc.boolean() })),
});

/** A pulled world with the same credentials. */
export const generatedPulledWorld: fc.Arbitrary<PulledWorld> = fc
  .record({
    members: fc.dictionary(fc.constantFrom('name', 'slug', 'visibility', 'createdAt'), odd),
    issues: few(pulledIssue),
  })
  .map(({ members, issues }) => ({
    form: 'pulled',
    organizations: [
      {
        id: '7',
        slug: 'acme',
        ...('name' in members && { name: members['name'] }),
        apiKeys,
        projects: [{ ...members, id: 'prj_web', issues: issues.map((one, i) => ({ ...one, issueNumber: 2 * i + 1 })) }],
      },
      { id: '8', slug: 'globex', projects: [{ id: 'prj_globex' }] },
    ],
    users,
  }));
