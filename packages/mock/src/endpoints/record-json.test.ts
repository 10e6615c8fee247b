import { type Behavior, createMock } from '@issue-tracking/mock';
import { expect, test } from 'vitest';
import { answerOf, client, service, world } from '../../test/fixture.ts';

const list = '/projects/prj_web/issues';

/** The fixture's mock with an issue 6 of which hardly anything is known. */
async function sparse(absentValues: Behavior['absentValues']) {
  const asked = service({ behavior: { absentValues } });
  asked.mock.world.issues.create({
    projectId: 'prj_web',
    title: 'Made by hand',
    reporterName: '',
    pageUrl: '',
    browserInfo: '',
    osInfo: '',
    techContext: { browserInfo: { name: '', version: '' }, cssSelector: '' },
  });
  return asked;
}

const absent = ['description', 'reporterName', 'assigneeName', 'pageUrl', 'browserInfo', 'osInfo'];

test.each([
  ['empty', ['', '', '', '', '', '']],
  ['null', absent.map(() => null)],
  ['omitted', absent.map(() => undefined)],
] as const)('absent values of an issue are %s [GAP-40]', async (absentValues, expected) => {
  const { get } = await sparse(absentValues);
  const { data } = (await get(`${list}/6`)).body;
  expect(absent.map((member) => data[member])).toEqual(expected);
  expect(absent.map((member) => member in data)).toEqual(absent.map(() => absentValues !== 'omitted'));
  expect(data).toMatchObject({ issueNumber: 6, title: 'Made by hand', status: 'open', viewportSize: '1280x720' });
});

test('absent values in lists and in the technical context follow absentValues [GAP-40] [RES-2] [RES-9]', async () => {
  const nulls = await sparse('null');
  expect((await nulls.get(list)).body.data[0]).toMatchObject({ reporterName: null, labels: [], assignees: [] });
  expect((await nulls.get(`${list}/6/tech-context`)).body.data).toEqual({
    browserInfo: null,
    osInfo: null,
    viewportSize: { width: 1280, height: 720 },
    cssSelector: null,
    elementStyles: null,
    reactComponentTree: null,
  });
  expect((await nulls.get('/projects')).body.data[1].description).toBe(null);
  const omitted = await sparse('omitted');
  expect((await omitted.get(`${list}/6/tech-context`)).body.data).toEqual({
    viewportSize: { width: 1280, height: 720 },
  });
  // Of a project `null` is said by the specification (RES-1).
  expect((await omitted.get('/projects')).body.data[1].description).toBe(null);
});

test('absentValues does not change empty lists and present values [GAP-40] [GEN-5]', async () => {
  for (const absentValues of ['null', 'omitted'] as const) {
    const { get } = await sparse(absentValues);
    expect((await get(`${list}/6/comments`)).body).toEqual({ data: [], total: 0 });
    const plain = service();
    expect(await get(`${list}/1/tech-context`)).toEqual(await plain.get(`${list}/1/tech-context`));
    expect(await get(`${list}/1/comments`)).toEqual(await plain.get(`${list}/1/comments`));
  }
});

test('a filter finds the same issues with any absentValues [GAP-40] [EP-6]', async () => {
  for (const absentValues of ['empty', 'null', 'omitted'] as const) {
    const mock = createMock({ world: world(), behavior: { absentValues } });
    const { get } = client(mock.fetch, mock.baseUrl);
    expect((await get(`${list}?label=bug&q=mlauts`)).body.total).toBe(1);
    expect((await answerOf(await mock.fetch(`${mock.baseUrl}/api/v1${list}`))).status).toBe(401);
  }
});
