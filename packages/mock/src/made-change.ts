/** Takes a change back in one part of the state. */
export interface Reversal {
  /** Whether there is nothing to take back. */
  readonly isEmpty: boolean;
  /** @throws TypeError that says what stands in the way. */
  check(): void;
  takeBack(): void;
}

/** A change as its user reads it. */
export interface Deed {
  /** The number, name or id of what was changed. */
  readonly subject?: string | undefined;
  /** Returns the change in words, with the sum of a loop. */
  words(count: number): string;
}

/** Repeated changes of one kind, such as 200 creates. They are shown as one change, with their sum. */
export interface Loop {
  /** What each of them does. A change that does something else is not part of the loop. */
  readonly does: string;
  /** The versions of records that are changed. A record that the loop has changed already would count twice, so it ends the loop. */
  readonly to?: readonly object[];
}

/** The author of changes. */
export interface Origin {
  /** Such as `test`, `panel`, or a name that the caller says. */
  readonly author: string;
  /** The words of the caller. */
  readonly label?: string | undefined;
  /** Whether each change stays apart, so that its caller can take back that alone. */
  readonly isApart?: boolean;
  /** The change that was made. */
  made?: MadeChange | undefined;
}

/** A change that has been made. */
export interface MadeChange {
  readonly method: string;
  readonly origin: Origin;
  /** What its loop does; `undefined` if it stays alone. */
  readonly does: string | undefined;
  /** The versions of records, faults or tenants that it made. */
  readonly results: Set<unknown>;
  /** Number of the last request when it began. */
  readonly before: number;
  /** Number of the last request in the log that it left: some changes empty or replace the log. */
  after: number;
  /** How it is taken back, by the owners of the parts of the state. */
  readonly parts: Map<object, Reversal>;
  /** Whether it replaced the whole state. */
  isWhole: boolean;
  number: number;
  at: number;
  count: number;
  /** Returns what was done last. Called by readers only: changes are more frequent. */
  deed: () => Deed;
  /** `done` once it was taken back, or why it never can be. */
  end?: string;
}

/** A change as `changes.all` shows it. */
export interface Change {
  readonly number: number;
  /** For `undo`; `null` if it can't be taken back for good. */
  readonly id: string | null;
  /** The clock's time, in milliseconds since 1970. */
  readonly at: number;
  readonly words: string;
  readonly author: string;
  readonly method: string;
  readonly subject?: string;
  readonly count: number;
  /** Number of the last request before it. */
  readonly after: number;
  /** `possible`, `done`, or what stands in the way. */
  readonly undo: string;
}

/** Returns the id of a change, for `undo`. */
export function idOf({ number }: Pick<MadeChange, 'number'>): string {
  return `change-${number}`;
}

/** Returns a change in words. */
export function wordsOf({ origin, deed, count }: MadeChange): string {
  return origin.label ?? deed().words(count);
}

/** Whether there is nothing to take back. */
export function isEmpty({ parts }: MadeChange): boolean {
  for (const part of parts.values()) if (!part.isEmpty) return false;
  return true;
}

/** Forgets how a change is taken back, because it was, or never can be. */
export function end(change: MadeChange, why: string): void {
  if (change.end !== undefined) return;
  change.end = why;
  change.parts.clear();
  change.results.clear();
}
