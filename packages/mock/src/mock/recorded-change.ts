import { recordKinds } from '../data/store/record-kinds.ts';
import type { Kind, RecordsByKind } from '../data/store/records.ts';
import type { RecordChange, Store } from '../data/store/store.ts';
import { HttpError } from '../platform/http/http-error.ts';
import type { FaultsSnapshot } from '../service/faults/fault-registry.ts';
import type { JournalSnapshot } from '../service/request-log/journal.ts';
import type { Service } from '../service/service.ts';
import type { ServiceSettings } from '../service/settings/settings.ts';
import type { StubEndpoint } from '../service/stubs/stub.ts';
import { type LiveSettings, settingsFrom } from './live-settings.ts';

/** One change of a mock, to be undone by itself: what others have done before and since stays. */
export interface RecordedChange {
  /** @throws HttpError where others have since changed what it had changed; then nothing happens. */
  undo(): void;
  /** Does it again after `undo`. @throws HttpError as that. */
  redo(): void;
}

/** Everything a change may touch but the records, which tell of themselves. */
interface Held {
  readonly settings: ServiceSettings;
  readonly faults: FaultsSnapshot;
  readonly stubs: readonly StubEndpoint[];
  readonly requests: JournalSnapshot;
}

/** Runs something, and takes down what it changes by the time it returns: not what a promise of it does later. */
export function recordChange<Result>(
  service: Service,
  live: LiveSettings,
  run: () => Result,
): { result: Result; change: RecordedChange } {
  const before = held(service);
  const { store } = service;
  const records: RecordChange[] = [];
  store.recording = records;
  try {
    const result = run();
    return { result, change: recorded(service, live, before, held(service), records) };
  } finally {
    store.recording = undefined;
  }
}

function held({ settings, faults, stubs, journal }: Service): Held {
  return { settings, faults: faults.snapshot(), stubs: stubs.endpoints, requests: journal.snapshot() };
}

function recorded(
  service: Service,
  live: LiveSettings,
  before: Held,
  after: Held,
  records: readonly RecordChange[],
): RecordedChange {
  const forth = joined(records);
  const back = forth.toReversed().map(({ kind, from, to }) => ({ kind, from: to, to: from }) as RecordChange);
  const isCleared = before.requests.entries.length > 0 && after.requests.entries.length === 0;
  let cleared = before.requests;

  function goTo(from: Held, to: Held, changes: readonly RecordChange[]): void {
    const gone = new Set(changes.flatMap((change) => (change.to ? [] : [change.from])));
    const problems = [
      ...changes.flatMap((change) => conflictsOfRecord(service.store, change, gone)),
      ...conflictsOfSettings(service.settings, from.settings, to.settings),
      ...conflictsOfStubs(service.stubs.endpoints, from.stubs, to.stubs),
    ];
    if (problems.length > 0) throw new HttpError(409, `Others have changed this since: ${problems.join('; ')}`);
    for (const change of changes) changeRecord(service.store, change);
    changeSettings(service.settings, live, from.settings, to.settings);
    changeFaults(service, from.faults, to.faults);
    changeStubs(service, from.stubs, to.stubs);
  }

  return {
    undo() {
      goTo(after, before, back);
      if (!isCleared) return;
      const { entries, dropped } = service.journal.snapshot();
      // What has come since comes after it: with the numbers that it would have had.
      service.journal.restore({ entries: [...cleared.entries, ...entries], dropped: cleared.dropped + dropped });
    },
    redo() {
      goTo(before, after, forth);
      if (!isCleared) return;
      cleared = service.journal.snapshot();
      service.journal.clear();
    },
  };
}

/** Members that go with others, and are nobody's own change. */
const alongside = new Set(['updatedAt']);

/** Of several changes of one record, the first version and the last. */
function joined(changes: readonly RecordChange[]): RecordChange[] {
  const all: RecordChange[] = [];
  for (const change of changes) {
    const at = change.from ? all.findIndex(({ to }) => to === change.from) : -1;
    if (at < 0) all.push(change);
    else all[at] = { ...change, from: all[at]?.from } as RecordChange;
  }
  return all.filter(({ from, to }) => from ?? to);
}

/** One version of a record of one kind in the place of another. */
interface Replaced<K extends Kind> {
  readonly kind: K;
  readonly from: RecordsByKind[K] | undefined;
  readonly to: RecordsByKind[K] | undefined;
}

/** What others have changed of a record, so that it can't be changed so any more. */
function conflictsOfRecord<K extends Kind>(
  store: Store,
  { kind, from, to }: Replaced<K>,
  gone: ReadonlySet<unknown>,
): string[] {
  const version = from ?? to;
  if (!version) return [];
  const { find, dependents } = recordKinds[kind];
  const present = find(store.directory, version);
  const name = nameOf(kind, version);
  if (!from) return present ? [`${name} is there again`] : [];
  // What was to go has gone.
  if (!present) return to ? [`${name} is gone`] : [];
  if (to) {
    const members = membersThatDiffer(from, to).filter((member) => !alongside.has(member));
    return members.filter((member) => !isSame(present[member], from[member])).map((member) => `${member} of ${name}`);
  }
  if (present !== from) return [name];
  const stays = [...(dependents?.(store.directory, present) ?? [])].some(({ record }) => !gone.has(record));
  return stays ? [`${name} has got more that belongs to it`] : [];
}

function changeRecord<K extends Kind>(store: Store, { kind, from, to }: Replaced<K>): void {
  if (from && to) {
    const present = recordKinds[kind].find(store.directory, from) ?? from;
    const members = membersThatDiffer(from, to).filter((member) => isSame(present[member], from[member]));
    const changes = Object.fromEntries(members.map((member) => [member, to[member]]));
    store.change(kind, present, changes as Partial<RecordsByKind[K]>);
  } else if (to) store.add(kind, to);
  else if (from) store.remove(kind, from);
}

function membersThatDiffer<Type extends object>(one: Type, other: Type): (keyof Type & string)[] {
  const names = Object.keys({ ...one, ...other }) as (keyof Type & string)[];
  return names.filter((name) => !isSame(one[name], other[name]));
}

/** What a record is called where people read it; never a credential. */
function nameOf(kind: Kind, record: object): string {
  if ('issueNumber' in record) return `${kind === 'comments' ? 'a comment on ' : ''}issue #${record.issueNumber}`;
  return 'name' in record ? String(record.name) : kind;
}

/** What can be changed of the settings, each for itself. */
type Members = Readonly<Record<string, unknown>>;

function membersOf({ scenario, latencyMs, rate, readings }: ServiceSettings): Members {
  return { scenario, latencyMs, rateLimit: rate, ...readings };
}

function conflictsOfSettings(now: ServiceSettings, from: ServiceSettings, to: ServiceSettings): string[] {
  const present = membersOf(now);
  const was = membersOf(from);
  return membersThatDiffer(was, membersOf(to)).filter((name) => !isSame(present[name], was[name]));
}

function changeSettings(now: ServiceSettings, live: LiveSettings, from: ServiceSettings, to: ServiceSettings): void {
  const differ = new Set(membersThatDiffer(membersOf(from), membersOf(to)));
  if (differ.size === 0) return;
  const readings = Object.keys(to.readings).filter((name) => differ.has(name));
  live.put(
    settingsFrom(
      differ.has('scenario') ? to.scenario : now.scenario,
      differ.has('latencyMs') ? to.latencyMs : now.latencyMs,
      { ...now.readings, ...Object.fromEntries(readings.map((name) => [name, Reflect.get(to.readings, name)])) },
      differ.has('rateLimit') ? to.rate : now.rate,
    ),
  );
}

function changeFaults({ faults }: Service, from: FaultsSnapshot, to: FaultsSnapshot): void {
  const ofFrom = new Set([...from.placed.map(({ placed }) => placed), ...from.spent]);
  const ofTo = new Set([...to.placed.map(({ placed }) => placed), ...to.spent]);
  for (const fault of ofFrom) if (!ofTo.has(fault)) fault.remove();
  const placed = to.placed.filter((progress) => !ofFrom.has(progress.placed));
  const spent = to.spent.filter((fault) => !ofFrom.has(fault));
  if (placed.length > 0 || spent.length > 0) faults.putBack(placed, spent);
}

function conflictsOfStubs(
  now: readonly StubEndpoint[],
  from: readonly StubEndpoint[],
  to: readonly StubEndpoint[],
): string[] {
  const others = now.filter((stub) => !from.includes(stub));
  return to
    .filter((stub) => !from.includes(stub))
    .filter(({ method, path }) => others.some((other) => other.method === method && other.path === path))
    .map(({ method, path }) => `${method} ${path}`);
}

function changeStubs({ stubs, changes }: Service, from: readonly StubEndpoint[], to: readonly StubEndpoint[]): void {
  const back = to.filter((stub) => !from.includes(stub));
  const gone = from.filter((stub) => !to.includes(stub));
  if (back.length === 0 && gone.length === 0) return;
  stubs.endpoints = [...stubs.endpoints.filter((stub) => !gone.includes(stub)), ...back];
  changes.tell('stubs');
}

/** Compared as JSON, as nobody sees another difference; functions by what they are. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === 'function' || typeof other === 'function') return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
