import { defineConfig } from 'tsup';

export default defineConfig({
  // `#compile` is chosen by an export condition when the package is used, so it stays outside the bundle.
  entry: {
    index: 'src/index.ts',
    redis: 'src/redis.ts',
    compile: 'src/check/compile.ts',
    'compile.node': 'src/check/compile.node.ts',
  },
  external: ['#compile'],
  format: 'esm',
  target: 'es2024',
  dts: true,
  sourcemap: true,
  clean: true,
});
