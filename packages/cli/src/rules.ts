/** A rule of the specification, or a gap, which is a question that the specification leaves open. */
export interface Rule {
  /** The requirement in one sentence. For a gap, the open question and the mock's default. */
  says: string;
  /** The packages that must enforce the rule; none for a gap. `model` stands for both mock and SDK, which use its schemas. */
  by?: readonly ('mock' | 'sdk' | 'model')[];
  /** Whether the rule is kept by omission, so that no source enforces it. */
  byAbsence?: true;
  /**
   * Why `compare` never tests the rule. A client can't observe such a rule, or not without harm. The tables of probes in `compare/` name all
   * other rules.
   */
  notTested?: string;
  /** Whether the rule isn't implemented yet. Remove this with the first test. */
  notBuilt?: true;
}

/** All rules, by subject. IDs never change and are never reused. */
export const rules: Record<string, Record<string, Rule>> = {
  General: {
    'GEN-1': {
      says: 'All paths start with `/api/v1/` below the base URL, which may have a path of its own and end in a slash.',
      by: ['mock', 'sdk'],
    },
    'GEN-2': { says: 'Requests and responses carry JSON, encoded as UTF-8.', by: ['mock', 'sdk'] },
    'GEN-3': {
      says: 'A POST or PATCH without a content type is a 400; `application/json` is the one to send.',
      by: ['mock', 'sdk'],
    },
    'GEN-4': {
      says: 'Every timestamp is in UTC, in the ISO 8601 form with three decimals of a second and `Z`.',
      by: ['mock', 'model'],
    },
    'GEN-5': { says: 'A successful response has its result in the member `data`.', by: ['mock', 'sdk'] },
    'GEN-6': {
      says: 'The API offers no way to create an issue.',
      by: ['mock', 'sdk'],
      byAbsence: true,
      notTested: "a test would create an issue, which the API can't delete",
    },
    'GEN-7': {
      says: "The browser extension's own paths, `/api/extension/…`, are not part of the API.",
      byAbsence: true,
      by: ['mock'],
      notTested: 'paths of the extension are not part of the API',
    },
  },
  Resources: {
    'RES-1': {
      says: 'A project has eight fields; only its description may be null, and its organization id is a UUID.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-2': {
      says: 'The issues of a list have one of two sets of fields, with `reporterName` or with `id`, `labels` and `assignees`; a client copes with either and with both.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-3': {
      says: 'A single issue has all fields of an issue, and a summary of five counts.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-4': {
      says: 'The counts of that summary are those of the entries that the metadata endpoints list; what an error is stays open.',
      by: ['mock'],
    },
    'RES-5': {
      says: 'A comment has an id, its text, the name of its author and the time it was made.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-6': {
      says: 'A console entry has one of four levels: `error`, `warn`, `info`, `log`.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-7': {
      says: 'A network entry tells method, URL, status, duration and time of a captured request.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-8': {
      says: 'A screenshot is an image address with its size in pixels and its time.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-9': {
      says: 'The technical context is one object, with the styles of the element as a map and the component tree as a list.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-10': {
      says: 'A user action may have a `text`, and its `type` may be unknown to v1.',
      by: ['mock', 'sdk', 'model'],
    },
    'RES-11': {
      says: 'Fields that v1 does not describe are passed on, and break no client.',
      by: ['sdk', 'model'],
      notTested: 'it is about clients',
    },
  },
  States: {
    'STA-1': { says: 'An issue has one of six statuses.', by: ['mock', 'sdk', 'model'] },
    'STA-2': { says: 'An issue has one of four priorities.', by: ['mock', 'sdk', 'model'] },
    'STA-3': {
      says: 'From any status, a caller of the API may set `open`, `in_progress`, `blocked` or `fix_submitted`.',
      by: ['mock', 'sdk'],
    },
    'STA-4': { says: 'A changed status is in the response, and the change moves `updatedAt`.', by: ['mock', 'sdk'] },
    'STA-5': {
      says: '`verified` is set by users in the dashboard, never with an API key or an OAuth token.',
      by: ['mock', 'sdk'],
    },
    'STA-6': {
      says: '`closed` is set by publishing a report, never with an API key or an OAuth token.',
      by: ['mock', 'sdk'],
    },
  },
  Endpoints: {
    'EP-1': { says: 'The project list comes with its `total`, and a client does without it too.', by: ['mock', 'sdk'] },
    'EP-2': { says: 'An API key sees the projects of its own organization.', by: ['mock'] },
    'EP-3': {
      says: 'An OAuth token sees the projects of all active organizations that its user is in.',
      by: ['mock'],
      notTested: 'no response shows the organizations of a user',
    },
    'EP-4': { says: 'Projects can be filtered by `organizationSlug` or by `organizationId`.', by: ['mock', 'sdk'] },
    'EP-5': { says: 'The issue list comes in pages, with `total`, `page` and `totalPages`.', by: ['mock', 'sdk'] },
    'EP-6': {
      says: 'Issues can be filtered by status, priority, label and text, and the filters apply together.',
      by: ['mock', 'sdk'],
    },
    'EP-7': {
      says: 'Pages are counted from 1 and have 20 issues, or as many as `limit` asks for; a limit above 100 is a 400.',
      by: ['mock', 'sdk'],
    },
    'EP-8': { says: 'An issue is read by its number in its project.', by: ['mock', 'sdk'] },
    'EP-9': {
      says: 'A PATCH changes status, priority or both. The response has them, the number and `updatedAt`.',
      by: ['mock', 'sdk'],
    },
    'EP-10': {
      says: 'A PATCH with a value that v1 does not know is a 400 that names the member and the values it may have.',
      by: ['mock', 'sdk'],
    },
    'EP-11': { says: 'The comments of an issue come as one list with its `total`.', by: ['mock', 'sdk'] },
    'EP-12': {
      says: 'A comment is added by its text. The response is 200 or 201 with the comment.',
      by: ['mock', 'sdk'],
    },
    'EP-13': { says: 'Console entries come as one list, all of them or those of one level.', by: ['mock', 'sdk'] },
    'EP-14': { says: 'Network entries come as one list with its `total`.', by: ['mock', 'sdk'] },
    'EP-15': { says: 'Screenshots come as one list with its `total`.', by: ['mock', 'sdk'] },
    'EP-16': { says: 'The technical context comes alone, without a `total`.', by: ['mock', 'sdk'] },
    'EP-17': { says: 'User actions come as one list with its `total`.', by: ['mock', 'sdk'] },
  },
  Authentication: {
    'AUTH-1': { says: 'Each request shows an API key or an OAuth access token as its bearer.', by: ['mock', 'sdk'] },
    'AUTH-2': { says: 'An API key starts with `svc_` and is for a single organization.', by: ['mock', 'sdk'] },
    'AUTH-3': {
      says: 'Without a credential, or with one that is wrong or has expired, the response is 401.',
      by: ['mock', 'sdk'],
    },
    'AUTH-4': { says: 'A credential that lacks the scope gets 403 `Insufficient scope`.', by: ['mock', 'sdk'] },
    'AUTH-5': {
      says: 'There is a scope for the project list, one for all other reads and one for writes; none includes another.',
      by: ['mock'],
    },
    'AUTH-6': {
      says: 'Data of another organization returns 404, exactly like data that does not exist.',
      by: ['mock', 'sdk'],
      notTested: "a test needs the id of another organization's project",
    },
    'AUTH-7': {
      says: 'After 5 failed authentications in 15 minutes the next is a 429 with `Retry-After`.',
      by: ['mock', 'sdk'],
      notTested: 'a test would lock out all clients at this address',
    },
  },
  Errors: {
    'ERR-1': { says: 'The body of every error is an object with the text `error`.', by: ['mock', 'sdk'] },
    'ERR-2': {
      says: 'Invalid input is a 400 `Invalid input` with a list of fields and what is wrong with each.',
      by: ['mock', 'sdk'],
    },
    'ERR-3': { says: 'The error for an unknown project is `Project not found`.', by: ['mock', 'sdk'] },
    'ERR-4': {
      says: 'Broken JSON, a missing content type and a query value out of range are 400s.',
      by: ['mock', 'sdk'],
    },
    'ERR-5': { says: 'A 422 or a 500 can come at any time, with an `error` like the others.', by: ['mock', 'sdk'] },
    'ERR-6': { says: 'A 429 has the seconds to wait in `Retry-After`.', by: ['mock', 'sdk'] },
  },
  Limits: {
    'LIM-1': {
      says: 'Each API key may send 100 requests in any 60 seconds, all endpoints together, whatever other keys do.',
      by: ['mock'],
      notTested: 'a test would use up the rate, which other clients need',
    },
    'LIM-2': {
      says: 'After a 429 a client waits for `Retry-After` or backs off exponentially, for all methods.',
      by: ['sdk'],
      notTested: 'it is about clients',
    },
  },
  Versions: {
    'VER-1': {
      says: 'The version is a part of each path.',
      by: ['mock', 'sdk'],
      notTested: 'paths outside /api/v1/ may belong to other programs',
    },
    'VER-2': {
      says: 'New fields may appear within v1, and a client shows them without breaking.',
      by: ['sdk', 'model'],
      notTested: 'it is about clients',
    },
  },
  Gaps: {
    'GAP-1': { says: 'What else an organization has: nothing beyond id, slug and name is shown.', byAbsence: true },
    'GAP-2': { says: 'The unit of `duration` in network entries: numbers pass unchanged.' },
    'GAP-3': { says: 'The types of user actions: any text.' },
    'GAP-4': { says: 'Which status may follow which: all transitions are allowed.' },
    'GAP-5': { says: 'The response to a caller who asks for `verified` or `closed`: 403, with who may set it.' },
    'GAP-6': { says: 'Both organization filters in one request: 400.' },
    'GAP-7': { says: 'The order of the issue list: latest created first.' },
    'GAP-8': { says: 'The order of comments: earliest first.' },
    'GAP-9': { says: 'The status of a new comment: 201.' },
    'GAP-10': {
      says: 'The metadata endpoints that are counted but not described: 404 here, `client.request()` there.',
      byAbsence: true,
    },
    'GAP-11': { says: 'The source of OAuth tokens: the client takes a token, or a function that returns one.' },
    'GAP-12': { says: 'The lifetime of a key and its scopes: both are data of the world.' },
    'GAP-13': { says: 'Webhooks: none.', byAbsence: true },
    'GAP-14': { says: 'When a 422 occurs: only by a fault.' },
    'GAP-15': { says: 'The texts of most errors: short sentences of the mock.' },
    'GAP-16': { says: 'How long bodies and comments may be: 1 MiB and 65,536 characters; the client never checks it.' },
    'GAP-17': { says: 'Further headers about the rate, and the rate of OAuth tokens: none, and that of keys.' },
    'GAP-18': { says: 'Whether the project list has a `total`: it has.' },
    'GAP-19': { says: 'Which fields the issues of a list have: both sets.' },
    'GAP-20': { says: 'The precedence of errors: the order of the steps of a request.' },
    'GAP-21': {
      says: 'The source by which failed authentications count: over HTTP the address, or a key that the mock has; in process the credential.',
    },
    'GAP-22': { says: 'Matches of the text filter: a part of title or description, in any letter case.' },
    'GAP-23': { says: 'A PATCH without changes: 200, and nothing happens.' },
    'GAP-24': { says: 'Unknown members of a body: ignored.' },
    'GAP-25': {
      says: 'Unknown paths and methods: 404, and 405 with `Allow`, before the credential is checked, because v1 has no rule for them.',
    },
    'GAP-26': { says: 'The meaning of `jsErrorCount`: the number in the issue.' },
    'GAP-27': { says: 'Whether a rejected request counts against the rate: no.' },
    'GAP-28': { says: 'Whether a valid credential works during a lockout of its source: yes.' },
    'GAP-29': { says: 'An empty query parameter: absent for texts, 400 for all others.' },
    'GAP-30': { says: 'A repeated query parameter: 400.' },
    'GAP-31': {
      says: 'An invalid issue number such as 0, or a path that cannot be decoded: 400, like other invalid input.',
    },
    'GAP-32': { says: 'An empty comment: 400. A comment of blanks: accepted.' },
    'GAP-33': { says: 'The `field` of an error about the whole body: `body` or `content-type`.' },
    'GAP-34': { says: 'A PATCH with the current value: a change like any other, `updatedAt` moves.' },
    'GAP-35': { says: 'The `totalPages` of an empty list: 0.' },
    'GAP-36': { says: 'Whether a request without a credential is a failed authentication: it is.' },
    'GAP-37': { says: 'A filter by an organization that the caller is not in: an empty list.' },
    'GAP-38': { says: 'How long a request counts against the rate: until exactly one window has passed.' },
    'GAP-39': { says: 'An encoded slash in a path parameter: part of the parameter, so nothing is found.' },
    'GAP-40': { says: 'The form of an absent value: an empty text or list.' },
    'GAP-41': { says: 'The author of a comment that an API key adds: the organization, with `API`.' },
    'GAP-42': {
      says: 'Which entries the error counts count: level `error`, and statuses from 400 or 0.',
    },
    'GAP-43': { says: 'Whether a new priority moves `updatedAt`: it does.' },
    'GAP-44': { says: 'An API key of an organization that is inactive: it works.' },
    'GAP-45': { says: 'The response during a lockout: 429 with `Retry-After`.' },
    'GAP-46': {
      says: 'Whether a status that a caller may not set is rejected like an unknown value: it is not.',
    },
    'GAP-47': { says: 'Other forms of a whole number, such as `01` or `1.0`: rejected.' },
    'GAP-48': { says: 'HEAD: like GET, without the body.' },
    'GAP-49': { says: 'Whether the text of a comment is changed when it is stored: it is not.' },
    'GAP-50': { says: 'Whether a list without pages is complete: it is.' },
    'GAP-51': { says: 'The order of projects and of captured entries: by creation, and by time.' },
    'GAP-52': { says: 'The order of entries with equal sort keys: always the same.' },
    'GAP-53': { says: 'Unknown query parameters: ignored.' },
    'GAP-54': { says: 'Whether letter case matters to `label` and `organizationSlug`: it does.' },
    'GAP-55': {
      says: 'A text filter of several words, wildcards or blanks: one literal text; blanks find everything.',
    },
    'GAP-56': { says: 'Origins that may call the API from a browser: those of the same machine.' },
    'GAP-57': { says: 'Whether a read shows the previous write: at once.' },
    'GAP-58': { says: 'A page after the last: 200 with an empty list.' },
    'GAP-59': { says: 'The technical context of an issue without one: 200 with `null`.' },
    'GAP-60': { says: 'Whether a comment moves the `updatedAt` of its issue: it does not.' },
    'GAP-61': { says: 'A `page` or `limit` below 1: 400. The client never sends one.' },
    'GAP-62': { says: 'The content type of responses: `application/json`. The client reads every body that is JSON.' },
  },
};
