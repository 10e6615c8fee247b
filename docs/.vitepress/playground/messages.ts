/** Code of a page: `setup` is what stands in earlier blocks of the same module; only `code` prints. */
export interface Code {
  setup: string;
  code: string;
}

export interface Printed {
  level: 'log' | 'warn' | 'error';
  text: string;
}

/** An error that ended the code, or that nothing caught, and the line of `code` that it came from, from 1. */
export interface Failure {
  text: string;
  line?: number;
}

/** What the worker tells the frame. */
export type FromWorker =
  | { type: 'started' }
  | { type: 'printed'; printed: Printed }
  | { type: 'failed'; failure: Failure }
  | { type: 'ended'; hasMock: boolean }
  | Panel;

/** A message between the panel, which is in the frame, and the mock, which is in the worker. */
export interface Panel {
  type: 'panel';
  name: string;
  message: unknown;
}

/** What the frame tells the worker. */
export type ToWorker = { type: 'run'; code: Code } | Panel;

/** What the page tells the frame. */
export interface ToFrame {
  run?: Code;
  stop?: true;
  dark?: boolean;
}

/** What the frame tells the page. */
export interface FromFrame {
  ready?: true;
  height?: number;
  running?: boolean;
  /** Where the code failed; `null` when it begins. */
  failedAt?: number | null;
}
