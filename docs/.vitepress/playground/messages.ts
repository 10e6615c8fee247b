/** Code of a page. `setup` is the code of earlier blocks of the same module, whose output isn't shown. */
export interface Code {
  setup: string;
  code: string;
}

export interface Printed {
  level: 'log' | 'warn' | 'error';
  text: string;
}

/** An uncaught error, and the line of `code` that threw it, from 1. */
export interface Failure {
  text: string;
  line?: number;
}

/** A message from the worker to the frame. */
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

/** A message from the frame to the worker. */
export type ToWorker = { type: 'run'; code: Code } | Panel;

/** A message from the page to the frame. */
export interface ToFrame {
  run?: Code;
  stop?: true;
  dark?: boolean;
  /** Whether output and panel divide the height of the frame. Otherwise the frame gets the height of its content. */
  fills?: boolean;
}

/** A message from the frame to the page. */
export interface FromFrame {
  ready?: true;
  height?: number;
  running?: boolean;
  /** The line of `code` that failed; `null` when the code starts. */
  failedAt?: number | null;
}
