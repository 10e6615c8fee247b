import type { CapturedName } from '@issue-tracking/model';
import { capturedNames } from '../../state/read-record.ts';

/** The last segment of the address of each captured part. */
export const partOf = {
  ...(Object.fromEntries(capturedNames.map((name) => [name, name])) as Record<CapturedName, string>),
  consoleLogs: 'console',
  networkLogs: 'network',
  userActions: 'actions',
  techContext: 'environment',
};

/** Returns the heading of a part: `jsErrors` is `Js errors`. */
export function titleOf(name: CapturedName): string {
  const words = partOf[name].replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
