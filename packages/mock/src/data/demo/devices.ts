import type { Random } from './random.ts';

/** What a reporter's browser says of itself. */
export interface Device {
  readonly family: 'chrome' | 'edge' | 'firefox' | 'safari' | 'android' | 'ios';
  /** The browser's name. */
  readonly name: string;
  /** Name and version. */
  readonly browser: string;
  /** Name and version. */
  readonly os: string;
  /** `<width>x<height>`. */
  readonly viewport: string;
}

type Row = readonly [
  weight: number,
  family: Device['family'],
  browser: string,
  os: string,
  viewports: readonly [string, ...string[]],
];

const large = ['1440x900', '1920x969', '2560x1305', '1512x861'] as const;
const laptop = ['1366x657', '1536x730', '1280x633'] as const;
const phone = ['360x800', '393x873', '412x915'] as const;
const iphone = ['390x844', '393x852', '430x932'] as const;

/** Browsers as a shop and an office see them, with systems and sizes they come with. */
const rows: readonly Row[] = [
  [24, 'chrome', 'Chrome 141.0.7390.108', 'Windows 11', [...laptop, ...large]],
  [16, 'chrome', 'Chrome 141.0.7390.108', 'macOS 15.7', large],
  [6, 'chrome', 'Chrome 140.0.7339.208', 'Ubuntu 24.04', large],
  [9, 'edge', 'Edge 141.0.3537.92', 'Windows 11', laptop],
  [8, 'firefox', 'Firefox 144.0', 'Windows 11', laptop],
  [5, 'firefox', 'Firefox 140.4', 'Ubuntu 24.04', large],
  [10, 'safari', 'Safari 26.0', 'macOS 26.0', large],
  [5, 'safari', 'Safari 18.6', 'macOS 14.8', large],
  [10, 'android', 'Chrome Mobile 141.0.7390.97', 'Android 16', phone],
  [4, 'android', 'Samsung Internet 28.0', 'Android 15', phone],
  [13, 'ios', 'Mobile Safari 26.0', 'iOS 26.0', iphone],
  [6, 'ios', 'Mobile Safari 18.6', 'iOS 18.7', iphone],
];

/** A device, of one of the families when a bug shows on no other. */
export function randomDevice({ weighted, pick }: Random, families?: readonly Device['family'][]): Device {
  const fitting = rows.filter(([, family]) => families === undefined || families.includes(family));
  const [, family, browser, os, viewports] = weighted(fitting.map((row) => [row, row[0]] as const));
  return { family, name: browser.slice(0, browser.lastIndexOf(' ')), browser, os, viewport: pick(viewports) };
}
