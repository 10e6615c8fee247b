import { readFileSync } from 'node:fs';
import { apiKeyPrefix } from '@issue-tracking/model/credential';
import { isIssueTrackingError } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { ServiceClient, type ServiceClientOptions, type ServiceCredential } from '../service/service-client.ts';
import type { FlagValues } from './flags.ts';

/** Where the service is, and what proves who asks. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly credential: ServiceCredential;
}

/** @throws UsageError */
export async function readServiceAddress(flags: FlagValues, context: CliContext): Promise<ServiceAddress> {
  const baseUrl = flags['base-url'] ?? context.env['ISSUE_TRACKING_BASE_URL'];
  if (!baseUrl) throw new UsageError('There is no service to ask: give --base-url, or set ISSUE_TRACKING_BASE_URL');
  return { baseUrl, credential: await readCredential(flags, context) };
}

async function readCredential(flags: FlagValues, context: CliContext): Promise<ServiceCredential> {
  const { 'api-key': apiKey, 'credential-file': file } = flags;
  if (apiKey !== undefined && file !== undefined)
    throw new UsageError('--api-key and --credential-file are two credentials: give one');
  if (apiKey !== undefined) {
    context.error(
      'Everybody on this computer can read --api-key in the list of processes. Better: ISSUE_TRACKING_API_KEY, or --credential-file\n',
    );
    return { apiKey };
  }
  if (file !== undefined) return toCredential(await readCredentialFrom(file, context));
  const { ISSUE_TRACKING_API_KEY: key, ISSUE_TRACKING_ACCESS_TOKEN: token } = context.env;
  if (key && token)
    throw new UsageError('ISSUE_TRACKING_API_KEY and ISSUE_TRACKING_ACCESS_TOKEN are both set: leave one of them');
  if (key) return { apiKey: key };
  if (token) return { accessToken: token };
  throw new UsageError(
    'There is no credential: set ISSUE_TRACKING_API_KEY or ISSUE_TRACKING_ACCESS_TOKEN, or give --credential-file',
  );
}

async function readCredentialFrom(file: string, { stdin }: CliContext): Promise<string> {
  const from = file === '-' ? 'standard input' : file;
  const content = file === '-' ? await stdin() : readFile(file);
  const credential = content.trim();
  if (credential === '') throw new UsageError(`There is no credential in ${from}`);
  if (/\s/.test(credential)) throw new UsageError(`There is more than a credential in ${from}: it must be alone there`);
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

/** @throws UsageError for an address or a credential that can't be one: a mistake of the command line. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  try {
    return new ServiceClient(options);
  } catch (error) {
    if (isIssueTrackingError(error, 'InvalidArgumentError')) throw new UsageError(error.message);
    throw error;
  }
}
