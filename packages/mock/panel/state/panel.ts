import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChangeTopic, ClockView, MethodName, ResultOf } from '../../src/control/types.ts';
import type { MockEvent, Transport } from '../transport/transport.ts';
import { LiveResults } from './live-results.ts';
import { RequestList } from './request-list.ts';

/** The last message, in the line at the foot. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
  /** The id of the change that it reports, if that can be taken back. */
  readonly undo: string | null;
}

/** The mock's time. */
export interface ClockNow {
  readonly kind: ClockView['kind'];
  readonly now: number;
  /** Milliseconds ahead of the computer's time; negative if behind. */
  readonly aheadMs: number;
}

/** Options of a panel. */
export interface PanelOptions {
  /** Whether the panel is part of a tool that has its name, the scenario and the theme itself, as Storybook has. */
  readonly isEmbedded?: boolean;
  /** Whether a server listens, so that `curl` reaches the mock. */
  readonly isServed?: boolean;
}

/** The state that all parts of a panel share. */
export class Panel {
  readonly transport: Transport;
  readonly isEmbedded: boolean;
  readonly isServed: boolean;
  /** The shown place: `requests/12?filter=403`, `changes/3`, `now`, `failures`, `data/issues/prj_web/33/consoleLogs`. */
  readonly location: Signal<string> = signal('requests');
  readonly theme: Signal<'auto' | 'light' | 'dark'> = signal('auto');
  readonly message: Signal<Message | null> = signal(null);
  /** Whether events don't arrive. */
  readonly isLost: Signal<boolean> = signal(false);
  /** The credential whose rate is shown; by default that of the last request. */
  readonly credential: Signal<string | undefined> = signal(undefined);
  readonly clock: Signal<ClockNow | undefined> = signal(undefined);
  readonly isPaletteOpen: Signal<boolean> = signal(false);
  /** The results that views show. */
  readonly live: LiveResults;
  readonly requests: RequestList;
  /** The number of the request that this panel sent last. */
  sent: number | undefined;
  readonly #lastIn = new Map<string, string>();
  readonly #stop: () => void;
  /** Counts the places that the focus followed to. */
  readonly #focused: Signal<number> = signal(0);
  #wantsFocus = false;

  constructor(transport: Transport, { isEmbedded = false, isServed = false }: PanelOptions = {}) {
    this.transport = transport;
    this.isEmbedded = isEmbedded;
    this.isServed = isServed;
    this.live = new LiveResults(
      (method, input) => transport.call(method, input),
      (error) => {
        // The state without a mock says enough.
        if (!this.isLost.value) this.fail(error);
      },
    );
    this.requests = new RequestList(transport, (error) => this.fail(error));
    this.#stop = transport.subscribe((event) => this.#handleEvent(event));
    void this.requests.load();
  }

  /** Calls a method. @returns its result. @throws Error with the mock's message. */
  async call<Name extends MethodName>(method: Name, input?: object): Promise<ResultOf<Name>> {
    // The types of results are those of the methods.
    return (await this.transport.call(method, input)) as ResultOf<Name>;
  }

  /** Changes the mock, which keeps the change and has the words for it, unless they are given. @returns the result. @throws Error with the mock's message. */
  async tryChange<Name extends MethodName>(method: Name, input = {}, label?: string): Promise<ResultOf<Name>> {
    const { result, undo, words } = await this.call('undoable', { method, input, by: 'panel', label });
    if (words !== null) this.say(words, { undo });
    // As in `call`.
    return result as ResultOf<Name>;
  }

  /** {@link tryChange}, but says an error. @returns the result; `undefined` after an error. */
  change<Name extends MethodName>(method: Name, input?: object, label?: string): Promise<ResultOf<Name> | undefined> {
    return this.attempt(() => this.tryChange(method, input, label));
  }

  async undo(id: string, words: string): Promise<void> {
    await this.attempt(() => this.call('undo', { id }), `Undone: ${words}`);
  }

  /** Does something, and says when it is done, or its error. @returns its result; `undefined` after an error. */
  async attempt<Result>(act: () => Promise<Result>, done?: string): Promise<Result | undefined> {
    try {
      const result = await act();
      if (done !== undefined) this.say(done);
      return result;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  say(text: string, { isError = false, undo = null }: Partial<Message> = {}): void {
    this.message.value = { text, isError, undo };
  }

  fail(error: unknown): void {
    this.say(error instanceof Error ? error.message : String(error), { isError: true });
  }

  /** Copies a text, and says so. */
  async copy(what: string, text: string | Promise<string>): Promise<void> {
    await this.attempt(async () => navigator.clipboard.writeText(await text), `Copied ${what}`);
  }

  /** The shown view, and the place in it, decoded. */
  get path(): string[] {
    const [path = ''] = this.location.value.split('?');
    return path.split('/').map(decoded);
  }

  /** How the shown view is narrowed, such as `filter`. */
  get query(): URLSearchParams {
    return new URLSearchParams(this.location.value.split('?')[1]);
  }

  /** Shows a place, with what narrows it. */
  go(parts: readonly (string | number)[] | string, query: Iterable<[string, string]> = []): void {
    const path = typeof parts === 'string' ? parts : parts.map((part) => encodeURIComponent(part)).join('/');
    const narrowed = new URLSearchParams([...query].filter(([, value]) => value !== ''));
    this.location.value = narrowed.size > 0 ? `${path}?${narrowed}` : path;
    this.#lastIn.set(this.path[0] ?? '', this.location.value);
  }

  /** Shows a place that the eye goes to: the focus follows, unless `goesOn` is false. */
  open(parts: readonly (string | number)[], query?: Iterable<[string, string]>, goesOn = true): void {
    if (goesOn) this.#wantsFocus = true;
    this.go(parts, query);
    if (goesOn) this.#focused.value++;
  }

  /** Shows a request that this panel sent, which is read a moment later. */
  openSent({ number }: { number: number }): void {
    this.sent = number;
    this.open(['requests', number], this.query);
  }

  /** Changes with each place that the focus follows to. */
  get focused(): number {
    return this.#focused.value;
  }

  /** Whether the focus goes to what is shown at a place. True once. */
  takeFocus(place: string): boolean {
    const isTaken = this.#wantsFocus && this.location.value.startsWith(place);
    if (isTaken) this.#wantsFocus = false;
    return isTaken;
  }

  /** Narrows the shown view. */
  narrow(name: string, value: string): void {
    const { query } = this;
    query.set(name, value);
    this.go(this.location.value.split('?')[0] ?? '', query);
  }

  /** Returns to where a view was left, or shows a place in it. */
  reopen(place: string): void {
    this.location.value = this.#lastIn.get(place) ?? place;
    this.#lastIn.set(this.path[0] ?? '', this.location.value);
  }

  stop(): void {
    this.#stop();
    this.requests.stop();
  }

  #handleEvent(event: MockEvent): void {
    if (event.type === 'request') this.requests.add(event.entry);
    else if (event.type === 'change') {
      if (isNewLog(event.what)) this.#leave('requests');
      this.#notify(event.what);
    } else if (event.type === 'another') {
      this.live.clear();
      this.#leave('requests');
      this.#leave('changes');
      // Each story of Storybook has its own.
      if (!this.isEmbedded)
        this.say('This is a new mock: it was started again. Earlier changes and requests are gone.');
      this.#notify('all');
    } else if (event.connected === this.isLost.value) {
      this.isLost.value = !event.connected;
      // It can't be undone now.
      this.message.value = null;
      // Events are lost while disconnected, so everything is read again.
      if (event.connected) this.#notify('all');
    }
  }

  /** Shows no request or change any more: others have its number. */
  #leave(view: 'requests' | 'changes'): void {
    this.#lastIn.delete(view);
    if (this.path[0] === view) this.go('requests', this.query);
  }

  #notify(what: ChangeTopic): void {
    this.live.changed(what);
    if (isNewLog(what)) void this.requests.load();
  }
}

/** Whether the log was cleared or replaced: each new request comes as an event of its own. */
const isNewLog = (what: ChangeTopic) => what === 'all' || what === 'requests';

export const PanelContext = createContext<Panel | null>(null);

/** Returns the panel of a component. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('usePanel() needs a PanelContext');
  return panel;
}

/** Returns a decoded segment of a path; one that is no URL encoding as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
