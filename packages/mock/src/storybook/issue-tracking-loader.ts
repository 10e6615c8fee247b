import { type Scenario, scenarioNames } from '../settings/scenarios.ts';
import { addRendering, mountedRendering, type RenderingContext } from './page.ts';
import { createStoryMock, type StoryMock } from './story-mock.ts';
import { serve, type WorkerContext } from './story-worker.ts';

/** The used part of a loader's context. */
export interface LoaderContext extends WorkerContext, RenderingContext {
  readonly parameters: { readonly [name: string]: unknown };
  /** Includes the value of the addon's toolbar. */
  readonly globals?: { readonly [name: string]: unknown };
}

/** The loader's addition to a story's `loaded`. */
export interface LoadedIssueTracking {
  issueTracking: StoryMock;
}

/** The global that the toolbar sets; in URLs `?globals=issueTrackingScenario:slow`. */
export const scenarioGlobal = 'issueTrackingScenario';

/**
 * Creates a mock for each rendering of a story from `parameters.issueTracking`, and serves it with MSW's service worker. The mock and
 * options of a client are in `loaded.issueTracking`.
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
 * @throws Error if the service worker can't start or doesn't control the page, with advice; TypeError for invalid parameters.
 */
export async function issueTrackingLoader(context: LoaderContext): Promise<LoadedIssueTracking> {
  const { parameters, globals } = context;
  const scenario = scenarioIn(globals);
  // Storybook calls loaders again for each change of an argument: a mounted story keeps its mock. Another scenario creates a new
  // one, so that no client waits because of an earlier response.
  const mounted = mountedRendering(context);
  const rendering = mounted ?? addRendering(context);
  if (rendering.made?.scenario !== scenario) {
    rendering.made = { scenario, issueTracking: createStoryMock(rendering, parameters['issueTracking'], scenario) };
  }
  const issueTracking = await rendering.made.issueTracking;
  await serve(issueTracking.mock, rendering, context, mounted === undefined);
  return { issueTracking };
}

export function scenarioIn(globals: LoaderContext['globals']): Scenario {
  const chosen = globals?.[scenarioGlobal];
  return scenarioNames.find((name) => name === chosen) ?? 'normal';
}
