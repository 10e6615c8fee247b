import type { HttpHandler } from 'msw';
import type { SetupWorker } from 'msw/browser';
import type { StoryMock } from './story-mock.ts';

/** A mounted story. */
interface MountedStory {
  readonly scenario: string;
  readonly issueTracking: Promise<StoryMock>;
}

/** The common state of all stories of a page. */
interface Page {
  readonly mounted: WeakMap<AbortSignal, MountedStory>;
  /** The handlers of each base URL, the newest last. */
  readonly served: Map<string, HttpHandler[]>;
  started?: Promise<SetupWorker> | undefined;
}

// Global, because the addon and a project's preview may each bundle a copy of this package.
const key: unique symbol = Symbol.for('@issue-tracking/mock/stories');
const global: typeof globalThis & { [key]?: Page } = globalThis;
global[key] ??= { mounted: new WeakMap(), served: new Map() };

export const page: Page = global[key];
