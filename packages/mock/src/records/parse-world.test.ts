import { parseWorld, WorldError } from '@issue-tracking/mock';
import { issueStatuses } from '@issue-tracking/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const uuid = '00000000-0000-4000-8000-000000000001';

function worldWith(...issues: unknown[]): unknown {
  return { organizations: [{ id: uuid, slug: 'acme', projects: [{ id: 'prj_web', issues }] }] };
}

function refusal(input: unknown): WorldError {
  try {
    parseWorld(input);
  } catch (error) {
    if (error instanceof WorldError) return error;
    throw error;
  }
  throw new Error('The world was taken.');
}

/** Each problem as one line. */
function problems(input: unknown): string[] {
  return refusal(input).problems.map(({ path, message }) => `${path}: ${message}`);
}

const members: [member: string, value: unknown, message: string][] = [
  ['status', 'done', `must be one of: ${issueStatuses.join(', ')}; found "done"`],
  ['title', '', 'must not be empty; found ""'],
  ['title', null, 'must be a string; found null'],
  ['issueNumber', 0, 'must be a whole number from 1; found 0'],
  ['issueNumber', 1.5, 'must be a whole number from 1; found 1.5'],
  ['jsErrorCount', -1, 'must be a whole number from 0; found -1'],
  ['labels', 'bug', 'must be an array; found "bug"'],
  ['viewportSize', 'wide', 'must be "<width>x<height>", such as "1440x900", or empty; found "wide"'],
  ['createdAt', '2026-04-01', 'must be a UTC timestamp such as 2026-04-01T09:30:00.000Z; found "2026-04-01"'],
  ['comments', {}, 'must be an array; found an object'],
  ['techContext', [], 'must be an object; found an array'],
];
test.each(members)(
  'the error for %s of %j has its path, the expected and the found value',
  (member, value, message) => {
    const path = `organizations[0].projects[0].issues[1].${member}`;
    expect(problems(worldWith({}, { [member]: value }))).toEqual([`${path}: ${message}`]);
  },
);

test('the message lists all problems, with the allowed values of an enumeration', () => {
  const entries = {
    consoleLogs: [{ level: 'debug' }],
    userActions: [{ type: 3 }],
    techContext: { elementStyles: { 'z-index': 1 } },
  };
  expect(refusal(worldWith({ status: 'done', comments: [{}] }, entries)).message).toBe(
    [
      'The world has 5 mistakes:',
      '- organizations[0].projects[0].issues[0].status: must be one of: open, in_progress, blocked, fix_submitted, verified, closed; found "done"',
      '- organizations[0].projects[0].issues[0].comments[0].content: must be a string; it is missing',
      '- organizations[0].projects[0].issues[1].consoleLogs[0].level: must be one of: error, warn, info, log; found "debug"',
      '- organizations[0].projects[0].issues[1].techContext.elementStyles["z-index"]: must be a string; found 1',
      '- organizations[0].projects[0].issues[1].userActions[0].type: must be a string; found 3',
    ].join('\n'),
  );
});

test('a large world, whose schema is compiled, gets the same errors', () => {
  const issues: unknown[] = Array.from({ length: 2000 }, () => ({ title: 'x' }));
  issues[1999] = { title: 'x', status: 'done', staus: 1 };
  expect(problems(worldWith(...issues))).toEqual([
    `organizations[0].projects[0].issues[1999].status: must be one of: ${issueStatuses.join(', ')}; found "done"`,
    'organizations[0].projects[0].issues[1999].staus: is not a member here; did you mean "status"?',
  ]);
});

test('the message lists twenty problems and counts the rest', () => {
  const error = refusal(worldWith(...Array.from({ length: 23 }, () => 1)));
  expect(error.message.split('\n')).toHaveLength(22);
  expect(error.message).toMatch(/^The world has 23 mistakes:\n(.*\n)*- and 3 more$/);
  expect(error.problems).toHaveLength(23);
});

test.each([
  ['null', null, 'the whole: must be an object; found null'],
  ['an array', [], 'the whole: must be an object; found an array'],
  ['a long text', 'x'.repeat(99), `the whole: must be an object; found "${'x'.repeat(59)}…`],
  ['one organization', { organizations: {} }, 'organizations: must be an array; found an object'],
])('%s is not a valid world', (_, input, problem) => {
  expect(problems(input)).toEqual([problem]);
});

test('the error for an unknown member suggests a similar known member', () => {
  expect(problems({ ...Object(worldWith({ title: 'x', staus: 'open', "odd one's": 1 })), USERS: [] })).toEqual([
    'organizations[0].projects[0].issues[0].staus: is not a member here; did you mean "status"?',
    expect.stringContaining(
      `organizations[0].projects[0].issues[0]["odd one's"]: is not a member here; known are issueNumber, title, status,`,
    ),
    'USERS: is not a member here; did you mean "users"?',
  ]);
});

test('`__proto__` and `constructor` are unknown members', () => {
  expect(problems(JSON.parse('{"__proto__": {}, "constructor": 1}'))).toEqual([
    '__proto__: is not a member here; known are organizations, users',
    'constructor: is not a member here; known are organizations, users',
  ]);
});

const organization = { id: uuid, slug: 'acme', name: 'Acme' };
const other = { id: uuid.replace('8', '9'), slug: 'globex', name: 'Globex' };
const project = { id: 'prj_web', slug: 'web', name: 'Web' };
const twice: [what: string, world: unknown, problem: string][] = [
  [
    'an organization’s id in another case',
    {
      organizations: [
        { ...organization, id: `a${uuid.slice(1)}` },
        { ...other, id: `A${uuid.slice(1)}` },
      ],
    },
    `organizations[1].id: must be unique: organizations[0].id is the same; found "a${uuid.slice(1)}"`,
  ],
  [
    'an organization’s slug',
    { organizations: [organization, { ...other, slug: 'acme' }] },
    'organizations[1].slug: must be unique: organizations[0].slug is the same; found "acme"',
  ],
  [
    'a project’s id in another organization',
    {
      organizations: [
        { ...organization, projects: [project] },
        { ...other, projects: [project] },
      ],
    },
    'organizations[1].projects[0].id: must be unique: organizations[0].projects[0].id is the same; found "prj_web"',
  ],
  [
    'an issue’s number',
    worldWith({ title: 'a', issueNumber: 4 }, { title: 'b', issueNumber: 4 }),
    'organizations[0].projects[0].issues[1].issueNumber: must be unique: organizations[0].projects[0].issues[0].issueNumber is the same; found 4',
  ],
  [
    'an API key in another organization',
    {
      organizations: [
        { ...organization, apiKeys: [{ key: 'svc_a' }] },
        { ...other, apiKeys: [{ key: 'svc_a' }] },
      ],
    },
    'organizations[1].apiKeys[0].key: must be unique: organizations[0].apiKeys[0].key is the same; found another text, not shown here',
  ],
  [
    'an access token',
    { users: [{ id: 'u', name: 'U', accessTokens: [{ token: 't' }, { token: 't' }] }] },
    'users[0].accessTokens[1].token: must be unique: users[0].accessTokens[0].token is the same; found another text, not shown here',
  ],
  [
    'a user’s id',
    {
      users: [
        { id: 'u', name: 'U' },
        { id: 'u', name: 'V' },
      ],
    },
    'users[1].id: must be unique: users[0].id is the same; found "u"',
  ],
  [
    'an organization of a user',
    { organizations: [organization], users: [{ id: 'u', name: 'U', organizations: ['acme', 'acme'] }] },
    'users[0].organizations[1]: must be unique: users[0].organizations[0] is the same; found "acme"',
  ],
];
test.each(twice)('parseWorld() rejects a duplicate of %s', (_, world, problem) => {
  expect(problems(world)).toEqual([problem]);
});

test('two projects can have the same issue number', () => {
  const projects = ['a', 'b'].map((id) => ({ ...project, id, issues: [{ title: 'x', issueNumber: 1 }] }));
  expect(() => parseWorld({ organizations: [{ ...organization, projects }] })).not.toThrow();
});

test('parseWorld() rejects a user with an unknown organization', () => {
  const users = [{ id: 'u', name: 'U', organizations: ['acme', 'acne'] }];
  expect(problems({ organizations: [organization, other], users })).toEqual([
    'users[0].organizations[1]: must be the slug of an organization of this world (acme, globex); found "acne"',
  ]);
  expect(problems({ users })[0]).toBe(
    'users[0].organizations[0]: must be the slug of an organization of this world (there is none); found "acme"',
  );
});

test.each([
  ['key_ci', 'must start with "svc_", followed by at least one character'],
  ['svc_', 'must start with "svc_", followed by at least one character'],
  ['svc_a b', 'must be visible ASCII characters, because it is sent in a header'],
  ['svc_a\r\nx: y', 'must be visible ASCII characters, because it is sent in a header'],
  ['svc_naïve', 'must be visible ASCII characters, because it is sent in a header'],
])('%j is not a valid API key, and no message contains it [AUTH-2]', (key, message) => {
  const error = refusal({ organizations: [{ ...organization, apiKeys: [{ key }] }] });
  expect(error.problems).toEqual([
    { path: 'organizations[0].apiKeys[0].key', message: `${message}; found another text, not shown here` },
  ]);
});

test('an access token must not start with the prefix of API keys [AUTH-2]', () => {
  const users = [{ id: 'u', name: 'U', accessTokens: [{ token: 'svc_a' }, { token: '' }] }];
  expect(problems({ users })).toEqual([
    expect.stringContaining('users[0].accessTokens[0].token: must not start with "svc_"'),
    expect.stringContaining('users[0].accessTokens[1].token: must be visible ASCII characters'),
  ]);
});

test.each(['', '.', '..', 'a/b', '\ud800'])(
  '%j is not a valid project id, because no path can contain it [GAP-39]',
  (id) => {
    expect(problems({ organizations: [{ ...organization, projects: [{ ...project, id }] }] })).toHaveLength(1);
  },
);

test('an organization’s id must be a UUID [RES-1]', () => {
  expect(problems({ organizations: [{ ...organization, id: 'acme' }] })).toEqual([
    'organizations[0].id: must be a uuid; found "acme"',
  ]);
});

test('one error reports both invalid members and duplicates', () => {
  const world = {
    organizations: [
      { ...organization, activ: true },
      { ...organization, id: 7 },
    ],
  };
  expect(problems(world)).toEqual([
    'organizations[0].activ: is not a member here; did you mean "active"?',
    'organizations[1].id: must be a uuid; found 7',
    'organizations[1].slug: must be unique: organizations[0].slug is the same; found "acme"',
  ]);
});

test('parseWorld() returns a world or throws a WorldError for any input', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (anything) => {
      for (const input of [anything, { organizations: anything }, worldWith(anything), { users: [anything] }]) {
        try {
          expect(parseWorld(input)).toHaveProperty('organizations');
        } catch (error) {
          expect(error).toBeInstanceOf(WorldError);
        }
      }
    }),
  );
});

test('parseWorld() rejects JSON text and suggests JSON.parse()', () => {
  expect(refusal('{"organizations":[]}').message).toContain('pass the result of JSON.parse()');
});
