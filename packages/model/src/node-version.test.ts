import { nodeProblem } from '@issue-tracking/model/node-version';
import { expect, test } from 'vitest';

const runtime = (versions: object, userAgent?: string) =>
  ({ process: { versions }, navigator: { userAgent } }) as object;

test.each(['20.20.2', '22.9.0', '22.17.1'])('Node %s is too old, and the message says which is needed', (node) => {
  const problem = 'the package requires Node 22.18 or later, found ';
  expect(nodeProblem('the package', '>=22.18', runtime({ node }, `Node.js/${node}`))).toBe(problem + node);
  expect(nodeProblem('the package', '>=22.18', { process: { versions: { node } } })).toBe(problem + node);
});

test.each([
  ['Node 22.18', runtime({ node: '22.18.0' })],
  ['Node 24', runtime({ node: '24.1.0' }, 'Node.js/24')],
  ['Bun', runtime({ node: '20.0.0', bun: '1.4.5' }, 'Bun/1.4.5')],
  ['Deno', runtime({ node: '20.0.0', deno: '2.9.6' }, 'Deno/2.9.6')],
  ['Cloudflare Workers', runtime({ node: '20.0.0' }, 'Cloudflare-Workers')],
  ['a browser', { navigator: { userAgent: 'Mozilla/5.0' } }],
  ['a browser with a stand-in for process', runtime({}, 'Mozilla/5.0')],
])('%s is not too old', (_, platform) => {
  expect(nodeProblem('the package', '>=22.18', platform)).toBeUndefined();
});
