import { readFileSync } from 'node:fs';
import { apiKeyPrefix } from '@issue-tracking/model/credential';
import { isIssueTrackingError } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import type { Printer } from '../output/printer.ts';
import type { ServiceCredential } from '../service/service-options.ts';
import type { FlagValues } from './flags.ts';

/** The address of the service, and a credential. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly credential: ServiceCredential;
  /** The flag or variable of each, for messages. */
  readonly from: { readonly baseUrl: string; readonly credential: string };
}

/** Reads address and credential from flags and environment. @throws UsageError */
export async function readServiceAddress(
  flags: FlagValues,
  context: CliContext,
  printer: Printer,
): Promise<ServiceAddress> {
  const flag = flags['base-url'];
  const baseUrl = flag ?? context.env['ISSUE_TRACKING_BASE_URL'];
  if (!baseUrl) throw new UsageError('No base URL: pass --base-url or set ISSUE_TRACKING_BASE_URL');
  const [credential, from] = await readCredential(flags, context, printer);
  return {
    baseUrl,
    credential,
    from: { baseUrl: flag === undefined ? 'ISSUE_TRACKING_BASE_URL' : '--base-url', credential: from },
  };
}

/** Returns the credential, and the flag or variable it is from. */
async function readCredential(
  flags: FlagValues,
  context: CliContext,
  printer: Printer,
): Promise<[credential: ServiceCredential, from: string]> {
  const { 'api-key': apiKey, 'credential-file': file } = flags;
  if (apiKey !== undefined && file !== undefined)
    throw new UsageError('--api-key must not be combined with --credential-file');
  if (apiKey !== undefined) {
    printer.error(
      'All users of this computer can read --api-key in the list of processes. Safer: ISSUE_TRACKING_API_KEY or --credential-file',
    );
    return [{ apiKey }, '--api-key'];
  }
  if (file !== undefined) return [toCredential(await readCredentialFrom(file, context)), '--credential-file'];
  const { ISSUE_TRACKING_API_KEY: key, ISSUE_TRACKING_ACCESS_TOKEN: token } = context.env;
  if (key && token)
    throw new UsageError('ISSUE_TRACKING_API_KEY and ISSUE_TRACKING_ACCESS_TOKEN are both set: unset one of them');
  if (key) return [{ apiKey: key }, 'ISSUE_TRACKING_API_KEY'];
  if (token) return [{ accessToken: token }, 'ISSUE_TRACKING_ACCESS_TOKEN'];
  throw new UsageError(
    'No credential: set ISSUE_TRACKING_API_KEY or ISSUE_TRACKING_ACCESS_TOKEN, or pass --credential-file',
  );
}

async function readCredentialFrom(file: string, { stdin }: CliContext): Promise<string> {
  const from = file === '-' ? 'standard input' : file;
  const content = file === '-' ? await stdin() : readFile(file);
  const credential = content.trim();
  if (credential === '') throw new UsageError(`No credential in ${from}: expected an API key or an access token`);
  if (/\s/.test(credential)) throw new UsageError(`More than a credential in ${from}: expected nothing else`);
  return credential;
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--credential-file ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

// AUTH-2
function toCredential(credential: string): ServiceCredential {
  return credential.startsWith(apiKeyPrefix) ? { apiKey: credential } : { accessToken: credential };
}

/** Creates a client. @throws UsageError that names the flag or variable of an invalid address or credential. */
export function withFlagNames<Client>(from: ServiceAddress['from'], create: () => Client): Client {
  try {
    return create();
  } catch (error) {
    if (!isIssueTrackingError(error, 'InvalidArgumentError')) throw error;
    const problems = error.details.map(
      ({ field, message }) => `${field === 'baseUrl' ? from.baseUrl : from.credential} ${message}`,
    );
    throw new UsageError(problems.join('; '));
  }
}
