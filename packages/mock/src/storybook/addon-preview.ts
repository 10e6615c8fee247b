import { addons } from 'storybook/preview-api';
import { scenarioTexts } from '../../panel/top/scenario-texts.ts';
import { serveChannel } from '../../panel/transport/channel-transport.ts';
import { directTransport } from '../../panel/transport/direct-transport.ts';
import type { Mock } from '../mock/mock.ts';
import { scenarioNames, scenarios } from '../settings/scenarios.ts';
import { asChannel } from './channel.ts';
import { type LoadedIssueTracking, type LoaderContext, scenarioGlobal, wantedMock } from './issue-tracking-loader.ts';
import { mountedRendering } from './page.ts';
import { issueTrackingLoader } from './story-worker.ts';

/** Storybook's event that mounts a story again. */
const forceRemount = 'forceRemount';

/**
 * The loader of the addon. If the arguments or the toolbar ask for another mock, it mounts the story again, because components
 * keep their first client.
 */
async function load(context: LoaderContext): Promise<LoadedIssueTracking> {
  const made = mountedRendering(context)?.made;
  const wanted = wantedMock(context);
  if (made && made.key !== wanted.key) {
    const isMountedAnyway = context.viewMode === 'docs' && made.scenario !== wanted.scenario;
    if (!isMountedAnyway || !(await isRemoved(context.abortSignal))) remount(context.id);
    context.issueTracking = await made.issueTracking;
    return { issueTracking: context.issueTracking };
  }
  const loaded = await issueTrackingLoader(context);
  answerPanel(loaded.issueTracking.mock, context.id);
  return loaded;
}

/**
 * Resolves once a rendering is removed; to false if it isn't within a second. When a global changes, Storybook mounts the stories of a
 * documentation page again by itself, and reloads the page if one of them isn't in its loaders then.
 */
function isRemoved(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(signal.aborted), 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** Stories that are being mounted again. */
const remounting = new Set<string>();

/**
 * Mounts all renderings of a story again, once, however many of them ask: a documentation page renders its first story twice. At once,
 * because Storybook can end a render only while its loaders run; later it would reload the page.
 */
function remount(storyId: string): void {
  if (remounting.has(storyId)) return;
  remounting.add(storyId);
  addons.getChannel().emit(forceRemount, { storyId });
  setTimeout(() => remounting.delete(storyId));
}

let connected: { readonly mock: Mock; stop(): void } | undefined;

/** Connects the panel, on the manager's page, to this story's mock. */
function answerPanel(mock: Mock, storyId: string): void {
  if (connected?.mock === mock) return;
  connected?.stop();
  const direct = directTransport(mock);
  const stop = serveChannel(asChannel(addons.getChannel()), {
    async call(method, input) {
      if (method !== 'reset') return direct.call(method, input);
      // A reset mounts the story again, because a story adds to the initial state of its mock.
      remount(storyId);
      return {};
    },
    subscribe(listener) {
      listener({ type: 'another' });
      return direct.subscribe(listener);
    },
  });
  connected = { mock, stop };
}

/** Annotations for projects with the addon: the loader, and a toolbar for the scenario. */
export default {
  loaders: [load],
  globalTypes: {
    [scenarioGlobal]: {
      name: 'Scenario',
      description: 'How the mocked issue tracking service behaves',
      toolbar: {
        title: 'Scenario',
        icon: 'lightning',
        dynamicTitle: true,
        items: [
          { type: 'reset', value: '', title: 'As the story says' },
          ...scenarioNames.map((value) => ({ value, title: scenarioTexts[value], right: scenarios[value] })),
        ],
      },
    },
  },
};
