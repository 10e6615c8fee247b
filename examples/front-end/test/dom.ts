import { JSDOM } from 'jsdom';

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
for (const [name, value] of Object.entries(page))
  Object.defineProperty(globalThis, name, { value, configurable: true });
