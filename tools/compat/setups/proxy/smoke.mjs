// Clients behind a proxy, and with a company's own certificate authority, each in a process of its own.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from '@issue-tracking/mock';
import { runCases } from './smoke/smoke.mjs';

const mock = createMock();
const toMock = async (request, response) => {
  const { authorization } = request.headers;
  const answer = await mock.fetch(`${mock.baseUrl}${request.url}`, { headers: { authorization } });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
};
const listening = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

let tunnels = 0;
const proxy = createServer((_, response) => response.writeHead(501).end());
proxy.on('connect', ({ url }, socket) => {
  tunnels++;
  const [host, port] = url.split(':');
  const target = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  target.pipe(socket).pipe(target);
  for (const end of [target, socket]) end.on('error', () => socket.destroy());
});
const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;

const folder = mkdtempSync(join(tmpdir(), 'ca-'));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const names = ['-subj', '/CN=company', '-addext', 'subjectAltName=IP:127.0.0.1'];
const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...names];
execFileSync('openssl', make, { stdio: 'ignore' });
const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, toMock);
const url = `https://127.0.0.1:${await listening(server)}`;

const service = { ISSUE_TRACKING_BASE_URL: url, ISSUE_TRACKING_API_KEY: mock.clientOptions.apiKey };
const trusted = { NODE_EXTRA_CA_CERTS: cert };

async function prints(file, env, wanted) {
  const options = { env: { ...process.env, ...service, ...env }, timeout: 20_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [file], options);
  if (stdout.trim() !== wanted) throw new Error(`expected ${wanted}, saw ${stdout}`);
}

async function throughProxy(run) {
  const before = tunnels;
  await run();
  if (tunnels === before) throw new Error('expected a request through the proxy');
}

process.exitCode = await runCases([
  [
    'undici’s ProxyAgent',
    () => throughProxy(() => prints('undici-client.js', { ...trusted, HTTPS_PROXY: proxyUrl }, '1')),
  ],
  [
    'NODE_USE_ENV_PROXY',
    () => throughProxy(() => prints('client.js', { ...trusted, HTTPS_PROXY: proxyUrl, NODE_USE_ENV_PROXY: '1' }, '1')),
  ],
  ['NODE_EXTRA_CA_CERTS', () => prints('client.js', trusted, '1')],
  ['undici with a certificate', () => prints('undici-ca-client.js', { COMPANY_CA: cert }, '1')],
  [
    'an unknown certificate is rejected',
    async () => {
      const error = await prints('client.js', {}, '1').catch((failure) => failure);
      if (!/ConnectionError|self-signed/.test(String(error?.stderr)))
        throw new Error(`expected a refusal, saw ${error}`);
    },
  ],
]);
server.close();
proxy.close();
process.exit();
