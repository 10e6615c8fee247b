import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { entriesOf, envelopeMember, isText, type JsonObject } from '../platform/json.ts';
import { isFailure } from '../service/exchange.ts';
import { checkCombinedFilters } from './combined-filters.ts';
import { checkResult, confirmReads } from './confirm-reads.ts';
import { checkFilter, type Filter, hasLabel, hasLabelInAnyCase } from './filter.ts';
import { checkInvalidQuery } from './invalid-input.ts';
import { listingBaseline, unusedWord } from './issue-list.ts';
import { checkSearch } from './search.ts';
import { type CheckGroup, query, type Session } from './session.ts';

/** Checks each filter of the issue list, alone and combined with others. */
export const filters: CheckGroup = {
  title: 'filters',
  behavior: [],
  async run(session) {
    if (!session.listing) return;
    for (const value of issueStatuses) await checkEnumeration(session, 'status', value, 'STA-1');
    for (const value of issuePriorities) await checkEnumeration(session, 'priority', value, 'STA-2');
    await checkLabels(session);
    await checkCombinedFilters(session, await checkSearch(session));
    await checkFilteredPage(session);
    // An inexact filter would accept the prefix of a value. Letter case is open (GAP-54).
    for (const [name, ...values] of [
      ['status', unusedWord, 'fix', 'OPEN'],
      ['priority', unusedWord, 'crit', 'HIGH'],
    ] as const)
      for (const value of values) {
        const isOpen = value === value.toUpperCase();
        await checkInvalidQuery(session, session.project(), { name, value, isOpen, ...unknown });
      }
  },
};

/** The expectation for a value that v1 doesn't have. */
const unknown = { why: 'is unknown', ruleParts: [['ERR-4', 'queries']] } as const;

type Enumeration = readonly ['status', 'STA-1'] | readonly ['priority', 'STA-2'];

async function checkEnumeration(session: Session, ...[member, value, rule]: [Enumeration[0], string, Enumeration[1]]) {
  const fits = (item: JsonObject) => item[member] === value;
  const exchange = await checkFilter(session, { part: member, parameters: { [member]: value }, fits });
  if (!exchange || isFailure(exchange)) return;
  const why = `the ${member} ${value} returned ${exchange.status}`;
  session.findings.check([rule, 'filters'], exchange.status === 200, exchange, why, value);
}

async function checkLabels(session: Session): Promise<void> {
  const { items } = session;
  const label = mostSelectiveLabel(items);
  if (!label) {
    await checkFilter(session, { part: 'nothing', parameters: { label: unusedWord }, fits: () => false });
    return;
  }
  await checkFilter(session, { part: 'label', parameters: { label }, ...labelMatches(items, label) });
  const beginning = [...label].slice(0, -1).join('').trim();
  const whole = labelMatches(items, beginning);
  if (beginning && whole.fits)
    await checkFilter(session, { part: 'label', parameters: { label: beginning }, ...whole });
}

/** Returns how items match a label. If some items show no labels, only the matches of the other items are known. */
function labelMatches(items: readonly JsonObject[], label: string): Pick<Filter, 'fits' | 'allows' | 'known'> {
  const fits = hasLabel(label);
  const showsAll = items.every(({ labels }) => Array.isArray(labels));
  return showsAll ? { fits, allows: hasLabelInAnyCase(label) } : { known: fits };
}

/** Checks that filters apply before paging. */
async function checkFilteredPage(session: Session): Promise<void> {
  await confirmReads(session, listingBaseline(session), async ({ items, isWhole }) => {
    const [first, ...others] = items.map(({ status }) => status);
    const status = others.find((other) => isText(other) && other !== first);
    if (!isText(status) || !isWhole) return [];
    const count = items.filter((item) => item['status'] === status).length;
    const path = session.project(query({ status, limit: 1 }));
    const page = await session.service.read({ path });
    if (isFailure(page)) return [];
    const found = entriesOf(page);
    const fits = page.status === 200 && found.length === 1 && found[0]?.['status'] === status;
    const received = envelopeMember(page, 'total');
    return [
      checkResult(
        ['EP-6', 'status'],
        fits,
        page,
        `${count} issues are ${status}, but a page of one has ${found.length} of them`,
        'limit',
      ),
      checkResult(
        ['EP-5', 'pages'],
        received === count,
        page,
        `total is ${received}, with ${count} matching issues`,
        path,
      ),
    ];
  });
}

/** Returns the rarest label. Prefers labels that follow another label in some issue. */
function mostSelectiveLabel(items: readonly JsonObject[]): string | undefined {
  const all = items.map(({ labels }) => (Array.isArray(labels) ? labels.filter(isText) : []));
  const later = new Set(all.flatMap(([, ...rest]) => rest));
  const count = (label: string) => all.filter((labels) => labels.includes(label)).length;
  const known = later.size > 0 ? later : new Set(all.flat());
  return [...known].sort((a, b) => count(a) - count(b))[0];
}
