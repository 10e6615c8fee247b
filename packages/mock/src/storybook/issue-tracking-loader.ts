import { createStoryTracker, type StoryTracker } from './story-tracker.ts';
import { serve } from './story-worker.ts';

/** What Storybook tells a loader, as far as this one listens. */
interface LoaderContext {
  /** `triage-board--loading` */
  readonly id: string;
  readonly parameters: { readonly [name: string]: unknown };
  /** One for as long as a story is mounted. */
  readonly abortSignal: AbortSignal;
}

/** What the loader adds to a story's `loaded`. */
export interface LoadedIssueTracking {
  issueTracking: StoryTracker;
}

const mounted = new WeakMap<AbortSignal, Promise<StoryTracker>>();

/**
 * Gives each story a service of its own, answered by MSW's service worker, and made as its
 * `parameters.issueTracking` say. What a client needs to reach it is in `loaded.issueTracking`.
 *
 * @example
 * // .storybook/preview.ts
 * export default { loaders: [issueTrackingLoader] };
 *
 * // board.stories.tsx
 * export const Empty = {
 *   parameters: { issueTracking: { issues: 0 } },
 *   render: (_args, { loaded: { issueTracking } }) => (
 *     <Board client={new IssueTrackingClient(issueTracking.clientOptions)} projectId={issueTracking.projectId} />
 *   ),
 * };
 *
 * @throws Error when the service worker can't start, saying what to do; TypeError for parameters it doesn't know.
 */
export async function issueTrackingLoader({
  id,
  parameters,
  abortSignal,
}: LoaderContext): Promise<LoadedIssueTracking> {
  // Storybook asks again for every change of an argument: the story on the screen keeps its data.
  let tracker = mounted.get(abortSignal);
  if (!tracker) {
    tracker = start(id, parameters['issueTracking']);
    mounted.set(abortSignal, tracker);
  }
  return { issueTracking: await tracker };
}

async function start(id: string, parameters: unknown): Promise<StoryTracker> {
  const tracker = await createStoryTracker(id, parameters);
  await serve(tracker.mock);
  return tracker;
}
