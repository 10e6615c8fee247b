/** @jsxImportSource preact */
import { Badge } from '../../parts/badges.tsx';
import { CredentialName } from '../../parts/credential.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Table } from '../../parts/table.tsx';
import { dateText, spanText } from '../../parts/times.ts';
import { useLive } from '../../state/use-live.ts';
import type { RateState } from '../../transport/responses.ts';

/** The used rate limit of each credential, and the lockouts. */
export function Windows({ now }: { now: number | undefined }) {
  const { data } = useLive<RateState>(['limits'], 'credentials', 'requests', 'clock', 'settings');
  const { credentials = [], lockouts = [] } = data ?? {};
  const used = credentials.filter(({ window, lockout }) => (window && window.used > 0) || lockout);
  const inTime = (at: string | null | undefined) =>
    at && now !== undefined ? `in ${spanText(Math.max(0, Date.parse(at) - now))}` : '–';
  return (
    <section class="stack" aria-label="Rate limits and lockouts">
      <h3>Rate limits and lockouts</h3>
      {lockouts.length > 0 && (
        <ul class="rows box">
          {lockouts.map(({ source, failures, until }) => (
            <li key={source} class="line padded">
              <span class="main">
                From <code>{source}</code>: {failures} failed {failures === 1 ? 'authentication' : 'authentications'}
              </span>
              {until ? (
                <Badge text={`locked out until ${dateText(until)}, ${inTime(until)}`} tone="bad" />
              ) : (
                <span class="soft">not locked out</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {used.length === 0 ? (
        <Empty title="No requests in the current window">
          <p>Requests that count against a rate limit, and failed authentications, appear here.</p>
        </Empty>
      ) : (
        <Table
          label="Windows by credential"
          heads={['Credential', 'Window', 'Used', 'Next request', 'Failed authentications']}
        >
          {used.map(({ name, value, window, lockout }) => (
            <tr key={name}>
              <td>
                <CredentialName credential={{ name, value }} />
              </td>
              <td>{window && <Meter share={window.limit > 0 ? window.used / window.limit : 1} />}</td>
              <td class="figure" data-label="Used">
                {window ? `${window.used} of ${window.limit}` : 'no limit'}
              </td>
              <td class="figure" data-label="Next request">
                {lockout?.until
                  ? inTime(lockout.until)
                  : window && window.used >= window.limit
                    ? inTime(window.freeAt)
                    : 'now'}
              </td>
              <td data-label="Failed authentications">
                {lockout?.until ? (
                  <Badge text={`locked out until ${dateText(lockout.until)}`} tone="bad" />
                ) : (
                  (lockout?.failures ?? 0)
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
