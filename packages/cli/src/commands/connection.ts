import { readFileSync } from 'node:fs';
import { apiKeyPrefix } from '@issue-tracking/model/credential';
import { isIssueTrackingError } from '@issue-tracking/sdk';
import { type CliContext, UsageError } from '../context.ts';
import { type Credential, Service, type ServiceOptions } from '../service/service.ts';
import type { Given } from './flags.ts';

/** Where the service is, and what proves who asks. */
export interface Connection {
  readonly baseUrl: string;
  readonly credential: Credential;
}

/** @throws UsageError */
export async function connection(given: Given, context: CliContext): Promise<Connection> {
  const baseUrl = given['base-url'] ?? context.env['ISSUE_TRACKING_BASE_URL'];
  if (!baseUrl) throw new UsageError('There is no service to ask: give --base-url, or set ISSUE_TRACKING_BASE_URL');
  return { baseUrl, credential: await credentialOf(given, context) };
}

async function credentialOf(given: Given, context: CliContext): Promise<Credential> {
  const { 'api-key': apiKey, 'credential-file': file } = given;
  if (apiKey !== undefined && file !== undefined)
    throw new UsageError('--api-key and --credential-file are two credentials: give one');
  if (apiKey !== undefined) {
    context.error(
      'Everybody on this computer can read --api-key in the list of processes. Better: ISSUE_TRACKING_API_KEY, or --credential-file\n',
    );
    return { apiKey };
  }
  if (file !== undefined) return kindOf(await contentOf(file, context));
  const { ISSUE_TRACKING_API_KEY: key, ISSUE_TRACKING_ACCESS_TOKEN: token } = context.env;
  if (key && token)
    throw new UsageError('ISSUE_TRACKING_API_KEY and ISSUE_TRACKING_ACCESS_TOKEN are both set: leave one of them');
  if (key) return { apiKey: key };
  if (token) return { accessToken: token };
  throw new UsageError(
    'There is no credential: set ISSUE_TRACKING_API_KEY or ISSUE_TRACKING_ACCESS_TOKEN, or give --credential-file',
  );
}

async function contentOf(file: string, { stdin }: CliContext): Promise<string> {
  const from = file === '-' ? 'standard input' : file;
  const content = file === '-' ? await stdin() : contentOfFile(file);
  const credential = content.trim();
  if (credential === '') throw new UsageError(`There is no credential in ${from}`);
  if (/\s/.test(credential)) throw new UsageError(`There is more than a credential in ${from}: it must be alone there`);
  return credential;
}

function contentOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--credential-file ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

// AUTH-2
function kindOf(credential: string): Credential {
  return credential.startsWith(apiKeyPrefix) ? { apiKey: credential } : { accessToken: credential };
}

/** @throws UsageError for an address or a credential that can't be one: a mistake of the command line. */
export function serviceOf(options: ServiceOptions): Service {
  try {
    return new Service(options);
  } catch (error) {
    if (isIssueTrackingError(error, 'InvalidArgumentError')) throw new UsageError(error.message);
    throw error;
  }
}
