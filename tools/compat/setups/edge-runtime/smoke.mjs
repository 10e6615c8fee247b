import { EdgeRuntime } from 'edge-runtime';
import { build } from 'esbuild';

const { outputFiles } = await build({
  stdin: {
    contents: `
      import * as mock from '@issue-tracking/mock';
      import * as sdk from '@issue-tracking/sdk';
      import { clientCases, mockCases, runCases } from './smoke/smoke.mjs';
      globalThis.finished = runCases([...clientCases(sdk, mock), ...mockCases(mock)]);
    `,
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  format: 'iife',
  conditions: ['edge-light', 'worker', 'browser'],
  write: false,
});
const runtime = new EdgeRuntime();
runtime.evaluate(outputFiles[0].text);
process.exitCode = await runtime.evaluate('globalThis.finished');
