import type { TestTagDefinition } from 'vitest';
import { findChromium } from './chromium.ts';
import { findProgram } from './programs.ts';

/** Where the Chromium is that tests run in. */
export const chromium = await findChromium();

/**
 * Requirements of some tests that not every machine meets. Such a test has the name as its tag. Without the program it is
 * skipped, and the end of the run says how to get it.
 */
export const needs = [
  need('chromium', 'chromium', !!chromium),
  need('redis-server', 'redis-server', !!findProgram('redis-server', 'valkey-server')),
  need('python3', 'python3'),
  need('bash', 'bash'),
  need('curl', 'curl'),
  need('git', 'git'),
  need('mkfifo', 'coreutils'),
];

function need(name: string, debianPackage: string, isThere = findProgram(name) !== undefined): TestTagDefinition {
  return { name, description: `apt-get install ${debianPackage}`, skip: !isThere };
}
