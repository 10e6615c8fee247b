import { ErrorResponse, type SpecResponse } from '../../../../tools/spec-service/wire.ts';
import {
  around,
  type BrokenService,
  ends,
  isChange,
  isIssue,
  read,
  responses,
  result,
  successes,
  write,
} from './broken-service.ts';

const notFound = () => {
  throw new ErrorResponse(404, { error: 'Not found' });
};

/** Takes the `data` out of a success. */
const unwrap = (response: SpecResponse) => {
  if (response.status < 300) response.json = response.json.data;
};

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

export const general: BrokenService[] = [
  read(
    'GEN-1',
    'the issues of a project that is listed are at another path',
    around('listIssues', () => notFound),
  ),
  read('GEN-1', 'screenshots are at another path', (s) => void Reflect.deleteProperty(s.captured, 'screenshots')),
  write(
    'GEN-1',
    'comments are added at another path',
    around('addComment', () => notFound),
  ),
  read(
    'GEN-2',
    'issues are sent as text/html',
    responses(isIssue, ({ headers }) => {
      headers['content-type'] = 'text/html';
    }),
  ),
  read(
    'GEN-2',
    'the body of an error is not JSON',
    responses(
      (_, { status }) => status === 404,
      (response) => {
        response.json = 'nothing here';
      },
    ),
  ),
  read(
    'GEN-2',
    'responses are in Latin-1',
    around('bytes', () => (json) => Uint8Array.from(Buffer.from(JSON.stringify(json), 'latin1'))),
  ),
  write(
    'GEN-2',
    'bodies of requests are decoded as Latin-1',
    around('parsed', (before) => (bytes) => {
      before(bytes);
      return JSON.parse(latin1(bytes));
    }),
  ),
  write(
    'GEN-3',
    'a PATCH of any type is accepted',
    around('isJson', () => () => true),
  ),
  write(
    'GEN-3',
    'a POST of any type is accepted',
    around('body', (before, s) => (request) => (request.method === 'POST' ? s.parsed(request.body) : before(request))),
  ),
  write(
    'GEN-3',
    'a body without a type is accepted',
    around('isJson', (before) => (type) => type === null || before(type)),
  ),
  write(
    'GEN-3',
    'another content type gets 415',
    around('body', (before, s) => (request) => {
      if (s.isJson(request.headers.get('content-type'))) return before(request);
      throw new ErrorResponse(415, { error: 'Unsupported type' });
    }),
  ),
  read(
    'GEN-4',
    'times have no milliseconds',
    result('stamp', (time) => time.replace(/\.\d+/, '')),
  ),
  read(
    'GEN-4',
    'times have microseconds',
    result('stamp', (time) => time.replace('Z', '000Z')),
  ),
  read(
    'GEN-4',
    'times have an offset',
    result('stamp', (time) => time.replace('Z', '+02:00')),
  ),
  read(
    'GEN-4',
    'times have no zone',
    result('stamp', (time) => time.replace('Z', '')),
  ),
  read(
    'GEN-4',
    'times of comments alone have no milliseconds',
    result('commentJson', (comment) => ({
      ...comment,
      createdAt: comment.createdAt.replace(/\.\d+/, ''),
    })),
  ),
  write(
    'GEN-4',
    'new times are those of another zone, with a Z',
    around('change', (before) => (issue, update) => {
      const { updatedAt } = issue;
      before(issue, update);
      if (issue.updatedAt !== updatedAt) issue.updatedAt += 7_200_000;
    }),
  ),
  write(
    'GEN-4',
    'the time of a new comment is that of another zone, with a Z',
    around('addComment', (before) => (issueOf, body, credential) => {
      const { data, ...response } = before(issueOf, body, credential);
      const createdAt = new Date(Date.parse(data.createdAt) + 3_600_000).toISOString();
      return { ...response, data: { ...data, createdAt } };
    }),
  ),
  read(
    'GEN-5',
    'the technical context has no `data` around it',
    result('techContext', ({ data }) => data ?? {}),
  ),
  read('GEN-5', 'an issue has no `data` around it', responses(isIssue, unwrap)),
  read('GEN-5', 'a list has no `data` around it', responses(ends('comments'), unwrap)),
  write('GEN-5', 'the response to a change has no `data` around it', responses(isChange, unwrap)),
  write(
    'GEN-5',
    'the response to a change calls it `issue`',
    successes(isChange, (json) => {
      json.issue = json.data;
      delete json.data;
    }),
  ),
];
