/**
 * Puts a chart under the table of the last run. A bar is what was measured as a part of its bound, which is the line:
 * a bar that ends before the line has met its target. Where more is better, bar and bound change places.
 */
export function benchmarkCharts(page: string): string {
  const rows = [
    ...page.matchAll(
      /^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| (at most|below|at least) ([^|]+) \| (met|\*\*missed\*\*) \|$/gm,
    ),
  ].map(([, group = '', target = '', measured = '', sense = '', bound = '', result = '']) => ({
    group,
    target,
    measured,
    bound: `${sense} ${bound}`,
    met: result === 'met',
    part: share(measured, bound, sense === 'at least'),
  }));
  if (rows.length === 0)
    throw new Error('tools/bench/README.md has no rows of a last run: the page of benchmarks would have no charts');
  const groups = [...new Set(rows.map(({ group }) => group))].map((group) => {
    const bars = rows
      .filter((row) => row.group === group)
      .map(
        ({ target, measured, bound, met, part }) => `<div class="bar ${met ? 'met' : 'missed'}">
<span class="what">${target}</span>
<span class="track"><span class="fill" style="width:${((Math.min(part, limit) / limit) * 100).toFixed(1)}%"></span></span>
<span class="number">${measured} <small>${bound}${met ? '' : ', missed'}</small></span>
</div>`,
      );
    return `<h4>${group}</h4>\n${bars.join('\n')}`;
  });
  const chart = `<div class="charts" style="--bound:${(100 / limit).toFixed(1)}%">\n${groups.join('\n')}\n</div>`;
  const [first = ''] = /^\| Measurement \|/m.exec(page) ?? [];
  return page.replace(
    first,
    `Each bar is what was measured, and the line is its bound: a bar that stays left of the line has met its target.\n\n${chart}\n\nThe same as a table:\n\n${first}`,
  );
}

/** Bars end here: half as much again as the bound. */
const limit = 1.5;

function share(measured: string, bound: string, moreIsBetter: boolean): number {
  const [value, most] = [Number.parseFloat(measured), Number.parseFloat(bound)];
  if (most === 0) return value <= 0 ? 0 : limit;
  return Math.max(0, moreIsBetter ? most / value : value / most);
}
