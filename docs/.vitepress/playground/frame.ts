import { type MountedPanel, mountTransport } from '../../../packages/mock/panel/mount.tsx';
import { channelTransport } from '../../../packages/mock/panel/transport/channel-transport.ts';
import { PanelChannel } from './channel.ts';
import type { Code, Failure, FromFrame, FromWorker, ToFrame, ToWorker } from './messages.ts';

const limitSeconds = 20;

const output = element('output');
const service = element('service');
const workerUrl = URL.createObjectURL(new Blob([element('worker').textContent], { type: 'text/javascript' }));
let runs = 0;
let current: Run | undefined;

/** Receives code from the embedding page, which alone can send messages to the frame. */
addEventListener('message', ({ data, source }: MessageEvent<ToFrame>) => {
  if (source !== parent) return;
  if (data.dark !== undefined) document.documentElement.classList.toggle('dark', data.dark);
  if (data.fills !== undefined) document.documentElement.classList.toggle('fills', data.fills);
  if (data.stop) current?.stop('Stopped.');
  if (data.run) {
    current?.close();
    current = new Run(data.run);
  }
});

new ResizeObserver(() => tell({ height: document.documentElement.scrollHeight })).observe(document.body);
tell({ ready: true });

/** Code that runs in its own worker until the next run. An endless loop there blocks neither the frame nor the page. */
class Run {
  readonly #worker = new Worker(workerUrl);
  readonly #channel = new PanelChannel((message) => this.#post(message));
  #limit: ReturnType<typeof setTimeout> | undefined;
  #panel: MountedPanel | undefined;
  #isRunning = true;

  constructor(code: Code) {
    output.replaceChildren();
    service.hidden = true;
    tell({ running: true, failedAt: null });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#receive(data, code));
    this.#worker.addEventListener('error', () => this.stop('The code cannot run here: the browser starts no worker.'));
    this.#post({ type: 'run', code });
  }

  /** Terminates the code, and its mock with it. */
  stop(why: string): void {
    if (!this.#isRunning) return;
    this.#worker.terminate();
    show('warn', why);
    this.#end();
  }

  /** Ends the worker and removes the panel, before the next run. */
  close(): void {
    clearTimeout(this.#limit);
    this.#worker.terminate();
    this.#panel?.unmount();
  }

  #receive(message: FromWorker, { code }: Code): void {
    if (message.type === 'started') {
      const tooLong = (): void => this.stop(`Stopped: it still ran after ${limitSeconds} seconds.`);
      this.#limit = setTimeout(tooLong, limitSeconds * 1_000);
    }
    if (message.type === 'printed') show(message.printed.level, message.printed.text);
    if (message.type === 'failed') showFailure(message.failure, code);
    if (message.type === 'panel') this.#channel.receive(message);
    if (message.type === 'ended') {
      if (output.childElementCount === 0) show('nothing', 'It ran, and printed nothing.');
      service.hidden = !message.hasMock;
      if (message.hasMock) this.#panel = mountTransport(channelTransport(this.#channel), service);
      this.#end();
    }
  }

  #end(): void {
    clearTimeout(this.#limit);
    this.#isRunning = false;
    runs += 1;
    document.body.dataset['runs'] = String(runs);
    tell({ running: false });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

function showFailure({ text, line }: Failure, code: string): void {
  show('error', text);
  if (line === undefined) return;
  show('place', `  line ${line}: ${code.split('\n')[line - 1]?.trim() ?? ''}`);
  tell({ failedAt: line });
}

function show(className: string, text: string): void {
  const line = document.createElement('span');
  line.className = className;
  line.textContent = `${text}\n`;
  output.append(line);
}

function tell(message: FromFrame): void {
  parent.postMessage(message, '*');
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The frame has no #${id}`);
  return found;
}
