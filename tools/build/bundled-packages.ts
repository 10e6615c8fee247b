import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Files in `dist` about bundled packages: their licences, and a bill of materials (CycloneDX). */
export const licenceFile = 'THIRD_PARTY_LICENSES.txt';
export const materialsFile = 'sbom.cdx.json';

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  readonly licenceText: string;
}

/**
 * Lists the packages whose code is in a bundle, in two files of the folder. Writes neither file for a bundle without any. Use
 * one plugin for all builds of a package.
 */
export function listBundledPackages(folder = 'dist'): Plugin {
  const found = new Map<string, BundledPackage>();
  return {
    name: 'list-bundled-packages',
    setup({ initialOptions, onEnd }) {
      initialOptions.metafile = true;
      onEnd(({ metafile, errors }) => {
        if (!metafile || errors.length > 0) return;
        for (const { inputs } of Object.values(metafile.outputs)) {
          for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
            const home = /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];
            if (!home || bytesInOutput === 0) continue;
            const { name, version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
            const licenceText = licenceOf(home) ?? `Licensed under ${license}.`;
            found.set(`${name} ${version}`, { name, version, license, licenceText });
          }
        }
        if (found.size === 0) return;
        const bundled = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
        // With `clean`, the folder may not exist yet.
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, licenceFile), notices(bundled));
        writeFileSync(join(folder, materialsFile), `${JSON.stringify(billOfMaterials(bundled), null, 2)}\n`);
      });
    },
  };
}

function notices(bundled: readonly BundledPackage[]): string {
  const texts = bundled.map(({ name, version, licenceText }) => `${name} ${version}\n\n${licenceText.trim()}\n`);
  return `This package contains code of the packages below.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Returns a bill of materials without serial number and date, so that builds are reproducible. */
function billOfMaterials(bundled: readonly BundledPackage[]): object {
  const components = bundled.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
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
