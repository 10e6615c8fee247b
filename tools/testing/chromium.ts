import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patience } from './patience.ts';
import { findProgram } from './programs.ts';

/** No sandbox, because containers run as root. No requests of the browser's own. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser ends with the process that started it, by its pipe: Playwright need not listen for signals. */
const options = { timeout: patience, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** Options of Playwright's `launch()` for the Chromium of {@link findChromium}. */
export type ChromiumLaunch = { executablePath: string; args: string[] } & typeof options;

/**
 * Finds the Chromium for browser tests: `CHROMIUM_PATH`, else the npm package's, else the system's. The package's is the same
 * on each machine, and its headless shell needs half the processor time of a full browser.
 *
 * @throws Error if `CHROMIUM_PATH` names no file.
 */
export async function findChromium(): Promise<ChromiumLaunch | undefined> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !existsSync(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH: ${CHROMIUM_PATH} does not exist`);
  const executablePath = CHROMIUM_PATH || ((await unpackChromium()) ?? findProgram('chromium'));
  return executablePath ? { executablePath, args, ...options } : undefined;
}

/** The package's font. Without a font Chromium draws no text, and an element without a size can't be clicked. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
const startWithFont = `#!/bin/sh
FONTCONFIG_FILE="\${0%/*}/fonts.conf" exec "\${0%/*}/chromium" "$@"
`;

/** Unpacks `@sparticuz/chromium` (an optional dependency, Linux x64 only) beside itself, once. */
async function unpackChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const chromium = await import('@sparticuz/chromium').catch(() => undefined);
  if (!chromium) return undefined;
  const unpacked = fileURLToPath(new URL('../unpacked-with-font', import.meta.resolve('@sparticuz/chromium')));
  const path = join(unpacked, 'start');
  if (existsSync(path)) return path;

  // The package unpacks into TMPDIR and accepts a half-written file: unpack elsewhere, then rename.
  const aside = await mkdtemp(`${unpacked}-`);
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = aside;
  try {
    await chromium.default.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  await writeFile(join(aside, 'fonts.conf'), fontConfiguration);
  await writeFile(join(aside, 'start'), startWithFont, { mode: 0o755 });
  // A parallel test run may have renamed its copy first.
  await rename(aside, unpacked).catch(() => rm(aside, { recursive: true }));
  return path;
}
