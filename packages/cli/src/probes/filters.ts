import { issuePriorities, issueStatuses } from '@issue-tracking/model';
import { isText, type Members } from '../platform/json.ts';
import { isFailure } from '../service/exchange.ts';
import { type Filter, type Fits, filtered, hasLabel } from './filter.ts';
import { filtersTogether } from './filters-together.ts';
import { nonsense } from './issue-list.ts';
import { refusal } from './refusal.ts';
import { searchWords } from './search-words.ts';
import { type ProbeGroup, query, type Session } from './session.ts';

/** What each filter of the issue list gives, alone and together with another. */
export const filters: ProbeGroup = {
  title: 'filters',
  readings: [],
  async run(session) {
    if (!session.listing) return;
    for (const value of issueStatuses) await enumerated(session, 'status', value, 'STA-1');
    for (const value of issuePriorities) await enumerated(session, 'priority', value, 'STA-2');
    await labels(session);
    await filtersTogether(session, await searchWords(session));
    for (const name of ['status', 'priority']) await unknownValue(session, name);
  },
};

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
  const label = rarestLabel(items);
  if (label) await filtered(session, { part: 'label', parameters: { label }, ...onItems(items, hasLabel(label)) });
  else await filtered(session, { part: 'nothing', parameters: { label: nonsense }, fits: () => false });
}

/** What is known of a filter by labels: all that pass, or one where some items show no labels. */
function onItems(items: readonly Members[], fits: Fits): Pick<Filter, 'fits' | 'known'> {
  const showsAll = items.every(({ labels }) => Array.isArray(labels));
  return showsAll ? { fits } : { known: fits };
}

async function unknownValue(session: Session, name: string): Promise<void> {
  const { service, findings } = session;
  const refused = await service.read({ path: session.project(query({ [name]: nonsense })) });
  if (isFailure(refused)) return;
  findings.check(['ERR-4', 'queries'], refused.status === 400, refused, `an unknown ${name} was not refused`, name);
  refusal(findings, refused, 'queries', name);
}

function rarestLabel(items: readonly Members[]): string | undefined {
  const all = items.flatMap(({ labels }) => (Array.isArray(labels) ? labels.filter(isText) : []));
  const counts = new Map<string, number>();
  for (const label of all) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => a[1] - b[1])[0]?.[0];
}
