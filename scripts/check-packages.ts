/** Packs each package as it would be published and checks the tarball, not the folder, with publint and attw. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../packages');
const tarballs = mkdtempSync(join(tmpdir(), 'issue-tracking-pack-'));
const run = (command: string, args: string[], cwd?: string) => execFileSync(command, args, { cwd, stdio: 'inherit' });

try {
  for (const name of readdirSync(packages)) {
    run('pnpm', ['pack', '--pack-destination', tarballs], join(packages, name));
  }
  for (const file of readdirSync(tarballs)) {
    const tarball = join(tarballs, file);
    const manifest = execFileSync('tar', ['-xOf', tarball, 'package/package.json'], { encoding: 'utf8' });
    for (const inside of ['@issue-tracking/source', 'workspace:', 'catalog:']) {
      if (manifest.includes(inside)) throw new Error(`${file} would be published with "${inside}" in its package.json`);
    }
    run('publint', [tarball, '--strict']);
    run('attw', [tarball, '--profile', 'esm-only']);
  }
} finally {
  rmSync(tarballs, { recursive: true });
}
