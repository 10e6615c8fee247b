import { entriesOf, envelopeMember } from '../platform/json.ts';
import { pluralize } from '../platform/pluralize.ts';
import { projectsPath as path, unknownOrganization } from './projects.ts';
import { type CheckGroup, describeList, direction, isEmptyList, query, type Session, stringsOf } from './session.ts';

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Decides the behavior options of the project list. */
export const projectBehavior: CheckGroup = {
  title: 'behavior of the project list',
  behavior: ['projectsTotal', 'projectOrder', 'bothOrganizationFilters', 'foreignOrganization', 'cors', 'head'],
  async run(session) {
    const { service, findings, organization } = session;
    const list = session.exchanges.find((exchange) => exchange.path === path && exchange.status === 200);
    if (!list) return;
    findings.decide('projectsTotal', envelopeMember(list, 'total') !== undefined, list);
    const projects = entriesOf(list);
    const times = stringsOf(projects, 'createdAt') ?? [];
    const way = direction(times);
    const different = new Set(times).size;
    // Four different times would be in one of the two orders by chance once in twelve runs.
    if (way && different > 4) findings.decide('projectOrder', way === 'up' ? 'oldest' : 'newest', list);
    else if (different > 2 && !way)
      findings.leaveUndecided('projectOrder', 'the projects are not in the order of createdAt', list);
    else {
      const why = `the ${pluralize(projects.length, 'project')} have ${different} different values of createdAt; five are needed`;
      findings.leaveUndecided('projectOrder', why, list);
    }
    if (organization && isUuid.test(organization.id)) await decideOrganizationFilters(session, organization);
    else {
      const why = organization ? 'the id of the organization is no UUID' : 'no project shows its organization';
      for (const name of ['foreignOrganization', 'bothOrganizationFilters'] as const)
        findings.leaveUndecided(name, why, list);
    }
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
    const why = `an unknown organizationId returned ${describeList(foreign)}, an unknown organizationSlug ${describeList(other)}; an option needs two empty lists or two 404`;
    findings.leaveUndecided('foreignOrganization', why, ...both);
  }

  const bySlug = await service.read({
    path: path + query({ organizationSlug: slug, organizationId: unknownOrganization.organizationId }),
  });
  const byId = await service.read({
    path: path + query({ organizationSlug: unknownOrganization.organizationSlug, organizationId: id }),
  });
  const seen = [bySlug, byId].map((exchange) => {
    if (exchange.status === 400) return 'rejected';
    if (isEmptyList(exchange) || exchange.status === 404) return 'none';
    return entriesOf(exchange).length > 0 ? 'found' : '?';
  });
  const choice = (
    { 'rejected rejected': 'reject', 'none none': 'intersect', 'found none': 'slug', 'none found': 'id' } as const
  )[seen.join(' ')];
  if (choice) findings.decide('bothOrganizationFilters', choice, bySlug, byId);
  else {
    const why = `the own slug with an unknown id returned ${describeList(bySlug)}, an unknown slug with the own id ${describeList(byId)}; no option matches both`;
    findings.leaveUndecided('bothOrganizationFilters', why, bySlug, byId);
  }
}

async function decideCors({ service, findings }: Session): Promise<void> {
  const allowed = async (origin: string) => {
    const exchange = await service.read({ path, headers: { origin } });
    const allows = exchange.headers.get('access-control-allow-origin');
    const seen = `${origin} got ${exchange.status} with ${allows === null ? 'no access-control-allow-origin' : `access-control-allow-origin ${allows}`}`;
    return { exchange, seen, isAllowed: exchange.status === 200 && (allows === '*' || allows === origin) };
  };
  const foreign = await allowed('https://stranger.example');
  const local = await allowed('http://localhost:3000');
  if (foreign.isAllowed && local.isAllowed) findings.decide('cors', 'any', foreign.exchange, local.exchange);
  else if (local.isAllowed) findings.decide('cors', 'loopback', foreign.exchange, local.exchange);
  else {
    const why = `${foreign.seen}; ${local.seen}; other origins may be allowed`;
    findings.leaveUndecided('cors', why, foreign.exchange, local.exchange);
  }
}
