import { nodeProblem } from '@issue-tracking/model/node-version';
import manifest from '../../package.json' with { type: 'json' };

/** Returns why Node is too old for what has this name in messages. */
export function nodeComplaint(name: string): string | undefined {
  return nodeProblem(name, manifest.engines.node);
}
