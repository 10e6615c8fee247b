import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';
import { findChromium } from '../../scripts/chromium.ts';
import { serveSite } from './serve.ts';

mkdirSync('/tmp/site-shots', { recursive: true });
const site = await serveSite();
const b = await chromium.launch(await findChromium());
const want = process.argv[2]
  ? [process.argv[2]]
  : [
      'index',
      'start/call-the-api',
      'client/pagination',
      'project/benchmarks',
      'reference/openapi',
      'playground',
      'reference/api/index',
      'project/architecture',
      'reference/rules',
    ];
for (const path of want)
  for (const [name, width, dark] of [
    ['light', 1280, false],
    ['dark', 1280, true],
    ['phone', 390, false],
  ] as const) {
    const p = await b.newPage({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light' });
    p.on(
      'console',
      (m) => ['error', 'warning'].includes(m.type()) && console.log(path, 'console', m.text().slice(0, 300)),
    );
    p.on('pageerror', (e) => console.log(path, 'ERR', e.message));
    p.on('response', (r) => {
      if (r.status() >= 400) console.log(r.status(), r.url());
    });
    await p.goto(site.url + '/' + path + '.html');
    await p.waitForTimeout(1500);
    const run = p.getByRole('button', { name: 'Run', exact: true }).first();
    if (await run.count()) {
      await run.click();
      await p.waitForTimeout(2000);
    }
    const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.log(path, name, 'scrolls sideways by', wide);
    await p.screenshot({
      path: `/tmp/site-shots/${path.replaceAll('/', '-')}-${name}.png`,
      clip: { x: 0, y: 0, width, height: 1500 },
      fullPage: true,
    });
    await p.close();
  }
await b.close();
await site[Symbol.asyncDispose]();
