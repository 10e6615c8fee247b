import { addons } from 'storybook/preview-api';
import { scenarioTexts } from '../../panel/top/scenario-texts.ts';
import { serveChannel } from '../../panel/transport/channel-transport.ts';
import { directTransport } from '../../panel/transport/direct-transport.ts';
import type { Mock } from '../mock/mock.ts';
import { scenarioNames, scenarios } from '../settings/scenarios.ts';
import { asChannel } from './channel.ts';
import {
  issueTrackingLoader,
  type LoadedIssueTracking,
  type LoaderContext,
  scenarioGlobal,
  scenarioIn,
} from './issue-tracking-loader.ts';
import { mountedRendering } from './page.ts';

/** Storybook's event that mounts a story again. */
const forceRemount = 'forceRemount';

/**
 * The loader of the addon. If the toolbar selects another scenario, it mounts the story again, because components keep their first
 * client.
 */
async function load(context: LoaderContext): Promise<LoadedIssueTracking> {
  const made = mountedRendering(context)?.made;
  if (made && made.scenario !== scenarioIn(context.globals)) {
    addons.getChannel().emit(forceRemount, { storyId: context.id });
    return { issueTracking: await made.issueTracking };
  }
  const loaded = await issueTrackingLoader(context);
  answerPanel(loaded.issueTracking.mock, context.id);
  return loaded;
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
      addons.getChannel().emit(forceRemount, { storyId });
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
  initialGlobals: { [scenarioGlobal]: 'normal' },
  globalTypes: {
    [scenarioGlobal]: {
      name: 'Scenario',
      description: 'How the mocked issue tracking service behaves',
      toolbar: {
        title: 'Scenario',
        icon: 'lightning',
        dynamicTitle: true,
        items: scenarioNames.map((value) => ({ value, title: scenarioTexts[value], right: scenarios[value] })),
      },
    },
  },
};
