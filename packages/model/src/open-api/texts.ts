import { errorTexts } from '../errors.ts';

/** What each path and query parameter is; a name means the same wherever it stands. */
export const parameterTexts: Readonly<Record<string, string>> = {
  projectId: 'Identifier of the project',
  issueNumber: 'Number of the issue within its project',
  organizationSlug: 'Only projects of the organization with this slug; not together with `organizationId`',
  organizationId: 'Only projects of the organization with this id; not together with `organizationSlug`',
  status: 'Only issues of this status',
  priority: 'Only issues of this priority',
  q: 'Only issues with this text in their title or description',
  label: 'Only issues with this label',
  page: 'Which page, from 1',
  limit: 'How many issues a page has',
  level: 'Only entries of this level',
};

const issue = {
  issueNumber: 'Number within its project, used in paths',
  title: 'What it is about, in a line',
  status: '`verified` is set by people alone, and `closed` by publishing a report',
  priority: 'How much it matters',
  labels: 'Names of its labels',
  reporterName: 'Who reported it',
  createdAt: 'When it was reported',
  updatedAt: 'When it last changed; a comment does not change it',
};

/** What each member of a component is, of an envelope, and of a request body; one inside another after a point. */
export const memberTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Project: {
    id: 'Identifier, used in paths',
    name: 'Display name',
    slug: 'Name in addresses of the dashboard',
    description: '`null` when the project has none',
    organizationId: 'Identifier of its organization',
    organizationSlug: "The organization's name in addresses of the dashboard",
    organizationName: 'Display name of its organization',
    createdAt: 'When it was created',
  },
  IssueListItem: { ...issue, id: 'Identifier, not used in paths', assignees: 'Names of the people assigned' },
  Issue: {
    ...issue,
    description: 'All that was written about it',
    assigneeName: 'Who is to fix it',
    pageUrl: 'Page on which it was reported',
    browserInfo: 'Name and version of the browser',
    osInfo: 'Name and version of the operating system',
    viewportSize: '`<width>x<height>`, in pixels',
    metadataSummary: 'How much was captured with it',
  },
  MetadataSummary: {
    consoleErrorCount: 'Console entries that are errors',
    networkErrorCount: 'Network requests that failed',
    jsErrorCount: 'Script errors, which no endpoint lists',
    userActionCount: 'Things that the reporter did',
    screenshotCount: 'Pictures',
  },
  UpdatedIssue: {
    issueNumber: issue.issueNumber,
    status: 'The status it has now',
    priority: 'The priority it has now',
    updatedAt: 'When it was changed',
  },
  Comment: {
    id: 'Identifier',
    content: 'The text',
    authorName: 'Who wrote it',
    createdAt: 'When it was written',
  },
  ConsoleLog: {
    level: 'How bad it is',
    message: 'What was printed',
    source: 'Place in a script, `<url>:<line>:<column>`',
    timestamp: 'When it was printed',
  },
  NetworkLog: {
    method: 'HTTP method of the captured request',
    url: 'Address of the captured request',
    status: 'HTTP status it was answered with',
    duration: 'How long it took, in no specified unit',
    timestamp: 'When it was sent',
  },
  Screenshot: {
    id: 'Identifier',
    url: 'Address of the image, on a file host that is not the API',
    width: 'In pixels',
    height: 'In pixels',
    createdAt: 'When it was taken',
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
    type: '`click`, `input`, `navigation`, or another',
    target: 'Selector of the element acted on',
    text: 'Only some actions have it: the label that was clicked, for example',
    timestamp: 'When it was done',
  },
  Error: {
    error: `What went wrong, for people. Three texts are fixed: ${quoted(Object.values(errorTexts))}`,
    details: 'What is wrong with the input; with 400 alone',
    'details.field': 'The member or parameter at fault; `body` or `content-type` when it is none',
    'details.message': 'What would be right; of a wrong value it names those that are allowed',
  },
  envelope: {
    data: 'What was asked for',
    total: 'How many there are in all',
    page: 'Which page this is, from 1',
    totalPages: 'How many pages there are',
  },
  'issues.update body': {
    status: 'The status to set; `verified` and `closed` are refused',
    priority: 'The priority to set',
  },
  'issues.comments.create body': { content: 'The text' },
};

/** What each status of an error says. */
export const errorResponses: Readonly<Record<string, string>> = {
  400: 'The path, query or body is invalid, with `details`',
  401: 'The credential is missing, invalid or expired',
  403: 'The credential lacks the scope, or may not set this status',
  404: 'No such project or issue in the credential’s organization',
  405: 'The path has no such method; `Allow` names those it has',
  422: 'The request could not be processed',
  429: 'A limit is exceeded; wait for `Retry-After`',
  500: 'The service failed',
};

/** What a success says. */
export function successText(status: number): string {
  return status === 201 ? 'It was created' : 'Success';
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ');
}
