import { type MountedPanel, mountPanel } from '@issue-tracking/mock/panel';
import { mocks } from './packages.ts';
import { type Code, run } from './run.ts';

const output = element('output');
const service = element('service');
let runs = 0;
let panel: MountedPanel | undefined;

/** The page outside sends code; nobody else can, as the frame has no address. */
addEventListener('message', ({ data, source }: MessageEvent<{ run?: Code; dark?: boolean }>) => {
  if (source !== parent) return;
  if (data.dark !== undefined) document.documentElement.classList.toggle('dark', data.dark);
  if (data.run) void show(data.run);
});

new ResizeObserver(() => parent.postMessage({ height: document.documentElement.scrollHeight }, '*')).observe(
  document.body,
);
parent.postMessage({ ready: true }, '*');

async function show(code: Code): Promise<void> {
  output.replaceChildren();
  panel?.unmount();
  await run(code, ({ level, text }) => {
    const line = document.createElement('span');
    line.className = level;
    line.textContent = `${text}\n`;
    output.append(line);
  });
  if (output.childElementCount === 0) {
    const nothing = document.createElement('span');
    nothing.className = 'nothing';
    nothing.textContent = 'It ran, and printed nothing.';
    output.append(nothing);
  }
  const mock = mocks.findLast((mock) => mock.requests.last()) ?? mocks.at(-1);
  panel = mock && mountPanel(mock, service);
  service.hidden = !mock;
  runs += 1;
  document.body.dataset['runs'] = String(runs);
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The frame has no #${id}`);
  return found;
}
