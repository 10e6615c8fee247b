import manifest from '../../../package.json' with { type: 'json' };

/** Returns the message for a Node that is too old for the mock and would otherwise end in an error of its own. */
export function unsupportedNodeMessage(version: string): string | undefined {
  const needed = manifest.engines.node.replace('>=', '');
  // In order of their numbers: 22.9 comes before 22.18.
  if (version.localeCompare(needed, 'en', { numeric: true }) >= 0) return undefined;
  return `issue-tracking-mock: Node ${needed} or later is needed, and this is ${version}\n`;
}
