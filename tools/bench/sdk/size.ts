import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { kilobytes } from '../harness/numbers.ts';
import type { Limit, Report } from '../harness/report.ts';

const entries = [
  { name: '@issue-tracking/sdk', ours: true, code: "export { IssueTrackingClient } from '@issue-tracking/sdk'" },
  { name: 'ky', code: "export { default } from 'ky'" },
  { name: 'stripe', code: "export { default } from 'stripe'" },
  { name: 'octokit', code: "export { Octokit } from 'octokit'" },
  { name: 'openai', code: "export { default } from 'openai'" },
];

const limits: Record<'browser' | 'node', Limit> = {
  browser: {
    limit: 38.8,
    goal: {
      value: 36.8,
      reason: 'docs/contributing/decisions.md says what the bytes are for',
    },
  },
  node: { limit: 43.7 },
};

export default async function size(): Promise<Report> {
  const sizes = [];
  for (const { name, ours, code } of entries) {
    sizes.push({ name, ours: ours === true, browser: await bytes(code, 'browser'), node: await bytes(code, 'node') });
  }
  const own = sizes.find((entry) => entry.ours);
  return {
    title: 'Bytes an application ships',
    how: 'The client class of each package with all its dependencies, bundled and minified by esbuild as ESM, brotli at its best. Node built-ins stay outside.',
    columns: ['', 'browser', 'node'],
    rows: sizes.map(({ name, ours, browser, node }) => ({ name, ours, cells: [kilobytes(browser), kilobytes(node)] })),
    targets: (['browser', 'node'] as const).map((platform) => ({
      name: `${platform} build`,
      measured: (own?.[platform] ?? Number.NaN) / 1000,
      unit: 'kB',
      ...limits[platform],
    })),
    invalid: [],
  };
}

async function bytes(code: string, platform: 'browser' | 'node'): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform,
    target: 'es2022',
    // Some of the compared packages import Node's modules in browsers too.
    external: platform === 'browser' ? ['node:*'] : [],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return brotliCompressSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
}
