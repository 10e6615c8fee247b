import type * as z from 'zod/mini';
import type { Origin } from '../made-change.ts';
import type { MockInternals } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** The objects that methods use. */
export interface ControlContext {
  readonly mock: Mock;
  readonly internals: MockInternals;
  /** The base URL for clients. */
  readonly url: string;
  /** Whether only this computer can reach the mock. */
  readonly isPrivate: boolean;
  readonly snapshots: SnapshotStore;
  /** Calls another method, in the name of a caller. */
  call(name: string, input: unknown, origin: Origin): Promise<unknown>;
  /** Returns all methods with their schemas. */
  describe(): object;
}

/** A method of the mock that other processes can call: the rest of its row is in `effects.ts`. */
export interface Method<Input = unknown, Result = unknown> {
  /** One line for users. */
  readonly summary: string;
  readonly input: z.ZodMiniType<Input>;
  /** For the list of methods, and the types of a panel; results aren't checked. */
  readonly result: z.ZodMiniType<Result>;
  /** @throws TypeError, RangeError or Error with a message for the caller. */
  run(context: ControlContext, input: unknown): unknown;
}

/** Returns a row of the table of methods. `run` receives checked input. */
export function method<Input, Result>(
  summary: string,
  input: z.ZodMiniType<Input>,
  result: z.ZodMiniType<Result>,
  run: (context: ControlContext, input: Input) => NoInfer<Result> | Promise<NoInfer<Result>>,
): Method<Input, Result> {
  // `call` passes only what `input` accepts.
  return { summary, input, result, run: (context, checked) => run(context, checked as Input) };
}
