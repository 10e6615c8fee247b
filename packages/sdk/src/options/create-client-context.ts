import type { ErrorDetail } from '@issue-tracking/model';
import { serverSide } from '#server-side';
import { callSettings, defaultSettings } from '../call/call-settings.ts';
import { Contexts } from '../call/contexts.ts';
import { Emitter } from '../call/emitter.ts';
import { createHttp } from '../call/http.ts';
import { LastSeenIssues } from '../call/last-seen-issues.ts';
import { Lifetime } from '../call/lifetime.ts';
import { queueOf } from '../credential/queues.ts';
import { InvalidArgumentError } from '../errors/client-errors.ts';
import { redactedCause, Secrets } from '../errors/redact.ts';
import { onAbort } from '../platform/abort.ts';
import { systemClock } from '../platform/clock.ts';
import { warnOfKeyInPage } from '../platform/environment.ts';
import { DriftLog } from '../validation/drift-log.ts';
import { checkedBaseUrl } from './base-url.ts';
import { checkedCredential, checkedLogLevel, checkedRateLimit, checkParts } from './check-options.ts';
import type { ClientOptions } from './client-options.ts';
import { consoleLogger, createLog } from './log.ts';

/**
 * Creates the contexts of a client's calls from its options and the environment.
 *
 * @throws InvalidArgumentError naming every option that is wrong.
 */
export function createContexts(options: ClientOptions): Contexts {
  const details: ErrorDetail[] = [];
  const baseUrl = checkedBaseUrl(
    options.baseUrl ?? serverSide?.environmentVariable('ISSUE_TRACKING_BASE_URL'),
    details,
  );
  const { credential, option } = checkedCredential(options, details);
  const { timeout, deadline, retry, headers } = options;
  const ownHeaders = { accept: 'application/json', ...serverSide?.userAgent() };
  const settings = callSettings(
    { ...defaultSettings, headers: ownHeaders },
    { timeout, deadline, retry, headers },
    details,
  );
  const rateLimit = checkedRateLimit(options.rateLimit, details);
  const logLevel = checkedLogLevel(options.logLevel, details);
  checkParts(options, details);
  if (details.length > 0) throw new InvalidArgumentError({ details });

  const { fetch, clock = systemClock, logger = consoleLogger } = options;
  const { lockoutProtection = true } = options;
  const log = createLog(logLevel, logger, clock);
  if (option === 'apiKey') warnOfKeyInPage(log.warn);
  if (baseUrl.startsWith('http://')) serverSide?.warnOfPlainHttp(new URL(baseUrl).hostname, log.warn);
  const secrets = new Secrets(settings.headers, typeof credential === 'string' ? credential : undefined);
  const hooks = new Emitter([...(options.hooks ? [options.hooks] : []), log.hooks], (name, reason) => {
    const cause = redactedCause(reason, secrets.redact);
    log.warn(`hooks.${name} failed, and calls go on without it: ${cause}`, `hooks.${name}`);
  });
  const url = new URL(baseUrl);
  const shared = {
    host: url.host,
    http: createHttp(baseUrl, fetch),
    clock,
    settings,
    secrets,
    hooks,
    longWaits: log.longWaits,
    doubtsRejections: option === 'apiKey' || typeof credential === 'function',
  };
  return new Contexts(baseUrl, fetch, (generation) => {
    const queue = queueOf({ origin: url.origin, credential, option, fetch, clock, generation });
    const policy = queue.policy(rateLimit, lockoutProtection);
    const lifetime = new Lifetime(clock, generation);
    const { closing, ended } = lifetime;
    onAbort(closing, () => queue.close(policy, closing.reason, (call) => !call.completesComposite));
    onAbort(ended, () => queue.close(policy, ended.reason));
    const drift = new DriftLog((finding) => hooks.drift(finding), secrets);
    return {
      ...shared,
      queue,
      policy,
      lifetime,
      generation,
      drift,
      lastSeen: new LastSeenIssues(),
      reportedOutage: undefined,
    };
  });
}
