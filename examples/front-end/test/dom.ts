import { JSDOM } from 'jsdom';
import { afterAll, beforeAll } from 'vitest';

// Imported first: React, TanStack Query and Vue look for a page when they are loaded.
const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://localhost/', pretendToBeVisual: true });
const names = [
  'window',
  'document',
  'HTMLElement',
  'HTMLIFrameElement',
  'Element',
  'SVGElement',
  'Node',
  'MutationObserver',
] as const;
const page = { ...Object.fromEntries(names.map((name) => [name, window[name]])), window };

function open() {
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

open();

/** Opens the page for the tests of a file, which may not be the first to load this one. */
export function withPage(): void {
  beforeAll(open);
  afterAll(() => {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  });
}
