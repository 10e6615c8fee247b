/** `pnpm release rehearse|version|tarballs`. The release itself is `.github/workflows/release.yml`. */
import { join } from 'node:path';
import { packPackages } from '../project/pack.ts';

const usage = `pnpm release rehearse|version X.Y.Z|tarballs

  rehearse        builds the last commit twice, publishes it to a local registry, and tests README with it
  version X.Y.Z   sets the version of packages, changelogs and examples
  tarballs        packs the packages into tarballs/, and prints how a project installs them`;

const [command, version = ''] = process.argv.slice(2);
if (command === '--help' || command === '-h') {
  console.log(usage);
} else if (command === 'rehearse') {
  await import('./rehearse.ts');
} else if (command === 'version' && /^\d+\.\d+\.\d+$/.test(version)) {
  const { setVersion } = await import('./version.ts');
  setVersion(version);
} else if (command === 'tarballs') {
  const tarballs = await packPackages(join(import.meta.dirname, '../../tarballs'), { build: true });
  const install = (name: string) => tarballs.get(`@issue-tracking/${name}`);
  console.log(
    `In your project:\n\n  npm install ${install('sdk')}\n  npm install --save-dev ${install('mock')}\n\nFor some guides also:\n\n  npm install ${install('model')}\n  npm install --save-dev ${install('cli')}   # the command issue-tracking\n`,
  );
} else {
  console.error(usage);
  process.exitCode = 2;
}
