import { addons } from 'storybook/preview-api';
import { scenarioTexts } from '../../../panel/shell/scenarios.ts';
import { answerChannel } from '../../../panel/transport/channel-transport.ts';
import { directTransport } from '../../../panel/transport/direct-transport.ts';
import type { Mock } from '../../mock/mock.ts';
import { scenarioNames, scenarios } from '../../service/settings/scenarios.ts';
import { asChannel } from './channel.ts';
import {
  issueTrackingLoader,
  type LoadedIssueTracking,
  type LoaderContext,
  scenarioGlobal,
  scenarioIn,
} from './issue-tracking-loader.ts';
import { page } from './page.ts';

/** Storybook's own name of this event. */
const forceRemount = 'forceRemount';

/**
 * The loader as the addon has it: with its toolbar, a story on the screen can get another scenario. It is mounted again
 * then, as components keep the client that they were given first.
 */
async function load(context: LoaderContext): Promise<LoadedIssueTracking> {
  const story = page.mounted.get(context.abortSignal);
  if (story && story.scenario !== scenarioIn(context.globals)) {
    addons.getChannel().emit(forceRemount, { storyId: context.id });
    return { issueTracking: await story.issueTracking };
  }
  const loaded = await issueTrackingLoader(context);
  answerPanel(loaded.issueTracking.mock, context.id);
  return loaded;
}

let answered: { readonly mock: Mock; stop(): void } | undefined;

/** Has the panel, which is on the manager's page, show this story's mock from now on. */
function answerPanel(mock: Mock, storyId: string): void {
  if (answered?.mock === mock) return;
  answered?.stop();
  const direct = directTransport(mock);
  const stop = answerChannel(asChannel(addons.getChannel()), {
    async send(method, path, body) {
      if (`${method} ${path}` !== 'POST reset') return direct.send(method, path, body);
      // A story has more than its mock began with: it begins again as a whole, in the scenario of the toolbar.
      addons.getChannel().emit(forceRemount, { storyId });
      return { status: 200, body: {} };
    },
    subscribe(listener) {
      listener({ type: 'another' });
      return direct.subscribe(listener);
    },
  });
  answered = { mock, stop };
}

/** Annotations for every project that lists the addon: the loader, and a toolbar for the scenario. */
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
