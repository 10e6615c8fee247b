/** `pnpm release rehearse|version|tarballs`. The release itself is `.github/workflows/release.yml`. */
import { join } from 'node:path';
import { packPackages } from '../project/pack.ts';

const usage = `pnpm release rehearse|version|tarballs

  rehearse   versions, builds and publishes the last commit to a local registry, and tests README with it
  version    sets the versions of packages and examples, as the changesets say
  tarballs   packs the packages into tarballs/, and prints how a project installs them`;

const [command] = process.argv.slice(2);
if (command === '--help' || command === '-h') {
  console.log(usage);
} else if (command === 'rehearse') {
  await import('./rehearse.ts');
} else if (command === 'version') {
  await import('./version.ts');
} else if (command === 'tarballs') {
  const tarballs = await packPackages(join(import.meta.dirname, '../../tarballs'), { build: true });
  const install = (name: string) => tarballs.get(`@issue-tracking/${name}`);
  console.log(
    `In your project:\n\n  npm install ${install('sdk')}\n  npm install --save-dev ${install('mock')}\n  npm install --save-dev ${install('cli')}   # for the command issue-tracking\n`,
  );
} else {
  console.error(usage);
  process.exitCode = 2;
}
