import type { Scenario } from '../scenario.ts';
import { reports, zones } from './words.ts';

/** Bugs of charts and their dates. */
export const charts: readonly Scenario[] = [
  {
    labels: ['charts', 'dates'],
    priority: 'high',
    story: ({ pick }) => {
      const report = pick(reports);
      const zone = pick(zones);
      return {
        title: pick([
          `${report}: the last day is missing in ${zone}`,
          `${report} chart is off by one day for users in ${zone}`,
          `Day boundaries of "${report}" follow UTC instead of the user’s zone`,
        ]),
        what: `Our office is in ${zone}. The chart of "${report}" ends a day early, and Monday’s numbers are Sunday’s.`,
        expected: 'Days are days of the account’s time zone.',
        page: `/reports/${report.toLowerCase().replaceAll(' ', '-')}?range=30d`,
        actions: [
          ['navigation', '/reports'],
          ['click', 'a.report-link', report],
          ['input', 'select[name="range"]', 'Last 30 days'],
        ],
        requests: [['GET', '/api/series?range=30d&step=day', 200, 402]],
        console: [['log', `chart: 29 points, tz ${zone}`]],
        selector: 'svg.chart g.x-axis',
        styles: { 'font-size': '11px', fill: 'rgb(82, 82, 91)' },
        components: 'App>ReportPage>ChartCard>TimeChart>XAxis',
        talk: {
          triage: [['qa', `Set my computer to ${zone}: 29 points instead of 30.`]],
          cause: 'Buckets are cut at UTC midnight and then labelled in local time.',
          fix: 'The zone goes to the server, which cuts the buckets with it.',
          verified: `30 points in ${zone}, UTC and Kathmandu (+05:45).`,
        },
      };
    },
  },
  {
    labels: ['dates'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const year = pick([2026, 2027]);
      const day = number(25, 31);
      return {
        title: pick([
          `Date picker skips ${day} October ${year}`,
          'Custom range is a day short when the clocks change',
          'Choosing the end of daylight saving time selects the day before',
        ]),
        what: `In the calendar, ${day} October ${year} can’t be selected as an end date. The day before is taken.`,
        expected: 'Every day can be chosen.',
        page: '/reports?range=custom',
        actions: [
          ['click', 'button[data-test="range"]', 'Custom'],
          ['click', `button[aria-label="${day} October ${year}"]`, String(day)],
          ['click', 'button[data-test="apply"]', 'Apply'],
        ],
        requests: [['GET', `/api/series?from=${year}-10-01&to=${year}-10-${day - 1}`, 200, 388]],
        thrown: {
          message: 'RangeError: end is before start of day',
          frames: ['assertRange', 'RangePicker.apply', 'onClick'],
          script: 'reports',
        },
        selector: `button[aria-label="${day} October ${year}"]`,
        styles: { 'background-color': 'rgb(219, 234, 254)', 'border-radius': '6px' },
        components: 'App>ReportPage>RangePicker>Calendar>Day',
        talk: {
          triage: [['qa', 'Yes: 86,400,000 ms are added to get to the next day, and that day has 25 hours.']],
          cause: 'Days are counted in milliseconds.',
          fix: 'The picker calculates with calendar days and turns them into times at the very end.',
          verified: 'Both changes of the clocks in three zones, and a leap day.',
        },
      };
    },
  },
  {
    labels: ['dark-mode', 'accessibility'],
    priority: 'low',
    story: ({ pick }) => {
      const report = pick(reports);
      return {
        title: pick([
          'Dark mode: legend can’t be read',
          `"${report}": axis labels are black on black in dark mode`,
          'Tooltips keep the light theme after switching to dark',
        ]),
        what: `With dark mode on, the labels of "${report}" are almost invisible.`,
        expected: 'A contrast of at least 4.5:1, as everywhere else.',
        page: '/reports/overview',
        actions: [
          ['click', 'button[aria-label="Theme"]', 'Dark'],
          ['navigation', '/reports/overview'],
        ],
        console: [['warn', 'chart: theme is fixed at creation']],
        selector: 'svg.chart text.legend',
        styles: { fill: 'rgb(39, 39, 42)', 'background-color': 'rgb(24, 24, 27)' },
        components: 'App>ThemeProvider>OverviewPage>ChartCard>Legend',
        talk: {
          triage: [['qa', 'Contrast is 1.3:1. A reload fixes it.']],
          cause: 'The chart library reads the theme once, when the chart is made.',
          fix: 'Charts take their colours from CSS variables.',
          verified: 'Switched back and forth with every chart open. Contrast is 7:1 and above.',
        },
      };
    },
  },
];
