import type { CapturedList } from '@issue-tracking/model';

/** A list of what was captured with an issue. */
export interface CapturedPart {
  readonly text: string;
  /** Members that tell its entries apart. */
  readonly summary: readonly string[];
  /** Returns a filled entry. */
  readonly template: (now: string, index: number) => Readonly<Record<string, unknown>>;
}

/** The captured lists of an issue. */
export const captured: { readonly [List in CapturedList]: CapturedPart } = {
  consoleLogs: {
    text: 'Console',
    summary: ['level', 'message'],
    template: (timestamp) => ({
      level: 'error',
      message: "TypeError: Cannot read properties of undefined (reading 'total')",
      source: 'checkout.js:214:18',
      timestamp,
    }),
  },
  networkLogs: {
    text: 'Network',
    summary: ['method', 'status', 'url'],
    template: (timestamp) => ({
      method: 'POST',
      url: 'https://shop.example/api/cart',
      status: 500,
      duration: 184,
      timestamp,
    }),
  },
  userActions: {
    text: 'Actions',
    summary: ['type', 'target', 'text'],
    template: (timestamp) => ({ type: 'click', target: 'button.checkout', text: 'Pay now', timestamp }),
  },
  screenshots: {
    text: 'Screenshots',
    summary: ['id', 'width', 'height'],
    template: (createdAt, index) => ({
      id: `shot-${index + 1}`,
      url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#cdd3e0"/><rect x="80" y="80" width="1120" height="64" fill="#fff"/><rect x="80" y="184" width="544" height="456" fill="#fff"/></svg>')}`,
      width: 1280,
      height: 720,
      createdAt,
    }),
  },
};

/** Returns the list of a name; `undefined` for another member. */
export function capturedPart(name: string): CapturedPart | undefined {
  return Object.entries(captured).find(([list]) => list === name)?.[1];
}
