// Runs the cases in Chromium: in a page, in a worker, and under a policy that forbids `eval` and inline scripts.
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const { outputFiles } = await build({
  entryPoints: ['app.js'],
  bundle: true,
  format: 'iife',
  platform: 'browser',
  write: false,
});
const script = outputFiles[0].text;
const workerPage =
  "const w = new Worker('/app.js'); w.onmessage = ({ data }) => (data === null ? (window.ended = true) : console.log(data));";
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'";

const server = createServer(({ url }, response) => {
  if (url === '/app.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  else if (url === '/worker-page.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(workerPage);
  else {
    const headers = { 'content-type': 'text/html', ...(url === '/csp' && { 'content-security-policy': policy }) };
    const name = url === '/worker' ? 'worker-page' : 'app';
    response.writeHead(200, headers).end(`<!doctype html><script src="/${name}.js"></script>`);
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const { executablePath, args } = JSON.parse(process.env.CHROMIUM);
const browser = await chromium.launch({ executablePath, args });
try {
  for (const where of ['page', 'worker', 'csp']) {
    const tab = await browser.newPage();
    tab.on('console', (message) => console.log(message.text()));
    tab.on('pageerror', (error) => console.log(`SMOKE failed ${error}`));
    await tab.goto(`http://127.0.0.1:${server.address().port}/${where}`);
    // Poll from here: Playwright's wait evaluates a string in the page, which the policy forbids.
    const giveUpAt = Date.now() + 60_000;
    while (!(await tab.evaluate(() => window.ended))) {
      if (Date.now() > giveUpAt) throw new Error(`the ${where} did not end within a minute`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await tab.close();
  }
} finally {
  await browser.close();
  server.close();
}
