// Starts the Storybook of this project, with one of the two forms of msw-storybook-addon or without it.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const { bin } = JSON.parse(readFileSync('node_modules/storybook/package.json', 'utf8'));
const cli = join('node_modules/storybook', typeof bin === 'string' ? bin : bin.storybook);
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
/** Storybooks are often published below a path. */
const folder = '/team/board/';

/** Returns the address, a function that ends it, and `reached`: paths of requests that bypassed the mock, as far as the server reports them. */
export function openStorybook(command) {
  return command === 'dev' ? startStorybook() : serveBuilt();
}

/** Builds the Storybook and serves the result. */
async function serveBuilt() {
  const reached = [];
  const built = spawnSync(process.execPath, [cli, 'build', '--output-dir', 'built'], { encoding: 'utf8' });
  if (built.status !== 0) fail('build', `${built.stdout}${built.stderr}`);
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname.startsWith('/api/')) reached.push(pathname);
    try {
      if (!pathname.startsWith(folder)) throw new Error('outside');
      const file = pathname === folder ? 'index.html' : pathname.slice(folder.length);
      const bytes = readFileSync(join('built', file));
      response.setHeader('content-type', types[extname(file)] ?? 'text/html').end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  console.log('SMOKE ok build');
  return { url: `http://localhost:${server.address().port}${folder}`, reached, close: () => server.close() };
}

/** Starts the development server, which prints its port. */
async function startStorybook() {
  const storybook = spawn(process.execPath, [cli, 'dev', '--ci', '--no-open', '--host', '127.0.0.1']);
  let output = '';
  const url = await new Promise((resolve) => {
    const read = (chunk) => {
      output += chunk;
      const [, port] = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(output) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}/`);
    };
    storybook.stdout.setEncoding('utf8').on('data', read);
    storybook.stderr.setEncoding('utf8').on('data', read);
    storybook.on('exit', () => fail('dev', output));
  });
  storybook.removeAllListeners('exit');
  console.log('SMOKE ok dev');
  return { url, reached: [], close: () => storybook.kill() };
}

function fail(command, output) {
  console.log(`SMOKE failed ${command}: ${output.slice(-3000)}`);
  process.exit(1);
}
