import { expect, test } from 'vitest';
import { acme, service } from '../../test/fixture.ts';
import { internalsOf } from '../mock/internals.ts';
import { browseRequests } from './browse-requests.ts';

test('a search finds requests by part of a known credential, and by an unknown credential only as a whole', async () => {
  const { as, mock } = service();
  const { key } = mock.world.apiKeys.create({ organizationId: acme, name: 'acme-ci' });
  for (const each of [key, 'svc_acme', 'svc_other', 'svc_unknown']) await as(each).get('/projects');
  const { log } = internalsOf(mock).service.state;
  const browsed = (q: string) => browseRequests(log, {}, { q }).map(({ number }) => number);
  expect([browsed(key), browsed('svc_oth'), browsed('ACME-CI')]).toEqual([[1], [3], [1]]);
  // A real key may have been sent by mistake: a search must not reveal it letter by letter.
  expect([browsed('svc_unknown'), browsed('svc_unkno')]).toEqual([[4], []]);
});
