import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Quiet flags: no sandbox (containers run as root), and no request to anything but the page's own. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What Playwright's `launch()` takes to start the Chromium of {@link findChromium}. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
}

/** The Chromium that browser tests run in: `CHROMIUM_PATH`, else the system's, else the npm package's. */
export async function findChromium(): Promise<ChromiumLaunch | undefined> {
  const installed = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find((path) => path && existsSync(path));
  const executablePath = installed ?? (await unpackChromium());
  return executablePath ? { executablePath, args } : undefined;
}

/** Unpacks `@sparticuz/chromium` (an optional dependency, Linux x64 only) beside itself, once. */
async function unpackChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const chromium = await import('@sparticuz/chromium').catch(() => undefined);
  if (!chromium) return undefined;
  const unpacked = fileURLToPath(new URL('../unpacked', import.meta.resolve('@sparticuz/chromium')));
  const path = join(unpacked, 'chromium');
  if (existsSync(path)) return path;

  // It unpacks into TMPDIR and takes a half-written file for a finished one: unpack aside, then rename.
  const aside = await mkdtemp(`${unpacked}-`);
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = aside;
  try {
    await chromium.default.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  // Another test run may have been first: its copy is as good.
  await rename(aside, unpacked).catch(() => rm(aside, { recursive: true }));
  return path;
}
