import type { TestTagDefinition } from 'vitest';
import { findChromium } from './chromium.ts';
import { findProgram } from './programs.ts';

/** The Chromium that browser tests run in. */
export const chromium = await findChromium();

/**
 * Programs that some tests need. Such a test has the program's name as its tag. Without the program it is skipped, and the
 * summary of the run says how to install it.
 */
export const requirements = [
  requirement('chromium', 'chromium', !!chromium),
  requirement('redis-server', 'redis-server', !!findProgram('redis-server', 'valkey-server')),
  requirement('python3', 'python3'),
  requirement('bash', 'bash'),
  requirement('curl', 'curl'),
  requirement('git', 'git'),
  requirement('ps', 'procps'),
];

function requirement(
  name: string,
  debianPackage: string,
  isThere = findProgram(name) !== undefined,
): TestTagDefinition {
  return { name, description: `apt-get install ${debianPackage}`, skip: !isThere };
}
