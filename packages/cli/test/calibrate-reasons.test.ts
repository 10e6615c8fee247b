import { expect, test } from 'vitest';
import { ErrorResponse } from '../../../tools/test/spec-service/wire.ts';
import { deviations } from './deviations.ts';
import { runOnSpec, specService } from './fixture.ts';
import { around, type Breaks } from './mutants/mutant.ts';
import { onSpecIssue } from './verify-mutant.ts';

/** Returns the reasons of a run's undecided behavior options. */
async function reasons(breaks: Breaks): Promise<Record<string, string>> {
  const spec = specService();
  breaks(spec.service);
  const { out } = await runOnSpec(spec, ['calibrate', '--json', ...onSpecIssue]);
  return JSON.parse(out).undecided;
}

/** Finds a way of `deviations.ts` that matches no choice. */
function way(name: string, how: string): Breaks {
  const found = deviations[name]?.find((one) => one.how === how);
  if (!found) throw new Error(`no such way: ${name}, ${how}`);
  return found.breaks;
}

/** Lets requests with a text in their path and query fail. */
const fails = (text: string, status: number, only = 'GET'): Breaks =>
  around(
    'handle',
    (before) => (request) =>
      request.method === only && decodeURIComponent(`${request.path}?${request.query}`).includes(text)
        ? { status, json: { error: 'No' }, headers: {} }
        : before(request),
  );

const cases: readonly [name: string, how: string, breaks: Breaks, reason: RegExp][] = [
  [
    'cors',
    'only the foreign origin is allowed',
    around('sent', (before) => (response, request) => {
      if (request.headers.get('origin') === 'https://stranger.example')
        response.headers['access-control-allow-origin'] = '*';
      return before(response, request);
    }),
    /^https:\/\/stranger\.example got 200 with access-control-allow-origin \*; http:\/\/localhost:3000 got 200 with no access-control-allow-origin; other origins may be allowed$/,
  ],
  [
    'search',
    'only in titles',
    way('search', 'titles alone'),
    /^a part of a word of its title found the issue, two words swapped didn't find the issue, .* a part of a word of its description didn't find the issue; no option matches all four$/,
  ],
  [
    'issueOrder',
    'by title',
    way('issueOrder', 'by title'),
    /^the \d+ issues of the first page are in no order by createdAt or updatedAt; an option needs one fitting order/,
  ],
  ['pagePastEnd', 'a failure', fails('limit=100&page=', 409), /^a page past the end returned 409$/],
  ['unknownParameters', 'another status', fails('qzxvk', 409), /^an unknown parameter returned 409$/],
  [
    'absentValues',
    'of two kinds',
    way('absentValues', 'some null, some omitted'),
    /^absent values are (null|omitted) and (null|omitted); an option needs one of these in all issues$/,
  ],
  ['commentStatus', 'rejected', fails('/comments', 409, 'POST'), /^a comment returned 409, not 200 or 201$/],
  ['readLag', 'a failure', fails('/issues/1', 409, 'PATCH'), /^a change of the priority returned 409$/],
  [
    'transitions',
    'a failure',
    around('update', (before) => (issueOf, body) => {
      if ('status' in body) throw new ErrorResponse(409, { error: 'No' });
      return before(issueOf, body);
    }),
    /^\w+ → \w+ returned 409; not all transitions were tried, so that the issue can be restored$/,
  ],
];

test.each(cases)(
  'the reason why %s is undecided names the observed behavior (%s)',
  async (name, _how, breaks, reason) => {
    expect((await reasons(breaks))[name]).toMatch(reason);
  },
);
