import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { staticDirs } from './addon-preset.ts';

test('Storybook is told to serve the worker script of MSW, beside what a project serves', async () => {
  const [own, worker] = staticDirs(['../public']);
  expect(own).toBe('../public');
  expect(worker).toMatchObject({ to: '/mockServiceWorker.js' });
  expect(await readFile((worker as { from: string }).from, 'utf8')).toContain('Mock Service Worker.');
});
