import { besideData, entriesOf, isText, type Members } from '../findings/json.ts';
import type { Exchange } from '../service/service.ts';
import { type ProbeGroup, query, type Session } from './session.ts';

/** In no title, no description and no label. */
export const nonsense = 'qzxvkwjpq9f1c';

/** The issue list: pages, filters, and what it refuses. */
export const issueList: ProbeGroup = {
  title: 'issue list',
  rules: ['RES-2', 'STA-1', 'STA-2', 'EP-5', 'EP-6', 'EP-7', 'ERR-2', 'ERR-4'],
  readings: [],
  async run(session) {
    const { service, findings, projectId } = session;
    if (projectId === undefined) return;
    const list = await service.read({ path: session.project('?limit=100') });
    session.list = list;
    session.items = entriesOf(list).filter(({ issueNumber }) => Number.isSafeInteger(issueNumber));
    const total = besideData(list, 'total');
    session.total = Number.isSafeInteger(total) ? Number(total) : session.items.length;
    if (session.goal === 'readings') return;
    const isReadable = findings.shape('RES-2', 'issues.list', list);
    page(session, list, 1, 100);
    if (!isReadable) return;
    await pages(session);
    await filters(session);
    await refusals(session);
  },
};

/** Checks what stands around a page. */
function page({ findings, total }: Session, exchange: Exchange, number: number, limit: number): void {
  const said = {
    total: besideData(exchange, 'total'),
    page: besideData(exchange, 'page'),
    totalPages: besideData(exchange, 'totalPages'),
  };
  const pages = Math.ceil(total / limit);
  const fits = said.page === number && (said.totalPages === pages || (total === 0 && said.totalPages === 1));
  findings.check(
    'EP-5',
    fits && said.total === total,
    exchange,
    `${JSON.stringify(said)}, with ${total} issues and ${limit} to a page`,
  );
  const expected = Math.max(0, Math.min(limit, total - (number - 1) * limit));
  const { length } = entriesOf(exchange);
  findings.check('EP-5', length === expected, exchange, `${length} issues, where there should be ${expected}`);
}

async function pages(session: Session): Promise<void> {
  const { service, findings, total } = session;
  const plain = await service.read({ path: session.project() });
  const expected = Math.min(20, total);
  const { length } = entriesOf(plain);
  findings.check(
    'EP-7',
    plain.status === 200 && length === expected,
    plain,
    `${length} issues without a limit, where there should be ${expected}`,
  );
  if (total > 2) {
    const limit = Math.min(100, total - 1);
    page(session, await service.read({ path: session.project(query({ limit, page: 2 })) }), 2, limit);
  }
  for (const parameters of [{ limit: 101 }, { limit: 0 }, { page: 0 }]) {
    const [name = ''] = Object.keys(parameters);
    const refused = await service.read({ path: session.project(query(parameters)) });
    findings.check('EP-7', refused.status === 400, refused, 'it is outside the range and was not refused');
    refusal(session, refused, name);
  }
}

/** What an answer to invalid input looks like. */
export function refusal({ findings }: Pick<Session, 'findings'>, exchange: Exchange, field?: string): void {
  if (exchange.status !== 400) return;
  const { error, details } = Object(exchange.json);
  const isDetail = (detail: Members) => typeof detail?.['field'] === 'string' && typeof detail['message'] === 'string';
  const fits = error === 'Invalid input' && Array.isArray(details) && details.length > 0 && details.every(isDetail);
  findings.check('ERR-2', fits, exchange, 'it is not "Invalid input" with the fields and what is wrong with each');
  if (fits && field)
    findings.check(
      'ERR-2',
      details.some((detail: Members) => detail['field'] === field),
      exchange,
      `it does not name ${field}`,
    );
}

async function filters(session: Session): Promise<void> {
  const { items } = session;
  const rarest = (member: string) => leastCommon(items.map((item) => item[member]).filter(isText));
  const status = rarest('status');
  const priority = rarest('priority');
  if (status) await filtered(session, { status }, (item) => item['status'] === status);
  if (priority) await filtered(session, { priority }, (item) => item['priority'] === priority);
  const labels = items.flatMap((item) => (Array.isArray(item['labels']) ? item['labels'].filter(isText) : []));
  const label = leastCommon(labels);
  // An item may be of the kind that doesn't show its labels.
  const hasLabel = (item: Members) => !Array.isArray(item['labels']) || item['labels'].includes(label);
  if (label) await filtered(session, { label }, hasLabel);
  const [both] = items.filter((item) => isText(item['status']) && isText(item['priority']));
  if (both) {
    const asked = { status: String(both['status']), priority: String(both['priority']) };
    await filtered(session, asked, (item) => item['status'] === asked.status && item['priority'] === asked.priority);
  }
  await filtered(session, { label: nonsense }, () => false);
  await filtered(session, { q: nonsense }, () => false);
  const title = items.map((item) => item['title']).find(isText);
  const word = title?.match(/\p{L}{3,}/gu)?.sort((a, b) => b.length - a.length)[0];
  if (word) await filtered(session, { q: word }, undefined, (item) => item['title'] === title);
}

/** A filter gives only what fits, and something where something is known to fit. */
async function filtered(
  session: Session,
  parameters: Record<string, string>,
  fits: ((item: Members) => boolean) | undefined,
  isExpected = fits,
): Promise<void> {
  const { service, findings, items, isWhole } = session;
  const exchange = await service.read({ path: session.project(query({ ...parameters, limit: 100 })) });
  const found = entriesOf(exchange);
  const wrong = fits ? found.filter((item) => !fits(item)).length : 0;
  findings.check('EP-6', exchange.status === 200 && wrong === 0, exchange, `${wrong} issues that don't fit`);
  const known = isExpected && isWhole ? items.filter(isExpected).map(({ issueNumber }) => issueNumber) : [];
  // The list may have been changed between the two requests: one that is still there is enough.
  const hasSome = known.length === 0 || found.some(({ issueNumber }) => known.includes(issueNumber));
  const showsLabels = !('label' in parameters) || items.every((item) => Array.isArray(item['labels']));
  if (showsLabels) findings.check('EP-6', hasSome, exchange, 'an issue that fits is missing');
}

async function refusals(session: Session): Promise<void> {
  const { service, findings } = session;
  for (const name of ['status', 'priority']) {
    const refused = await service.read({ path: session.project(query({ [name]: nonsense })) });
    findings.check('ERR-4', refused.status === 400, refused, `an unknown ${name} was not refused`);
    refusal(session, refused, name);
  }
}

function leastCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => a[1] - b[1])[0]?.[0];
}
