import type * as z from 'zod/mini';
import type { MockInternals } from '../mock/internals.ts';
import type { Mock } from '../mock/mock.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { UndoableChanges } from './undo.ts';

/** The objects that methods use. */
export interface ControlContext {
  readonly mock: Mock;
  readonly internals: MockInternals;
  /** The base URL for clients. */
  readonly url: string;
  readonly snapshots: SnapshotStore;
  readonly undoable: UndoableChanges;
  /** Calls another method. */
  call(name: string, input: unknown): Promise<unknown>;
}

/** A method of the mock that other processes can call. */
export interface Method {
  /** One line for users. */
  readonly summary: string;
  readonly input: z.ZodMiniType;
  /** For the list of methods; results aren't checked. */
  readonly result: z.ZodMiniType;
  /** @throws TypeError, RangeError or Error with a message for the caller. */
  run(context: ControlContext, input: unknown): unknown;
}

/** Returns a row of the table of methods. `run` receives checked input. */
export function method<Input, Result>(
  summary: string,
  input: z.ZodMiniType<Input>,
  result: z.ZodMiniType<Result>,
  run: (context: ControlContext, input: Input) => NoInfer<Result> | Promise<NoInfer<Result>>,
): Method {
  // `call` passes only what `input` accepts.
  return { summary, input, result, run: (context, checked) => run(context, checked as Input) };
}
