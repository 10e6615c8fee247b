import { besideData, entriesOf, isText, type Members } from '../findings/json.ts';
import { type Exchange, Stopped } from '../service/service.ts';
import { direction, isEmptyList, type ProbeGroup, query, type Session, textsOf } from './session.ts';

const path = '/api/v1/projects';
/** Names nothing: whoever has such an id or slug has made it to spite us. */
const nobody = { organizationId: '9f1c2b7e-5d3a-4c86-8e21-7a0b6f4d9c35', organizationSlug: 'no-such-slug-9f1c2b7e' };
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The project list and its filters. */
export const projects: ProbeGroup = {
  title: 'projects',
  rules: ['GEN-1', 'GEN-4', 'AUTH-1', 'RES-1', 'EP-1', 'EP-2', 'EP-4'],
  readings: ['projectsTotal', 'projectOrder', 'bothOrganizationFilters', 'foreignOrganization', 'cors', 'head'],
  async run(session) {
    const { service, findings } = session;
    const list = await service.read({ path });
    if (list.status >= 500) throw new Stopped(`GET ${path} was answered ${list.status}, twice`);
    const found = entriesOf(list);
    findings.check('GEN-1', list.status !== 404, list, 'nothing is served below /api/v1/');
    findings.check('AUTH-1', list.status !== 401, list, 'the bearer is not accepted');
    if (list.status === 403) return;
    const total = besideData(list, 'total');
    findings.shape('RES-1', 'projects.list', list);
    const isList = Array.isArray(Reflect.get(Object(list.json), 'data'));
    const counts = total === undefined || (Number.isSafeInteger(total) && Number(total) >= found.length);
    findings.check(
      'EP-1',
      list.status === 200 && isList && counts,
      list,
      isList ? `total is ${JSON.stringify(total)}, with ${found.length} projects` : 'it is no list',
    );
    const ids = new Set(found.map(({ organizationId }) => organizationId));
    if (found.length > 0) findings.check('EP-2', ids.size === 1, list, `the key sees ${ids.size} organizations`);

    const own = found.find(({ id }) => id === session.projectId) ?? found[0];
    if (isText(own?.['organizationId']) && isText(own?.['organizationSlug'])) {
      session.organization = {
        id: own['organizationId'],
        slug: own['organizationSlug'],
        name: String(own['organizationName']),
      };
    }
    session.projectId ??= isText(own?.['id']) ? own['id'] : undefined;
    if (session.goal === 'rules') await filters(session, found);
    else await readings(session, list, found);
  },
};

async function filters({ service, findings, organization }: Session, found: readonly Members[]): Promise<void> {
  if (!organization) return;
  const own = { organizationId: organization.id, organizationSlug: organization.slug };
  for (const name of ['organizationSlug', 'organizationId'] as const) {
    const mine = await service.read({ path: path + query({ [name]: own[name] }) });
    const others = entriesOf(mine).filter((project) => project[name] !== own[name]);
    const fits = mine.status === 200 && others.length === 0 && entriesOf(mine).length > 0;
    findings.check('EP-4', fits, mine, `${name}=${own[name]} does not give its projects`);
    const none = await service.read({ path: path + query({ [name]: nobody[name] }) });
    const isNone = isEmptyList(none) || none.status === 404;
    findings.check('EP-4', isNone, none, `${name} is ignored: an unknown one gives ${found.length} projects`);
  }
}

async function readings(session: Session, list: Exchange, found: readonly Members[]): Promise<void> {
  const { service, findings, organization } = session;
  if (list.status === 200) findings.decide('projectsTotal', besideData(list, 'total') !== undefined, list);
  const times = textsOf(found, 'createdAt') ?? [];
  const way = direction(times);
  if (way && new Set(times).size > 2) findings.decide('projectOrder', way === 'up' ? 'oldest' : 'newest', list);
  else
    findings.leave(
      'projectOrder',
      `${new Set(times).size} different times of creation, which don't show an order`,
      list,
    );

  if (organization && isUuid.test(organization.id)) await organizationFilters(session, organization);
  const head = await service.read({ method: 'HEAD', path });
  if (head.status === 200) findings.decide('head', 'get', head);
  else if (head.status === 405) findings.decide('head', 'reject', head);
  else findings.leave('head', `HEAD was answered ${head.status}`, head);
  await cors(session);
}

async function organizationFilters(
  { service, findings }: Session,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const foreign = await service.read({ path: path + query({ organizationId: nobody.organizationId }) });
  if (isEmptyList(foreign)) findings.decide('foreignOrganization', 'empty', foreign);
  else if (foreign.status === 404) findings.decide('foreignOrganization', 'reject', foreign);
  else findings.leave('foreignOrganization', `an unknown organization was answered ${foreign.status}`, foreign);

  const bySlug = await service.read({
    path: path + query({ organizationSlug: slug, organizationId: nobody.organizationId }),
  });
  const byId = await service.read({
    path: path + query({ organizationSlug: nobody.organizationSlug, organizationId: id }),
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
    findings.leave(
      'bothOrganizationFilters',
      `answered ${bySlug.status} and ${byId.status}, which is none of the choices`,
      bySlug,
      byId,
    );
}

async function cors({ service, findings }: Session): Promise<void> {
  const allowed = async (origin: string) => {
    const exchange = await service.read({ path, headers: { origin } });
    const allows = exchange.headers.get('access-control-allow-origin');
    return { exchange, is: exchange.status === 200 && (allows === '*' || allows === origin) };
  };
  const anybody = await allowed('https://stranger.example');
  const local = await allowed('http://localhost:3000');
  if (anybody.is && local.is) findings.decide('cors', 'any', anybody.exchange, local.exchange);
  else if (local.is) findings.decide('cors', 'loopback', anybody.exchange, local.exchange);
  else
    findings.leave(
      'cors',
      'neither a page of this computer nor a stranger is let in: other origins may be',
      anybody.exchange,
      local.exchange,
    );
}
