// Runs the whole-API suite through Prism's proxy, which validates every request and response against the document.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { createMock, virtualClock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { check, document, documentPath } from './openapi-setup.mjs';
import { start, world } from './tests/fixture.ts';
import { optionsOf } from './tests/whole-api-script.ts';
import { scripts } from './tests/whole-api-scripts.ts';

/** The address of the current script's mock. Each script has its own mock, and Prism takes one address. */
let service = '';
const gateway = createServer((incoming, response) => {
  const { method, url, headers } = incoming;
  const onward = forward(new URL(url, service), { method, headers: { ...headers, host: new URL(service).host } });
  onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode, answer.rawHeaders)));
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
});
gateway.listen(0, '127.0.0.1');
await once(gateway, 'listening');
const upstream = `http://127.0.0.1:${gateway.address().port}`;

const prism = spawn(process.execPath, [
  'node_modules/@stoplight/prism-cli/dist/index.js',
  ...['proxy', documentPath, upstream, '--host', '127.0.0.1', '--port', '0'],
]);
const proxy = await new Promise((resolve, reject) => {
  let output = '';
  prism.stdout.on('data', (text) => {
    output += text;
    const found = /Prism is listening on (\S+)/.exec(output);
    if (found) resolve(found[1]);
  });
  prism.once('close', () => reject(new Error(output)));
});

const described = Object.keys(document.paths).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
let compared = 0;
let refused = 0;
/** Undescribed requests and responses of faults can't be validated. */
let left = 0;

/** Prism exits at `%zz` in a path, and never responds to a body that isn't JSON. */
function canBeCompared(pathname, body) {
  try {
    decodeURI(pathname);
    return typeof body !== 'string' || body === '' || JSON.parse(body) !== undefined;
  } catch {
    return false;
  }
}

for (const [title, { options, play, needs }] of Object.entries(scripts)) {
  if (needs || title.startsWith('faults') || title.startsWith('connections')) continue;
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false, ...options });
  const { url, close } = await listen(mock);
  service = url;
  await check(title, async () => {
    const violations = [];
    const ask = async (method, path, request = {}) => {
      const { body, headers = {} } = request;
      const pathname = `/api${path}`.split('?')[0];
      const operations =
        document.paths[Object.keys(document.paths)[described.findIndex((each) => each.test(pathname))]];
      const isDescribed = operations?.[method.toLowerCase()] !== undefined && canBeCompared(pathname, body);
      const response = await fetch(`${isDescribed ? proxy : upstream}/api${path}`, optionsOf(method, request));
      await response.arrayBuffer();
      if (!isDescribed) return void left++;
      compared++;
      for (const violation of JSON.parse(response.headers.get('sl-violations') ?? '[]')) {
        // The mock must reject an invalid request. Prism accepts only `Bearer `, HTTP allows any letter case.
        const isScheme = violation.code === 401 && headers.authorization !== undefined;
        const isRefused = violation.location[0] === 'request' && (response.status >= 400 || isScheme);
        if (isRefused) refused++;
        else violations.push(`${method} ${path} → ${response.status}: ${JSON.stringify(violation)}`);
      }
    };
    await play(ask, mock);
    if (violations.length > 0) throw new Error(violations.join('\n'));
  });
  await close();
}
console.log(
  `${compared} requests through Prism, ${refused} wrong ones that it names were refused; ${left} not described`,
);
await check('most of the suite went through Prism', () => {
  if (compared < 80) throw new Error(`only ${compared} requests`);
});
prism.removeAllListeners('close');
prism.kill();
gateway.close();
