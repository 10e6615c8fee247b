// One after the other, because each prints its cases.
await import('./smoke.mjs');
await import('./smoke.cjs');
