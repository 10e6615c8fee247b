import { printReport } from './harness/print.ts';

const { default: m } = await import(new URL(process.argv[2] ?? '', import.meta.url).href);
for (const r of [await m()].flat()) printReport(r);
