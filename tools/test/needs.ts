import type { TestTagDefinition } from 'vitest';
import { findChromium } from './chromium.ts';
import { findProgram } from './programs.ts';

/** Where the Chromium is that tests run in. */
export const chromium = await findChromium();

/**
 * What some tests need and not every machine has. Such a test has the name as its tag. It is skipped where the program is
 * missing, and the end of the run says how to get it.
 */
export const needs = [
  { name: 'chromium', description: 'apt-get install chromium', skip: !chromium },
  {
    name: 'redis-server',
    description: 'apt-get install redis-server',
    skip: !findProgram('redis-server', 'valkey-server'),
  },
  { name: 'python3', description: 'apt-get install python3', skip: !findProgram('python3') },
] satisfies TestTagDefinition[];
