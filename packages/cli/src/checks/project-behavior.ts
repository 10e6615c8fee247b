import { entriesOf, envelopeMember } from '../platform/json.ts';
import { projectsPath as path, unknownOrganization } from './projects.ts';
import { type CheckGroup, direction, isEmptyList, query, type Session, stringsOf } from './session.ts';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Checks the open questions of the project list. */
export const projectBehavior: CheckGroup = {
  title: 'behavior of the project list',
  behavior: ['projectsTotal', 'projectOrder', 'bothOrganizationFilters', 'foreignOrganization', 'cors', 'head'],
  async run(session) {
    const { service, findings, organization } = session;
    const list = session.exchanges.find((exchange) => exchange.path === path && exchange.status === 200);
    if (!list) return;
    findings.decide('projectsTotal', envelopeMember(list, 'total') !== undefined, list);
    const times = stringsOf(entriesOf(list), 'createdAt') ?? [];
    const way = direction(times);
    const different = new Set(times).size;
    // Four different times would be in one of the two orders by chance once in twelve runs.
    if (way && different > 4) findings.decide('projectOrder', way === 'up' ? 'oldest' : 'newest', list);
    else if (different > 2 && !way)
      findings.leaveUndecided('projectOrder', 'the projects are not in the order of creation', list);
    else findings.leaveUndecided('projectOrder', `too few different times of creation: ${different}`, list);
    if (organization && isUuid.test(organization.id)) await decideOrganizationFilters(session, organization);
    const head = await service.read({ method: 'HEAD', path });
    if (head.status === 200) findings.decide('head', 'get', head);
    else if (head.status === 405) findings.decide('head', 'reject', head);
    else findings.leaveUndecided('head', `HEAD returned ${head.status}`, head);
    await decideCors(session);
  },
};

async function decideOrganizationFilters(
  { service, findings }: Session,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const foreign = await service.read({ path: path + query({ organizationId: unknownOrganization.organizationId }) });
  const other = await service.read({ path: path + query({ organizationSlug: unknownOrganization.organizationSlug }) });
  const both = [foreign, other];
  if (both.every(isEmptyList)) findings.decide('foreignOrganization', 'empty', ...both);
  else if (both.every(({ status }) => status === 404)) findings.decide('foreignOrganization', 'reject', ...both);
  else {
    const why = `an unknown id returned ${foreign.status}, an unknown slug ${other.status}`;
    findings.leaveUndecided('foreignOrganization', why, ...both);
  }

  const bySlug = await service.read({
    path: path + query({ organizationSlug: slug, organizationId: unknownOrganization.organizationId }),
  });
  const byId = await service.read({
    path: path + query({ organizationSlug: unknownOrganization.organizationSlug, organizationId: id }),
  });
  const seen = [bySlug, byId].map((exchange) => {
    if (exchange.status === 400) return 'refused';
    if (isEmptyList(exchange) || exchange.status === 404) return 'none';
    return entriesOf(exchange).length > 0 ? 'found' : '?';
  });
  const choice = (
    { 'refused refused': 'reject', 'none none': 'intersect', 'found none': 'slug', 'none found': 'id' } as const
  )[seen.join(' ')];
  if (choice) findings.decide('bothOrganizationFilters', choice, bySlug, byId);
  else
    findings.leaveUndecided(
      'bothOrganizationFilters',
      `the responses are ${bySlug.status} and ${byId.status}, which match no choice`,
      bySlug,
      byId,
    );
}

async function decideCors({ service, findings }: Session): Promise<void> {
  const allowed = async (origin: string) => {
    const exchange = await service.read({ path, headers: { origin } });
    const allows = exchange.headers.get('access-control-allow-origin');
    return { exchange, is: exchange.status === 200 && (allows === '*' || allows === origin) };
  };
  const foreign = await allowed('https://stranger.example');
  const local = await allowed('http://localhost:3000');
  if (foreign.is && local.is) findings.decide('cors', 'any', foreign.exchange, local.exchange);
  else if (local.is) findings.decide('cors', 'loopback', foreign.exchange, local.exchange);
  else
    findings.leaveUndecided(
      'cors',
      'neither localhost nor a foreign origin is allowed; others may be',
      foreign.exchange,
      local.exchange,
    );
}
