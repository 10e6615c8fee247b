import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control-api/types.ts';
import type { MockEvent, Transport } from '../transport/transport.ts';
import { type Endpoint, endpointsOf } from './api.ts';
import { RequestList } from './request-list.ts';
import { UndoHistory } from './undo-history.ts';

/** A line that tells what has just happened. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed';
}

/** A route, and what it is asked. */
export type Ask = readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown];

const noticeTime = 5000;

/** Where a panel is shown. */
export interface PanelOptions {
  /** Whether it is part of a tool that names it, and where people choose the scenario and the colours, as Storybook is. */
  readonly isGuest?: boolean;
}

/** Everything that the parts of one panel share. */
export class Panel {
  readonly transport: Transport;
  readonly isGuest: boolean;
  /** The place that is shown: the name of a view, then the selection in it, separated by slashes. */
  readonly place: Signal<string> = signal('requests');
  readonly theme: Signal<'auto' | 'light' | 'dark'> = signal('auto');
  readonly notices: Signal<readonly Notice[]> = signal([]);
  readonly history: UndoHistory = new UndoHistory((...asked) => this.ask(...asked));
  /** Whether the focus stays where it is when another view is shown. */
  keepsFocus = false;
  readonly requests: RequestList;
  /** The endpoints of the API; none before they have come. */
  readonly endpoints: Signal<readonly Endpoint[]> = signal([]);
  readonly #connected = signal(true);
  readonly #listeners = new Set<(what: ChangeTopic) => void>();
  readonly #stop: () => void;
  #noticed = 0;

  constructor(transport: Transport, { isGuest = false }: PanelOptions = {}) {
    this.transport = transport;
    this.isGuest = isGuest;
    this.requests = new RequestList(this);
    this.#stop = transport.subscribe((event) => this.#hear(event));
    void this.requests.load();
    void this.#readApi();
  }

  /** Whether events come, and what is shown is true. */
  get connected(): ReadonlySignal<boolean> {
    return this.#connected;
  }

  /** Asks a route, and returns its body. @throws Error with what the mock said, unless it answered with success. */
  async ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.transport.send(method, path, body);
    if (answer.status >= 400)
      throw new Error(messageOf(answer.body) ?? `${method} ${path} was answered ${answer.status}`);
    // The routes' output schemas are checked where they are made.
    return answer.body as Body;
  }

  /** Makes a change that can be undone, and says that it is done or why it isn't. @returns what the last route answers. */
  change<Result>(label: string, ...asks: Ask[]): Promise<Result | undefined> {
    return this.#attempt(label, () =>
      this.history.make(label, async () => {
        let response: unknown;
        for (const ask of asks) response = await this.ask(...ask);
        // The routes' output schemas are checked where they are made.
        return response as Result;
      }),
    );
  }

  /** Does something that can't be undone: what a client does, a move of the clock, clearing the log. */
  run<Result>(label: string, ...ask: Ask): Promise<Result | undefined> {
    return this.#attempt(label, () => this.ask<Result>(...ask));
  }

  /** Undoes the last change that was made here. Asks first where that undoes later changes of others too. */
  async undo(): Promise<void> {
    try {
      const undone = await this.history.undo();
      if (undone) this.notify(`Undone: ${undone.label}`);
    } catch (error) {
      this.fail(error);
    }
  }

  async #attempt<Result>(label: string, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await run();
      this.notify(label);
      return result;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  notify(text: string, kind: Notice['kind'] = 'done'): void {
    const id = ++this.#noticed;
    this.notices.value = [...this.notices.value, { id, text, kind }].slice(-3);
    setTimeout(() => this.dismiss(id), kind === 'failed' ? noticeTime * 2 : noticeTime);
  }

  fail(error: unknown): void {
    this.notify(error instanceof Error ? error.message : String(error), 'failed');
  }

  dismiss(id: number): void {
    this.notices.value = this.notices.value.filter((notice) => notice.id !== id);
  }

  /** Shows a place. The focus goes along to another view, unless one is walking through the navigation. */
  go(place: string, { keepFocus = false } = {}): void {
    this.keepsFocus = keepFocus;
    this.place.value = place;
  }

  /** Calls back with what has changed; returns how to stop. */
  onChange(listener: (what: ChangeTopic) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stop();
    this.requests.stop();
  }

  async #readApi(): Promise<void> {
    try {
      this.endpoints.value = endpointsOf(await this.ask('GET', 'openapi.json'));
    } catch (error) {
      this.fail(error);
    }
  }

  #hear(event: MockEvent): void {
    if (event.type === 'request') this.requests.add(event.entry);
    else if (event.type === 'change') this.#tell(event.what);
    else if (event.type === 'another') {
      this.history.clear();
      this.#tell('all');
    } else {
      // Events of a gap are lost, so everything is read again.
      if (event.connected && !this.#connected.value) this.#tell('all');
      this.#connected.value = event.connected;
    }
  }

  #tell(what: ChangeTopic): void {
    for (const listener of [...this.#listeners]) listener(what);
  }
}

/** The `error` of a refusal, and what it says of single fields. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  const details = 'details' in body && Array.isArray(body.details) ? body.details : [];
  const lines = details.map(({ field, message }) => (field === 'body' ? message : `${field} ${message}`));
  return lines.length > 0 ? lines.join('; ') : String(body.error);
}

export const PanelContext = createContext<Panel | null>(null);

/** The panel that a component is part of. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('A part of the panel outside of it');
  return panel;
}
