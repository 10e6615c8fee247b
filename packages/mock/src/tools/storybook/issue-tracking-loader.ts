import { type Scenario, scenarioNames } from '../../service/settings/scenarios.ts';
import { page } from './page.ts';
import { createStoryMock, type StoryMock } from './story-mock.ts';
import { serve, type WorkerContext } from './story-worker.ts';

/** The part of a loader's context that this one reads. */
export interface LoaderContext extends WorkerContext {
  /** `triage-board--loading` */
  readonly id: string;
  readonly parameters: { readonly [name: string]: unknown };
  /** With what the toolbar of the addon is set to. */
  readonly globals?: { readonly [name: string]: unknown };
  /** One for as long as a story is mounted. */
  readonly abortSignal: AbortSignal;
}

/** The loader's addition to a story's `loaded`. */
export interface LoadedIssueTracking {
  issueTracking: StoryMock;
}

/** The member of Storybook's globals that the toolbar sets; in an address `?globals=issueTrackingScenario:slow`. */
export const scenarioGlobal = 'issueTrackingScenario';

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
  const { id, parameters, abortSignal, globals } = context;
  const scenario = scenarioIn(globals);
  // Storybook asks again for every change of an argument: the story on the screen keeps its data. In another scenario it
  // starts over, so that no client remembers how long the last one told it to wait.
  let story = page.mounted.get(abortSignal);
  const isNew = story === undefined;
  if (story?.scenario !== scenario) {
    story = { scenario, issueTracking: createStoryMock(id, parameters['issueTracking'], scenario) };
    page.mounted.set(abortSignal, story);
  }
  const issueTracking = await story.issueTracking;
  await serve(issueTracking.mock, context, isNew);
  return { issueTracking };
}

export function scenarioIn(globals: LoaderContext['globals']): Scenario {
  const chosen = globals?.[scenarioGlobal];
  return scenarioNames.find((name) => name === chosen) ?? 'normal';
}
