import { isWhole, type ShownSettings, usualReading } from '../../service/settings/unusual-settings.ts';
import type { CopiedRequest } from './copied-request.ts';
import { quoted } from './literal.ts';

/** Endings that come of what the mock went through before, and not of the request. */
const ofBefore = ['rate limit', 'locked out', 'scenario', 'failure'];

/**
 * For a terminal, with the credential itself. What the mock must hold for the same end is set first: readings that have changed
 * since, and a fault where the end came of something else than the request.
 */
export function asCurl(copied: CopiedRequest, url: string, now: ShownSettings | undefined): string {
  const { entry, faults, asFault, credential, wrong, contentType, body, target } = copied;
  const { method, reason, settings, path } = entry;
  const steps: string[] = [];
  const readings = changedReadings(settings?.readings ?? {}, now?.readings ?? {});
  if (Object.keys(readings).length > 0)
    steps.push('# The readings as they were then.', control(url, 'PATCH', 'settings', { readings }));
  if (reason !== undefined && ofBefore.includes(reason))
    steps.push(
      `# Then it ended so for this reason: ${reason}. Here the mock is told to end it so once.`,
      control(url, 'POST', 'faults', asFault),
    );
  for (const fault of faults) steps.push(control(url, 'POST', 'faults', { path, ...fault }));
  if (wrong && !credential) steps.push('# The credential itself is not shown: any wrong one comes to the same.');
  const authorization = credential ? `Bearer ${credential.value}` : wrong;
  steps.push(
    [
      `curl ${method === 'HEAD' ? '--head' : `-i -X ${method}`} --globoff --path-as-is ${quoted(url + target)}`,
      ...(authorization ? [`-H ${quoted(`Authorization: ${authorization}`)}`] : []),
      ...(body === undefined && contentType === undefined
        ? []
        : [`-H ${quoted(`Content-Type:${contentType === undefined ? '' : ` ${contentType}`}`)}`]),
      ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    ].join(' \\\n  '),
  );
  return steps.join('\n');
}

function control(url: string, method: string, path: string, body: object): string {
  return `curl -sS -o /dev/null -X ${method} ${quoted(`${url}/__mock/${path}`)} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
}

/** Readings to be set for them to be as they were then; functions can't be. */
function changedReadings(then: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  const names = new Set([...Object.keys(then), ...Object.keys(now)]);
  const changed = [...names]
    .map((name) => [name, name in then ? then[name] : usualReading(name)] as const)
    .filter(([name, choice]) => JSON.stringify(choice) !== JSON.stringify(name in now ? now[name] : usualReading(name)))
    .filter(([, choice]) => isWhole(choice));
  return Object.fromEntries(changed);
}
