// Plain JavaScript, which a Node too old for the build can run.
import { readFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  const { packageManager } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  console.error(
    `The build needs Node 22.18 or later; this is ${process.version} (${process.execPath}).\n` +
      `On Linux \`npx -y ${packageManager.split('+')[0]} build\` brings its own; elsewhere install a current Node.`,
  );
  process.exit(1);
}
