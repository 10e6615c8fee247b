const literal = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\d+)`;
const literalUnion = new RegExp(String.raw`(?<![\w'"])${literal}(?: \| ${literal})+(?![\w'"])`, 'g');

/** Sorts unions of literals. The compiler orders the members of an inferred union differently from one build to the next. */
export function sortLiteralUnions(report: string): string {
  return report.replace(literalUnion, (union) => union.split(' | ').sort().join(' | '));
}
