/** What a snippet can import in the playground; `packages.ts` has them. */
export const modules = [
  '@issue-tracking/sdk',
  '@issue-tracking/mock',
  '@issue-tracking/mock/demo',
  '@issue-tracking/model',
];
