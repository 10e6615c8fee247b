/** What the packages' builds have in common, as plugins of esbuild. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Lets a bundle know its package's version without carrying the rest of the manifest. */
export const versionOnly: Plugin = {
  name: 'version-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]package\.json$/ }, ({ path }) => {
      const { version, engines } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version, engines }), loader: 'json' };
    });
  },
};

/** Where the licences of bundled packages stand, in a package's `dist`. */
export const licenceFile = 'THIRD_PARTY_LICENSES.txt';

/**
 * Writes the licences of the packages whose code ended up in a bundle into a folder, as most of them ask for. A bundle
 * without any gets no file. Use one plugin for all the builds of a package.
 */
export function thirdPartyLicences(folder = 'dist'): Plugin {
  const texts = new Map<string, string>();
  return {
    name: 'third-party-licences',
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true;
      onEnd(({ metafile, errors }) => {
        if (!metafile || errors.length > 0) return;
        for (const { inputs } of Object.values(metafile.outputs)) {
          for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
            const home = /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];
            if (!home || bytesInOutput === 0) continue;
            const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
            texts.set(`${name} ${version}`, licenceOf(home) ?? `Licensed under ${license}.`);
          }
        }
        if (texts.size === 0) return;
        const notices = [...texts].sort().map(([name, text]) => `${name}\n\n${text.trim()}\n`);
        // With `clean`, the bundler may not have made it yet.
        mkdirSync(folder, { recursive: true });
        writeFileSync(
          join(folder, licenceFile),
          `This package contains code of the packages below.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`,
        );
      });
    },
  };
}

function licenceOf(folder: string): string | undefined {
  const file = [
    'LICENSE',
    'LICENSE.md',
    'LICENSE.txt',
    'LICENCE',
    'license',
    'license.md',
    'LICENSE-MIT',
    'License',
    'LICENSE-MIT.txt',
  ]
    .map((name) => join(folder, name))
    .find(existsSync);
  return file && readFileSync(file, 'utf8');
}
