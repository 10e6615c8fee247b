import { serveChannel } from '../../../packages/mock/panel/transport/channel-transport.ts';
import { directTransport } from '../../../packages/mock/panel/transport/direct-transport.ts';
import { PanelChannel } from './channel.ts';
import type { Code, FromWorker, ToWorker } from './messages.ts';
import { run, shownMock } from './run.ts';

/** Limits of one run's output: showing the output of an endless loop would block the page. */
const most = { lines: 2_000, characters: 500_000 };

const post = (message: FromWorker): void => postMessage(message);
const channel = new PanelChannel(post);

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'panel') channel.receive(data);
  else void start(data.code);
});

async function start(code: Code): Promise<void> {
  Error.stackTraceLimit = 100;
  post({ type: 'started' });
  let { lines, characters } = most;
  await run(code, {
    print(printed) {
      if (lines < 0) return;
      lines -= 1;
      characters -= printed.text.length;
      if (lines >= 0 && characters >= 0) post({ type: 'printed', printed });
      else post({ type: 'printed', printed: { level: 'warn', text: 'What it prints after this is not shown.' } });
      if (characters < 0) lines = -1;
    },
    fail: (failure) => post({ type: 'failed', failure }),
  });
  const mock = shownMock();
  if (mock) serveChannel(channel, directTransport(mock));
  post({ type: 'ended', hasMock: mock !== undefined });
}
