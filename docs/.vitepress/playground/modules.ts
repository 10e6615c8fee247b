/** Names of the modules that a snippet can import in the playground. `packages.ts` imports them. */
export const modules = [
  '@issue-tracking/sdk',
  '@issue-tracking/mock',
  '@issue-tracking/mock/demo',
  '@issue-tracking/model',
];
