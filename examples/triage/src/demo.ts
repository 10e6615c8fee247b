import { runDemo } from './run-demo.ts';

process.exitCode = await runDemo(process.argv.slice(2), {
  output: process.stdout,
  env: process.env,
  stopped: () =>
    new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    }),
});
