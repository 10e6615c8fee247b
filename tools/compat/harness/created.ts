import { join } from 'node:path';
import { runPage } from '../../doc-test/run-page.ts';
import type { CreatedApplication } from '../setups.ts';

/**
 * Creates an application as the page says, with the newest initializer and packages of the registry. Follows the page to its
 * end: what it shows in a browser is seen there.
 *
 * @throws Error for the first block of the page that doesn't work.
 */
export async function makeCreated(
  folder: string,
  { page, choice }: CreatedApplication,
  tarballs: ReadonlyMap<string, string>,
): Promise<void> {
  const failure = await runPage(join(import.meta.dirname, '../../..', page), {
    folder,
    tarballs,
    ...(choice !== undefined && { choice }),
    // Not the versions that this computer happens to have.
    env: { npm_config_prefer_offline: 'false' },
  });
  if (failure) throw new Error(`${page}:${failure.line}: ${failure.message}`);
}
