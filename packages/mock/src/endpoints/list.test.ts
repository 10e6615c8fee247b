import { expect, test } from 'vitest';
import { service } from '../../test/fixture.ts';

/** The warnings of a request, as `field: text`. All are of one kind, and the step that responds has their texts. */
async function warned(it: ReturnType<typeof service>, path: string): Promise<string[]> {
  await it.get(path);
  const warnings = it.mock.requests.last()?.warnings ?? [];
  const { outcome, text } = it.mock.why().find(({ step }) => step === 'handler') ?? {};
  expect([outcome, text]).toEqual([
    warnings.length > 0 ? 'warned' : 'passed',
    ['The response is 200.', ...warnings.map((warning) => warning.text)].join(' '),
  ]);
  expect(warnings.filter(({ kind }) => kind !== 'no-match')).toEqual([]);
  return warnings.map(({ field, text }) => `${field}: ${text}`);
}

test.each([
  ['label=checkut', ['query.label: There is no issue with the label "checkut"; did you mean "checkout"?']],
  ['label=Bug', ['query.label: There is no issue with the label "Bug"; did you mean "bug"?']],
  ['label=qwertyuiop', ['query.label: There is no issue with the label "qwertyuiop".']],
  ['priority=low&q=absent', ['query.q: There is no issue that contains the text "absent".']],
  [
    'status=in_progress&q=absent',
    [
      'query.status: There is no issue with the status "in_progress".',
      'query.q: There is no issue that contains the text "absent".',
    ],
  ],
  [
    'priority=low&label=checkout',
    ['query: Each filter by itself passes some issues, but no issue passes all of them.'],
  ],
  ['priority=low', []],
  ['page=9', ['query.page: There is no page 9: the last is 1.']],
])('?%s has a warning for each filter that no issue passes, and for a page far past the end', async (query, texts) => {
  expect(await warned(service(), `/projects/prj_web/issues?${query}`)).toEqual(texts);
});

test('an empty project has no warning', async () => {
  expect(await warned(service(), '/projects/prj_empty/issues?status=open&q=absent')).toEqual([]);
});

test.each([
  ['organizationSlug=acmee', 'with the slug "acmee"; did you mean "acme"?'],
  ['organizationId=00000000-0000-4000-8000-00000000000b', 'with the id 00000000-0000-4000-8000-00000000000b.'],
])('?%s names no organization of the credential, which is a warning', async (query, text) => {
  const [field] = query.split('=');
  expect(await warned(service(), `/projects?${query}`)).toEqual([
    `query.${field}: There is no organization of this credential ${text}`,
  ]);
});

test('a level that no entry of the console log has is a warning', async () => {
  const it = service();
  const consoleLogs = [{ level: 'error' as const, message: 'boom' }];
  it.mock.world.issues.create({ projectId: 'prj_web', issueNumber: 6, consoleLogs });
  const path = '/projects/prj_web/issues/6/console-logs?level=';
  expect(await warned(it, `${path}log`)).toEqual(['query.level: There is no entry of the level "log".']);
  expect(await warned(it, `${path}error`)).toEqual([]);
});
