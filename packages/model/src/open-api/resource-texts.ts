/** Descriptions of the members that a listed issue and a single one share. */
const issue = {
  issueNumber: 'Number within its project, used in paths',
  title: 'Title, in one line',
  status: 'Only users set `verified`, in the dashboard; publishing a report sets `closed`',
  priority: 'Priority of the issue',
  labels: 'Names of its labels',
  reporterName: 'Name of the reporter',
  createdAt: 'When it was reported: UTC, ISO 8601',
  updatedAt:
    "When it last changed: UTC, ISO 8601. v1 doesn't say whether a comment counts; by default it doesn't in the mock",
};

/**
 * Descriptions of the members of each resource; nested members are separated by points. The comments of the interfaces in `resources/`
 * tell callers in TypeScript the same. Not beside the schemas, which are part of every browser bundle.
 */
export const resourceTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Comment: {
    id: 'Identifier',
    content: 'The text',
    authorName: 'Name of the author',
    createdAt: 'When it was written: UTC, ISO 8601',
  },
  ConsoleLog: {
    level: 'Level of the console method',
    message: 'The printed text',
    source: 'Place in a script: `<url>:<line>:<column>`',
    timestamp: 'When it was printed: UTC, ISO 8601',
  },
  IssueListItem: {
    ...issue,
    id: 'Identifier, not used in paths',
    assignees: 'Names of the assigned users',
  },
  MetadataSummary: {
    consoleErrorCount:
      "Console errors. v1 doesn't say which entries count; in the mock, by default, those of level `error`",
    networkErrorCount:
      "Network errors. v1 doesn't say which requests count; in the mock, by default, those with a status from 400 or without a response",
    jsErrorCount: 'Script errors. v1 describes no endpoint that lists them',
    userActionCount: 'Captured actions of the reporter',
    screenshotCount: 'Screenshots',
  },
  Issue: {
    ...issue,
    description: 'Full text of the report',
    assigneeName: 'Name of the assignee. The specification leaves the value for an unassigned issue open',
    pageUrl: 'Page on which it was reported',
    browserInfo: 'Name and version of the browser, as one string',
    osInfo: 'Name and version of the operating system, as one string',
    viewportSize: '`<width>x<height>`, in pixels',
    metadataSummary: 'Numbers of captured entries',
  },
  UpdatedIssue: {
    issueNumber: 'Number within its project, used in paths',
    status: 'The status it has now',
    priority: 'The priority it has now',
    updatedAt: 'When it was changed: UTC, ISO 8601',
  },
  NetworkLog: {
    method: 'HTTP method of the captured request',
    url: 'Address of the captured request',
    status:
      'HTTP status of the response to the captured request. A service may leave it out or send `null` for a request without a response, which the client reports as drift and the OpenAPI document allows',
    duration: 'Duration of the captured request. The specification leaves the unit open',
    timestamp: 'When it was sent: UTC, ISO 8601',
  },
  Project: {
    id: 'Identifier, used in paths',
    name: 'Display name',
    slug: 'Name in addresses of the dashboard',
    description: '`null` when the project has none',
    organizationId: 'Identifier of its organization: a uuid',
    organizationSlug: "The organization's name in addresses of the dashboard",
    organizationName: 'Display name of its organization',
    createdAt: 'When it was created: UTC, ISO 8601',
  },
  Screenshot: {
    id: 'Identifier',
    url: 'Address of the image, on a file host that is not the API',
    width: 'In pixels',
    height: 'In pixels',
    createdAt: 'When it was taken: UTC, ISO 8601',
  },
  TechContext: {
    browserInfo: 'The browser',
    'browserInfo.name': 'Its name',
    'browserInfo.version': 'Its version',
    osInfo: 'The operating system',
    'osInfo.name': 'Its name',
    'osInfo.version': 'Its version',
    viewportSize: 'Size of the visible part of the page',
    'viewportSize.width': 'In pixels',
    'viewportSize.height': 'In pixels',
    cssSelector: 'Selector of the affected element',
    elementStyles: 'Its styles, by property',
    reactComponentTree: 'Paths of components, each joined with `>`',
  },
  UserAction: {
    type: '`click`, `input`, `navigation`, or a kind not yet named',
    target: 'Selector of the element acted on',
    text: 'Only some actions have it: the label that was clicked, for example',
    timestamp: 'When it was done: UTC, ISO 8601',
  },
};
