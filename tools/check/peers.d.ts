// Only tools/bench installs these packages. `pnpm check typecheck` runs without them and doesn't check calls to them.
declare module '@octokit/request';
declare module 'openai';
declare module 'p-queue';
declare module 'stripe';
