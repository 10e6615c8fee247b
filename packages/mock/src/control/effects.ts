import type { Part } from '../changes.ts';
import type { RecordKind } from '../records/records.ts';

/** What a method reads and changes of a mock's state. */
export interface Effects {
  readonly reads: readonly Part[];
  readonly changes: readonly Part[];
}

const nothing: Effects = { reads: [], changes: [] };
const reads = (...parts: Part[]): Effects => ({ reads: parts, changes: [] });
const changes = (...parts: Part[]): Effects => ({ reads: [], changes: parts });

const files = ['records', 'faults', 'settings', 'clock', 'credentials'] as const;
const everything = [...files, 'requests', 'changes'] as const;

/** Each kind of records has these methods. */
type WorldVerb = 'find' | 'create' | 'update' | 'delete';

/**
 * The effects of each method: the first part of its row, without code, so that a panel can read it without the mock. What changes
 * nothing may be called again; what reads a part is called again when that changes.
 */
const effects = {
  'world.issues.counts': reads('records'),
  'world.apiKeys.reveal': reads('records'),
  'world.accessTokens.reveal': reads('records'),
  tenant: changes('records', 'credentials', 'changes'),
  exportWorld: reads('records'),
  'faults.add': changes('faults', 'changes'),
  'faults.all': reads('faults'),
  'faults.remove': changes('faults', 'changes'),
  'faults.switch': changes('faults', 'changes'),
  'faults.clear': changes('faults', 'changes'),
  'requests.all': reads('requests'),
  'requests.find': reads('requests'),
  'requests.clear': changes('requests', 'changes'),
  'requests.responseHeaders': reads('requests'),
  'requests.credential': reads('requests'),
  'requests.curl': reads('requests', 'records'),
  'requests.sdk': reads('requests', 'records'),
  'requests.test': reads('requests', 'records'),
  'requests.story': reads('requests', 'records'),
  'requests.replay': changes('requests', 'records', 'faults', 'credentials'),
  'requests.send': changes('requests', 'faults', 'credentials'),
  why: reads('requests', 'records', 'credentials', 'clock', 'faults', 'settings'),
  'clock.now': reads('clock'),
  'clock.advance': changes('clock', 'changes'),
  'clock.set': changes('clock', 'changes'),
  'settings.get': reads('settings'),
  'settings.change': changes('settings', 'changes'),
  behaviorOptions: nothing,
  limits: reads('credentials', 'records', 'settings', 'clock'),
  'lockouts.lift': changes('credentials', 'changes'),
  reset: changes(...everything),
  snapshot: changes('snapshots'),
  restore: changes(...everything),
  'snapshots.all': reads('snapshots'),
  'snapshots.delete': changes('snapshots'),
  'state.file': reads(...files),
  'state.open': changes(...everything),
  undoable: changes(...everything, 'snapshots'),
  undo: changes(...everything),
  'changes.all': reads('changes', 'records', 'faults', 'settings', 'requests'),
  endpoints: nothing,
  describe: nothing,
} satisfies Readonly<Record<string, Effects>>;

/** The name of a method. */
export type MethodName = keyof typeof effects | `world.${RecordKind}.${WorldVerb}`;

/** Returns what a method reads and changes; of an unknown one, that it may change anything. */
export function effectsOf(name: string): Effects {
  const [, kind, verb] = /^world\.(\w+)\.(find|create|update|delete)$/.exec(name) ?? [];
  if (verb === 'find') return reads('records');
  if (kind === 'apiKeys' || kind === 'accessTokens') return changes('records', 'credentials', 'changes');
  if (kind !== undefined) return changes('records', 'changes');
  const all: Readonly<Record<string, Effects>> = effects;
  return Object.hasOwn(all, name) ? (all[name] ?? nothing) : changes(...everything);
}
