// The packages that only tools/bench installs: `pnpm check typecheck` runs without them. Their calls are not checked.
declare module '@octokit/request';
declare module 'openai';
declare module 'p-queue';
declare module 'stripe';
