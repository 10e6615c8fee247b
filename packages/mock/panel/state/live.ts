import { useLayoutEffect } from 'preact/hooks';
import type { MethodName, RawRecord, RecordKind, ResultOf, ShownCredential } from '../../src/control/types.ts';
import { usePanel } from './panel.ts';

/** Calls a method now and after each change of what it reads; `null` calls nothing. @returns the last known result. */
export function useLive<Name extends MethodName>(method: Name | null, input = {}): ResultOf<Name> | undefined {
  const { live } = usePanel();
  // The types of results are those of the methods.
  return method === null ? undefined : (live.of([method, input]).value as ResultOf<Name> | undefined);
}

export interface Search {
  readonly where?: RawRecord;
  readonly contains?: string;
  readonly orderBy?: Readonly<Record<string, string>>;
  readonly skip?: number;
  readonly take?: number;
}

/** Returns the records of a kind that a search finds; `null` searches nothing. */
export const useFound = (kind: RecordKind, search: Search | null) =>
  useLive(search === null ? null : `world.${kind}.find`, search ?? {});

/** A JSON Schema, as far as the control API uses it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

interface Described {
  readonly methods: readonly { readonly name: string; readonly input: Schema }[];
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** Returns the members of the input of a method with their schemas, or those of a record by the name of its schema. */
export function useMembers(name: MethodName | (string & {})): Readonly<Record<string, Schema>> {
  // The control API describes itself so.
  const described = useLive('describe') as Described | undefined;
  const schema = described?.$defs[name] ?? described?.methods.find((method) => method.name === name)?.input;
  return schema?.properties ?? {};
}

/** Returns the last change that can be undone, whoever made it. */
export const useLastChange = () =>
  useLive('changes.all')?.findLast(({ undo, id }) => undo === 'possible' && id !== null);

/** The name in `acme-demo (svc_…)`. */
export const nameOf = (credential: string | undefined) => credential?.replace(/ \([^)]*\)$/, '');

/** Returns when the places come free that a credential has taken of its rate limit. */
export const takenAt = (now: number, credential: ShownCredential | undefined): number[] =>
  (credential?.window?.frees ?? []).filter((at) => at > now);

/** Returns the credential whose rate is shown: the chosen one, the most used one, or that of the last request. */
export function useShownCredential(): ShownCredential | undefined {
  const panel = usePanel();
  const now = useClock()?.now ?? 0;
  const all = useLive('limits')?.credentials ?? [];
  const chosen = all.find(({ name }) => name === panel.credential.value);
  const [most] = all.toSorted((one, other) => takenAt(now, other).length - takenAt(now, one).length);
  if (chosen || takenAt(now, most).length > 0) return chosen ?? most;
  const last = panel.requests.entries.value.find(({ credential }) => credential !== undefined);
  return all.find(({ name }) => name === nameOf(last?.credential)) ?? all[0];
}

/** Returns the mock's current time. */
export const useClock = () => usePanel().clock.value;

/** Keeps the panel's clock: a system clock runs with the connection, a virtual one stands until it is advanced. */
export function useTicking(): void {
  const panel = usePanel();
  const isLost = panel.isLost.value;
  const clock = useLive('clock.now');
  useLayoutEffect(() => {
    if (clock === undefined || isLost) return;
    const mockNow = Date.parse(clock.now);
    // The mock's computer may have another time.
    const offset = mockNow - clock.aheadMs - Date.now();
    const read = () => {
      const real = Date.now() + offset;
      const now = clock.kind === 'system' ? real + clock.aheadMs : mockNow;
      panel.clock.value = { kind: clock.kind, now, aheadMs: now - real };
    };
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [panel, clock, isLost]);
}
