import type { HttpHandler } from 'msw';
import type { SetupWorker } from 'msw/browser';
import type { Mock } from '../mock/mock.ts';
import type { StoryMock } from './story-mock.ts';

/** The part of a loader's context that identifies a rendering. */
export interface RenderingContext {
  /** `triage-board--loading` */
  readonly id: string;
  /** The same signal while a story is mounted. Storybook aborts it when it removes the story. */
  readonly abortSignal: AbortSignal;
  /** The element that Storybook renders the story in. */
  readonly canvasElement?: { readonly isConnected: boolean } | null;
}

/** A story where it is rendered. A documentation page may render the same story several times. */
export interface Rendering extends RenderingContext {
  /** Distinguishes the renderings of one story, from 1. */
  readonly number: number;
  /** Its mock, the key of what it was made from, and the scenario of the globals. */
  made?: {
    readonly key: string;
    readonly scenario: string | undefined;
    readonly issueTracking: Promise<StoryMock>;
  };
}

/** A mock that the page's worker passes requests to. */
interface Served {
  readonly mock: Mock;
  readonly rendering: Rendering;
  readonly handlers: readonly HttpHandler[];
}

/** The common state of all stories of a page. */
interface Page {
  renderings: Rendering[];
  /** The newest last. */
  served: Served[];
  started?: Promise<SetupWorker> | undefined;
}

// Global, because the addon and a project's preview may each bundle a copy of this package.
const key: unique symbol = Symbol.for('@issue-tracking/mock/stories');
const global: typeof globalThis & { [key]?: Page } = globalThis;
global[key] ??= { renderings: [], served: [] };

export const page: Page = global[key];

/** Whether a rendering is no longer on the page. `@storybook/addon-vitest` removes the element, but aborts nothing. */
export function isGone({ abortSignal, canvasElement }: RenderingContext): boolean {
  return abortSignal.aborted || canvasElement?.isConnected === false;
}

/** Returns a mounted rendering; `undefined` for one whose loader runs for the first time. */
export function mountedRendering({ abortSignal }: Pick<RenderingContext, 'abortSignal'>): Rendering | undefined {
  return page.renderings.find((rendering) => rendering.abortSignal === abortSignal);
}

/** Adds a rendering with the lowest number that no other rendering of the story has. Synchronous: loaders run concurrently. */
export function addRendering({ id, abortSignal, canvasElement = null }: RenderingContext): Rendering {
  page.renderings = page.renderings.filter((rendering) => !isGone(rendering));
  const taken = page.renderings.filter((other) => other.id === id).map(({ number }) => number);
  let number = 1;
  while (taken.includes(number)) number += 1;
  const rendering = { id, abortSignal, canvasElement, number };
  page.renderings.push(rendering);
  return rendering;
}
