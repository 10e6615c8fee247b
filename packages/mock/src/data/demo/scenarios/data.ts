import type { Scenario } from '../scenario.ts';
import { accented, reports } from './words.ts';

/** Bugs of live data, tables and exports. */
export const data: readonly Scenario[] = [
  {
    labels: ['live', 'websocket'],
    priority: 'high',
    story: ({ pick, number }) => {
      const minutes = number(10, 55);
      return {
        title: pick([
          'Live numbers stop after the laptop was asleep',
          'WebSocket does not reconnect after a network change',
          `Live view is frozen since ${minutes} minutes without a hint`,
        ]),
        what: `The live view showed numbers that were ${minutes} minutes old. Reloading helps until the next break.`,
        expected: 'It reconnects by itself, or says that it is offline.',
        page: '/live',
        actions: [
          ['navigation', '/live'],
          ['click', 'button[data-test="pin"]', 'Pin'],
        ],
        requests: [
          ['GET', 'wss://live.example/stream', 101, 0],
          ['GET', 'wss://live.example/stream', 503, 10_004],
        ],
        console: [
          ['info', 'live: connected'],
          ['warn', 'live: socket closed (1006), retry 1 of 3'],
          ['warn', 'live: socket closed (1006), retry 3 of 3'],
          ['error', 'live: giving up'],
        ],
        selector: 'section.live-tiles',
        styles: { opacity: '1', filter: 'none' },
        components: 'App>LivePage>LiveProvider>LiveTiles',
        talk: {
          triage: [
            ['developer', 'Do you use the VPN?'],
            ['reporter', 'Yes, it comes up a few seconds after the laptop wakes.'],
          ],
          cause: 'Three retries within two seconds, all before the VPN is up, and then never again.',
          fix: 'Retries go on with backoff up to a minute, start over when the browser is online, and the tiles turn grey meanwhile.',
          verified: 'Pulled the cable for 20 minutes: grey, and live again 3 s after plugging it in.',
        },
      };
    },
  },
  {
    labels: ['export', 'i18n'],
    priority: 'medium',
    story: ({ pick }) => {
      const name = pick(accented);
      const report = pick(reports);
      return {
        title: pick([
          `CSV export of "${report}" opens in one column`,
          `Excel shows garbled names in exports ("${name}")`,
          'Exported CSV breaks on names with special letters',
        ]),
        what: `The export of "${report}" is unreadable in Excel: one column, and "${name}" is garbled.`,
        expected: 'Opens as a table, with the names right.',
        page: '/reports/export',
        actions: [
          ['click', 'button[data-test="export"]', 'Export'],
          ['input', 'select[name="format"]', 'CSV'],
          ['click', 'button[type="submit"]', 'Download'],
        ],
        requests: [['POST', '/api/exports', 201, 940]],
        console: [['info', 'export: text/csv; charset=utf-8, 4,812 rows']],
        selector: 'dialog.export button[type="submit"]',
        styles: { 'background-color': 'rgb(37, 99, 235)', color: 'rgb(255, 255, 255)' },
        components: 'App>ReportPage>ExportDialog>DownloadButton',
        talk: {
          triage: [['qa', 'LibreOffice reads it well. German Excel wants semicolons and a byte order mark.']],
          cause: 'No byte order mark, and a comma where the system’s list separator is a semicolon.',
          fix: 'CSV has a byte order mark, the separator can be chosen, and there is real XLSX now.',
          verified: `Opened in Excel (English, German) and LibreOffice. "${name}" is right in all three.`,
        },
      };
    },
  },
  {
    labels: ['tables'],
    priority: 'low',
    story: ({ pick }) => {
      const report = pick(reports);
      return {
        title: pick([
          'Numbers are sorted as text (100 before 20)',
          `"${report}" table sorts amounts alphabetically`,
          'Sorting a column twice mixes up the rows',
        ]),
        what: `When I sort "${report}" by amount, 1,000 comes before 20.`,
        expected: 'Numbers sorted as numbers.',
        page: '/reports/table',
        actions: [
          ['navigation', '/reports/table'],
          ['click', 'th[data-column="amount"]', 'Amount'],
          ['click', 'th[data-column="amount"]', 'Amount'],
        ],
        console: [['log', 'table: sort amount desc']],
        selector: 'th[data-column="amount"]',
        styles: { cursor: 'pointer', 'text-align': 'right' },
        components: 'App>ReportPage>DataTable>HeaderCell',
        talk: {
          triage: [
            ['developer', 'Only in columns with thousands separators, right?'],
            ['reporter', 'Right.'],
          ],
          cause: 'We sort what is shown, not what it stands for.',
          fix: 'Columns sort by their value; text columns by the user’s locale.',
          verified: 'Sorted every column of every report, both ways.',
        },
      };
    },
  },
  {
    labels: ['tables', 'performance'],
    priority: 'high',
    story: ({ pick, number }) => {
      const rows = number(8, 60) * 1000;
      const seconds = number(9, 40);
      return {
        title: pick([
          `Browser freezes with ${rows.toLocaleString('en')} rows`,
          '"Show all" makes the tab unresponsive',
          `Account list takes ${seconds} s to open for large customers`,
        ]),
        what: `With ${rows.toLocaleString('en')} accounts the page hangs for ${seconds} seconds, and typing in the filter hangs again.`,
        expected: 'Usable with the largest account we have.',
        page: '/accounts?show=all',
        actions: [
          ['navigation', '/accounts'],
          ['click', 'button[data-test="show-all"]', 'Show all'],
          ['input', 'input[name="filter"]', 'inc'],
        ],
        requests: [['GET', '/api/accounts?limit=all', 200, seconds * 210]],
        console: [['warn', `[Violation] 'input' handler took ${seconds * 190}ms`]],
        selector: 'table.accounts tbody',
        styles: { display: 'table-row-group' },
        components: 'App>AccountsPage>DataTable>Body',
        talk: {
          triage: [['developer', 'Profile attached to the ticket: 94 % is layout. We render every row.']],
          cause: 'All rows are in the document, and each key press renders them again.',
          fix: 'Only rows in sight are rendered, and the filter runs on the server after a pause of 150 ms.',
          verified: `${rows.toLocaleString('en')} rows open in under a second, typing is smooth.`,
        },
      };
    },
  },
];
