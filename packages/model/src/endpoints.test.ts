import {
  consoleLogSchema,
  type Endpoint,
  endpoints,
  errorBodySchema,
  issueListQuery,
  issueParams,
  issueSchema,
  issueUpdateBody,
  newCommentBody,
  projectListQuery,
} from '@issue-tracking/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const at = '2026-04-01T09:30:00.000Z';
const issue = {
  issueNumber: 1,
  title: 'Checkout hangs',
  description: '',
  status: 'open',
  priority: 'high',
  labels: [],
  reporterName: 'Ada',
  assigneeName: 'Grace',
  pageUrl: 'https://shop.example/checkout',
  browserInfo: 'Chrome 141',
  osInfo: 'macOS 15',
  viewportSize: '1440x900',
  metadataSummary: {
    consoleErrorCount: 1,
    networkErrorCount: 0,
    jsErrorCount: 2,
    userActionCount: 3,
    screenshotCount: 1,
  },
  createdAt: at,
  updatedAt: at,
};
const consoleLog = { level: 'error', message: 'boom', source: 'https://shop.example/app.js:1:2', timestamp: at };

describe('a response', () => {
  test('keeps unknown fields, and rejects a known one that is missing or of the wrong type [RES-3] [RES-11] [VER-2]', () => {
    const extended = { ...issue, addedLater: { deep: [1] } };
    expect(issueSchema.parse(extended)).toEqual(extended);
    for (const [field, value] of Object.entries({ title: undefined, labels: 'bug', metadataSummary: [] }))
      expect(issueSchema.safeParse({ ...issue, [field]: value }).success, field).toBe(false);
  });

  test('may have an unknown status, priority or level [STA-1] [STA-2] [RES-6] [VER-2]', () => {
    expect(issueSchema.safeParse({ ...issue, status: 'triaged', priority: 'urgent' }).success).toBe(true);
    expect(consoleLogSchema.safeParse({ ...consoleLog, level: 'debug' }).success).toBe(true);
  });

  test('has timestamps in UTC with milliseconds and a Z [GEN-4]', () => {
    for (const createdAt of [
      '2026-04-01T09:30:00Z',
      '2026-04-01T09:30:00.000+02:00',
      '2026-04-01',
      '2026-02-30T00:00:00.000Z',
    ]) {
      expect(issueSchema.safeParse({ ...issue, createdAt }).success, createdAt).toBe(false);
    }
  });

  test('may not have an integer that JavaScript cannot represent exactly', () => {
    expect(issueSchema.safeParse({ ...issue, issueNumber: 2 ** 53 }).success).toBe(false);
  });

  test('is `{error}` for a failure, with `details` for a validation failure [ERR-1] [ERR-2]', () => {
    const body = { error: 'Invalid input', details: [{ field: 'status', message: 'must be one of: open' }] };
    expect(errorBodySchema.parse(body)).toEqual(body);
    expect(errorBodySchema.safeParse({ message: 'no' }).success).toBe(false);
  });
});

describe('a request', () => {
  test('fails validation of an enumeration with the member and the allowed values [EP-10]', () => {
    const issues = issueUpdateBody.safeParse({ status: 'done', priority: 'urgent' }).error?.issues;
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['status', 'must be one of: open, in_progress, blocked, fix_submitted, verified, closed'],
      ['priority', 'must be one of: low, medium, high, critical'],
    ]);
  });

  test('for a comment must have its content as a string [EP-12]', () => {
    for (const body of [{}, { content: null }, { content: 1 }]) {
      expect(newCommentBody.safeParse(body).error?.issues).toMatchObject([
        { path: ['content'], message: 'must be a string' },
      ]);
    }
    expect(newCommentBody.safeParse({ content: '' }).error?.issues).toMatchObject([{ message: 'is empty' }]);
    expect(newCommentBody.safeParse({ content: ' ' }).success).toBe(true);
  });

  test('for a list has a limit of at most 100 and a page from 1 [EP-7]', () => {
    expect(issueListQuery.safeParse({ limit: '100', page: '1' }).success).toBe(true);
    expect(issueListQuery.safeParse({ limit: '101', page: '0' }).error?.issues).toMatchObject([
      { path: ['page'], message: 'must be a whole number from 1' },
      { path: ['limit'], message: 'must be a whole number from 1 to 100' },
    ]);
  });

  test('for projects accepts any UUID as organizationId [EP-4]', () => {
    expect(projectListQuery.safeParse({ organizationId: '11111111-1111-1111-1111-111111111111' }).success).toBe(true);
    expect(projectListQuery.safeParse({ organizationId: 'acme' }).success).toBe(false);
  });

  test.each(['01', '1.0', '1e1', '+1', '0x10', ' 1', '', '0', '-1', '١', '9007199254740992', 'NaN'])(
    'cannot have issueNumber %j, because it is not a plain positive integer [GAP-31]',
    (issueNumber) => {
      expect(issueParams.safeParse({ projectId: 'prj', issueNumber }).success).toBe(false);
    },
  );

  test('can have every safe positive integer as issueNumber [GAP-31]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (issueNumber) => {
        expect(issueParams.safeParse({ projectId: 'prj', issueNumber: String(issueNumber) }).success).toBe(true);
      }),
    );
  });

  test.each(['', '.', '..', '\ud800'])('cannot have projectId %j, because it is not a path segment', (projectId) => {
    expect(issueParams.safeParse({ projectId, issueNumber: '1' }).success).toBe(false);
  });
});

describe('the endpoint table', () => {
  const rows = Object.entries<Endpoint>(endpoints);

  test('requires issues:write for writes, issues:read for reads below a project, projects:read for projects [AUTH-5]', () => {
    for (const [name, { method, scope }] of rows) {
      expect(scope, name).toBe(
        name === 'projects.list' ? 'projects:read' : method === 'GET' ? 'issues:read' : 'issues:write',
      );
    }
  });

  test.each(rows)('%s describes exactly the parameters in its path', (_, { path, params }) => {
    expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(params.def.shape));
  });
});
