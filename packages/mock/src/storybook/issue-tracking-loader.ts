import { createStoryTracker, type StoryTracker } from './story-tracker.ts';
import { serve, type WorkerContext } from './story-worker.ts';

/** What Storybook tells a loader, as far as this one listens. */
interface LoaderContext extends WorkerContext {
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
 * @throws Error when the service worker can't start or doesn't control the page, saying what to do; TypeError for
 * parameters it doesn't know.
 */
export async function issueTrackingLoader(context: LoaderContext): Promise<LoadedIssueTracking> {
  const { id, parameters, abortSignal } = context;
  // Storybook asks again for every change of an argument: the story on the screen keeps its data.
  let tracker = mounted.get(abortSignal);
  if (!tracker) {
    tracker = createStoryTracker(id, parameters['issueTracking']);
    mounted.set(abortSignal, tracker);
  }
  const issueTracking = await tracker;
  await serve(issueTracking.mock, context);
  return { issueTracking };
}
