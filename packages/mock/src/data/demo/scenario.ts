import type { ConsoleLevel, IssuePriority } from '@issue-tracking/model';
import type { Device } from './devices.ts';
import type { Random } from './random.ts';

/** What a reporter did: where an action has a text, it is what the element says or what was typed. */
export type Action = readonly [type: 'click' | 'input' | 'navigation', target: string, text?: string];

/** A request the page made; the path is under the application's origin unless it is a whole address. */
type CapturedRequest = readonly [method: string, path: string, status: number, duration: number];

/** Who says something about an issue. */
export type Role = 'reporter' | 'developer' | 'qa';

/** Something thrown, with the functions it went through, innermost first. */
export interface Thrown {
  readonly message: string;
  readonly frames: readonly [string, ...string[]];
  /** The script's name, without hash and extension. */
  readonly script: string;
}

/** One bug; all of its parts belong together. */
export interface Story {
  readonly title: string;
  /** What happens, in the reporter's words. */
  readonly what: string;
  readonly expected: string;
  /** Path of the page it was reported on. */
  readonly page: string;
  /** What led there, in order. */
  readonly actions: readonly Action[];
  /** What the page asked for at last, in order: usually the request that failed. */
  readonly requests?: readonly CapturedRequest[];
  /** What the page said before it went wrong, in order. */
  readonly console?: readonly (readonly [level: ConsoleLevel, message: string])[];
  readonly thrown?: Thrown;
  /** The element at fault. */
  readonly selector: string;
  readonly styles: Readonly<Record<string, string>>;
  /** Components from the root to the element. */
  readonly components: string;
  readonly talk: {
    /** Before anyone knows why. */
    readonly triage: readonly (readonly [Role, string])[];
    /** A developer has found out. */
    readonly cause: string;
    /** What a developer writes with the fix. */
    readonly fix: string;
    /** What QA saw. */
    readonly verified: string;
  };
}

/** What a story is made with. */
export interface StoryContext extends Random {
  readonly device: Device;
}

/** A kind of bug, worded a little differently each time. */
export interface Scenario {
  readonly labels: readonly string[];
  /** How bad it usually is. */
  readonly priority: IssuePriority;
  /** Browsers it shows on; all of them unless given. */
  readonly families?: readonly Device['family'][];
  story(context: StoryContext): Story;
}
