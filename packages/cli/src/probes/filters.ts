import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { besideData, entriesOf, isText, type Members } from '../platform/json.ts';
import { isFailure } from '../service/exchange.ts';
import { checked, confirmed } from './confirmed.ts';
import { type Filter, filtered, hasLabel, hasLabelInAnyCase } from './filter.ts';
import { filtersTogether } from './filters-together.ts';
import { listingBasis, nonsense } from './issue-list.ts';
import { refusedQuery } from './refusal.ts';
import { searchWords } from './search-words.ts';
import { type ProbeGroup, query, type Session } from './session.ts';

/** Checks each filter of the issue list, alone and together with another. */
export const filters: ProbeGroup = {
  title: 'filters',
  behavior: [],
  async run(session) {
    if (!session.listing) return;
    for (const value of issueStatuses) await enumerated(session, 'status', value, 'STA-1');
    for (const value of issuePriorities) await enumerated(session, 'priority', value, 'STA-2');
    await labels(session);
    await filtersTogether(session, await searchWords(session));
    await filteredPage(session);
    // A filter that is not exact would take a beginning for one of the values. Letter case is open (GAP-54).
    for (const [name, ...values] of [
      ['status', nonsense, 'fix', 'OPEN'],
      ['priority', nonsense, 'crit', 'HIGH'],
    ] as const)
      for (const value of values) {
        const isOpen = value === value.toUpperCase();
        await refusedQuery(session, session.project(), { name, value, isOpen, ...unknown });
      }
  },
};

/** A value that v1 does not have. */
const unknown = { why: 'is unknown', places: [['ERR-4', 'queries']] } as const;

type Enumeration = readonly ['status', 'STA-1'] | readonly ['priority', 'STA-2'];

async function enumerated(session: Session, ...[member, value, rule]: [Enumeration[0], string, Enumeration[1]]) {
  const fits = (item: Members) => item[member] === value;
  const exchange = await filtered(session, { part: member, parameters: { [member]: value }, fits });
  if (!exchange || isFailure(exchange)) return;
  const why = `the ${member} ${value} was answered ${exchange.status}`;
  session.findings.check([rule, 'filters'], exchange.status === 200, exchange, why, value);
}

async function labels(session: Session): Promise<void> {
  const { items } = session;
  const label = tellingLabel(items);
  if (!label) {
    await filtered(session, { part: 'nothing', parameters: { label: nonsense }, fits: () => false });
    return;
  }
  await filtered(session, { part: 'label', parameters: { label }, ...onItems(items, label) });
  const beginning = [...label].slice(0, -1).join('').trim();
  const whole = onItems(items, beginning);
  if (beginning && whole.fits) await filtered(session, { part: 'label', parameters: { label: beginning }, ...whole });
}

/** Returns the known facts about a label filter: all items that pass, or one where some items show no labels. */
function onItems(items: readonly Members[], label: string): Pick<Filter, 'fits' | 'allows' | 'known'> {
  const fits = hasLabel(label);
  const showsAll = items.every(({ labels }) => Array.isArray(labels));
  return showsAll ? { fits, allows: hasLabelInAnyCase(label) } : { known: fits };
}

/** The filter comes before the page: issues that do not pass take no place on it. */
async function filteredPage(session: Session): Promise<void> {
  await confirmed(session, listingBasis(session), async ({ items, isWhole }) => {
    const [first, ...others] = items.map(({ status }) => status);
    const status = others.find((other) => isText(other) && other !== first);
    if (!isText(status) || !isWhole) return [];
    const count = items.filter((item) => item['status'] === status).length;
    const path = session.project(query({ status, limit: 1 }));
    const page = await session.service.read({ path });
    if (isFailure(page)) return [];
    const found = entriesOf(page);
    const fits = page.status === 200 && found.length === 1 && found[0]?.['status'] === status;
    const said = besideData(page, 'total');
    return [
      checked(
        ['EP-6', 'status'],
        fits,
        page,
        `${count} issues are ${status}, and a page of one has ${found.length} of them`,
        'limit',
      ),
      checked(['EP-5', 'pages'], said === count, page, `total is ${said}, with ${count} issues that pass`, path),
    ];
  });
}

/** The rarest, of those that do not stand first in each issue that has them. */
function tellingLabel(items: readonly Members[]): string | undefined {
  const all = items.map(({ labels }) => (Array.isArray(labels) ? labels.filter(isText) : []));
  const later = new Set(all.flatMap(([, ...rest]) => rest));
  const count = (label: string) => all.filter((labels) => labels.includes(label)).length;
  const known = later.size > 0 ? later : new Set(all.flat());
  return [...known].sort((a, b) => count(a) - count(b))[0];
}
