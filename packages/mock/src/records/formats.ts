import type { TechContext } from '@issue-tracking/model';
import { lastTime } from '../platform/clock/clock.ts';

/** The name and version of a browser or an operating system. */
export type Version = TechContext['browserInfo'];

/** Width and height in pixels. */
export type Size = TechContext['viewportSize'];

/** Joins name and version: `Chrome 141`. */
export function joined({ name, version }: Version): string {
  return version === '' ? name : `${name} ${version}`;
}

/** Splits `Mobile Safari 18.4` into name and version. Without a space, the version is empty. */
export function split(info: string): Version {
  const at = info.lastIndexOf(' ');
  return at < 0 ? { name: info, version: '' } : { name: info.slice(0, at), version: info.slice(at + 1) };
}

/** Returns a size as in an issue's viewport: `1440x900`. */
export function sizeText({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** Parses `1440x900`. */
export function size(text: string): Size {
  const at = text.indexOf('x');
  return { width: Number(text.slice(0, at)), height: Number(text.slice(at + 1)) };
}

/** Returns a timestamp some minutes after another, at most the last one (GEN-4). */
export function minutesAfter(date: string, minutes: number): string {
  return new Date(Math.min(lastTime, Date.parse(date) + minutes * 60_000)).toISOString();
}
