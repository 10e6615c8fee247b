import { type Endpoint, type EndpointName, endpoints, inputs, limits, settableStatuses } from '@issue-tracking/model';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const names = Object.keys(endpoints) as EndpointName[];
const issue = { projectId: 'prj_web', issueNumber: 1 };

/** The messages of a rejected input, each with its path. */
function problemsOf(name: EndpointName, input: object): string[] {
  const { error } = inputs[name].safeParse(input);
  return error?.issues.map(({ path, message }) => [...path, message].join(' ')) ?? [];
}

describe('an input', () => {
  test('of an update has a status that callers may set, and a change [STA-5] [STA-6] [GAP-23]', () => {
    const changed = { ...issue, status: 'blocked', priority: undefined };
    expect(inputs['issues.update'].parse(changed)).toEqual(changed);
    expect(problemsOf('issues.update', { ...issue, status: 'closed' })).toEqual([
      'status cannot be set to closed through the API: it is set by publishing a report',
    ]);
    for (const none of [{}, { status: undefined }])
      expect(problemsOf('issues.update', { ...issue, ...none })).toEqual(['must have a status or a priority']);
  });

  test('of a comment is not empty [GAP-32]', () => {
    expect(problemsOf('issues.comments.create', { ...issue, content: '' })).toEqual(['content is empty']);
    expect(problemsOf('issues.comments.create', { ...issue, content: ' ' })).toEqual([]);
  });

  test('of a list has page and limit in their ranges, as numbers [EP-7]', () => {
    const { page, limit } = inputs['issues.list'].parse({ projectId: 'prj_web', page: '2', limit: 100 });
    expect([page, limit]).toEqual([2, 100]);
    expect(problemsOf('issues.list', { projectId: 'prj_web', page: 0, limit: 101 })).toEqual([
      'page must be a whole number from 1',
      `limit must be a whole number from 1 to ${limits.maxPageSize}`,
    ]);
  });

  test('of the projects has one organization filter [GAP-6]', () => {
    const organizationId = '00000000-0000-0000-0000-000000000001';
    expect(problemsOf('projects.list', { organizationId })).toEqual([]);
    expect(problemsOf('projects.list', { organizationId, organizationSlug: 'acme' })).toEqual([
      'must not have both organizationSlug and organizationId',
    ]);
  });
});

describe.each(names)('the JSON Schema of the input of %s', (name) => {
  const { params, query, body }: Endpoint = endpoints[name];
  const { type, properties = {}, ...rest } = z.toJSONSchema(inputs[name]);

  test('is one object, without a union, of all that the row takes', () => {
    expect([type, rest.anyOf, rest.allOf, rest.additionalProperties]).toEqual(['object', undefined, undefined, false]);
    const members = [params, query, ...(body ? [body] : [])].map((part) => Object.keys(part.def.shape));
    // Two of one name would be one.
    expect(Object.keys(properties)).toEqual(members.flat());
  });

  test('describes each member, as a tool of a language model needs it', () => {
    for (const member of Object.values(properties))
      expect(member).toMatchObject({ type: expect.any(String), description: expect.stringMatching(/^[A-Z]/) });
  });
});

test('JSON Schema offers only what a caller may send, and its description has the rules that it cannot say', () => {
  const update = z.toJSONSchema(inputs['issues.update']);
  expect(update).toMatchObject({
    description: 'At least one of `status` and `priority`',
    properties: { status: { enum: settableStatuses, description: 'The status to set' } },
    required: ['projectId', 'issueNumber'],
  });
  expect(z.toJSONSchema(inputs['issues.comments.create']).properties?.['content']).toMatchObject({ minLength: 1 });
  expect(z.toJSONSchema(inputs['projects.list']).description).toMatch(/^At most one of/);
});
