import { timestamp } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { resolveBehavior } from '../behavior/resolve.ts';
import { type Fault, faultSchema, isConsistent } from '../faults/fault.ts';
import type { FaultState } from '../faults/fault-state.ts';
import type { FaultList } from '../faults/faults.ts';
import { problemsOf } from '../platform/input/problems.ts';
import { flag, list, object, type ShapeOf } from '../platform/input/schemas.ts';
import { exportWorld } from '../records/export-world.ts';
import type { Records } from '../records/versions.ts';
import { type PulledWorld, parseRecords, type World } from '../records/world.ts';
import { WorldError, type WorldProblem } from '../records/world-error.ts';
import { type ServiceSettings, type SettingsChange, settingsChange } from '../settings/settings.ts';

/** A fault in a file. */
export interface SavedFault extends Fault {
  /** Whether it is switched off. */
  off?: boolean | undefined;
}

/** What a world file has of a mock's state besides its records. What is absent stays as the mock has it. */
export interface SavedState {
  /** The clock's time, from which it goes on: a date such as `2026-04-01T09:30:00.000Z`. */
  now?: string | undefined;
  /** The active faults. */
  faults?: SavedFault[] | undefined;
  /** Scenario, latency, request rate and behavior. */
  settings?: SettingsChange | undefined;
}

/** A world, and the rest of a state if the file has it. */
export type WorldFile = (World | PulledWorld) & SavedState;

const { matches: _matches, ...faultMembers } = faultSchema.def.shape;
/** {@link SavedState} */
export const savedState = object({
  now: z.optional(timestamp),
  faults: list(object({ ...faultMembers, off: z.optional(flag) }).check(z.check(isConsistent))),
  settings: z.optional(settingsChange),
} satisfies ShapeOf<SavedState>);

/**
 * Checks a world, such as the parsed content of a world file. Returns a copy, which `createMock` accepts.
 *
 * @param input The parsed JSON.
 *
 * @throws WorldError that names the path of each mistake.
 */
export function parseWorld(input: unknown): WorldFile {
  const { state, records } = parseWorldFile(input);
  return { ...records, ...state };
}

/** Checks a world file, and separates the records from the rest. @throws WorldError */
export function parseWorldFile(input: unknown): { records: World | PulledWorld; state: SavedState } {
  const given = partOf(input, true);
  const { data: state = {}, error } = savedState.safeParse(given);
  const problems = [...(error ? problemsOf(error, given) : behaviorProblems(state.settings))];
  try {
    const records = parseRecords(recordsIn(input));
    if (problems.length === 0) return { records, state };
  } catch (error) {
    if (!(error instanceof WorldError) || problems.length === 0) throw error;
    problems.push(...error.problems);
  }
  throw new WorldError(problems, 'world');
}

/** Returns the content of a world file without the rest of a state. */
export function recordsIn(input: unknown): unknown {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? partOf(input, false) : input;
}

function partOf(input: unknown, isState: boolean): object {
  return Object.fromEntries(
    Object.entries(Object(input)).filter(([name]) => Object.hasOwn(savedState.def.shape, name) === isState),
  );
}

/** Returns what is wrong with behavior, which the schema doesn't check. */
function behaviorProblems({ behavior }: SettingsChange = {}): WorldProblem[] {
  try {
    resolveBehavior(behavior);
    return [];
  } catch (error) {
    return [{ path: 'settings.behavior', message: (error as Error).message }];
  }
}

/** The parts of a state that a file has. */
interface Present {
  readonly records: Records;
  readonly ids: { readonly isUsed: boolean; readonly position: number };
  readonly faults: FaultList;
  readonly settings: ServiceSettings;
  readonly now: number | undefined;
}

/**
 * Returns a state as a world file. Left out are faults that use a function or a regular expression, revoked credentials, requests
 * and rate windows.
 *
 * @param own Settings to leave out, because the mock that reads it has them.
 */
export function worldFileOf({ records, ids, faults, settings, now }: Present, own?: ServiceSettings): WorldFile {
  return {
    ...exportWorld(records, ids),
    ...(now !== undefined && { now: new Date(now).toISOString() }),
    faults: faults.active.filter(({ fault }) => isJson(fault)).map((state) => savedFault(state, now)),
    settings: savedSettings(settings, own),
  };
}

function savedSettings(
  { scenario, latencyMs, rate, behavior }: ServiceSettings,
  own?: ServiceSettings,
): SettingsChange {
  const chosen = Object.entries(behavior).filter(
    ([name, choice]) => !isEqual(Reflect.get(own?.behavior ?? {}, name), choice),
  );
  return {
    ...(scenario !== own?.scenario && { scenario }),
    ...(!isEqual(latencyMs, own?.latencyMs) && { latencyMs }),
    ...(!(own && isEqual(rate, own.rate)) && { rateLimit: rate ?? false }),
    ...(chosen.length > 0 && { behavior: Object.fromEntries(chosen) }),
  };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns what is left of a fault. */
function savedFault({ fault, remaining, fitted, endsAt, isOff }: FaultState, now: number | undefined): SavedFault {
  const { skip, forMs } = fault;
  return {
    ...fault,
    times: Number.isFinite(remaining) ? remaining : null,
    ...(skip !== undefined && { skip: Math.max(0, skip - fitted) }),
    ...(forMs !== undefined && now !== undefined && { forMs: endsAt - now }),
    ...(isOff && { off: true }),
  };
}

/** Whether JSON can have a fault: no function selects its requests, and no regular expression. */
function isJson({ matches, requestBody }: Fault): boolean {
  let isPlain = matches === undefined;
  JSON.stringify(requestBody, (_, value) => {
    if (value instanceof RegExp) isPlain = false;
    return value;
  });
  return isPlain;
}
