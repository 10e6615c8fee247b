import { mustBeOneOf } from '@issue-tracking/model';
import { scenarioNames } from '../settings/scenarios.ts';
import { addRendering, mountedRendering, type Rendering, type RenderingContext } from './page.ts';
import { createStoryMock, type IssueTrackingParameters, type StoryMock } from './story-mock.ts';

/** The used part of a loader's context. */
export interface LoaderContext extends RenderingContext {
  readonly parameters: { readonly [name: string]: unknown };
  readonly args?: { readonly [name: string]: unknown };
  /** Includes the value of the addon's toolbar. */
  readonly globals?: { readonly [name: string]: unknown };
  readonly viewMode?: 'story' | 'docs';
  /** Set for `play`, `beforeEach` and decorators. */
  issueTracking?: StoryMock;
}

/** The loader's addition to a story's `loaded`. */
export interface LoadedIssueTracking {
  issueTracking: StoryMock;
}

declare module 'storybook/internal/csf' {
  interface StoryContext {
    /** The story's mock, of the loader of `@issue-tracking/mock/storybook`. */
    issueTracking: StoryMock;
  }
  interface Parameters {
    /** The story's mock, of `@issue-tracking/mock/storybook`: options, or a function of arguments and context that returns them. */
    issueTracking?: IssueTrackingParameters | ((args: never, context: never) => IssueTrackingParameters);
  }
}

/** The global that the toolbar sets; in URLs `?globals=issueTracking:slow`, of a story `globals: { issueTracking: 'slow' }`. */
export const scenarioGlobal = 'issueTracking';

/** Lets requests to a rendering's mock reach it. `isNewStory`: its loader runs for the first time. */
type Serve<Context> = (
  mock: StoryMock['mock'],
  rendering: Rendering,
  context: Context,
  isNewStory: boolean,
) => Promise<void>;

/** Returns the loader for one way of serving mocks. */
export function loaderThat<Context extends LoaderContext>(serve: Serve<Context>) {
  return async (context: Context): Promise<LoadedIssueTracking> => {
    const { options, scenario, key } = wantedMock(context);
    // Storybook calls loaders again for each change of an argument: a mounted story keeps its mock. Other options or another scenario
    // create a new one, so that no client waits because of an earlier response.
    const mounted = mountedRendering(context);
    const rendering = mounted ?? addRendering(context);
    if (rendering.made?.key !== key)
      rendering.made = { key, scenario, issueTracking: createStoryMock(rendering, options, scenario) };
    const issueTracking = await rendering.made.issueTracking;
    await serve(issueTracking.mock, rendering, context, mounted === undefined);
    context.issueTracking = issueTracking;
    return { issueTracking };
  };
}

/** Returns what the story's mock is made from, with a key that differs if the mock would. */
export function wantedMock(context: LoaderContext) {
  const { parameters, args = {}, globals } = context;
  const given = parameters['issueTracking'];
  const options: unknown = typeof given === 'function' ? given(args, context) : given;
  const chosen = globals?.[scenarioGlobal] || undefined; // the toolbar resets it to an empty text
  const scenario = scenarioNames.find((name) => name === chosen);
  if (chosen !== scenario)
    throw new TypeError(
      `The global "${scenarioGlobal}" ${mustBeOneOf(scenarioNames)}; found ${JSON.stringify(chosen)}`,
    );
  return { options, scenario, key: keyOf([options, scenario]) };
}

/** Returns a text that is the same for the same options. Functions and clocks are the same each time: a story has one of each. */
function keyOf(options: unknown): string {
  const ancestors: unknown[] = [];
  return JSON.stringify(options, function (this: unknown, name, value: unknown) {
    if (name === 'clock' && typeof value === 'object' && !(value instanceof Date)) return '';
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (typeof value !== 'object' || value === null) return value;
    // The checks of the parameters reject such a value with a better message.
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return '(contains itself)';
    ancestors.push(value);
    return value;
  });
}
