import manifest from '../../package.json' with { type: 'json' };

/** Returns a message if Node is too old. Without this message, Node would report an unclear error. */
export function unsupportedNodeMessage(version: string): string | undefined {
  const needed = manifest.engines.node.replace('>=', '');
  // Numeric, because 22.9 is before 22.18.
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return undefined;
  return `issue-tracking-mock: requires Node ${needed} or later, found ${version}\n`;
}
