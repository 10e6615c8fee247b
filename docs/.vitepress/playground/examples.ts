import agent from './examples/agent.ts?raw';
import rateLimit from './examples/rate-limit.ts?raw';
import rejections from './examples/rejections.ts?raw';
import retry from './examples/retry.ts?raw';

/** The programs of the playground's menu, by their titles. The first runs when the page opens. */
export const examples: Readonly<Record<string, string>> = {
  'A failure that is retried': retry,
  'Why a request was rejected': rejections,
  'A rate limit without a 429': rateLimit,
  'An agent at work': agent,
};
